package nccl

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"collsim/algo"
	"collsim/sim/units"
)

// groups are the collectives that go by sends and receives, and what of package algo stands for each.
var groups = []struct {
	collective algo.Collective
	algorithm  string
}{{algo.AllToAll, "grouped"}, {algo.SendRecv, "shift"}, {algo.Gather, "grouped"}, {algo.Scatter, "grouped"}}

// groupName is the algorithm of a collective that goes by sends and receives; "" of others.
func groupName(coll algo.Collective) string {
	for _, g := range groups {
		if g.collective == coll {
			return g.algorithm
		}
	}
	return ""
}

// Unknown is a collective that NCCL has not.
type Unknown struct{ Collective algo.Collective }

func (u *Unknown) Error() string {
	var known []string
	for _, c := range collectives {
		known = append(known, string(c))
	}
	for _, g := range groups {
		known = append(known, string(g.collective))
	}
	return fmt.Sprintf("nccl: there is no %s in NCCL; valid: %s", u.Collective, strings.Join(known, ", "))
}

// takeGroup is Take of what NCCL does by sends and receives.
func (t *Tuning) takeGroup(coll algo.Collective, n units.Bytes, w Want) (Choice, error) {
	if groupName(coll) == "" {
		return Choice{}, &Unknown{coll}
	}
	x := t.group(coll, n)
	if w.Algorithm != "" && w.Algorithm != "auto" && w.Algorithm != x.Algorithm {
		return Choice{}, fmt.Errorf("nccl: NCCL has no %s by %q: there is %s", coll, w.Algorithm, x.Algorithm)
	}
	switch w.Protocol {
	case "", "auto", x.Protocol.String():
	case "simple", "ll":
		x.Protocol, x.Across = Simple, Simple
		if w.Protocol == "ll" {
			if err := t.lineless(); err != nil {
				return Choice{}, err
			}
			x.Protocol, x.Across = LL, t.between(LL)
		}
		t.groupChunk(&x)
	default:
		return Choice{}, fmt.Errorf("nccl: sends and receives go by ll or simple, not by %q", w.Protocol)
	}
	if w.Channels > 0 {
		x.Channels = w.Channels
		t.groupChunk(&x)
	}
	x.Why = t.groupWhy(&x)
	return x, nil
}

// groupWhy says in a sentence how a group goes.
func (t *Tuning) groupWhy(x *Choice) string {
	text := fmt.Sprintf("NCCL %v sends %d bytes to a peer by %s on %s", t.Version, t.each(x.Collective, x.Bytes), x.Protocol.Word(), counted(x.Channels, "channel"))
	switch {
	case !t.since(14, 0):
		return text + ": LL came with 2.14"
	case t.System.Nodes == 1 || t.Env.PeerLL:
	case t.System.perNode() == 1:
		return text + ": connections between nodes have no buffers of LL"
	case x.Across != x.Protocol:
		text += fmt.Sprintf(", to those of other nodes by %s, whose connections have no buffers of LL", x.Across.Word())
	}
	return text + ": LL up to 16 KiB a channel"
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// each is what goes to one peer.
func (t *Tuning) each(coll algo.Collective, n units.Bytes) units.Bytes {
	if coll == algo.SendRecv {
		return n
	}
	return n / units.Bytes(t.System.Ranks)
}

// group is how a send to each peer goes.
func (t *Tuning) group(coll algo.Collective, n units.Bytes) Choice {
	x := Choice{Collective: coll, Bytes: n, Algorithm: groupName(coll), Method: Grouped, Threads: mostThreads, Pieces: 1, Window: steps}
	least := t.PerPeer
	for least > 1 && least*t.System.Ranks > t.P2PChannels {
		least /= 2
	}
	step, bytes := t.peerStep(), t.each(coll, n)
	low, high := step/8, step*32
	if t.System.Nodes > 1 {
		low, high = step/2, step
	}
	x.Channels = int(max(1, min(units.Bytes(least), up(bytes, low))))
	for part := max(low, up(bytes, units.Bytes(x.Channels))); part > high && 2*x.Channels <= t.PerPeer; part = up(bytes, units.Bytes(x.Channels)) {
		x.Channels *= 2
	}
	if x.Protocol = Simple; t.lineless() == nil && bytes <= units.Bytes(t.lineChannels(&x))*16384 {
		x.Protocol = LL
	}
	x.Across = t.between(x.Protocol)
	t.groupChunk(&x)
	return x
}

// lineless says why no send at all could go by LL; nil = some could.
func (t *Tuning) lineless() error {
	switch s := &t.System; {
	case !t.since(14, 0):
		return fmt.Errorf("nccl: sends and receives go by simple: LL came with 2.14, and this is %v", t.Version)
	case s.Nodes > 1 && s.perNode() == 1 && !t.Env.PeerLL:
		return errors.New("nccl: sends and receives between nodes go by simple, unless NCCL_ALLOC_P2P_NET_LL_BUFFERS=1 gives their connections buffers of LL")
	}
	return nil
}

// between is the protocol to peers of other nodes where those of the own are sent to by p. Connections of sends and receives
// over the network share their buffers, which are of Simple alone (src/transport/net.cc).
func (t *Tuning) between(p Protocol) Protocol {
	if t.System.Nodes > 1 && !t.Env.PeerLL {
		return Simple
	}
	return p
}

// lineChannels is by how many channels 16 KiB each may go by LL: those at work, in some releases all that a peer may have.
func (t *Tuning) lineChannels(x *Choice) int {
	if t.since(22, 0) && !t.since(29, 0) {
		return t.PerPeer
	}
	return x.Channels
}

// peerStep is a place of a connection's buffer for sends and receives.
func (t *Tuning) peerStep() units.Bytes {
	s, c := &t.System, units.Bytes(128<<10)
	switch {
	case s.Nodes > 1 && t.Env.PeerChunk > 0:
		c = t.Env.PeerChunk
	case s.Nodes > 1 && s.CPU == Arm && s.GPU.Capability >= 100 && t.since(26, 0):
		c = 256 << 10
	case s.Nodes > 1:
	case s.Wires <= Cube:
		c = 512 << 10
	}
	return min(c, t.step(Simple))
}

// groupChunk cuts what goes to a peer, of which a channel serves eight at a time. Short sends across nodes go in smaller chunks.
func (t *Tuning) groupChunk(x *Choice) {
	bytes, c := t.each(x.Collective, x.Bytes), t.peerStep()
	whole := c
	if x.Protocol == LL {
		c, whole = llStep, 2*llStep
	}
	if t.System.Nodes > 1 {
		if x.Protocol == Simple && bytes < whole {
			c /= 4
		} else if bytes < 8*whole {
			c /= 2
		}
	}
	x.Chunk, x.Peers = c, min(t.System.Ranks, max(1, t.P2PChannels/x.Channels)*steps)
	t.shape(x)
}
