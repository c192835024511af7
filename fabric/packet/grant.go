package packet

import (
	"math/bits"

	"collsim/sim/units"
)

// A grant is what one decision puts on a link: a packet, or a train of them. Where nobody else can want any port of a path,
// which is known once all paths are, trains change nothing that a result shows, and nobody needs to ask for them. Where
// others may, each of them waits by up to a grant less a packet longer at a port than it would have by packets, or shorter;
// there Options.Grant has to ask.

// Grant says how coarse a Net may be. The zero value is exact: one packet a grant.
type Grant struct {
	// Bound is by how much of its latency a message may be early or late where messages begin together. Where they come at
	// random, nine in ten are within it: DESIGN.md counts.
	Bound units.Probability
	// Least is the size of the smallest message. The bound is for messages of that size; when a smaller one is sent, those
	// sent from then on go by packets.
	Least units.Bytes
}

// longestTrain is how many packets a grant has at most, where one input feeds each port and nothing is lost by it.
const longestTrain = 64

// grants is what is granted.
type grants struct {
	merging int32       // at so many ports of a path others may want to leave, at most
	packets int32       // that a grant has at most on such paths
	largest units.Bytes // payload of the largest grant so far
	least   units.Bytes // the smallest message on such paths so far; -1 = none
	off     bool        // a message was too small
}

// Granted reports the payload of the largest grant that messages so far were cut for, and by how much of its latency a
// message is early or late at most because of that; one packet and 0 where all is exact.
func (n *Net) Granted() (largest units.Bytes, bound units.Probability) {
	g := &n.granted
	over := units.Bytes(g.packets-1) * n.graph.Packet * units.Bytes(g.merging)
	switch {
	case g.packets <= 1 || over == 0 || g.least < 0 || g.largest <= n.graph.Packet:
		return max(g.largest, n.graph.Packet), 0
	case over >= g.least:
		return g.largest, units.Certain
	}
	hi, lo := bits.Mul64(uint64(over), uint64(units.Certain))
	part, rest := bits.Div64(hi, lo, uint64(g.least))
	return g.largest, units.Probability(part + min(rest, 1))
}

// layGrants decides, when all paths are known, how many packets a grant may have: on paths on which others may be in the
// way all the same, as many as the bound allows and a quarter of any buffer holds, in powers of two, so that no train ends
// in a short piece; elsewhere as many as is of any use.
func (n *Net) layGrants() {
	g := &n.granted
	g.least, g.packets = -1, 1
	if !n.lookAhead && n.options.Grant.Bound <= 0 || n.folded != nil || n.width > 1 || n.gathers || n.graph.Relays() {
		return
	}
	n.turns = make([]turn, len(n.ports))
	quarter := uint64(longestTrain)
	for i := range n.paths {
		p := &n.paths[i]
		if merging := n.merging(p); merging > 0 {
			p.merges = true
			g.merging = max(g.merging, merging)
			quarter = min(quarter, n.quarter(p))
		}
	}
	if g.merging > 0 {
		hi, lo := bits.Mul64(uint64(min(n.options.Grant.Bound, units.Certain)), uint64(n.options.Grant.Least))
		over, _ := bits.Div64(hi, lo, uint64(units.Certain))
		packets := min(over/uint64(g.merging)/uint64(n.graph.Packet)+1, max(quarter, 1))
		g.packets = int32(1) << (bits.Len64(packets) - 1)
	}
	for i := range n.paths {
		switch p := &n.paths[i]; {
		case n.queuesInputs(p):
			p.grant = 1
		case p.merges:
			p.grant = uint8(g.packets)
		default:
			p.grant = longestTrain
		}
	}
}

// merging is how many ports of a path more than one input feeds.
func (n *Net) merging(p *path) (count int32) {
	for i := range p.hops {
		if n.routing.feeders[n.steps[p.first+i].port] == feeders {
			count++
		}
	}
	return count
}

// quarter is how many packets a quarter of the smallest buffer of a path holds, those aside that never fill.
func (n *Net) quarter(p *path) uint64 {
	least := uint64(longestTrain)
	for i := range p.hops {
		o := n.steps[p.first+i].port
		if port := &n.ports[o]; !n.lanes[port.lanes].drains {
			least = min(least, uint64(n.graph.Links[o].Buffer)/4/uint64(max(port.full, 1)))
		}
	}
	return least
}

// queuesInputs reports whether some device on a path keeps one queue an input.
func (n *Net) queuesInputs(p *path) bool {
	for i := range p.hops {
		if n.ports[n.steps[p.first+i].port].inputQueued {
			return true
		}
	}
	return false
}

// grantFor is how many packets a grant has of a message that is sent now.
func (n *Net) grantFor(p *path, size units.Bytes) uint8 {
	g := &n.granted
	if p.merges {
		if g.least < 0 || size < g.least {
			g.least = size
		}
	}
	if size < n.options.Grant.Least {
		g.off = true
	}
	if p.grant <= 1 || size < 2*n.graph.Packet || n.watched || p.merges && g.off {
		return 1
	}
	g.largest = max(g.largest, min(units.Bytes(p.grant), size/n.graph.Packet)*n.graph.Packet)
	return p.grant
}
