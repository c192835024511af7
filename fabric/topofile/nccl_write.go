package topofile

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"collsim/fabric"
	"collsim/sim/units"
)

// NCCL writes the first server of a graph as a topology file of NCCL, with what the file has no place for, or rounds. The
// error says why a server has no such form.
func NCCL(g *fabric.Graph, preset string) (data []byte, lost []string, err error) {
	w := &ncclWriter{graph: g, base: newBase(preset), bus: map[fabric.DeviceID]string{}, done: map[fabric.DeviceID]bool{}}
	w.gpu, _ = gpuNamed("h100")
	for _, known := range gpus {
		if known.preset == preset && known.name != "p100" || known.links == 0 && !w.has("nvlink") {
			w.gpu = known
		}
	}
	if err := w.check(); err != nil {
		return nil, nil, err
	}
	w.b.WriteString("<system version=\"1\">\n")
	for _, cpu := range w.of(fabric.CPU) {
		w.cpu(cpu)
	}
	w.strays()
	w.b.WriteString("</system>\n")
	if g.Nodes > 1 {
		w.lose("nodes 1 to %d, and the network: NCCL's file is one server", g.Nodes-1)
	}
	w.lose("latencies, headers, buffers, queueing and loss: NCCL's file has no place for them")
	return []byte(w.b.String()), w.lost, nil
}

type ncclWriter struct {
	graph *fabric.Graph
	base  *base
	gpu   gpu
	b     strings.Builder
	depth int
	bus   map[fabric.DeviceID]string
	done  map[fabric.DeviceID]bool
	lost  []string
	buses int
}

func (w *ncclWriter) lose(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(w.lost, text) {
		w.lost = append(w.lost, text)
	}
}

// of lists the devices of node 0 of a kind.
func (w *ncclWriter) of(k fabric.Kind) []fabric.DeviceID {
	var list []fabric.DeviceID
	for d := range w.graph.Devices {
		if v := &w.graph.Devices[d]; v.Kind == k && v.Node == 0 {
			list = append(list, fabric.DeviceID(d))
		}
	}
	return list
}

// check refuses what NCCL's file cannot hold.
func (w *ncclWriter) check() error {
	for _, gpu := range w.of(fabric.GPU) {
		w.bus[gpu] = w.next()
		for _, id := range w.graph.Out(gpu) {
			if to := &w.graph.Devices[w.graph.Links[id].To]; to.Kind == fabric.Switch {
				return fmt.Errorf("%s is wired to %s without a NIC, for which a topology file of NCCL has no form", w.graph.Devices[gpu].Name, to.Name)
			}
		}
	}
	if len(w.of(fabric.NVSwitch)) > 1 {
		w.lose("which NVSwitch a link leads to: NCCL takes all of them for one")
	}
	if len(w.of(fabric.Memory)) > 0 {
		w.lose("memories: NCCL's file has no place for them")
	}
	return nil
}

// next is a PCI address that nothing has yet.
func (w *ncclWriter) next() string {
	w.buses++
	return fmt.Sprintf("%04x:%02x:00.0", w.buses/256, w.buses%256)
}

func (w *ncclWriter) tag(name string, close bool, attributes ...string) {
	w.b.WriteString(strings.Repeat("  ", w.depth+1) + "<" + name)
	for i := 0; i < len(attributes); i += 2 {
		w.b.WriteString(" " + attributes[i] + "=\"")
		if err := xml.EscapeText(&w.b, []byte(attributes[i+1])); err != nil {
			panic("topofile: " + err.Error()) // writing to memory does not fail
		}
		w.b.WriteString("\"")
	}
	if close {
		w.b.WriteString("/>\n")
		return
	}
	w.b.WriteString(">\n")
	w.depth++
}

func (w *ncclWriter) end(name string) {
	w.depth--
	w.b.WriteString(strings.Repeat("  ", w.depth+1) + "</" + name + ">\n")
}

func (w *ncclWriter) cpu(d fabric.DeviceID) {
	arch, vendor, family, model := w.model(d)
	_, number := tail(w.graph.Devices[d].Name)
	if number == "" {
		number = strconv.Itoa(slices.Index(w.of(fabric.CPU), d))
	}
	attributes := []string{"host_hash", w.host(d), "numaid", number, "arch", arch}
	if vendor != "" {
		attributes = append(attributes, "vendor", vendor, "familyid", strconv.Itoa(family), "modelid", strconv.Itoa(model))
	}
	w.tag("cpu", false, attributes...)
	w.below(d)
	w.end("cpu")
}

