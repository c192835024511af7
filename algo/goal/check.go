package goal

import (
	"strconv"

	"collsim/sim/input"
)

// check finds dependencies that go round in a circle: none of their operations could ever begin.
func (p *Program) check() input.Problems {
	var problems input.Problems
	for r := range p.Ranks {
		if op := p.Ranks[r].circle(); op >= 0 {
			o := &p.Ranks[r].Ops[op]
			problems = append(problems, input.Problem{
				Where: input.Where{File: p.File, Line: o.Line, Column: 1},
				What:  "rank " + strconv.Itoa(r) + ": this operation waits for itself, by what it requires", Text: o.Name(),
				Valid: "dependencies without a circle",
			})
		}
	}
	return problems
}

// circle is an operation that waits for itself; -1 = none does. Whatever is left when operations that wait for nobody
// have been taken away, again and again, waits for a circle; going back along what it waits for leads into it.
func (r *Rank) circle() int32 {
	waits := make([]int32, len(r.Ops))
	for _, n := range r.Needs {
		waits[n.Op]++
	}
	next := r.dependents()
	var free []int32
	for op := range waits {
		if waits[op] == 0 {
			free = append(free, int32(op))
		}
	}
	for len(free) > 0 {
		op := free[len(free)-1]
		free = free[:len(free)-1]
		for _, n := range next[op] {
			if waits[n.Op]--; waits[n.Op] == 0 {
				free = append(free, n.Op)
			}
		}
	}
	for op := range waits {
		if waits[op] > 0 {
			return r.into(int32(op), waits)
		}
	}
	return -1
}

// into goes from an operation that waits for a circle to one that is part of it.
func (r *Rank) into(op int32, waits []int32) int32 {
	before := make([]int32, len(r.Ops))
	for _, n := range r.Needs {
		if waits[n.On] > 0 {
			before[n.Op] = n.On
		}
	}
	for range r.Ops {
		op = before[op]
	}
	return op
}

// dependents lists for each operation who needs it, in the order in which that is written.
func (r *Rank) dependents() [][]Need {
	next := make([][]Need, len(r.Ops))
	for _, n := range r.Needs {
		next[n.On] = append(next[n.On], n)
	}
	return next
}
