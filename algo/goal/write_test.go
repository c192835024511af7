package goal_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"collsim/algo"
	"collsim/algo/goal"
	"collsim/sim/units"
)

var sameOps = cmp.Options{cmpopts.IgnoreFields(goal.Op{}, "Line", "Label"), cmpopts.IgnoreFields(goal.Program{}, "File"), cmpopts.EquateEmpty()}

func TestReadBack(t *testing.T) {
	for seed := range uint64(300) {
		readBack(t, random(rand.New(rand.NewPCG(seed, 1))))
	}
}

func readBack(t *testing.T, p *goal.Program) {
	t.Helper()
	var text bytes.Buffer
	if err := goal.Write(&text, p); err != nil {
		t.Fatal(err)
	}
	back, err := goal.Parse("x.goal", text.Bytes())
	if err != nil {
		t.Fatalf("%v\n%s", err, text.Bytes())
	}
	if d := cmp.Diff(p, back, sameOps); d != "" {
		t.Fatalf("reads back otherwise:\n%s\n%s", d, text.Bytes())
	}
}

// A ring whose messages of n bytes each take o + L + (n-1)G + o from one rank to the next ends after 2(p-1) of them: the
// receiver takes the bytes as they come, with O = 0.
func TestRingOfOurs(t *testing.T) {
	for _, p := range []int{2, 3, 5, 8} {
		s := schedule(t, algo.AllReduce, "ring", algo.Call{Ranks: p, Bytes: units.Bytes(p * 1000)})
		program, err := goal.Of(s, nil)
		if err != nil {
			t.Fatal(err)
		}
		q := goal.Parameters{Latency: 5000, Overhead: 300, Gap: 10, PerByteGap: 2, Eager: 1 << 40}
		o, err := program.Play(q)
		if err != nil {
			t.Fatal(err)
		}
		if want := int64(2*(p-1)) * (300 + 5000 + 300 + 999*2); slices.Max(o.Finish) != want || slices.Min(o.Finish) != want {
			t.Errorf("%d ranks finish at %v, want %d", p, o.Finish, want)
		}
	}
}

// Every collective of ours becomes a program that ends, with rendezvous and without, and that moves the same messages.
func TestCollectivesEnd(t *testing.T) {
	for _, a := range algo.All() {
		for _, n := range []int{1, 2, 3, 4, 6, 8} {
			call := algo.Call{Ranks: n, Bytes: 4096, Channels: 2}
			if a.Sliced {
				call.Slices = 3
			}
			s, err := a.Build(call)
			if err != nil {
				continue // this algorithm does not do so many ranks
			}
			program, err := goal.Of(s, func(algo.Step) int64 { return 5 })
			if s.Seats > 0 {
				if err == nil {
					t.Errorf("%s/%s has switches, and yet a program", a.Collective, a.Name)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, eager := range []int64{0, 1 << 40} {
				o, err := program.Play(goal.Parameters{Latency: 100, Overhead: 10, Gap: 10, PerByteGap: 1, Eager: eager})
				if err != nil {
					t.Errorf("%s/%s of %d ranks, S = %d: %v", a.Collective, a.Name, n, eager, err)
					continue
				}
				if counts, err := algo.Count(s); err != nil || o.Messages != counts.Messages || o.Uneven.Count+o.Unreceived.Count > 0 {
					t.Errorf("%s/%s of %d ranks moves %d messages, %d of them uneven, %d unreceived, and counts %d, %v", a.Collective, a.Name, n, o.Messages, o.Uneven.Count, o.Unreceived.Count, counts.Messages, err)
				}
			}
		}
	}
}

func schedule(t *testing.T, c algo.Collective, name string, call algo.Call) *algo.Schedule {
	t.Helper()
	a, ok := algo.Find(c, name)
	if !ok {
		t.Fatalf("there is no %s/%s", c, name)
	}
	s, err := a.Build(call)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
