package topofile

import (
	"cmp"
	"slices"
	"strconv"

	"collsim/fabric"
	"collsim/sim/units"
)

// name numbers GPUs by their devices, and settles which GPU they are.
func (n *nccl) name(o Import) {
	slices.SortStableFunc(n.gpus, func(a, b *found) int { return cmp.Compare(a.rank, b.rank) })
	var devices []Device
	var links []Link
	for i, f := range n.gpus {
		f.name = "gpu" + strconv.Itoa(i)
		devices = append(devices, Device{Names: f.name, Kind: fabric.GPU, Node: Unsaid})
	}
	n.devices = append(devices, n.devices...)
	for _, c := range n.cpus {
		n.add(fabric.CPU, c)
	}
	above := n.links
	n.links = nil
	for _, f := range n.gpus {
		if f.coherent && f.above == f.cpu {
			n.note("left out: the PCIe link of a GPU that reaches the same CPU by C2C")
			continue
		}
		n.wirePCIe(f)
	}
	links = n.links
	n.links = append(links, above...)
	for _, f := range n.gpus {
		if o.GPU == "" && f.sm > 0 && n.server.gpu.name == "" {
			n.server.gpu = bySM(f.sm, f.coherent)
		}
	}
	if o.GPU != "" {
		n.server.gpu, _ = gpuNamed(o.GPU)
	}
	if n.server.gpu.name == "" {
		n.server.gpu, _ = gpuNamed("h100")
		n.note("assumed: the GPUs are like h100; say which with --gpu")
	}
}

// bySM is the GPU of a compute capability, or the newest that is older.
func bySM(sm int, coherent bool) gpu {
	best := gpus[0]
	for _, g := range gpus {
		if g.sm <= sm && g.sm >= best.sm && (g.links > 0 || g.sm == sm) && (!g.coherent() || coherent) {
			best = g
		}
	}
	return best
}

// join wires NVLinks and sockets.
func (n *nccl) join() {
	per := n.server.gpu.rate
	if per == 0 {
		per = 25 * gigabyte
	}
	counts := map[*found]int{}
	for _, l := range n.toSwitch {
		counts[l.from] += l.count
	}
	for _, f := range n.gpus {
		if c := counts[f]; c > 0 {
			n.wire(f.name, "nvswitch0", "nvlink", rateOf(per*units.Rate(c)))
		}
	}
	if len(counts) > 0 {
		n.add(fabric.NVSwitch, "nvswitch0")
		n.note("assumed: an NVLink carries %s each way, by the data sheet of %s; all NVSwitches are one that never blocks", per.Short(), n.server.gpu.name)
	}
	n.pairs(per)
	for i := range n.cpus {
		for j := range i {
			if n.hosts[i] != n.hosts[j] {
				continue
			}
			if rate := min(n.sockets[i], n.sockets[j]); rate > 0 {
				n.wire(n.cpus[j], n.cpus[i], "socket", rateOf(rate))
			} else {
				n.wire(n.cpus[j], n.cpus[i], "socket")
			}
		}
	}
	if len(n.cpus) > 1 {
		n.note("assumed: every CPU of a host is joined to every other at what NCCL 2.30 plans with for its model")
	}
}

// pairs wires links between two GPUs, or a GPU and a CPU. Both ends may list them; the first counts.
func (n *nccl) pairs(per units.Rate) {
	type pair struct{ a, b string }
	done := map[pair]bool{}
	for _, l := range n.toGPU {
		other, rate, medium := "", per*units.Rate(l.count), "nvlink"
		switch l.class {
		case "c2c":
			other, rate, medium = l.target, l.rate, "c2c"
		case "cpu":
			other = l.from.cpu
		case "xgmi":
			rate = xgmi * units.Rate(l.count)
			n.note("assumed: an xGMI link carries %s each way", units.Rate(xgmi).Short())
			fallthrough
		default:
			f := n.byBus[l.target]
			if f == nil || f.name == "" || f == l.from {
				n.problem(l.at, "<"+l.class+"> target: no GPU of the file", l.target, "the busid of another GPU, or tclass=\""+nvswitchClass+"00\"")
				continue
			}
			other = f.name
		}
		if done[pair{l.from.name, other}] || done[pair{other, l.from.name}] && medium != "c2c" {
			continue
		}
		done[pair{l.from.name, other}] = true
		n.wire(l.from.name, other, medium, rateOf(rate))
		if medium == "nvlink" && l.class != "xgmi" {
			n.note("assumed: an NVLink carries %s each way, by the data sheet of %s", per.Short(), n.server.gpu.name)
		}
	}
}

// xgmi is the rate of one link of AMD's GPUs.
const xgmi = 50 * gigabyte
