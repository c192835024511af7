package exec

import (
	"errors"
	"math"

	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// Flow is other traffic between two GPUs: messages that nobody of the schedule waits for. It offers them at their time,
// whether the ones before have arrived or not, and stops when the schedule has ended.
type Flow struct {
	From, To int32         // GPUs, by their numbers in the graph
	Rate     units.Rate    // of payload; of an on-off flow, while it is on. 0 = it sends nothing
	Sizes    []units.Bytes // of its messages, each equally likely; all above 0
	Random   bool          // gaps between messages are drawn: they come as unrelated events do (Poisson)
	Period   units.Duration
	On       units.Duration // how long of each period it is on; 0 = always
	Start    units.Time
	Stop     units.Time // no message starts at or after this instant; 0 = none does once the schedule has ended
	Class    uint8
	Luck     uint64 // tells its draws from those of others
}

// Carried is what a flow moved.
type Carried struct {
	Offered units.Bytes // until the schedule had ended
	Sent    int64       // messages
	Arrived int64       // of those
}

// Purposes of a flow's draws; those of ranks are below 100.
const (
	drawGap  = 100 + iota // from one message to the next
	drawSize              // of a message
)

// entityOfFlows keeps the draws of flows apart from those of ranks.
const entityOfFlows = 1 << 62

// foreign is where the tags of flows begin; those of messages are below it. A flow owns its messages by the same number.
const foreign = 1 << 31

// owner is who owns the messages of a party. Ranks that stand on one GPU are several owners.
func owner(party int32) uint32 { return uint32(party) }

// source is a flow at work.
type source struct {
	Flow
	path    fabric.PathID
	gap     sim.Jitter // of a random flow
	at      units.Duration
	sent    int64
	offered units.Bytes
	arrived int64
}

// traffic is what the kernel wakes for flows.
type traffic struct {
	x     *Run
	id    sim.HandlerID
	woken uint64
}

// bindFlows interns the paths of flows and lets each offer its first message.
func (x *Run) bindFlows() error {
	if len(x.flows) == 0 {
		return nil
	}
	t := &traffic{x: x}
	t.id = x.kernel.Register(t)
	for i := range x.flows {
		s := &x.flows[i]
		path, err := x.internWays(s.From, s.To, 0)
		if err != nil {
			return err
		}
		s.path = path
		if s.Random {
			s.gap = sim.Jitter{Distribution: sim.Exponential, Mean: s.Rate.Over(s.mean())}
			s.at = s.drawn(x, 0)
		}
		t.next(i)
	}
	return nil
}

// mean is the mean size of a message, rounded down.
func (s *source) mean() units.Bytes {
	sum := units.Bytes(0)
	for _, n := range s.Sizes {
		sum += n
	}
	return sum / units.Bytes(len(s.Sizes))
}

func (s *source) key(x *Run, purpose uint64, index int64) sim.Key {
	return sim.Key{Seed: x.host.Seed, Replicate: x.host.Replicate, Entity: entityOfFlows + s.Luck, Purpose: purpose, Index: uint64(index)}
}

func (s *source) drawn(x *Run, index int64) units.Duration {
	return s.gap.Draw(s.key(x, drawGap, index))
}

// size is that of the flow's next message.
func (s *source) size(x *Run) units.Bytes {
	if len(s.Sizes) == 1 {
		return s.Sizes[0]
	}
	return s.Sizes[s.key(x, drawSize, s.sent).Draw()%uint64(len(s.Sizes))]
}

// due is when the flow offers its next message: the time that it has been on, with the pauses between.
func (s *source) due() units.Time {
	if s.On == 0 {
		return s.Start.Add(s.at)
	}
	periods := s.at / s.On
	if periods >= units.Duration(math.MaxInt64/4)/s.Period {
		return units.Never // beyond any clock
	}
	return s.Start.Add(periods*s.Period + s.at%s.On)
}

// next lets flow i offer its next message, unless it is to stop before.
func (t *traffic) next(i int) {
	s := &t.x.flows[i]
	if at := s.due(); at != units.Never && (s.Stop == 0 || at < s.Stop) {
		t.x.kernel.At(at, t.x.flowKey(i), t.id, 0, uint64(i))
	}
}

// flowKey orders the flows that offer a message in one instant, behind all lanes.
func (x *Run) flowKey(i int) uint32 { return ^uint32(0)<<(x.orderBits+kindBits) + uint32(i) }

// Handle implements sim.Handler: flow arg offers a message.
func (t *traffic) Handle(now units.Time, _ uint16, arg uint64) {
	if t.over() {
		return
	}
	x := t.x
	s := &x.flows[arg]
	n := s.size(x)
	x.net.Send(fabric.Message{Path: s.path, Bytes: n, Lane: s.Class, Owner: foreign + uint32(arg), Tag: foreign + uint32(arg)})
	s.sent++
	s.offered += n
	if s.Random {
		s.at += s.drawn(x, s.sent)
	} else {
		s.at = s.Rate.Over(s.offered)
	}
	t.next(int(arg))
}

// looks is how many messages of flows pass between two looks at whether the network has given up one of the schedule's.
const looks = 1 << 12

// over reports whether the schedule has ended, or cannot go on: nothing of it is left to happen, or the network has given
// up a message, so that other traffic would go on for ever.
func (t *traffic) over() bool {
	x := t.x
	if x.done == len(x.lanes) || x.failure != nil || x.pending == 0 && x.flying == 0 {
		return true
	}
	if t.woken++; t.woken%looks != 0 {
		return false
	}
	var gave *fabric.GaveUp
	return errors.As(x.net.Settled(), &gave)
}

func (s *source) carried() Carried { return Carried{s.offered, s.sent, s.arrived} }
