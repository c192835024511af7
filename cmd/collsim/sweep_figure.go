package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"collsim/plots"
)

// unitsOfFigures are the axes of figures by the units of sweeps and measures.
var unitsOfFigures = map[string]plots.Unit{"": plots.Count, "ps": plots.Time, "B": plots.Size, "B/s": plots.Rate, "%": plots.Percent}

// sheet is the figure of the first table: the rows along the x axis, a line a column. Its error is that the axes do not make
// one.
func (v *view) sheet() (sheet plots.CurvesSheet, err error) {
	if len(v.tables) == 0 {
		return sheet, errors.New("--plot: no point is left to draw")
	}
	t := &v.tables[0]
	xs, axis, ok := t.axis()
	if !ok {
		return sheet, fmt.Errorf("--plot: the values of %s are no numbers that an axis can show; valid: --rows with an axis of sizes, durations, rates or whole numbers", t.Rows.Name)
	}
	sheet = plots.CurvesSheet{Title: v.pictureTitle(), X: axis, Lines: t.lines(xs, v.figure.Name(), v.figure.Unit())}
	sheet.Y = plots.Axis{Name: v.figure.Name(), Unit: unitsOfFigures[v.figure.Unit()], Log: axis.Log && farApart(sheet.Lines)}
	return sheet, nil
}

// axis is that of the rows, with their numbers; logarithmic where these are far apart.
func (t *tableOf) axis() (xs []int64, of plots.Axis, ok bool) {
	xs, unit, ok := t.Rows.Numbers()
	log := len(xs) > 2 && slices.Min(xs) > 0 && slices.Max(xs) >= 8*slices.Min(xs)
	return xs, plots.Axis{Name: t.Rows.Name, Unit: unitsOfFigures[unit], Log: log}, ok
}

// curves draws the first table.
func (v *view) curves(b *bytes.Buffer, form, caption string) error {
	sheet, err := v.sheet()
	if err != nil {
		return err
	}
	return misdrawn(plots.Curves(b, form, sheet, caption))
}

// lines are the columns of a table. Points without a number are left out.
func (t *tableOf) lines(xs []int64, figure, unit string) []plots.Line {
	var all []plots.Line
	for k, name := range t.heads(figure) {
		l := plots.Line{Name: name}
		for i, x := range xs {
			if y, ok := counted(t.cells[i][k].exact, unit); ok {
				l.Points = append(l.Points, plots.Point{X: x, Y: y})
			}
		}
		slices.SortFunc(l.Points, func(a, b plots.Point) int { return cmp.Compare(a.X, b.X) })
		if len(l.Points) > 0 {
			all = append(all, l)
		}
	}
	return all
}

// counted is a figure as axes count it: percents in hundredths, everything else in its unit, rounded down.
func counted(exact, unit string) (int64, bool) {
	v, ok := new(big.Rat).SetString(exact)
	if !ok {
		return 0, false
	}
	if unit == "%" {
		v.Mul(v, big.NewRat(100, 1))
	}
	n := new(big.Int).Quo(v.Num(), v.Denom())
	return n.Int64(), n.IsInt64()
}

// farApart tells whether only a logarithmic scale shows all of some lines.
func farApart(lines []plots.Line) bool {
	low, high := int64(0), int64(0)
	for _, l := range lines {
		for _, p := range l.Points {
			if p.Y <= 0 {
				return false
			}
			if low == 0 || p.Y < low {
				low = p.Y
			}
			high = max(high, p.Y)
		}
	}
	return low > 0 && high/low >= 20
}
