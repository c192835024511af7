package msccl

import (
	"fmt"
	"strings"

	"collsim/sim/input"
)

// stuck is what nobody can go on from, if anything is left.
func (x *player) stuck() error {
	var problems input.Problems
	for i := range x.lanes {
		l := &x.lanes[i]
		b := &x.a.GPUs[l.at.gpu].Blocks[l.at.block]
		if int(l.at.step) == len(b.Steps) {
			continue
		}
		s := &b.Steps[l.at.step]
		why := fmt.Sprintf("waits for a message from gpu %d on channel %d, which is not sent", b.Recv, b.Channel)
		if _, over := x.told[place{l.at.gpu, s.Block, s.After}]; s.Block >= 0 && !over {
			why = fmt.Sprintf("waits for step %d of thread block %d, which does not happen", s.After, s.Block)
		}
		at := input.Where{File: x.a.File, Line: s.Line, Column: 1}
		problems = append(problems, input.Problem{Where: at, What: l.at.String() + " never happens: it " + why})
	}
	if len(problems) == 0 {
		return nil
	}
	return problems
}

// result compares the outputs with what the collective promises.
func (x *player) result() error {
	if x.a.Collective == "" {
		x.proof.Unproved = "a " + x.a.Custom + " promises nothing that is known here"
		return nil
	}
	for g := range int32(len(x.a.GPUs)) {
		_, out := x.a.given(g)
		for k := range out {
			if wrong := x.wrong(g, k); wrong != "" {
				at := input.Where{File: x.a.File, Line: x.a.GPUs[g].Line, Column: 1}
				return input.Problems{{Where: at, What: fmt.Sprintf("gpu %d ends with %s in chunk %d of its output", g, wrong, k)}}
			}
		}
	}
	return nil
}

// wrong says what is wrong with an output chunk; "" = nothing.
func (x *player) wrong(g, k int32) string {
	want := x.a.to(g, k)
	switch have := x.holds[g][x.cells[g].out+k]; {
	case have == nil:
		return fmt.Sprintf("nothing, where part %d belongs,", want)
	case have.part != want:
		return fmt.Sprintf("%s, where part %d belongs,", have, want)
	case x.a.sums() && have.count() != len(x.a.GPUs):
		return fmt.Sprintf("%s only", strings.TrimSpace(have.String()))
	}
	return ""
}
