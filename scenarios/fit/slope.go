package fit

import (
	"cmp"
	"math"
)

// nudge is by how much a number is moved to see what that changes, as a logarithm: far above what whole picoseconds round
// away, and small against the factors that are looked for. A model with choices in it jumps, though, a message more or less, and
// slopes over so little may point nowhere; those over a wide nudge hardly feel jumps.
const (
	nudge = 0.02
	wide  = 0.1
)

// slopes are the derivatives of errors by logarithms of numbers, a row a point: each number is moved by so much, and the points
// that it touches are simulated again.
func (s *search) slopes(st state, by float64) ([][]float64, error) {
	type task struct{ number, point int }
	rows := make([][]float64, len(s.places))
	for i := range rows {
		rows[i] = make([]float64, len(s.Numbers))
	}
	values := make([][]float64, len(s.Numbers))
	moves := make([]float64, len(s.Numbers))
	var tasks []task
	for j, n := range s.Numbers {
		moves[j] = by
		if st.logs[j]+by > math.Log(n.High) {
			moves[j] = -by
		}
		moved := append([]float64(nil), st.logs...)
		moved[j] += moves[j]
		values[j] = exponentials(moved)
		for i, at := range s.places {
			if s.Touches == nil || s.Touches(at, j) {
				tasks = append(tasks, task{j, i})
			}
		}
	}
	wrong := make([]error, len(tasks))
	s.each(len(tasks), func(k int) {
		j, i := tasks[k].number, tasks[k].point
		moved, err := s.residual(s.places[i], values[j])
		rows[i][j], wrong[k] = (moved-st.errors[i])/moves[j], err
	})
	return rows, cmp.Or(wrong...)
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
