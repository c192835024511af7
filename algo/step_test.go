package algo

import (
	"testing"

	"collsim/sim/units"
)

// TestStepAllocatesNothing: exec asks for millions of steps.
func TestStepAllocatesNothing(t *testing.T) {
	for _, a := range All() {
		s, err := a.Build(Call{Ranks: 16, PerNode: 4, Bytes: 1009, Channels: 2, Slices: 2})
		if err != nil {
			t.Fatal(err)
		}
		var n units.Bytes
		allocs := testing.AllocsPerRun(10, func() {
			for r := range int32(16) {
				for i := int32(0); ; i++ {
					st, ok := s.Step(r, s.Lanes-1, i)
					if !ok {
						break
					}
					n += st.Bytes
				}
			}
		})
		if allocs != 0 {
			t.Errorf("%s/%s: %v allocations", a.Collective, a.Name, allocs)
		}
	}
}

// BenchmarkStep is the cost of one step of each algorithm over 1,024 ranks, uneven chunks.
func BenchmarkStep(b *testing.B) {
	for _, a := range All() {
		b.Run(string(a.Collective)+"/"+a.Name, func(b *testing.B) {
			s, err := a.Build(Call{Ranks: 1024, PerNode: 8, Bytes: 1<<20 + 1})
			if err != nil {
				b.Fatal(err)
			}
			rank, index := int32(0), int32(0)
			for b.Loop() {
				if _, ok := s.Step(rank, 0, index); ok {
					index++
				} else {
					rank, index = (rank+1)%1024, 0
				}
			}
		})
	}
}
