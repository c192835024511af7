package algo

import (
	"testing"

	"collsim/sim/units"
)

// linear is a message of 1000 and 10 a byte, and a reduction of 7 and 3 a byte.
var linear = Cost{
	Message: func(n units.Bytes) units.Duration { return 1000 + 10*units.Duration(n) },
	Reduce:  func(n units.Bytes) units.Duration { return 7 + 3*units.Duration(n) },
}

// formCalls yields the calls for which closed forms are compared.
func formCalls(a Algorithm, yield func(Call)) {
	for p := 1; p <= 33; p++ {
		if a.PowerOfTwo && p&(p-1) != 0 {
			continue
		}
		for _, n := range []units.Bytes{0, 1, units.Bytes(p) - 1, 1009, 64 * 3 * units.Bytes(p)} {
			for _, root := range []int{0, p / 2} {
				nodes(a, Call{Ranks: p, Bytes: n, Root: root}, yield)
			}
		}
	}
}

// TestLockStepIsTheSumOfTheRounds compares the papers' formulas with the schedules: the sum, over rounds, of the longest
// message and what is reduced after it.
func TestLockStepIsTheSumOfTheRounds(t *testing.T) {
	for _, a := range All() {
		formCalls(a, func(call Call) {
			got, regime, err := a.LockStep(call, linear)
			if err != nil {
				t.Fatal(err)
			}
			if regime == Unknown {
				return
			}
			if want := sumOfRounds(t, a, call); got != want {
				t.Errorf("%s/%s %+v: %d, want %d", a.Collective, a.Name, call, got, want)
			}
		})
	}
}

func sumOfRounds(t *testing.T, a Algorithm, call Call) (total units.Duration) {
	t.Helper()
	s, err := a.Build(call)
	if err != nil {
		t.Fatal(err)
	}
	c := newChecker(s)
	var longest []units.Duration
	c.saw = func(m message) {
		d := linear.Message(m.bytes)
		if m.reduce {
			d += linear.Reduce(m.bytes)
		}
		for int32(len(longest)) <= m.round {
			longest = append(longest, 0)
		}
		longest[m.round] = max(longest[m.round], d)
	}
	if err := c.run(); err != nil {
		t.Fatal(err)
	}
	for _, d := range longest {
		total += d
	}
	return total
}

// TestLockStepWithoutBarriers: where the form claims to hold without barriers, playing the schedule by its dependencies
// alone, each rank sending one message at a time, takes just as long. 300 of the 1000 are spent at the sender.
func TestLockStepWithoutBarriers(t *testing.T) {
	claimed := map[string]bool{}
	for _, a := range All() {
		formCalls(a, func(call Call) {
			want, regime, err := a.LockStep(call, linear)
			if err != nil {
				t.Fatal(err)
			}
			if regime != Dataflow {
				return
			}
			claimed[string(a.Collective)+"/"+a.Name] = true
			if got := played(t, a, call); got != want {
				t.Errorf("%s/%s %+v: plays in %d, closed form %d", a.Collective, a.Name, call, got, want)
			}
		})
	}
	if len(claimed) < 20 {
		t.Errorf("only %d algorithms claim to hold without barriers", len(claimed))
	}
}

// played is a max-plus evaluation: a port sends one message after another, receiving ports are never busy.
func played(t *testing.T, a Algorithm, call Call) (end units.Duration) {
	t.Helper()
	s, err := a.Build(call)
	if err != nil {
		t.Fatal(err)
	}
	lane := make([]units.Duration, int32(call.Ranks)*s.Lanes)
	port := make([]units.Duration, call.Ranks)
	signalled := map[place]units.Duration{}
	err = walk(s, func(at place, st Step, got units.Duration) (units.Duration, error) {
		now := &lane[at.rank*s.Lanes+at.lane]
		if st.WaitLane >= 0 {
			*now = max(*now, signalled[place{at.rank, st.WaitLane, st.WaitStep}])
		}
		if st.Recv >= 0 {
			*now = max(*now, got)
			if st.Reduce {
				*now += linear.Reduce(st.Bytes)
			}
		}
		end = max(end, *now)
		if st.Signal {
			signalled[at] = *now
		}
		if st.Send < 0 {
			return 0, nil
		}
		port[at.rank] = max(port[at.rank], *now) + linear.Message(st.Bytes) - 700
		return port[at.rank] + 700, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return end
}

// TestDataflowCanBeatTheBarriers is the worked example of the reference: recursive doubling over 3 ranks.
func TestDataflowCanBeatTheBarriers(t *testing.T) {
	a, _ := Find(AllReduce, "recursive_doubling")
	free := linear
	free.Reduce = func(units.Bytes) units.Duration { return 0 }
	got, regime, err := a.LockStep(Call{Ranks: 3, Bytes: 1000}, free)
	if err != nil || regime != SyncRounds || got != 3*free.Message(1000) {
		t.Errorf("LockStep = %d, %v, %v; want 3 messages, for rounds with barriers only", got, regime, err)
	}
}

func TestLockStepRefuses(t *testing.T) {
	a, _ := Find(AllReduce, "ring")
	for _, call := range []Call{{Ranks: 4, Channels: 2}, {Ranks: 4, Slices: 2}} {
		if _, regime, err := a.LockStep(call, linear); regime != Unknown || err != nil {
			t.Errorf("%+v: %v, %v", call, regime, err)
		}
	}
	if _, _, err := a.LockStep(Call{Ranks: 0}, linear); err == nil {
		t.Error("no error for 0 ranks")
	}
	for _, name := range []string{"direct", "central", "double_binary_tree"} {
		b, _ := Find(AllReduce, name)
		if _, regime, err := b.LockStep(Call{Ranks: 4, Bytes: 64}, linear); regime != Unknown || err != nil {
			t.Errorf("%s: %v, %v", name, regime, err)
		}
	}
}
