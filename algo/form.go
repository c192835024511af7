package algo

import "collsim/sim/units"

// Cost gives the time of one message of so many bytes, first byte sent to last byte received, and of one reduction.
// Both must not fall as bytes grow.
type Cost struct {
	Message func(units.Bytes) units.Duration
	Reduce  func(units.Bytes) units.Duration
}

// merge is a message and the reduction of what it brings.
func (c Cost) merge(n units.Bytes) units.Duration { return c.Message(n) + c.Reduce(n) }

// Regime says when a closed form holds exactly.
type Regime int

// The regimes, each including the one before it.
const (
	Unknown    Regime = iota // no closed form: messages of one round share a port
	SyncRounds               // with a barrier after each round
	Dataflow                 // without barriers too
)

func (r Regime) String() string { return [...]string{"unknown", "sync_rounds", "dataflow"}[r] }

// form is what the papers say of an algorithm, independent of its schedule. It is asked about settled calls of at least
// two ranks only.
type form struct {
	rounds   func(Call) int
	lockStep func(Call, Cost) units.Duration // nil: messages of one round share a port
	dataflow func(Call) bool                 // nil: never; whether lockStep holds without barriers when all chunks are equal
}

func always(Call) bool          { return true }
func powerOfTwo(call Call) bool { return call.Ranks&(call.Ranks-1) == 0 }

// Rounds is the textbook number of rounds, from the paper's formula. Slices and channels never change it.
func (a Algorithm) Rounds(call Call) (int, error) {
	s, err := a.Build(call)
	if err != nil || call.Ranks == 1 {
		return 0, err
	}
	return a.form.rounds(s.Call), nil
}

// LockStep is the time of the collective when every round takes as long as its longest message and the reduction that
// follows it, from the paper's formula and the actual chunk sizes. It does not look at the schedule.
//
// It holds for one channel, one slice, a fabric on which every message of the same size costs the same, and ranks that
// start together. [SyncRounds]: exactly, with a barrier after each round. [Dataflow]: exactly without barriers as well;
// that needs equal chunks, and rounds in which every rank does the same or a path as long as all the rounds.
// [Unknown]: there is no closed form, and the duration means nothing.
func (a Algorithm) LockStep(call Call, cost Cost) (units.Duration, Regime, error) {
	s, err := a.Build(call)
	if err != nil {
		return 0, Unknown, err
	}
	call = s.Call
	switch {
	case call.Ranks == 1:
		return 0, Dataflow, nil
	case call.Channels > 1 || call.Slices > 1 || a.form.lockStep == nil:
		return 0, Unknown, nil
	}
	regime := SyncRounds
	if a.form.dataflow != nil && a.form.dataflow(call) && call.Bytes%units.Bytes(s.Labels) == 0 {
		regime = Dataflow
	}
	return a.form.lockStep(call, cost), regime, nil
}

// times is a duration, count times over.
func times(count int, d units.Duration) units.Duration { return units.Duration(count) * d }

// Logarithms of a call's ranks, as the papers write them: f = floor, l = ceil, x = 1 unless a power of two.
func logs(call Call) (f, l, x int) {
	p := int32(call.Ranks)
	f, l = int(floorLog(p)), int(ceilLog(p))
	return f, l, l - f
}
