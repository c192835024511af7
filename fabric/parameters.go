package fabric

import (
	"slices"
	"strings"
	"sync"

	"collsim/sim/units"
)

// prior is what a preset, or a technology that presets are made of, says a parameter is.
type prior struct {
	name                string
	value               Value
	source, uncertainty string
}

// Parameters lists every parameter of package fabric by name, each with the defaults of all presets. The list is the same
// one every time: it is not to be changed.
func Parameters() []Parameter { return known() }

// known is the list, made when it is first asked for: sweeps ask for it several times a point. What is appended to it goes
// elsewhere.
var known = sync.OnceValue(func() []Parameter { return slices.Clip(everyParameter()) })

func everyParameter() []Parameter {
	all := slices.Concat(general(), classes(), routing(), pxn(), staging(), copying(), ethernet())
	for _, m := range media {
		all = append(all, m.parameters()...)
	}
	for _, d := range forwarders {
		all = append(all, d.parameters()...)
	}
	slices.SortFunc(all, func(a, b Parameter) int { return strings.Compare(a.Name, b.Name) })
	for _, p := range presets {
		t, _ := FindTransport(p.Transport)
		state(all, p.Name, p.priors)
		state(all, p.Name, t.priors)
	}
	for _, t := range transports {
		state(all, t.Name, t.priors)
	}
	narrow(all)
	all = append(all, rateControl()...)
	slices.SortFunc(all, func(a, b Parameter) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// state adds what a preset or a transport says of parameters.
func state(all []Parameter, holder string, priors []prior) {
	for _, prior := range priors {
		i := slices.IndexFunc(all, func(q Parameter) bool { return q.Name == prior.name })
		if i < 0 {
			panic("fabric: " + holder + " sets " + prior.name + ", which is no parameter")
		}
		all[i].Defaults = append(all[i].Defaults, Default{holder, prior.value, prior.source, prior.uncertainty})
	}
}

// narrow lets what holds everywhere of a kind of link or device hold only in presets that have one: those that know its
// latency.
func narrow(all []Parameter) {
	for i := range all {
		p := &all[i]
		part, _, _ := strings.Cut(p.Name, ".")
		latency, ok := Find(all, part+".latency")
		general, holds := p.Default("")
		if !ok || !holds {
			continue
		}
		var defaults []Default
		for _, d := range latency.Defaults {
			own, _ := p.Default(d.Preset)
			if own.Preset == "" {
				if _, ok := FindTransport(d.Preset); ok {
					continue // it leaves that to the preset
				}
				own = general
				own.Preset = d.Preset
			}
			defaults = append(defaults, own)
		}
		p.Defaults = defaults
	}
}

// everywhere is the default of all presets that do not have their own.
func everywhere(v Value, source, uncertainty string) []Default {
	return []Default{{"", v, source, uncertainty}}
}

// Limits that no machine comes near, and that keep sums of what they limit within 64 bits.
const (
	slowest        = 1_000_000 // bytes per second
	fastest        = 1_000_000_000_000_000
	longest        = int64(units.Second)
	largest        = int64(units.GiB)
	longestHeader  = int64(64 * units.KiB)
	longestTimeout = int64(10 * units.Second) // with mostRetries doublings a week
	mostRetries    = 15
)

const choice = "choice of the model"

func general() []Parameter {
	return []Parameter{
		{Name: "packet.size", Quantity: SizeQuantity, Least: 1, Most: largest,
			Doc:      "Payload of the packets into which a message is cut, once, at its source. Every link then adds a header for each frame of its own.",
			Defaults: everywhere(SizeOf(4*units.KiB), "InfiniBand Architecture: the largest MTU is 4,096 B", "exact on InfiniBand; the model's grain on NVLink and PCIe")},
		{Name: "switch.ports", Quantity: CountQuantity, Unit: "ports", Least: 2, Most: most,
			Doc: "Ports of a network switch. It decides how many nodes share a leaf or a pod where that is auto, and which network is the default."},
		{Name: "leaf.nodes", Quantity: CountQuantity, Unit: "nodes", Auto: true, Least: 1, Most: most,
			Doc:      "Nodes whose NICs share a leaf. Auto is as many as fill half the ports of a switch and leave the other half for uplinks on leaf-spine and fat-tree, a quarter of the ports on a dragonfly, and one on a torus.",
			Defaults: everywhere(Value{Quantity: CountQuantity, Int: Auto}, choice+": a non-blocking two-tier fat tree", "as wired")},
		{Name: "pod.nodes", Quantity: CountQuantity, Unit: "nodes", Auto: true, Least: 1, Most: most,
			Doc:      "Nodes of a pod of the rail-optimised network: they share one leaf a rail. Auto is half the ports of a switch.",
			Defaults: everywhere(Value{Quantity: CountQuantity, Int: Auto}, "NVIDIA DGX SuperPOD reference architecture H100: 32 nodes a scalable unit", "as wired")},
		{Name: "pod.leaves", Quantity: CountQuantity, Unit: "leaves", Auto: true, Least: 1, Most: most,
			Doc:      "Leaves of a pod of the fat-tree network: they share its spines, and each spine has as many cores above it. Auto is half the ports of a switch.",
			Defaults: everywhere(Value{Quantity: CountQuantity, Int: Auto}, "Al-Fares, Loukissas, Vahdat 2008: k/2 switches of a tier in a pod", "as wired")},
		{Name: "leaf.oversubscription", Quantity: CountQuantity, Unit: "ends an uplink", Least: 1, Most: most,
			Doc:      "How many ends share one uplink of a leaf. With 1 the network is non-blocking, with 2 it is over-subscribed two to one.",
			Defaults: everywhere(CountOf(1), choice+": non-blocking", "as wired")},
		sideOf("torus.x"), sideOf("torus.y"), sideOf("torus.z"),
		{Name: "dragonfly.switches", Quantity: CountQuantity, Unit: "switches", Auto: true, Least: 1, Most: most,
			Doc:      "Switches of a group of the dragonfly network, all joined to each other. Auto is twice the ends of a switch.",
			Defaults: everywhere(Value{Quantity: CountQuantity, Int: Auto}, "Kim, Dally, Scott, Abts 2008: a = 2p = 2h balances the load", "as wired")},
		{Name: "dragonfly.links", Quantity: CountQuantity, Unit: "links", Auto: true, Least: 1, Most: most,
			Doc:      "Links from each switch of the dragonfly network to other groups. Auto is as many as the ends of a switch.",
			Defaults: everywhere(Value{Quantity: CountQuantity, Int: Auto}, "Kim, Dally, Scott, Abts 2008: a = 2p = 2h balances the load", "as wired")},
		{Name: "p2p.nic-rate", Quantity: RateQuantity, Auto: true, Least: slowest, Most: fastest,
			Doc: "Bytes a second, headers included, that a NIC which hangs on a CPU exchanges with GPUs through the root complex, each way, where that is less than its PCIe link moves. " +
				"Auto is as much as the link.",
			Defaults: everywhere(Value{Quantity: RateQuantity, Int: Auto}, choice+": a root complex that does not slow peers down", "0 to -40 % (github.com/NVIDIA/nccl, issue 412)")},
		{Name: "uplink.shared", Quantity: YesNoQuantity,
			Doc:      "Whether the PCIe links between a PCIe switch and its CPU count as a bus. Waiting for a bus is booked as arbitrate, waiting for another link as queue.",
			Defaults: everywhere(YesNoOf(true), choice+": all devices of the PCIe switch use them", "a matter of naming; no time changes")},
		{Name: "retransmit.timeout", Quantity: DurationQuantity, Least: 1, Most: longestTimeout,
			Doc:      "How long after the last byte of a message should have arrived its sender takes it that a packet was lost, and sends again. It matters only where links lose packets.",
			Defaults: everywhere(DurationOf(67*units.Millisecond), "InfiniBand local ACK time-out, 4.096 us x 2^14 = 67 ms, long the default of NCCL; 2^20 today", "a choice: 16 us to 4.3 s")},
		{Name: "retransmit.backoff", Quantity: CountQuantity, Unit: "times the time-out before", Least: 1, Most: 2,
			Doc:      "By how much each further time-out for the same packet is longer than the one before: 1 for equal ones, 2 to double them. A packet that gets through sets it back.",
			Defaults: everywhere(CountOf(2), "RFC 6298: the time-out doubles; InfiniBand leaves it to the NIC", "1 or 2")},
		{Name: "retransmit.limit", Quantity: CountQuantity, Unit: "retransmissions", Most: mostRetries,
			Doc:      "How often the same packet may be sent again before its sender gives up and the run ends with an error. It matters only where links lose packets.",
			Defaults: everywhere(CountOf(7), "InfiniBand retry_cnt has 3 bits, and NCCL sets all of them", "as configured; TCP: 15")},
	}
}

// sideOf is the parameter of one side of a torus.
func sideOf(name string) Parameter {
	return Parameter{Name: name, Quantity: CountQuantity, Unit: "switches", Auto: true, Least: 1, Most: most,
		Doc:      "Switches along one side of the torus networks. Auto makes room for all nodes with few switches and sides as equal as that allows.",
		Defaults: everywhere(Value{Quantity: CountQuantity, Int: Auto}, choice+": as near to a square or a cube as the nodes allow", "as wired")}
}

// medium is what links are made of.
type medium struct {
	name, what string
	shared     bool
}

var media = []medium{
	{"nvlink", "an NVLink between two GPUs, or a GPU and an NVSwitch,", false},
	{"pcie", "a PCIe link between a GPU, NIC or CPU and its PCIe switch", false},
	{"c2c", "an NVLink-C2C between a GPU and the CPU on its board", false},
	{"socket", "the link between the CPU sockets of a server", true},
	{"dram", "the link between a CPU socket and its memory, through which GPUs talk where p2p.pcie is off,", true},
	{"network", "a link between a NIC, or a host without one, and its switch", false},
	{"trunk", "a link between two switches of the network", false},
}

func (m medium) parameters() []Parameter {
	link := m.what
	rate := Parameter{Name: m.name + ".rate", Quantity: RateQuantity, Least: slowest, Most: fastest,
		Doc: "Bytes a second that " + link + " moves each way, headers included. Time on the wire is bytes over rate."}
	if m.name == "network" {
		rate.Alias = "nic.rate"
		rate.Doc += " Its other name is nic.rate."
	}
	return []Parameter{
		rate,
		{Name: m.name + ".latency", Quantity: DurationQuantity, Least: 1, Most: longest,
			Doc: "Time that the first bit needs along " + end(link) + ", with what its two ends add. It is never zero."},
		{Name: m.name + ".frame", Quantity: SizeQuantity, Most: largest,
			Doc: "Payload that travels behind one header on " + end(link) + ". 0 B means that there are no headers."},
		{Name: m.name + ".header", Quantity: SizeQuantity, Most: longestHeader,
			Doc: "Bytes that each frame adds on " + end(link) + ". A message without payload is one header."},
		{Name: m.name + ".buffer", Quantity: SizeQuantity, Auto: true, Least: 1,
			Doc:      "Input buffer at the receiving end of " + end(link) + ". Auto is rate x (2 x latency + latency of the device behind) + 2 packets, up to the next power of two, so that credit never binds on an idle fabric.",
			Defaults: everywhere(Value{Quantity: SizeQuantity, Int: Auto}, choice+": vendors do not publish port buffers; deep enough for full rate", "prior, to be verified; tens to hundreds of KiB are common")},
		{Name: m.name + ".shared", Quantity: YesNoQuantity,
			Doc:      "Whether " + link + " counts as a bus. Waiting for a bus is booked as arbitrate, waiting for another link as queue.",
			Defaults: everywhere(YesNoOf(m.shared), choice, "a matter of naming; no time changes")},
		{Name: m.name + ".loss", Quantity: ProbabilityQuantity, Most: int64(units.Certain),
			Doc:      "How likely each packet is to be lost on " + end(link) + ". Its sender notices after retransmit.timeout and sends again.",
			Defaults: everywhere(ProbabilityOf(0), choice+": a healthy link; bit errors are corrected below", "a retransmission rate above 0.1 % is a network fault (field reports)")},
		{Name: m.name + ".mtu", Quantity: SizeQuantity, Most: largest,
			Doc:      "Payload of the largest packet that passes " + end(link) + "; larger ones are lost, every time. 0 B lets packets of any size pass.",
			Defaults: everywhere(SizeOf(0), choice+": both ends agree", "as configured")},
	}
}

// end drops the comma that some names of links need in the middle of a sentence.
func end(link string) string { return strings.TrimSuffix(link, ",") }

// forwarder is a kind of device that packets pass through.
type forwarder struct {
	kind Kind
	what string
}

var forwarders = []forwarder{
	{NVSwitch, "an NVSwitch"}, {PCIeSwitch, "a PCIe switch"}, {CPU, "the root complex of a CPU socket"},
	{Memory, "host memory through which GPUs talk"}, {NIC, "a NIC"}, {Switch, "a switch of the network"},
}

func (f forwarder) parameters() []Parameter {
	name := f.kind.String()
	return append(f.seating(), []Parameter{
		{Name: name + ".latency", Quantity: DurationQuantity, Most: longest,
			Doc: "Time from a packet's first bit entering " + f.what + " to its first bit being ready at the output. Packets cut through: they do not wait for their last bit."},
		{Name: name + ".queueing", Quantity: WordQuantity, Words: names(VirtualOutput, Input),
			Doc:      "How packets that wait inside " + f.what + " are kept. With virtual-output queues they wait for their own output only, with input queues for the packet in front of them too.",
			Defaults: everywhere(WordOf(VirtualOutput.String()), choice+": no head-of-line blocking unless asked for", "prior, to be verified; vendors rarely say")},
		{Name: name + ".arbitration", Quantity: WordQuantity, Words: names(RoundRobin, OldestFirst),
			Doc:      "How an output of " + f.what + " chooses among packets that wait for it. Round-robin takes inputs in turn, oldest-first the packet that has waited longest.",
			Defaults: everywhere(WordOf(RoundRobin.String()), "ports of InfiniBand and PCIe serve inputs of one priority in turn", "prior, to be verified")},
	}...)
}

func names[T interface{ String() string }](all ...T) []string {
	list := make([]string, len(all))
	for i := range all {
		list[i] = all[i].String()
	}
	return list
}
