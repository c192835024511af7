package fabric

import (
	"slices"

	"collsim/sim"
)

// Policy is how the way of a message is chosen among equally good ones.
type Policy uint8

// The routing policies.
const (
	Static          Policy = iota // by the destination alone
	ECMP                          // by a hash of what tells flows apart, once for all messages of a flow
	AdaptiveMessage               // the Net chooses for each message among Graph.Ways
	AdaptivePacket                // the Net chooses for each packet
)

var policies = []string{"static", "ecmp", "adaptive-message", "adaptive-packet"}

func (p Policy) String() string { return policies[p] }

// Adaptive tells whether a Net chooses among ways while messages move.
func (p Policy) Adaptive() bool { return p == AdaptiveMessage || p == AdaptivePacket }

func routing() []Parameter {
	return []Parameter{
		{Name: "routing.policy", Quantity: WordQuantity, Words: policies,
			Doc: "How the network chooses among equally good ways. Static goes by the destination, ecmp by a seeded hash of source, destination and channel, " +
				"and adaptive-message and adaptive-packet take the port that has the least waiting, for each message or each packet.",
			Defaults: everywhere(WordOf(Static.String()), choice+": InfiniBand's tables are static unless adaptive routing is switched on", "as configured")},
	}
}

// pick chooses one of several equally good ways at a stage of a route, counted from the static one: 0 is that.
type pick func(stage, ways int) int

// static is the pick of routes that depend on the destination alone.
func static(int, int) int { return 0 }

// hashed is the pick of ECMP: a flow is told apart by the ends of the network that it uses and by its channel. Every
// switch draws its own luck, as switches with different hash seeds do.
func (g *Graph) hashed(from, to DeviceID, channel int) pick {
	flow := sim.Key{Seed: g.Seed, Entity: uint64(from)<<32 | uint64(to), Purpose: ecmpDraw, Replicate: uint64(channel)}
	return func(stage, ways int) int {
		flow.Index = uint64(stage)
		return int(flow.Draw() % uint64(ways))
	}
}

// ecmpDraw is the purpose of the draws of ECMP, apart from all others of a scenario's seed.
const ecmpDraw = 0x65636d70

// picker is the pick of the graph's policy for a flow. Adaptive policies have the static way as their first.
func (g *Graph) picker(from, to DeviceID, channel int) pick {
	if g.Routing == ECMP {
		return g.hashed(from, to, channel)
	}
	return static
}

// counter walks through all combinations of picks, the static one first: an odometer whose stages are found on the way.
type counter struct {
	digits, ways []int
}

func (c *counter) pick(stage, ways int) int {
	for len(c.ways) <= stage {
		c.digits, c.ways = append(c.digits, 0), append(c.ways, 1)
	}
	c.ways[stage] = ways
	return c.digits[stage]
}

// next moves on to the next combination; false = there are no more. Stages behind the one that moved start again, for
// how many ways they have may depend on it.
func (c *counter) next() bool {
	for i := len(c.digits) - 1; i >= 0; i-- {
		if c.digits[i]+1 < c.ways[i] {
			c.digits[i]++
			c.digits, c.ways = c.digits[:i+1], c.ways[:i+1]
			return true
		}
	}
	return false
}

// Ways lists up to limit equally good ways from rank src to rank dst on a channel, each once: as many links and the same
// sum of latencies as the first, which is the static route. All use the same NICs. The error is Unreachable.
func (g *Graph) Ways(src, dst, channel, limit int) ([][]LinkID, error) {
	var ways [][]LinkID
	for c := (counter{}); len(ways) < limit; {
		way, err := g.route(src, dst, channel, c.pick)
		if err != nil {
			return nil, err
		}
		if len(ways) == 0 || g.equal(ways[0], way) && !slices.ContainsFunc(ways, func(w []LinkID) bool { return slices.Equal(w, way) }) {
			ways = append(ways, way)
		}
		if !c.next() {
			break
		}
	}
	return ways, nil
}

// equal says whether two ways between the same ends cost the same on an idle fabric, rates left aside.
func (g *Graph) equal(a, b []LinkID) bool {
	return len(a) == len(b) && g.propagation(a) == g.propagation(b)
}
