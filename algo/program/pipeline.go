package program

import (
	"fmt"

	"collsim/algo"
	"collsim/sim/units"
)

// Pipeline is a training step of a model whose stages stand on the ranks, in order. The step's microbatches pass forward
// through all stages, then backward in the opposite order (GPipe: Huang et al., 2019): a stage receives activations from
// the one before, works, and sends activations on; backward it passes gradients of the same size the other way.
type Pipeline struct {
	Ranks, PerNode    int
	Steps             int         // training steps
	Microbatches      int         // a step
	Activations       units.Bytes // of one microbatch, between two stages
	Forward, Backward []int32     // the task of each microbatch; 0 = none
	Before            []int32     // the task before each step
	After             int32       // the task after each step
	Send              int32       // the task before each message
}

// lengthOfPass is the number of steps of the main lane for a microbatch in one direction: receive, work, send.
const lengthOfPass = 3

// StepLength is the number of steps of the main lane, the only one, for one training step.
func (p *Pipeline) StepLength() int32 { return 2 + 2*lengthOfPass*int32(p.Microbatches) }

// Schedule is the pipeline as a schedule. Steps are marked as those of a Program are.
func (p *Pipeline) Schedule() (*algo.Schedule, error) {
	if p.Ranks < 1 || p.Steps < 1 || p.Microbatches < 1 {
		return nil, fmt.Errorf("program: a pipeline of %d ranks, %d steps, %d microbatches: each must be at least 1", p.Ranks, p.Steps, p.Microbatches)
	}
	if len(p.Forward) != p.Microbatches || len(p.Backward) != p.Microbatches || len(p.Before) != p.Steps {
		return nil, fmt.Errorf("program: a pipeline of %d microbatches and %d steps has %d, %d and %d tasks for them", p.Microbatches, p.Steps, len(p.Forward), len(p.Backward), len(p.Before))
	}
	return &algo.Schedule{
		Collective: algo.SendRecv, Algorithm: "pipeline", Lanes: 1, Channels: []int32{0}, Step: p.at,
		Call: algo.Call{Ranks: p.Ranks, PerNode: p.PerNode, Bytes: p.Activations, Channels: 1, Slices: 1},
	}, nil
}

// at is the schedule's Step. In one round every stage may pass one microbatch on, so that m microbatches are through p
// stages after m+p-2 rounds.
func (p *Pipeline) at(rank, _, index int32) (algo.Step, bool) {
	training, inner := index/p.StepLength(), index%p.StepLength()
	if training >= int32(p.Steps) {
		return algo.Step{}, false
	}
	s := still()
	s.Mark = index + 1
	switch inner {
	case 0:
		s.Task = p.Before[training]
		return s, true
	case p.StepLength() - 1:
		s.Task = p.After
		return s, true
	}
	pass, part := (inner-1)/lengthOfPass, (inner-1)%lengthOfPass
	from, to, tasks := rank-1, rank+1, p.Forward
	sweep := int32(p.Microbatches + p.Ranks - 1)
	round := 2*training*sweep + pass + rank
	if back := pass - int32(p.Microbatches); back >= 0 {
		from, to, tasks, pass = rank+1, rank-1, p.Backward, back
		round = (2*training+1)*sweep + back + int32(p.Ranks) - 1 - rank
	}
	switch part {
	case 0:
		if from >= 0 && int(from) < p.Ranks {
			s.Recv, s.Bytes, s.Round = from, p.Activations, round-1
		}
	case 1:
		s.Task = tasks[pass]
	case 2:
		if to >= 0 && int(to) < p.Ranks {
			s.Send, s.Bytes, s.Round, s.Task = to, p.Activations, round, p.Send
		}
	}
	return s, true
}
