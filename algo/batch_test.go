package algo

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// looped yields calls whose slices go round in batches, the last of which may have fewer.
func looped(t *testing.T, yield func(Algorithm, Call)) {
	t.Helper()
	found := 0
	for _, a := range All() {
		if !a.Loops {
			continue
		}
		found++
		for _, p := range []int{2, 3, 5, 8} {
			for pieces := 2; pieces <= 7; pieces++ {
				for batch := 1; batch < pieces; batch++ {
					yield(a, Call{Ranks: p, Bytes: 1001, Channels: 2, Slices: pieces, Batch: batch})
				}
			}
		}
	}
	if found < 3 {
		t.Errorf("only %d algorithms loop", found)
	}
}

// TestBatchesFollowOneAnother: a lane is through with all rounds of a batch before it moves anything of the next, and goes
// through every batch as it would if that were all there is.
func TestBatchesFollowOneAnother(t *testing.T) {
	looped(t, func(a Algorithm, call Call) {
		if a.Groups {
			return // goes from peer to peer, not from batch to batch
		}
		s, err := a.Build(call)
		if err != nil {
			t.Fatal(err)
		}
		for rank := range int32(call.Ranks) {
			index := int32(0)
			for first := 0; first < call.Slices; first += call.Batch {
				alone, err := a.Build(Call{Ranks: call.Ranks, Bytes: call.Bytes, Slices: min(call.Batch, call.Slices-first)})
				if err != nil {
					t.Fatal(err)
				}
				for i := int32(0); ; i++ {
					want, ok := alone.Step(rank, 0, i)
					if !ok {
						break
					}
					got, _ := s.Step(rank, 1, index)
					want.Slice += int32(first)
					want.Bytes = got.Bytes // which are another's
					if got != want {
						t.Fatalf("%s/%s %+v: rank %d step %d is %+v, want %+v", a.Collective, a.Name, call, rank, index, got, want)
					}
					index++
				}
			}
			if _, more := s.Step(rank, 1, index); more {
				t.Fatalf("%s/%s %+v: rank %d goes on after %d steps", a.Collective, a.Name, call, rank, index)
			}
		}
	})
}

// TestBatchesCount: every batch goes through all rounds, one after the other; else nothing changes.
func TestBatchesCount(t *testing.T) {
	looped(t, func(a Algorithm, call Call) {
		got, err := count(a, call)
		if err != nil {
			t.Fatal(err)
		}
		batches := (call.Slices + call.Batch - 1) / call.Batch
		call.Batch = 0
		want, err := count(a, call)
		if err != nil {
			t.Fatal(err)
		}
		want.Depth *= batches
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s/%s %+v in %d batches: %s", a.Collective, a.Name, call, batches, d)
		}
	})
}

// TestBatchesThatAreNone: a batch of all slices or more is no batch, and neither is one of an algorithm that has none.
func TestBatchesThatAreNone(t *testing.T) {
	for _, c := range []struct {
		name          string
		slices, batch int
		want          int
	}{{"ring", 4, 3, 3}, {"ring", 4, 4, 0}, {"ring", 4, 9, 0}, {"ring", 0, 1, 0}, {"tree", 4, 2, 0}, {"direct", 4, 2, 0}} {
		a, _ := Find(AllReduce, c.name)
		s, err := a.Build(Call{Ranks: 4, Slices: c.slices, Batch: c.batch})
		if err != nil || s.Call.Batch != c.want {
			t.Errorf("%s, %d slices in batches of %d: %+v, %v", c.name, c.slices, c.batch, s.Call, err)
		}
		if _, err := a.Build(Call{Ranks: 4, Batch: -1}); err == nil || !strings.Contains(err.Error(), "a batch of -1 slices") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestMutantsInBatchesAreCaught: as TestMutantsAreCaught, and a schedule that says nothing of its batches is one more.
func TestMutantsInBatchesAreCaught(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	looped(t, func(a Algorithm, call Call) {
		if call.Slices != 5 || call.Batch%2 == 1 {
			return
		}
		s, err := a.Build(call)
		if err != nil {
			t.Fatal(err)
		}
		spoilEach(t, s, rng)
		mixed := *s
		mixed.Call.Batch = 0
		if err := Check(&mixed); err == nil || !strings.Contains(err.Error(), "sends in round 0 after sending in round") {
			t.Errorf("%s/%s %+v: batches without a word: %v", a.Collective, a.Name, call, err)
		}
	})
}

// TestBatchesFitTheirWindow: a ring posts a whole batch before it receives anything, so a lane that may have fewer messages
// on their way to a peer is stuck; with as many it never is.
func TestBatchesFitTheirWindow(t *testing.T) {
	looped(t, func(a Algorithm, call Call) {
		s, err := a.Build(call)
		if err != nil {
			t.Fatal(err)
		}
		for window := 1; window <= call.Batch+1; window++ {
			if ends := endsWithin(s, window); ends != (window >= call.Batch) {
				t.Errorf("%s/%s %+v with a window of %d: ends %v", a.Collective, a.Name, call, window, ends)
			}
		}
	})
}

// endsWithin plays a schedule without waits whose lanes may have so many messages on their way to a peer: a step first
// receives, then sends as soon as there is room.
func endsWithin(s *Schedule, window int) bool {
	next, posting := make([]int32, s.Parties()*s.Lanes), make([]bool, s.Parties()*s.Lanes)
	flight := map[edge]int{}
	left := false
	for moved := true; moved; {
		moved, left = false, false
		for i := range next {
			r, lane := int32(i)/s.Lanes, int32(i)%s.Lanes
			st, more := s.Step(r, lane, next[i])
			left = left || more
			in, out := edge{st.Recv, r, lane}, edge{r, st.Send, lane}
			switch {
			case !more:
			case !posting[i] && st.Recv >= 0 && flight[in] == 0:
			case !posting[i]:
				if st.Recv >= 0 {
					flight[in]--
				}
				posting[i], moved = true, true
			case st.Send < 0 || flight[out] < window:
				if st.Send >= 0 {
					flight[out]++
				}
				next[i], posting[i], moved = next[i]+1, false, true
			}
		}
	}
	return !left
}
