package fit

import (
	"cmp"
	"math"
)

// nudge is by how much a number is moved to see what that changes, as a logarithm: far above what whole picoseconds round
// away, and small against the factors that are looked for.
const nudge = 0.02

// slopes are the derivatives of errors by logarithms of numbers, a column a number: those of the points it touches.
type slopes [][]slope

type slope struct {
	point int
	by    float64
}

// slopes moves each number a little and simulates the points that it touches again.
func (s *search) slopes(st state) (slopes, error) {
	type task struct{ number, entry int }
	all := make(slopes, len(s.Numbers))
	values := make([][]float64, len(s.Numbers))
	moves := make([]float64, len(s.Numbers))
	var tasks []task
	for j, n := range s.Numbers {
		moves[j] = nudge
		if st.logs[j]+nudge > math.Log(n.High) {
			moves[j] = -nudge
		}
		moved := append([]float64(nil), st.logs...)
		moved[j] += moves[j]
		values[j] = exponentials(moved)
		for i, at := range s.places {
			if s.Touches == nil || s.Touches(at, j) {
				tasks = append(tasks, task{j, len(all[j])})
				all[j] = append(all[j], slope{point: i})
			}
		}
	}
	wrong := make([]error, len(tasks))
	s.each(len(tasks), func(k int) {
		j := tasks[k].number
		e := &all[j][tasks[k].entry]
		moved, err := s.residual(s.places[e.point], values[j])
		e.by, wrong[k] = (moved-st.errors[e.point])/moves[j], err
	})
	return all, cmp.Or(wrong...) // the first, in whatever order things were done
}

// dense is the slopes by point and number.
func (s *search) dense(all slopes) [][]float64 {
	rows := make([][]float64, len(s.places))
	for i := range rows {
		rows[i] = make([]float64, len(s.Numbers))
	}
	for j := range all {
		for _, e := range all[j] {
			rows[e.point][j] = e.by
		}
	}
	return rows
}

// normal is the matrix and the right side of the normal equations: of the points, and of the priors on the diagonal.
func (s *search) normal(st state, rows [][]float64) (matrix [][]float64, side []float64) {
	n := len(s.Numbers)
	matrix, side = square(n), make([]float64, n)
	for i, row := range rows {
		pull := s.pull(i, st.errors[i])
		for j, a := range row {
			if a == 0 {
				continue
			}
			side[j] -= pull * a * st.errors[i]
			for k := 0; k <= j; k++ {
				matrix[j][k] += pull * a * row[k]
			}
		}
	}
	for j, number := range s.Numbers {
		matrix[j][j] += 1 / (number.Spread * number.Spread)
		side[j] -= (st.logs[j] - math.Log(number.Start)) / (number.Spread * number.Spread)
	}
	mirror(matrix)
	return matrix, side
}
