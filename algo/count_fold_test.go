package algo

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/sim/units"
)

// TestCountFolds: counting one rank of each kind gives what counting all gives, sizes even or not.
func TestCountFolds(t *testing.T) {
	folded := map[string]int{}
	for _, a := range All() {
		for n := 1; n <= 33; n++ {
			for _, g := range []int{1, 4} {
				for _, call := range []Call{
					{Ranks: n, PerNode: g, Bytes: units.Bytes(n * 840)},
					{Ranks: n, PerNode: g, Bytes: 1001, Root: n / 2},
					{Ranks: n, PerNode: g, Bytes: units.Bytes(n*840 + 7), Channels: 2, Slices: 3, Order: visits(n, g)},
					{Ranks: n, PerNode: g, Bytes: units.Bytes(n * 840), Channels: 2, Slices: 3, Portion: 200, Batch: 2},
				} {
					s, err := a.Build(call)
					if err != nil {
						continue
					}
					if fold, _ := s.likeness(); fold.Copies() > 1 {
						folded[string(a.Collective)+"/"+a.Name]++
					}
					if err := countsAlike(s); err != nil {
						t.Fatalf("%s/%s of %d ranks, %d a node: %v", a.Collective, a.Name, n, g, err)
					}
				}
			}
		}
	}
	if len(folded) < 16 {
		t.Errorf("only %d algorithms are counted folded: %v", len(folded), folded)
	}
}

func countsAlike(s *Schedule) error {
	got, err := Count(s)
	if err != nil {
		return err
	}
	opaque := *s
	opaque.layout = nil
	want, err := Count(&opaque)
	if err != nil {
		return err
	}
	if diff := cmp.Diff(want, got); diff != "" {
		return fmt.Errorf("%v", diff)
	}
	if got := s.Messages(want.Messages); got != want.Messages {
		return fmt.Errorf("Messages counts %d of %d messages", got, want.Messages)
	}
	if want.Messages > 0 && s.Messages(want.Messages-1) < want.Messages {
		return fmt.Errorf("Messages does not find that there are more than %d", want.Messages-1)
	}
	if most := largest(s); s.Larger(most) || want.Messages > 0 && !s.Larger(most-1) {
		return fmt.Errorf("Larger does not find messages of %d bytes", most)
	}
	return nil
}

// largest is the size of the largest message, by a look at every step.
func largest(s *Schedule) (most units.Bytes) {
	for i := range s.Parties() * s.Lanes {
		for n := int32(0); ; n++ {
			st, ok := s.Step(i/s.Lanes, i%s.Lanes, n)
			if !ok {
				break
			}
			if st.Send >= 0 {
				most = max(most, st.Bytes)
			}
		}
	}
	return most
}

// BenchmarkCountLarge counts large schedules: folded, of uneven sizes, and of trees, which do not fold.
func BenchmarkCountLarge(b *testing.B) {
	for _, c := range []struct {
		collective Collective
		name       string
		call       Call
	}{
		{AllReduce, "ring", Call{Ranks: 2048, Bytes: 64 * units.MiB}},
		{AllReduce, "ring", Call{Ranks: 2048, Bytes: 64*units.MiB + 1}},
		{AllReduce, "ring", Call{Ranks: 65536, Bytes: units.GiB}},
		{AllReduce, "recursive_doubling", Call{Ranks: 65536, Bytes: units.GiB}},
		{AllReduce, "double_binary_tree", Call{Ranks: 65536, PerNode: 8, Bytes: units.GiB, Slices: 32}},
		{AllReduce, "tree", Call{Ranks: 65536, Bytes: units.GiB, Slices: 32}},
		{AllReduce, "direct", Call{Ranks: 1024, Bytes: units.GiB}},
	} {
		b.Run(fmt.Sprintf("%s/%d/%d", c.name, c.call.Ranks, int64(c.call.Bytes)), func(b *testing.B) {
			a, _ := Find(c.collective, c.name)
			b.ReportAllocs()
			for range b.N {
				s, err := a.Build(c.call)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := Count(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCountSliced counts schedules of one node, and of many, whose chunks go in many slices.
func BenchmarkCountSliced(b *testing.B) {
	for _, c := range []struct {
		name string
		call Call
	}{
		{"ring", Call{Ranks: 8, PerNode: 8, Bytes: units.GiB, Channels: 24, Slices: 44, Batch: 2}},
		{"ring", Call{Ranks: 8, PerNode: 8, Bytes: units.GiB, Channels: 24, Slices: 44, Batch: 1}},
		{"ring", Call{Ranks: 1024, PerNode: 8, Bytes: units.GiB, Channels: 16, Slices: 44, Batch: 2}},
		{"double_binary_tree", Call{Ranks: 1024, PerNode: 8, Bytes: units.GiB, Channels: 8, Slices: 256}},
	} {
		b.Run(fmt.Sprintf("%s/%d/%d", c.name, c.call.Ranks, c.call.Batch), func(b *testing.B) {
			a, _ := Find(AllReduce, c.name)
			for b.Loop() {
				s, err := a.Build(c.call)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := Count(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