// host is the same for CPUs that are joined: NCCL joins all CPUs of a host.
func (w *ncclWriter) host(d fabric.DeviceID) string {
	first, seen := d, map[fabric.DeviceID]bool{d: true}
	for front := []fabric.DeviceID{d}; len(front) > 0; front = front[1:] {
		for _, id := range w.graph.Out(front[0]) {
			if to := w.graph.Links[id].To; w.graph.Devices[to].Kind == fabric.CPU && !seen[to] {
				seen[to], first = true, min(first, to)
				front = append(front, to)
			}
		}
	}
	for a := range seen {
		joined := 0
		for _, id := range w.graph.Out(a) {
			if w.graph.Devices[w.graph.Links[id].To].Kind == fabric.CPU {
				joined++
			}
		}
		if joined != len(seen)-1 {
			w.lose("which CPUs are joined: NCCL joins all of a host")
		}
	}
	return "0x" + strconv.FormatInt(int64(slices.Index(w.of(fabric.CPU), first))+1, 16)
}

// has says whether any link is of a medium.
func (w *ncclWriter) has(medium string) bool {
	return slices.ContainsFunc(w.graph.Links, func(l fabric.Link) bool { return l.Medium == medium })
}

// model is a CPU whose sockets NCCL takes to be joined at the rate of this one's.
func (w *ncclWriter) model(d fabric.DeviceID) (arch, vendor string, family, model int) {
	var socket units.Rate
	coherent := false
	for _, id := range w.graph.Out(d) {
		switch l := &w.graph.Links[id]; l.Medium {
		case "socket":
			socket = l.Rate
		case "c2c":
			coherent = true
		}
	}
	planned := func(rate units.Rate) {
		if socket != 0 && socket != rate {
			w.lose("the rate between sockets, %s: NCCL plans with %s for the model of CPU that is written", socket.Short(), rate.Short())
		}
	}
	switch {
	case coherent:
		planned(6 * gigabyte)
		return "arm64", "", 0, 0
	case socket == 16*gigabyte:
		return "x86_64", "AuthenticAMD", 25, 1
	case socket == 32*gigabyte:
		return "ppc64", "", 0, 0
	}
	for _, m := range intelModels {
		if m.rate == socket {
			return "x86_64", "GenuineIntel", 6, m.one
		}
	}
	planned(22 * gigabyte)
	return "x86_64", "GenuineIntel", 6, 0x8F
}

// below writes what hangs on a device.
func (w *ncclWriter) below(d fabric.DeviceID) {
	w.done[d] = true
	for _, id := range w.graph.Out(d) {
		l := &w.graph.Links[id]
		to := &w.graph.Devices[l.To]
		if w.done[l.To] || to.Node != 0 || l.Medium != "pcie" && l.Medium != "c2c" {
			continue
		}
		w.device(l.To, l)
	}
}

// device writes a device that hangs on another by a link. Nothing but PCIe switches has anything below it.
func (w *ncclWriter) device(d fabric.DeviceID, l *fabric.Link) {
	switch w.graph.Devices[d].Kind {
	case fabric.PCIeSwitch:
		w.tag("pci", false, append([]string{"busid", w.next(), "class", bridgeClass + "00"}, w.speed(l)...)...)
		w.below(d)
		w.end("pci")
	case fabric.GPU:
		w.done[d] = true
		w.tag("pci", false, append([]string{"busid", w.bus[d], "class", gpuClass + "0200"}, w.speed(l)...)...)
		w.card(d)
		w.end("pci")
	case fabric.NIC:
		w.done[d] = true
		w.tag("pci", false, append([]string{"busid", w.next(), "class", nicClass + "0700"}, w.speed(l)...)...)
		w.tag("nic", false)
		at := strconv.Itoa(slices.Index(w.graph.NICs, d))
		w.tag("net", true, "name", "mlx5_"+at, "dev", at, "speed", w.mbits(d), "port", "1", "latency", "0.000000", "maxconn", "131072", "gdr", "1")
		w.end("nic")
		w.end("pci")
	}
}

