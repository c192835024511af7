package algo

import (
	"math/rand/v2"
	"testing"
)

// TestNumbersInAnyOrder plays schedules on real numbers, always going on with a random lane that can, and compares the
// sums: an oracle for Check that shares neither its sets nor its order of play.
func TestNumbersInAnyOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, a := range All() {
		if a.Collective == Barrier {
			continue // has no numbers
		}
		for _, p := range []int{2, 3, 4, 5, 7, 8, 12} {
			if a.PowerOfTwo && p&(p-1) != 0 {
				continue
			}
			call := Call{Ranks: p, Bytes: 1009, Channels: 2, Slices: 3, Root: p / 2}
			if p == 12 {
				call.PerNode = 3
			}
			s, err := a.Build(call)
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				if why := playNumbers(s, rng); why != "" {
					t.Errorf("%s/%s %+v: %s", a.Collective, a.Name, call, why)
				}
			}
		}
	}
}

// number is rank r's contribution to a piece, or the piece itself where nothing is added.
func number(s *Schedule, id int64, r int32) uint64 {
	x := uint64(id)*0x9e3779b97f4a7c15 + 1
	if s.Collective.reduces() {
		x ^= uint64(r+1) * 0xbf58476d1ce4e5b9
	}
	return x * x >> 3
}

// edge is where messages match.
type edge struct{ from, to, lane int32 }

// playNumbers returns what is wrong, or nothing.
func playNumbers(s *Schedule, rng *rand.Rand) string {
	m := newMemory(s)
	held := make([][]uint64, s.Parties())
	for r := range held {
		for i := range m.cells[r] {
			id, ok := m.first(int32(r), int32(i))
			n := uint64(0)
			if ok {
				n = number(s, id, int32(r))
			}
			held[r] = append(held[r], n)
		}
	}
	next := make([]int32, s.Parties()*s.Lanes)
	flight := map[edge][][]uint64{}
	for moved := true; moved; {
		moved = false
		for _, i := range rng.Perm(len(next)) {
			r, lane := int32(i)/s.Lanes, int32(i)%s.Lanes
			st, ok := s.Step(r, lane, next[i])
			in, out := edge{st.Recv, r, lane}, edge{r, st.Send, lane}
			if !ok || st.WaitLane >= 0 && next[r*s.Lanes+st.WaitLane] <= st.WaitStep || st.Recv >= 0 && len(flight[in]) == 0 {
				continue
			}
			var sent []uint64
			for j := range st.Chunks.Count {
				at := &held[r][m.index(s.Channels[lane], st.Slice, st.Chunks.label(j, s.Labels))]
				if st.Recv >= 0 {
					if !st.Reduce {
						*at = 0
					}
					*at += flight[in][0][j]
				}
				sent = append(sent, *at)
			}
			if st.Recv >= 0 {
				flight[in] = flight[in][1:]
			}
			if st.Send >= 0 {
				flight[out] = append(flight[out], sent)
			}
			next[i]++
			moved = true
		}
	}
	return m.compare(held)
}

// compare finds a rank that ends with the wrong number.
func (m *memory) compare(held [][]uint64) string {
	for r := range held {
		for i, got := range held[r] {
			id, wanted := m.last(int32(r), int32(i))
			want := uint64(0)
			for from := range m.p {
				if m.s.Collective.reduces() || from == 0 {
					want += number(m.s, id, from)
				}
			}
			if wanted && got != want {
				return m.describe(id) + " is wrong at the end"
			}
		}
	}
	return ""
}

// BenchmarkCheck and BenchmarkCount: a ring over 64 ranks and a tree over 1,024.
func BenchmarkCheck(b *testing.B) { bench(b, Check) }

func BenchmarkCount(b *testing.B) {
	bench(b, func(s *Schedule) error { _, err := Count(s); return err })
}

func bench(b *testing.B, what func(*Schedule) error) {
	for _, c := range []struct {
		name  string
		ranks int
	}{{"ring", 64}, {"recursive_doubling", 1024}} {
		b.Run(c.name, func(b *testing.B) {
			a, _ := Find(AllReduce, c.name)
			s, err := a.Build(Call{Ranks: c.ranks, Bytes: 1 << 20})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if err := what(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
