package fabric

import (
	"fmt"
	"slices"
	"strconv"

	"collsim/sim/units"
)

// Spec is a fabric in a user's words.
type Spec struct {
	Preset      string
	Nodes       int       // servers
	GPUsPerNode int       // 0 = as many as the preset has
	Network     string    // between nodes; "" = one switch while all NICs fit its ports, else the preset's choice
	Transport   string    // what it is made of; "" = as the preset has
	NICs        int       // of each server with all of its GPUs, of which fewer GPUs have their part; 0 = as many as the preset has
	Set         []Setting // figures that differ from the preset
	Down        []string  // names of links, devices and nodes that are down
	Seed        uint64    // of the luck of ECMP routing
}

// most ranks of a fabric: beyond it the graph alone takes gigabytes.
const most = 1 << 20

// builder is a fabric under construction.
type builder struct {
	spec       Spec
	preset     Preset
	transport  Transport // the one asked for; the zero value = that of the preset
	graph      *Graph
	parameters []Parameter
	set        []*applied
	links      []linkTemplate
	devices    [Kinds]*Device
	problems   Problems
	warnings   []Remark
	servers    int  // of a sketch, of which spec.Nodes are drawn; 0 = all are
	told       bool // of a head-room that is too small
	roomless   bool // told of a switch that can take no packet
}

// Build makes a Graph. The error, if any, is Problems: all that is wrong with the Spec. Warnings tell of settings and
// networks that changed nothing, and of networks that cannot be bought.
func Build(s Spec) (*Graph, []Remark, error) {
	b := &builder{spec: s}
	return b.build()
}

func (b *builder) build() (*Graph, []Remark, error) {
	b.check()
	sound := len(b.problems) == 0
	b.resolve()
	if !sound {
		return nil, nil, b.problems
	}
	b.graph = b.empty(b.spec.Preset)
	b.graph.Nodes, b.graph.GPUsPerNode = b.spec.Nodes, b.spec.GPUsPerNode
	for node := range b.spec.Nodes {
		b.server(node)
	}
	inside := len(b.graph.Links) / b.spec.Nodes
	b.graph.NICsPerNode = len(b.graph.NICs) / b.spec.Nodes
	if b.spec.Nodes > 1 || b.graph.NICsPerNode == 0 {
		n := b.choose()
		b.graph.Network = n.Name
		n.build(b)
	} else {
		b.alone()
	}
	odd := b.finish()
	if len(b.problems) == 0 {
		b.graph.learn(inside, odd)
		b.unbounced()
		b.graph.untangle()
	}
	b.settle()
	if len(b.problems) > 0 {
		return nil, nil, b.problems
	}
	return b.graph, b.warnings, nil
}

// alone warns of what a single node has no use for.
func (b *builder) alone() {
	s := &b.spec
	for _, of := range []struct {
		where string
		said  bool
	}{{"network", s.Network != ""}, {"transport", s.Transport != ""}, {"nics", s.NICs > 0}} {
		if of.said {
			b.warn(of.where, "changed nothing: one node needs no network")
		}
	}
}

// server adds a node; the first tells how much room all need.
func (b *builder) server(node int) {
	device, link := DeviceID(len(b.graph.Devices)), LinkID(len(b.graph.Links))
	b.cards(node, b.preset.build(b, node))
	if b.bounced() {
		b.memories(device, link)
	}
	for _, gpu := range b.gpusOf(node) {
		b.engine(gpu)
	}
	if node == 0 {
		b.reserve()
	}
}

// reserve makes room for nodes like the first, and for a network of two tiers that carries all that they send: its
// cables, each way, and as many between its switches.
func (b *builder) reserve() {
	g, others := b.graph, b.spec.Nodes-1
	g.Devices = slices.Grow(g.Devices, others*len(g.Devices)+others)
	g.Links = slices.Grow(g.Links, others*len(g.Links)+4*b.spec.Nodes*len(b.ends()))
	g.GPUs = slices.Grow(g.GPUs, others*len(g.GPUs))
	g.NICs = slices.Grow(g.NICs, others*len(g.NICs))
}

// empty is a graph without devices and links, with what holds for all of them.
func (b *builder) empty(name string) *Graph {
	g := &Graph{
		Name: name, Packet: units.Bytes(b.value("packet.size").Int), Escapes: 1,
		down:    b.spec.Down,
		Routing: Policy(slices.Index(policies, b.value("routing.policy").Word)), Seed: b.spec.Seed,
	}
	g.weigh(b.value("lanes.weights").Word)
	return g
}

// finish works out what only a graph with all of its devices and links tells, and returns the nodes that are unlike the
// others.
func (b *builder) finish() (odd map[int]bool) {
	b.graph.plug()
	b.sockets()
	b.graph.rings = nodeRings(b.graph)
	b.bounces()
	b.burden()
	b.relay()
	if b.graph.engines != nil && b.value("routing.pxn").Word == "on" {
		b.problems.add("set.gpu.copy-rate", "GPUs relay with routing.pxn: on, for which copy engines are not modelled; set one of the two")
	}
	return b.exceptions()
}

