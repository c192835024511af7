package nccl

import (
	"collsim/sim/units"
)

// Tuning is what NCCL works out when a communicator is made.
type Tuning struct {
	System  System
	Version Version
	Env     Env
	Graphs  Graphs

	Channels     int // thread blocks of a ring or tree collective at full size
	NVLSChannels int // of NVLS and NVLSTree; 0 = none
	P2PChannels  int // of all sends and receives together
	PerPeer      int // of those, as many serve one peer

	costs costs
	gen   generation
	rows  [len(collectives)][algorithms][protocols]row
}

// row is what the model holds of one collective, algorithm and protocol.
type row struct {
	lag    units.Duration
	rate   units.Rate // 0 = not available
	reason string     // why not
}

// Tune works out channels and costs. The zero Version is the newest.
func Tune(s System, v Version, e Env) (*Tuning, error) {
	if v == (Version{}) {
		v = Newest
	}
	if err := s.settle(); err != nil {
		return nil, err
	}
	if e.P2PDisable {
		s.Wires = Host
	}
	s.SHARP = s.SHARP && !e.CollNetDisable
	if (s.NICPath == C2C || s.NICPath == P2C) && v.before(Version{2, 27, 0}) {
		s.NICPath = PHB // these classes came with 2.27
	}
	t := &Tuning{System: s, Version: v, Env: e, costs: costsOf(v), gen: s.GPU.generation(v)}
	t.Graphs = searchGraphs(&t.System, v, &e)
	t.countChannels()
	if s.Ranks > 1 {
		t.fill()
	}
	return t, nil
}

// since says whether the version is at least 2.minor.patch.
func (t *Tuning) since(minor, patch int) bool { return !t.Version.before(Version{2, minor, patch}) }

// countChannels turns channels that were found into thread blocks.
func (t *Tuning) countChannels() {
	s, most := &t.System, 32
	if t.since(25, 0) {
		most = maxChannels
	}
	c := min(2*t.Graphs.Ring.Channels, most)
	if s.SHARP && s.Nodes > 1 && s.perNode() > 1 && t.Graphs.CollNetChain.Intra > t.Graphs.CollNetChain.Inter {
		c = min(c+c/2, most)
	}
	quads := s.GPU.Capability == 90 && t.since(18, 0) || s.GPU.Capability > 90 && t.since(26, 0)
	if quads && s.Nodes > 1 && t.Graphs.Ring.Intra > 45e9 && c < 16 {
		c *= 2
	}
	if t.Env.MaxChannels > 0 {
		c = min(c, t.Env.MaxChannels)
	}
	t.Channels = max(c, t.Env.MinChannels)
	t.NVLSChannels = t.countNVLS()
	if t.NVLSChannels > t.Channels && t.since(20, 0) && !t.since(28, 0) {
		t.Channels = t.NVLSChannels
	}
	t.countPeers()
}

func (t *Tuning) countNVLS() int {
	c, s := 16, &t.System
	switch {
	case t.Graphs.NVLS.Channels == 0:
		return 0
	case s.GPU.Capability < 100 || !t.since(26, 0):
	case s.Nodes == 1 && t.since(27, 0):
		c = 24
	case s.Nodes == 1 || !t.since(29, 0):
		c = 32
	default:
		c = t.blackwellTree().channels
	}
	if t.Env.MaxChannels > 0 {
		c = min(c, t.Env.MaxChannels)
	}
	return max(c, t.Env.MinChannels)
}

// countPeers shares the channels out to the peers of sends and receives.
func (t *Tuning) countPeers() {
	s, each := &t.System, maxChannels
	switch {
	case s.perNode() == 1:
	case s.Wires == Switched:
		each = 2 * s.GPU.NVLinks
	case s.Wires == Meshed:
		each = 2 * max(1, s.GPU.NVLinks/(s.Mesh-1))
	default:
		each = 2
	}
	if s.Nodes > 1 {
		each = min(each, t.acrossPeers())
	}
	t.P2PChannels = powerAbove(t.Channels)
	t.PerPeer = min(powerAbove(each), t.P2PChannels)
	if !t.since(29, 0) {
		return
	}
	for s.Nodes > 1 && t.PerPeer > 1 && t.PerPeer*((s.Ranks+7)/8) > t.P2PChannels {
		t.PerPeer /= 2
	}
}

// acrossPeers is how many channels serve a peer in another node.
func (t *Tuning) acrossPeers() int {
	s, c := &t.System, 2
	nics := 1
	if s.NICRate > 0 {
		nics = max(1, min(s.NICs/s.perNode(), int((s.GPU.PCIe+s.NICRate-1)/s.NICRate))) // as many as its slot can fill
	}
	switch {
	case t.since(29, 0):
		rate := s.NICRate * units.Rate(nics)
		return max(nics, int((rate/1e9+13)/14)) // 14 GB/s a channel
	case t.since(20, 0):
		for c > 1 && c*s.Ranks > 4*powerAbove(t.Channels) {
			c /= 2
		}
		return max(c, nics)
	case t.since(12, 0):
		return 2
	}
	return 1
}

// powerAbove is the least power of two that is not below n.
func powerAbove(n int) int {
	p := 1
	for p < n {
		p *= 2
	}
	return p
}
