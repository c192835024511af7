package algo

import (
	"slices"
	"testing"
)

// TestFlagsSayWhatIsObeyed: a field of the call changes an algorithm's steps if, and only if, its flag says so.
func TestFlagsSayWhatIsObeyed(t *testing.T) {
	call := Call{Ranks: 8, PerNode: 2, Bytes: 1 << 10, Slices: 1, Root: 0}
	for _, a := range All() {
		usual := steps(t, a, call)
		rooted, sliced, inter := call, call, call
		rooted.Root, sliced.Slices, inter.Inter = 3, 2, "tree"
		for _, f := range []struct {
			flag  string
			says  bool
			other Call
		}{
			{"Rooted", a.Rooted, rooted}, {"Sliced", a.Sliced, sliced}, {"Inter", len(a.Inter) > 1, inter},
		} {
			if changed := !slices.Equal(usual, steps(t, a, f.other)); changed != f.says {
				t.Errorf("%s/%s: %s says %v, but the steps change: %v", a.Collective, a.Name, f.flag, f.says, changed)
			}
		}
	}
}

// steps lists all steps of a call, rank by rank and lane by lane.
func steps(t *testing.T, a Algorithm, call Call) []Step {
	t.Helper()
	s, err := a.Build(call)
	if err != nil {
		t.Fatal(err)
	}
	var all []Step
	for rank := range int32(call.Ranks) {
		for lane := range s.Lanes {
			for i := int32(0); ; i++ {
				step, ok := s.Step(rank, lane, i)
				if !ok {
					break
				}
				all = append(all, step)
			}
		}
	}
	return all
}
