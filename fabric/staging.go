package fabric

import (
	"slices"

	"collsim/sim/units"
)

// endless is a buffer that never fills: memory has room for what is sent through it, for senders ask first.
const endless = units.Bytes(1 << 50)

// staging is the parameter of how GPUs without NVLink between them talk.
func staging() []Parameter {
	return []Parameter{
		{Name: "p2p.pcie", Quantity: WordQuantity, Words: []string{"on", "off"},
			Doc: "Whether GPUs that no NVLink joins write into each other's memory over PCIe. Off, they talk through host memory: " +
				"the sender writes it, the receiver reads it, at the CPU nearest to the receiver.",
			Defaults: everywhere(WordOf("on"), choice+": servers are bought for it; NCCL has it off across sockets or for want of BIOS and driver support (NCCL_P2P_LEVEL, NCCL_P2P_DISABLE)", "as configured")},
	}
}

// hostMemory sets the memory of a CPU socket: rate is what it takes in, and gives out, at the same time.
func hostMemory(rate units.Rate, channels string) []prior {
	const whole = "the rate is what copies achieve, protocol included"
	return []prior{
		{"dram.rate", RateOf(rate), channels + "; 80 % of it can be had (STREAM), half for writes and half for reads", "+-25 %"},
		{"dram.latency", DurationOf(50 * ns), "prior, to be verified: a load takes 80-110 ns there and back", "+-30 %"},
		{"dram.frame", SizeOf(0), whole, "exact"},
		{"dram.header", SizeOf(0), whole, "exact"},
		{"memory.latency", DurationOf(units.Microsecond), "prior, to be verified: a reader polls the writer's flag over PCIe, 0.7-1.2 us there and back", "factor 2"},
	}
}

// bounced tells whether GPUs without NVLink between them talk through host memory.
func (b *builder) bounced() bool { return b.value("p2p.pcie").Word == "off" }

// memories adds host memory to the CPUs, from a device on, that have none of their own by the links from one on, node by
// node.
func (b *builder) memories(device DeviceID, link LinkID) {
	g := b.graph
	var cpus []DeviceID
	has := make([]bool, len(g.Devices)-int(device))
	for _, l := range g.Links[link:] {
		if g.Devices[l.To].Kind == Memory {
			has[l.From-device] = true
		}
	}
	for i := range has {
		if d := device + DeviceID(i); g.Devices[d].Kind == CPU && g.Devices[d].Node >= 0 && !has[i] {
			cpus = append(cpus, d)
		}
	}
	slices.SortStableFunc(cpus, func(a, c DeviceID) int { return int(g.Devices[a].Node - g.Devices[c].Node) })
	for _, d := range cpus {
		memory := b.device(Memory, -1, g.Devices[d].Name+"-memory")
		g.Devices[memory].Node = g.Devices[d].Node
		b.wire(d, memory, "dram", 1)
	}
}

// memoryAt is the memory that is wired to a CPU; -1 = none is.
func (g *Graph) memoryAt(cpu DeviceID) DeviceID {
	for _, id := range g.Out(cpu) {
		if to := g.Links[id].To; g.Devices[to].Kind == Memory {
			return to
		}
	}
	return -1
}

// bounces notes the memories through which GPUs talk.
func (b *builder) bounces() {
	g := b.graph
	if !b.bounced() {
		return
	}
	for d := range g.Devices {
		if g.Devices[d].Kind == CPU {
			if memory := g.memoryAt(DeviceID(d)); memory >= 0 {
				g.memories = append(g.memories, memory)
			}
		}
	}
}

// staged tells whether messages between two ends of a node go through host memory where no NVLink joins these.
func (g *Graph) staged(from, to DeviceID) bool {
	return g.memories != nil && from != to && g.Devices[from].Kind == GPU && g.Devices[to].Kind == GPU
}

// bounce is the way from a GPU to another through the memory nearest to the latter: in is the way from the former to a
// memory. nil = there is none.
func (g *Graph) bounce(to DeviceID, in func(memory DeviceID) []LinkID) []LinkID {
	var best reached
	for _, m := range g.memories {
		if g.Devices[m].Node != g.Devices[to].Node {
			continue
		}
		out := reached{at: m, route: g.walk(m, to, nil)}
		out.latency = g.propagation(out.route)
		if out.route == nil || best.route != nil && (len(out.route) > len(best.route) || len(out.route) == len(best.route) && !out.beats(best)) {
			continue
		}
		best = out
	}
	if best.route == nil {
		return nil
	}
	if in := in(best.at); in != nil {
		return slices.Concat(in, best.route)
	}
	return nil
}

// unbounced warns that no messages go through host memory although GPUs were told to use it.
func (b *builder) unbounced() {
	if !b.bounced() {
		return
	}
	g := b.graph
	for node := range g.Nodes {
		for from := range g.GPUsPerNode {
			for to := range g.GPUsPerNode {
				if from == to {
					continue
				}
				if route, _ := g.leg(nil, node, from, to); slices.ContainsFunc(route, g.intoMemory) {
					return
				}
			}
		}
	}
	b.warn("set.p2p.pcie", "changed nothing: NVLink joins all GPUs of a node, or there is no CPU between them")
}

func (g *Graph) intoMemory(id LinkID) bool { return g.Devices[g.Links[id].To].Kind == Memory }
