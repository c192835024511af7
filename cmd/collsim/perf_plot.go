package main

import (
	"bytes"
	"fmt"
	"slices"

	"collsim/plots"
)

// draw draws the simulated times over the sizes, and measured ones with them where there are some.
func (b *benchmark) draw(path, caption string) error {
	sheet := plots.CurvesSheet{
		Title: fmt.Sprintf("%s, %s on %s, %s", b.test.collective, count(b.at.ranks, "rank"), b.machine(), b.told()),
		X:     plots.Axis{Name: "size", Unit: plots.Size, Log: true},
		Y:     timeAxis,
	}
	for _, root := range b.roots() {
		name := "simulated"
		if root > 0 {
			name = fmt.Sprintf("root %d", root)
		}
		sheet.Lines = append(sheet.Lines, plots.Line{Name: name, Points: b.simulatedCurve(root)})
	}
	if len(b.against) > 0 {
		var points []plots.Point
		for _, a := range b.against {
			points = append(points, plots.Point{X: int64(a.size), Y: int64(a.measured)})
		}
		sheet.Lines = append(sheet.Lines, plots.Line{Name: "measured", Form: plots.Measured, Points: inOrder(points)})
	}
	var figure bytes.Buffer
	if err := plots.Curves(&figure, format(path), sheet, caption); err != nil {
		return failed(fmt.Errorf("--plot: %w", err))
	}
	return writeFile(path, figure.Bytes())
}

// roots are those that are played, in their order.
func (b *benchmark) roots() []int {
	var all []int
	for _, at := range b.points {
		if !slices.Contains(all, at.root) {
			all = append(all, at.root)
		}
	}
	return all
}

func (b *benchmark) simulatedCurve(root int) []plots.Point {
	var points []plots.Point
	for _, at := range b.points {
		if t := b.answers[at].Total; at.root == root && t > 0 {
			points = append(points, plots.Point{X: int64(at.size), Y: int64(t)})
		}
	}
	return inOrder(points)
}

func inOrder(points []plots.Point) []plots.Point {
	slices.SortStableFunc(points, func(a, b plots.Point) int { return int(min(1, max(-1, a.X-b.X))) })
	return points
}
