package algo

import "testing"

// Whatever the algorithm: what is there at the start and what messages bring is what there is at the end, and of a collective
// that ends alike everywhere that is all there can be.
func TestFills(t *testing.T) {
	seen := 0
	for _, a := range All() {
		s, err := a.Build(Call{Ranks: 8, PerNode: 4, Bytes: 1000, Channels: 2, Slices: 2})
		if err != nil {
			continue // it wants another number of ranks
		}
		for _, columns := range []int{1, 5, 8, 64} {
			f, err := Fills(s, columns)
			if err != nil {
				t.Fatalf("%s/%s: %v", a.Collective, a.Name, err)
			}
			if f.Columns > columns {
				t.Fatalf("%s/%s: %d columns, at most %d were asked for", a.Collective, a.Name, f.Columns, columns)
			}
			for _, g := range f.Gains {
				if g.Carried < 0 || g.Carried > g.Most || g.Most == 0 {
					t.Fatalf("%s/%s: %+v", a.Collective, a.Name, g)
				}
				for _, fill := range g.Fills {
					f.Start[g.To][fill.Column] += fill.By
				}
			}
			for r := range 8 {
				for i, full := range f.Full {
					have := f.Start[r][i]
					if have < 0 || have > full {
						t.Fatalf("%s/%s: rank %d ends with %d of %d in column %d", a.Collective, a.Name, r, have, full, i)
					}
					switch a.Collective {
					case AllReduce, AllGather, Broadcast, AllToAll, Barrier:
						seen++
						if have != full {
							t.Fatalf("%s/%s: rank %d ends with %d of %d in column %d", a.Collective, a.Name, r, have, full, i)
						}
					}
				}
			}
		}
	}
	if seen == 0 {
		t.Fatal("nothing was looked at")
	}
}

// A ring of three, by hand: data has passed one rank, then two, then it is whole. Of 27 contributions 9 are there at the start.
func TestFillsOfRing(t *testing.T) {
	a, _ := Find(AllReduce, "ring")
	s, err := a.Build(Call{Ranks: 3, Bytes: 30})
	if err != nil {
		t.Fatal(err)
	}
	f, err := Fills(s, 3)
	if err != nil {
		t.Fatal(err)
	}
	var carried, brought [4]int64
	for _, g := range f.Gains {
		if g.Most != 3 || len(g.Fills) != 1 {
			t.Fatalf("%+v", g)
		}
		carried[g.Carried]++
		brought[g.Carried] += g.Fills[0].By
	}
	if carried != [4]int64{0, 3, 3, 6} || brought != [4]int64{0, 3, 6, 9} {
		t.Errorf("messages by contributions: %v, what they bring: %v", carried, brought)
	}
	if _, err := Fills(&Schedule{Collective: AllReduce, Call: Call{Ranks: 2, Channels: 1, Slices: 1}, Lanes: 1, Labels: 1, Channels: []int32{0},
		Step: func(rank, lane, index int32) (Step, bool) {
			return Step{Recv: -1, Send: 1 - rank, Chunks: one(0), WaitLane: -1}, index == 0
		}}, 4); err == nil {
		t.Error("messages that nobody receives are no fault")
	}
}
