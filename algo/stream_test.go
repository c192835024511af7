package algo

import (
	"testing"

	"collsim/sim/units"
)

// TestTreesStream: trees and chains pass slice after slice on, up and down at the same time. Once the pipeline is full, a
// slice more takes no longer than the lane with most to send has to send for it, however deep the tree is.
func TestTreesStream(t *testing.T) {
	for _, name := range []struct {
		of   Collective
		name string
	}{{AllReduce, "double_binary_tree"}, {AllReduce, "nvls"}, {AllReduce, "nvls_tree"}, {AllGather, "nvls"}, {ReduceScatter, "nvls"}, {Broadcast, "chain"}, {Reduce, "chain"}} {
		a, _ := Find(name.of, name.name)
		for _, shape := range [][2]int{{2, 1}, {8, 1}, {8, 4}, {8, 8}, {24, 4}, {33, 1}} {
			ranks, g := shape[0], shape[1]
			if name.name == "nvls" && ranks > g {
				continue
			}
			call := Call{Ranks: ranks, PerNode: g, Bytes: units.Bytes(ranks * 6400)}
			var steps [3]int
			for i := range steps {
				call.Slices = 40 + i
				c, err := count(a, call)
				if err != nil {
					t.Fatal(err)
				}
				steps[i] = c.PipelineSteps
			}
			s, err := a.Build(call)
			if err != nil {
				t.Fatal(err)
			}
			if most := sendsOfASlice(s); steps[1]-steps[0] != most || steps[2]-steps[1] != most {
				t.Errorf("%s/%s, %d ranks, %d a node: %v steps for 40, 41 and 42 slices; a lane sends at most %d a slice", a.Collective, a.Name, ranks, g, steps, most)
			}
		}
	}
}

// sendsOfASlice is how many messages the lane with most sends for one slice.
func sendsOfASlice(s *Schedule) (most int) {
	for party := range s.Parties() {
		for lane := range s.Lanes {
			sends := 0
			for i := int32(0); ; i++ {
				st, ok := s.Step(party, lane, i)
				if !ok {
					break
				}
				if st.Slice == 20 && st.Send >= 0 {
					sends++
				}
			}
			most = max(most, sends)
		}
	}
	return most
}
