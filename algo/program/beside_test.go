package program

import (
	"math/rand"
	"slices"
	"testing"

	"collsim/algo"
	"collsim/sim/units"
)

// What is joined counts what its parts count together: messages, bytes, and as many rounds as the longest; and it ends,
// which counting finds out.
func TestBesideCountsItsParts(t *testing.T) {
	all := algo.All()
	for seed := range int64(60) {
		r := rand.New(rand.NewSource(seed))
		places := r.Perm(20)
		var parts []Part
		var want algo.Counts
		for len(places) > 0 && len(parts) < 4 {
			n := min(len(places), 1+r.Intn(6))
			a := all[r.Intn(len(all))]
			s, err := a.Build(algo.Call{Ranks: n, Bytes: units.Bytes(r.Intn(9999)), Channels: 1 + r.Intn(3)})
			if err != nil {
				continue
			}
			var ranks []int32
			for _, p := range places[:n] {
				ranks = append(ranks, int32(p))
			}
			places, parts = places[n:], append(parts, Part{s, ranks})
			c, err := algo.Count(s)
			if err != nil {
				t.Fatal(err)
			}
			want.Messages, want.Bytes = want.Messages+c.Messages, want.Bytes+c.Bytes
			want.Rounds, want.Depth = max(want.Rounds, c.Rounds), max(want.Depth, c.Depth)
		}
		whole, err := Beside(20, 1, parts)
		if err != nil {
			t.Fatal(err)
		}
		got, err := algo.Count(whole)
		if err != nil {
			t.Fatal(err)
		}
		if got.Messages != want.Messages || got.Bytes != want.Bytes || got.Rounds != want.Rounds || got.Depth != want.Depth {
			t.Errorf("seed %d: %+v, want %+v", seed, got, want)
		}
		for i, p := range parts {
			lanes := Lanes(parts, i)
			if !slices.IsSorted(lanes) || len(lanes) != int(p.Schedule.Lanes) {
				t.Errorf("seed %d: lanes %v of %d", seed, lanes, p.Schedule.Lanes)
			}
			for own, lane := range lanes {
				if whole.Channels[lane] != p.Schedule.Channels[own] {
					t.Errorf("seed %d: lane %d of part %d is on channel %d", seed, own, i, whole.Channels[lane])
				}
			}
		}
	}
}

func TestBesideRefuses(t *testing.T) {
	a, _ := algo.Find(algo.AllReduce, "ring")
	s, err := a.Build(algo.Call{Ranks: 2, Bytes: 8})
	if err != nil {
		t.Fatal(err)
	}
	for _, parts := range [][]Part{{{s, []int32{0}}}, {{s, []int32{0, 4}}}, {{s, []int32{0, 1}}, {s, []int32{1, 2}}}, {{s, []int32{-1, 0}}}} {
		if _, err := Beside(4, 1, parts); err == nil {
			t.Errorf("%v is joined", parts)
		}
	}
}