// settle works out what goes by how many lanes each port has, and says which settings changed nothing.
func (b *builder) settle() {
	b.admission()
	b.rateControl()
	b.retry()
	b.idle()
}

// check looks at everything but the settings.
func (b *builder) check() {
	s, ok := &b.spec, false
	if b.preset, ok = FindPreset(s.Preset); !ok {
		b.problems.add("preset", "%v", unknown{"there is no preset", s.Preset, presetNames()})
	}
	if s.Nodes < 1 {
		b.problems.add("nodes", "%d nodes; at least 1 is needed", s.Nodes)
	}
	if s.GPUsPerNode == 0 {
		s.GPUsPerNode = b.preset.GPUsPerNode
	}
	if s.GPUsPerNode < 0 || ok && s.GPUsPerNode > b.preset.GPUsPerNode {
		b.problems.add("gpus_per_node", "%d GPUs a node; %s has 1 to %d", s.GPUsPerNode, s.Preset, b.preset.GPUsPerNode)
	}
	if s.Nodes > most/max(s.GPUsPerNode, 1) {
		b.problems.add("nodes", "%d nodes of %d; at most %d ranks are possible", s.Nodes, s.GPUsPerNode, most)
	}
	if _, ok := FindNetwork(s.Network); !ok && s.Network != "" {
		b.problems.add("network", "%v", unknown{"there is no network", s.Network, networkNames()})
	}
	b.connected()
}

// choose is the network that the user asked for, or else what one would buy.
func (b *builder) choose() Network {
	name := b.spec.Network
	if name == "" {
		name = "switch"
		if b.real(len(b.ends())) > b.count("switch.ports") {
			name = b.preset.LargeScale
		}
	}
	n, _ := FindNetwork(name)
	return n
}

func (b *builder) warn(where, format string, args ...any) {
	b.warnings = append(b.warnings, Remark{where, fmt.Sprintf(format, args...)})
}

// ends are what the network joins: NICs, or GPUs where there are none.
func (b *builder) ends() []DeviceID {
	if len(b.graph.NICs) == 0 {
		return b.graph.GPUs
	}
	return b.graph.NICs
}

func (b *builder) endsPerNode() int { return len(b.ends()) / b.spec.Nodes }

// railsOf is how many rails the ends of a node lie on: end e on rail e modulo this.
func (b *builder) railsOf() int {
	if n := b.preset.rails; n > 0 {
		return min(n, b.endsPerNode())
	}
	return b.endsPerNode()
}

// device adds a box with the figures of its kind. node -1 = it belongs to the network.
func (b *builder) device(kind Kind, node int, name string) DeviceID {
	if b.devices[kind] == nil {
		b.devices[kind] = b.template(kind)
	}
	d := *b.devices[kind]
	d.Node, d.Name = int32(node), name
	if node >= 0 {
		d.Name = "node" + strconv.Itoa(node) + "/" + name
	}
	return b.graph.AddDevice(d)
}

func (b *builder) template(kind Kind) *Device {
	if kind == GPU {
		return &Device{Kind: GPU, Latency: b.relayLatency()}
	}
	name := kind.String()
	d := &Device{Kind: kind, Latency: units.Duration(b.value(name + ".latency").Int)}
	d.Seat = seatOf(kind, b.value)
	if kind == Switch {
		b.switching(d)
	}
	if !d.OutputQueued() {
		d.Queueing = Queueing(slices.Index(names(VirtualOutput, Input), b.value(name+".queueing").Word))
		d.Arbitration = Arbitration(slices.Index(names(RoundRobin, OldestFirst), b.value(name+".arbitration").Word))
	}
	return d
}

// gpus adds the GPUs of a node.
func (b *builder) gpus(node int) []DeviceID {
	for i := range b.spec.GPUsPerNode {
		b.graph.GPUs = append(b.graph.GPUs, b.device(GPU, node, "gpu"+strconv.Itoa(i)))
	}
	return b.gpusOf(node)
}

func (b *builder) gpusOf(node int) []DeviceID {
	return b.graph.GPUs[node*b.spec.GPUsPerNode : (node+1)*b.spec.GPUsPerNode]
}

// retry is what senders do where packets can be lost. Elsewhere nothing asks for it, and whoever sets it is told so.
func (b *builder) retry() {
	if b.graph.Lossy() {
		b.graph.Retry = Retry{
			Timeout: units.Duration(b.value("retransmit.timeout").Int),
			Backoff: b.value("retransmit.backoff").Int, Limit: b.count("retransmit.limit"),
		}
	}
}

// over is a / b, rounded up.
func over(a, b int) int { return (a + b - 1) / b }
