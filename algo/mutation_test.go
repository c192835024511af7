package algo

import (
	"errors"
	"math/rand/v2"
	"testing"
)

// mutation spoils one step of a schedule; ok is false where it would change nothing that matters.
type mutation struct {
	name  string
	spoil func(s *Schedule, st Step) (bad Step, ok bool)
}

var mutations = []mutation{
	{"wrong chunk", func(s *Schedule, st Step) (Step, bool) {
		st.Chunks.First = (st.Chunks.First + 1) % s.Labels
		return st, st.Chunks.Count < s.Labels // all chunks, from another start, are the same chunks
	}},
	{"one chunk less", func(s *Schedule, st Step) (Step, bool) {
		st.Chunks.Count--
		return st, true
	}},
	{"wrong slice", func(s *Schedule, st Step) (Step, bool) {
		st.Slice = (st.Slice + 1) % int32(s.Call.Slices)
		return st, s.Call.Slices > 1
	}},
	{"other receiver", func(s *Schedule, st Step) (Step, bool) {
		ok := st.Send >= 0
		st.Send = (st.Send + 1) % s.Parties()
		return st, ok
	}},
	{"other sender", func(s *Schedule, st Step) (Step, bool) {
		ok := st.Recv >= 0
		st.Recv = (st.Recv + 1) % s.Parties()
		return st, ok
	}},
	{"no receive", func(s *Schedule, st Step) (Step, bool) {
		ok := st.Recv >= 0
		st.Recv = -1
		return st, ok
	}},
	{"no send", func(s *Schedule, st Step) (Step, bool) {
		ok := st.Send >= 0
		st.Send = -1
		return st, ok
	}},
	{"reduce for copy, or copy for reduce", func(s *Schedule, st Step) (Step, bool) {
		st.Reduce = !st.Reduce
		return st, st.Recv >= 0
	}},
	{"one byte more", func(s *Schedule, st Step) (Step, bool) {
		st.Bytes++
		return st, true
	}},
	{"no wait", func(s *Schedule, st Step) (Step, bool) {
		ok := st.WaitLane >= 0
		st.WaitLane = -1
		return st, ok
	}},
	{"waits for an earlier step", func(s *Schedule, st Step) (Step, bool) {
		st.WaitStep--
		return st, st.WaitLane >= 0
	}},
	{"no signal", func(s *Schedule, st Step) (Step, bool) {
		ok := st.Signal
		st.Signal = false
		return st, ok
	}},
	{"sends in the round it received", func(s *Schedule, st Step) (Step, bool) {
		st.Round--
		return st, st.Recv >= 0 && st.Send >= 0 && st.Round == 0 || st.Recv >= 0 && st.Send < 0
	}},
}

// with returns s with step at replaced.
func with(s *Schedule, at place, bad Step) *Schedule {
	return rewired(s, func(rank, lane, index int32) (Step, bool) {
		if at == (place{rank, lane, index}) {
			return bad, true
		}
		return s.Step(rank, lane, index)
	})
}

// without drops step at; twice plays it a second time.
func without(s *Schedule, at place) *Schedule {
	return rewired(s, func(rank, lane, index int32) (Step, bool) {
		if rank == at.rank && lane == at.lane && index >= at.index {
			index++
		}
		return s.Step(rank, lane, index)
	})
}

func twice(s *Schedule, at place) *Schedule {
	return rewired(s, func(rank, lane, index int32) (Step, bool) {
		if rank == at.rank && lane == at.lane && index > at.index {
			index--
		}
		return s.Step(rank, lane, index)
	})
}

func rewired(s *Schedule, step func(rank, lane, index int32) (Step, bool)) *Schedule {
	bad := *s
	bad.Step, bad.layout = step, nil
	return &bad
}

// places lists every step of a schedule.
func places(s *Schedule) (all []place) {
	for r := range s.Parties() {
		for lane := range s.Lanes {
			for i := int32(0); ; i++ {
				if _, ok := s.Step(r, lane, i); !ok {
					break
				}
				all = append(all, place{r, lane, i})
			}
		}
	}
	return all
}

// TestMutantsAreCaught spoils random steps of every registered algorithm in every way; Check must refuse each, and say
// where.
func TestMutantsAreCaught(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, a := range All() {
		t.Run(string(a.Collective)+"/"+a.Name, func(t *testing.T) {
			for _, n := range []int{2, 3, 5, 6, 8, 12} {
				if a.PowerOfTwo && n&(n-1) != 0 {
					continue
				}
				call := Call{Ranks: n, Bytes: 1001, Channels: 2, Slices: 2, Root: n / 2, PerNode: 1}
				if n%3 == 0 {
					call.PerNode = 3
				}
				s, err := a.Build(call)
				if err != nil {
					t.Fatal(err)
				}
				spoilEach(t, s, rng)
			}
		})
	}
}

func spoilEach(t *testing.T, s *Schedule, rng *rand.Rand) {
	all := places(s)
	for range 15 {
		at := all[rng.IntN(len(all))]
		st, _ := s.Step(at.rank, at.lane, at.index)
		for _, m := range mutations {
			if bad, ok := m.spoil(s, st); ok {
				mustFail(t, s, with(s, at, bad), at, m.name)
			}
		}
		mustFail(t, s, without(s, at), at, "dropped step")
		mustFail(t, s, twice(s, at), at, "doubled step")
	}
}

func mustFail(t *testing.T, s, bad *Schedule, at place, what string) {
	t.Helper()
	err := Check(bad)
	var fault *Fault
	if err == nil {
		st, _ := s.Step(at.rank, at.lane, at.index)
		t.Errorf("%+v: %s at %v (%+v) is not noticed", s.Call, what, at, st)
	} else if !errors.As(err, &fault) {
		t.Errorf("%s at %v: %v does not say where", what, at, err)
	}
}
