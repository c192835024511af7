package algo

import (
	"testing"

	"collsim/sim/units"
)

// TestNoScheduleMovesLessThanIsCompulsory: for every algorithm and every equal partition, into runs of ranks and into
// every m-th rank, the busiest part sends and receives at least what the bound says.
func TestNoScheduleMovesLessThanIsCompulsory(t *testing.T) {
	tight := map[Collective]bool{}
	for _, a := range All() {
		for p := 2; p <= 24; p++ {
			if a.PowerOfTwo && p&(p-1) != 0 {
				continue
			}
			for _, n := range []units.Bytes{0, 1, units.Bytes(p) - 1, units.Bytes(p) + 1, 1009, 48 * units.Bytes(p)} {
				for _, root := range []int{0, p / 2} {
					nodes(a, Call{Ranks: p, Bytes: n, Root: root}, func(call Call) {
						s, err := a.Build(call)
						if err != nil {
							t.Fatal(err)
						}
						for m := 2; m <= p; m++ {
							if p%m == 0 && compulsory(t, s, m) {
								tight[a.Collective] = true
							}
						}
					})
				}
			}
		}
	}
	for _, c := range []Collective{AllReduce, AllGather, ReduceScatter, Broadcast, Reduce, Gather, Scatter, AllToAll, SendRecv} {
		if !tight[c] {
			t.Errorf("no algorithm of %s ever meets the bound: it is too weak", c)
		}
	}
}

// compulsory compares one schedule with the bound for m parts, and reports whether some side meets it.
func compulsory(t *testing.T, s *Schedule, m int) bool {
	t.Helper()
	p := s.Call.Ranks
	bound := s.Compulsory(m, false)
	met := false
	for name, partOf := range map[string]func(int) int{
		"runs":   func(r int) int { return r / (p / m) },
		"stride": func(r int) int { return r % m },
	} {
		out, in := busiest(s, m, partOf)
		if out < bound.Out || in < bound.In {
			t.Errorf("%s/%s %+v in %d parts by %s: out %d, in %d, bound %+v", s.Collective, s.Algorithm, s.Call, m, name, out, in, bound)
		}
		met = met || bound.Out > 0 && out == bound.Out || bound.In > 0 && in == bound.In
	}
	return met
}

func busiest(s *Schedule, m int, partOf func(int) int) (out, in units.Bytes) {
	outs, ins := make([]units.Bytes, m+1), make([]units.Bytes, m+1)
	side := func(party int32) int {
		if party >= int32(s.Call.Ranks) {
			return m // a seat, outside all parts
		}
		return partOf(int(party))
	}
	for r := range s.Parties() {
		for lane := range s.Lanes {
			for i := int32(0); ; i++ {
				st, ok := s.Step(r, lane, i)
				if !ok {
					break
				}
				if st.Send >= 0 && side(r) != side(st.Send) {
					outs[side(r)] += st.Bytes
					ins[side(st.Send)] += st.Bytes
				}
			}
		}
	}
	for i := range m {
		out, in = max(out, outs[i]), max(in, ins[i])
	}
	return out, in
}

// TestBusFactor: nccl-tests' factors, and their sense: on a ring or a tree without waste they are what a port carries.
func TestBusFactor(t *testing.T) {
	for _, a := range []struct {
		collective Collective
		p          int
		num, den   int64
	}{
		{AllReduce, 8, 14, 8}, {AllGather, 8, 7, 8}, {ReduceScatter, 3, 2, 3}, {AllToAll, 2, 1, 2},
		{Broadcast, 8, 1, 1}, {Reduce, 8, 1, 1}, {SendRecv, 8, 1, 1}, {Barrier, 8, 0, 1}, {AllReduce, 1, 0, 1},
	} {
		if num, den := BusFactor(a.collective, a.p); num != a.num || den != a.den {
			t.Errorf("BusFactor(%s, %d) = %d/%d, want %d/%d", a.collective, a.p, num, den, a.num, a.den)
		}
	}
	for _, name := range []Collective{AllReduce, AllGather, ReduceScatter} {
		ring, _ := Find(name, "ring")
		got, err := count(ring, Call{Ranks: 6, Bytes: 600})
		if num, den := BusFactor(name, 6); err != nil || int64(got.Sent)*den != 600*num {
			t.Errorf("%s: a rank sends %d of 600 bytes, the factor is %d/%d (%v)", name, got.Sent, num, den, err)
		}
	}
}

// TestNeedsIsWhatDataSays: rank j's result depends on rank i's input exactly if changing i's input changes it, which is
// read off the symbolic end state of a schedule.
func TestNeedsIsWhatDataSays(t *testing.T) {
	for _, a := range All() {
		for p := 2; p <= 9; p++ {
			if a.PowerOfTwo && p&(p-1) != 0 {
				continue
			}
			for _, n := range []units.Bytes{0, 1, 3, 100} {
				s, err := a.Build(Call{Ranks: p, Bytes: n, Root: p / 2})
				if err != nil {
					t.Fatal(err)
				}
				needsOf(t, s)
			}
		}
	}
}

func needsOf(t *testing.T, s *Schedule) {
	t.Helper()
	c := newChecker(s)
	if err := c.run(); err != nil {
		t.Fatal(err)
	}
	for j := range c.p {
		needs := make([]bool, c.p)
		for i := range c.cells[j] {
			id, wanted := c.last(j, int32(i))
			if !wanted || c.size(id) == 0 && s.Collective != Barrier {
				continue
			}
			for _, r := range c.origins(int32(i), id) {
				needs[r] = true
			}
		}
		for i := range c.p {
			if got := Needs(s.Collective, s.Call, int(i), int(j)); got != (needs[i] && i != j) {
				t.Errorf("%s %+v: Needs(%d, %d) = %v", s.Collective, s.Call, i, j, got)
			}
		}
	}
}

// origins of a piece in its final place: who contributed, or who had it first.
func (c *checker) origins(i int32, id int64) (ranks []int32) {
	for r := range c.p {
		if c.s.Collective.reduces() || c.s.Collective == Barrier {
			ranks = append(ranks, r)
			continue
		}
		for k := range c.cells[r] {
			if first, held := c.first(r, int32(k)); held && first == id {
				ranks = append(ranks, r)
			}
		}
	}
	return ranks
}