// speed are the generation and width of PCIe that carry a rate, or the next lower one.
func (w *ncclWriter) speed(l *fabric.Link) []string {
	if l == nil || l.Medium != "pcie" {
		return nil
	}
	best, words := units.Rate(0), []string{"2.5 GT/s PCIe", "1"}
	for _, width := range []int{16, 8, 4, 2, 1} {
		for i, number := range pcieSpeeds {
			if rate := fabric.LaneRate(i+1) * units.Rate(width); rate <= l.Rate && rate > best {
				if !strings.Contains(number, ".") {
					number += ".0"
				}
				best, words = rate, []string{number + " GT/s PCIe", strconv.Itoa(width)}
			}
		}
	}
	if best != l.Rate {
		w.lose("a PCIe rate of %s: %s is the next that PCIe has", l.Rate.Short(), best.Short())
	}
	return []string{"link_speed", words[0], "link_width", words[1]}
}

// mbits is what a NIC's links to the network carry together, in Mb/s, or what the preset says of one that has none.
func (w *ncclWriter) mbits(d fabric.DeviceID) string {
	rate := units.Rate(0)
	for _, id := range w.graph.Out(d) {
		if l := &w.graph.Links[id]; w.graph.Devices[l.To].Kind == fabric.Switch || w.graph.Devices[l.To].Kind == fabric.NIC {
			rate += l.Rate
		}
	}
	if rate == 0 {
		if p, ok := fabric.Find(w.base.parameters, "network.rate"); ok {
			v, _ := p.Default(w.base.preset)
			rate = units.Rate(v.Value.Int)
		}
	}
	if rate%125_000 != 0 {
		w.lose("a NIC's rate of %s: whole Mb/s are written", rate.Short())
	}
	return strconv.FormatUint(uint64(rate/125_000), 10)
}

// card writes a GPU with its NVLinks.
func (w *ncclWriter) card(d fabric.DeviceID) {
	rank := strconv.Itoa(slices.Index(w.graph.GPUs, d))
	w.tag("gpu", false, "dev", rank, "sm", strconv.Itoa(w.gpu.sm), "rank", rank, "gdr", "1")
	for _, id := range w.graph.Out(d) {
		l := &w.graph.Links[id]
		switch to := &w.graph.Devices[l.To]; {
		case l.Medium != "nvlink" || to.Node != 0:
		case to.Kind == fabric.NVSwitch:
			w.tag("nvlink", true, "target", "fffffff:ff:ff.0", "count", w.nvlinks(l), "tclass", nvswitchClass+"00")
		case to.Kind == fabric.GPU:
			w.tag("nvlink", true, "target", w.bus[l.To], "count", w.nvlinks(l), "tclass", gpuClass+"0200")
		}
	}
	for _, id := range w.graph.Out(d) {
		l := &w.graph.Links[id]
		if l.Medium != "c2c" {
			continue
		}
		if l.Rate%1_000_000 != 0 {
			w.lose("a C2C rate of %s: whole MB/s are written", l.Rate.Short())
		}
		w.tag("c2c", true, "bw", strconv.FormatUint(uint64(l.Rate/1_000_000), 10), "count", "1")
	}
	w.end("gpu")
}

// nvlinks is how many links of the GPU carry a rate.
func (w *ncclWriter) nvlinks(l *fabric.Link) string {
	n := l.Rate / gigabyte
	if w.gpu.rate > 0 {
		n = max(l.Rate/w.gpu.rate, 1)
	}
	if n*w.gpu.rate != l.Rate {
		w.lose("an NVLink rate of %s: %d links of %s are written", l.Rate.Short(), n, w.gpu.rate.Short())
	}
	return strconv.FormatUint(uint64(n), 10)
}

// strays writes GPUs and NICs that hang on no CPU under one that is not there, for NCCL's file is a tree of CPUs.
func (w *ncclWriter) strays() {
	var roots []fabric.DeviceID
	for _, k := range []fabric.Kind{fabric.PCIeSwitch, fabric.GPU, fabric.NIC} {
		roots = append(roots, w.of(k)...)
	}
	roots = slices.DeleteFunc(roots, func(d fabric.DeviceID) bool { return w.done[d] })
	if len(roots) == 0 {
		return
	}
	w.tag("cpu", false, "numaid", strconv.Itoa(len(w.of(fabric.CPU))), "arch", "x86_64")
	for _, d := range roots {
		if !w.done[d] {
			w.device(d, nil)
		}
	}
	w.end("cpu")
	w.lose("that some devices hang on no CPU: one is written for them")
}
