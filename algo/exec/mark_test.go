package exec_test

import (
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// A mark tells what was waited for peers since the mark before. A lane that follows another of its rank goes on with
// what that one waited, not with its own: rank 1 waits 2 us for a peer on lane 0 and 3 us on lane 1, and then lane 1
// follows lane 0, which has been working since its mark.
func TestMarksOfALaneThatFollows(t *testing.T) {
	still := algo.Step{Recv: -1, Send: -1, WaitLane: -1}
	send, receive, work, follow := still, still, still, still
	send.Send, receive.Recv, follow.WaitLane, follow.WaitStep = 1, 0, 0, 1
	with := func(s algo.Step, task, mark int32) algo.Step {
		s.Task, s.Mark = task, mark
		return s
	}
	signal := with(work, 3, 2)
	signal.Signal = true
	steps := [2][2][]algo.Step{
		{{with(send, 1, 0)}, {with(send, 2, 0)}},
		{{with(receive, 0, 1), signal}, {with(receive, 0, 3), with(follow, 0, 4)}},
	}
	s := &algo.Schedule{
		Collective: algo.SendRecv, Algorithm: "marks", Lanes: 2, Channels: []int32{0, 0},
		Call: algo.Call{Ranks: 2, PerNode: 1, Channels: 1, Slices: 1},
		Step: func(rank, lane, index int32) (algo.Step, bool) {
			if list := steps[rank][lane]; int(index) < len(list) {
				return list[index], true
			}
			return algo.Step{}, false
		},
	}
	var tasks []exec.Task
	for _, d := range []units.Duration{2 * us, 3 * us, 10 * us} {
		tasks = append(tasks, exec.Task{Component: ledger.Compute, Nominal: d})
	}
	g := star(t, 2)
	for _, l := range levels {
		got := map[int32]exec.Mark{}
		for _, m := range play(t, exec.Config{Schedule: s, Graph: g, Net: l.net(g), Tasks: tasks}).Marks[1] {
			got[m.Number] = m
		}
		for number, want := range map[int32]units.Duration{1: 2 * us, 2: 0, 3: 3 * us, 4: 0} {
			if got[number].Waiting != want {
				t.Errorf("%s: waited %d ps before mark %d, want %d", l.name, int64(got[number].Waiting), number, int64(want))
			}
		}
		if got[4].At != got[2].At || got[2].At.Sub(got[1].At) != 10*us {
			t.Errorf("%s: marks %v", l.name, got)
		}
	}
}
