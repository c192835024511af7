package fit

import "math"

// square is a matrix of zeros.
func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// mirror fills the upper half of a symmetric matrix from the lower one.
func mirror(m [][]float64) {
	for i := range m {
		for j := range i {
			m[j][i] = m[i][j]
		}
	}
}

// cholesky is the lower triangle L with L times its mirror image equal to m; ok is false where m has no such, as a matrix
// that is not positive.
func cholesky(m [][]float64) (l [][]float64, ok bool) {
	l = square(len(m))
	for i := range m {
		for j := 0; j <= i; j++ {
			sum := m[i][j]
			for k := range j {
				sum -= l[i][k] * l[j][k]
			}
			if i != j {
				l[i][j] = sum / l[j][j]
				continue
			}
			if !(sum > 0) {
				return nil, false
			}
			l[i][i] = math.Sqrt(sum)
		}
	}
	return l, true
}

// solve gives x with m x = side from the triangle of m.
func solve(l [][]float64, side []float64) []float64 {
	x := append([]float64(nil), side...)
	for i := range x {
		for k := range i {
			x[i] -= l[i][k] * x[k]
		}
		x[i] /= l[i][i]
	}
	for i := len(x) - 1; i >= 0; i-- {
		for k := i + 1; k < len(x); k++ {
			x[i] -= l[k][i] * x[k]
		}
		x[i] /= l[i][i]
	}
	return x
}

// inverse of a matrix from its triangle.
func inverse(l [][]float64) [][]float64 {
	n := len(l)
	inv := square(n)
	unit := make([]float64, n)
	for j := range n {
		unit[j] = 1
		for i, x := range solve(l, unit) {
			inv[i][j] = x
		}
		unit[j] = 0
	}
	return inv
}
