package scenarios

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"collsim/fabric"
	"collsim/fabric/flow"
	"collsim/fabric/message"
	"collsim/fabric/packet"
	"collsim/fabric/postal"
	"collsim/sim"
)

// fidelity is a level at which the network can be modelled.
type fidelity struct {
	name   string
	note   string // what it does and what it leaves out; PACKET stands for the size of one
	alone  bool   // messages of different ranks never meet
	adapts bool   // it chooses ways where the network routes adaptively
	blind  bool   // to buffers, queueing, arbitration, and what Ethernet switches do
	links  string // what its report of links cannot tell
	net    func(*bound, *sim.Kernel, fabric.Sink) (fabric.Net, error)
}

// The levels that auto chooses from. The search for a better algorithm uses the cheaper one.
const (
	byPackets  = "packet"
	byMessages = "message"
)

var fidelities = []fidelity{
	{
		name:   byPackets,
		adapts: true,
		note:   "packets of PACKET through ports with finite buffers and credits",
		net: func(b *bound, k *sim.Kernel, s fabric.Sink) (fabric.Net, error) {
			n, err := packet.New(k, b.graph, s, packet.Options{Seed: b.host.Seed, Replicate: b.host.Replicate, Grant: b.grant()})
			b.packets = n
			return n, err
		},
	},
	{
		name:   byMessages,
		adapts: true,
		links:  "whole messages wait, and a link that has begun with one goes on with it: queues are counted in whole messages, and no port is ever kept idle",
		note:   "whole messages, first come first served at every link, unlimited buffers: exact on an idle fabric; under contention it leaves out what full buffers do, and messages do not interleave",
		blind:  true,
		net:    func(b *bound, k *sim.Kernel, s fabric.Sink) (fabric.Net, error) { return message.New(k, b.graph, s) },
	},
	{
		name:  "flow",
		links: "messages wait at their senders, and behind their own at the next link, and are held up at the link that gives them least: no queue stands anywhere else",
		note:  "messages as flows that share links by max-min fair rates, a buffer behind each sender and no other: exact on an idle fabric; the last of large messages that contend steadily comes within 3 % of its packets at most sizes, within 9 % at all that were measured; single messages among many may come in half or twice their time, and those that fit into buffers further off",
		blind: true,
		net:   func(b *bound, k *sim.Kernel, s fabric.Sink) (fabric.Net, error) { return flow.New(k, b.graph, s) },
	},
	{
		name:  "postal",
		links: "senders do not share links: a link that several use may be busy for more than the whole run, and only their own bytes wait for it",
		note:  "postal, messages of different ranks never meet: exact on an idle fabric, no answer under contention",
		alone: true,
		blind: true,
		net:   func(b *bound, k *sim.Kernel, s fabric.Sink) (fabric.Net, error) { return postal.New(k, b.graph, s) },
	},
}

// fidelityOf finds a level by its name.
func fidelityOf(name string) (fidelity, bool) {
	i := slices.IndexFunc(fidelities, func(f fidelity) bool { return f.name == name })
	if i < 0 {
		return fidelity{}, false
	}
	return fidelities[i], true
}

// fidelityNames lists what a scenario may ask for: auto, then the levels.
func fidelityNames() []string {
	names := []string{defaultFidelity}
	for _, f := range fidelities {
		names = append(names, f.name)
	}
	return names
}

// decisionsOfAuto is how many packet decisions a run may need before auto falls back to whole messages: about a second.
const decisionsOfAuto = 10_000_000

// level settles the fidelity of scenarios that are compared with one another: those that ask for auto all get the same.
func level(all []*bound) string {
	most := int64(0)
	for _, b := range all {
		if b.scenario.Fidelity == defaultFidelity {
			most = max(most, b.decisions())
		}
	}
	return AutoLevel(most)
}

// decisions estimates the packet decisions of a run: packets times the links of a typical long route. Handshakes are not
// counted, nor are routes that are longer still.
func (b *bound) decisions() int64 {
	packets := b.counts.Messages + int64(b.counts.Bytes/b.graph.Packet)
	hops := 1
	for _, dst := range []int{1, b.scenario.Ranks - 1} {
		if dst < b.scenario.Ranks && dst > 0 && b.gpus[dst] != b.gpus[0] {
			if route, err := b.graph.Route(int(b.gpus[0]), int(b.gpus[dst]), 0); err == nil {
				hops = max(hops, len(route))
			}
		}
	}
	if b.schedule.Seats > 0 { // they stand halfway
		hops = (hops + 1) / 2
	}
	return packets * int64(hops)
}

// note says what a level does, what it leaves out, and what auto goes by.
func (b *bound) note(f fidelity) string {
	note := strings.ReplaceAll(f.note, "PACKET", b.graph.Packet.String())
	if !f.blind && b.graph.OutputQueued() {
		note = strings.ReplaceAll(note, "finite buffers and credits", "finite buffers and credits, and switches that pause or drop")
	}
	if f.alone {
		return note
	}
	return note + "; auto takes packets while a run needs fewer than 10 million decisions of ports, here about " + about(b.decisions())
}

// about rounds a count for a reader.
func about(n int64) string {
	switch {
	case n >= 1_000_000:
		return fmt.Sprintf("%d.%d million", n/1_000_000, n%1_000_000/100_000)
	case n >= 10_000:
		return fmt.Sprintf("%d thousand", n/1000)
	}
	return strconv.FormatInt(n, 10)
}
