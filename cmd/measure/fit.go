//go:build linux

package main

import "math"

// line is y = factor * x^exponent, the straight line through points on paper with logarithms on both axes.
type line struct {
	exponent, factor float64
	off              float64 // the farthest that a point lies from it, as a part of what the line says
}

// fit finds the line by least squares of the logarithms. It needs two different x, and x and y above 0.
func fit(x, y []float64) line {
	var sx, sy, sxx, sxy float64
	n := float64(len(x))
	for i := range x {
		u, v := math.Log(x[i]), math.Log(y[i])
		sx, sy, sxx, sxy = sx+u, sy+v, sxx+u*u, sxy+u*v
	}
	var l line
	l.exponent = (n*sxy - sx*sy) / (n*sxx - sx*sx)
	l.factor = math.Exp((sy - l.exponent*sx) / n)
	for i := range x {
		l.off = max(l.off, math.Abs(y[i]/(l.factor*math.Pow(x[i], l.exponent))-1))
	}
	return l
}
