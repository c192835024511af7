package fit

import (
	"cmp"
	"math"
)

// Damping of the search: where it starts, and what it is multiplied by after steps that did and did not help.
const (
	firstDamping = 0.01
	mostDamping  = 1e4
	relax        = 0.3
	stiffen      = 5
	enough       = 1e-4 // a round that takes a smaller share of the cost off is the last
	worthwhile   = 1e-2 // a step that takes a smaller share off is the last by the same slopes
	mostSteps    = 6    // by the same slopes
)

// Find looks for the numbers that agree best with the tables, from their starting values. It is the method of Levenberg and
// Marquardt with slopes by differences, and answers the same for the same problem every time.
func (p *Problem) Find(each Each) (*Fit, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	s := newSearch(p, each)
	logs := make([]float64, len(p.Numbers))
	for j, n := range p.Numbers {
		logs[j] = math.Log(cmp.Or(n.Begin, n.Start))
	}
	st, err := s.at(logs)
	if err != nil {
		return nil, err
	}
	damping, rows, by := firstDamping, [][]float64(nil), nudge
	for round := range p.rounds() {
		if p.Watch != nil {
			p.Watch(round, st.cost)
		}
		slopes, err := s.slopes(st, by)
		if err != nil {
			return nil, err
		}
		if by == nudge {
			rows = slopes
		}
		next, d, err := s.round(st, slopes, damping)
		if err != nil {
			return nil, err
		}
		gain := st.cost - next.cost
		st, damping = next, d
		if gain >= enough*st.cost {
			by = nudge
		} else if by == wide || !p.Jumps {
			break
		} else {
			by = wide
		}
	}
	return s.know(st, rows)
}

// round takes steps by the same slopes for as long as each still takes a good part of the cost off, for slopes cost
// far more than a step does. Where no step helps it ends where it began.
func (s *search) round(st state, rows [][]float64, damping float64) (state, float64, error) {
	for range mostSteps {
		next, d, err := s.step(st, rows, damping)
		if err != nil {
			return st, 0, err
		}
		gain := st.cost - next.cost
		st, damping = next, d
		if gain < worthwhile*st.cost {
			break
		}
	}
	return st, min(damping, mostDamping), nil
}

// step is one step downhill, and the damping for the one after it. Where nothing helps it is no step.
func (s *search) step(st state, rows [][]float64, damping float64) (state, float64, error) {
	matrix, side := s.normal(st, rows)
	s.hold(st, matrix, side)
	for ; damping <= mostDamping; damping *= stiffen {
		next, err := s.at(s.move(st, matrix, side, damping))
		if err != nil {
			return st, 0, err
		}
		if next.cost < st.cost {
			return next, damping * relax, nil
		}
	}
	return st, firstDamping, nil
}

// hold takes numbers out of the equations that stand at a bound and would leave it.
func (s *search) hold(st state, matrix [][]float64, side []float64) {
	for j, n := range s.Numbers {
		low, high := st.logs[j] <= math.Log(n.Low), st.logs[j] >= math.Log(n.High)
		if !(low && side[j] < 0 || high && side[j] > 0) {
			continue
		}
		for k := range matrix {
			matrix[j][k], matrix[k][j] = 0, 0
		}
		matrix[j][j], side[j] = 1, 0
	}
}

// farthest a number moves in one step, as a logarithm: a factor of e.
const farthest = 1.0

// move is where a damped step leads, within the bounds.
func (s *search) move(st state, matrix [][]float64, side []float64, damping float64) []float64 {
	damped := square(len(matrix))
	for j := range matrix {
		copy(damped[j], matrix[j])
		damped[j][j] *= 1 + damping
	}
	logs := append([]float64(nil), st.logs...)
	l, ok := cholesky(damped)
	if !ok {
		return logs // no step; the priors keep the matrix positive, so this takes figures beyond all floats
	}
	for j, x := range solve(l, side) {
		x = math.Max(-farthest, math.Min(farthest, x))
		logs[j] = math.Max(math.Log(s.Numbers[j].Low), math.Min(math.Log(s.Numbers[j].High), logs[j]+x))
	}
	return logs
}
