package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"collsim/plots"
)

// sweepPictures are the figures that sweep report draws.
var sweepPictures = []string{"curves", "slope", "fan"}

// picture draws one of them.
func (v *view) picture(name, path, caption string) error {
	var b bytes.Buffer
	var err error
	switch {
	case len(v.tables) == 0:
		return errors.New("--plot: no point is left to draw")
	case name == "slope":
		err = v.slope(&b, format(path), caption)
	case name == "fan":
		err = v.fan(&b, format(path), caption)
	default:
		err = v.curves(&b, format(path), caption)
	}
	if err != nil {
		return err
	}
	return writeFile(path, b.Bytes())
}

// slope draws the first table as totals over a straggler's delay.
func (v *view) slope(b *bytes.Buffer, form, caption string) error {
	t := &v.tables[0]
	xs, unit, _ := t.Rows.Numbers()
	if unit != "ps" || v.figure.Unit() != "ps" || slices.Min(xs) != 0 {
		return fmt.Errorf("--figure slope: draws times over delays from 0 on, and %s over %s is not that; valid: --rows with an axis such as ranks.3.start: 0 us..100 us:+10 us", v.figure.Name(), t.Rows.Name)
	}
	sheet := plots.SlopeSheet{Title: v.pictureTitle(), XName: t.Rows.Name, Lines: t.lines(xs, v.figure.Name(), unit)}
	return misdrawn(plots.Slope(b, form, sheet, caption))
}

// fan draws percentiles over the columns, a fan a table.
func (v *view) fan(b *bytes.Buffer, form, caption string) error {
	sheet := plots.FanSheet{Title: v.figure.Name() + " of " + v.plan.Name}
	for i := range v.tables {
		t := &v.tables[i]
		xs, axis, ok := t.axis()
		if !ok || t.Columns == nil {
			return errors.New("--figure fan: draws percentiles over the columns of each row; valid: --rows with an axis of numbers, --columns with one such as seed")
		}
		sheet.X = axis
		line := plots.FanLine{Name: t.Title}
		if line.Name == "" {
			line.Name = v.figure.Name()
		}
		for row, x := range xs {
			if band, ok := bandOf(x, t.cells[row], v.figure.Unit()); ok {
				line.Bands = append(line.Bands, band)
			}
		}
		slices.SortFunc(line.Bands, func(p, q plots.Band) int { return cmp.Compare(p.X, q.X) })
		sheet.Lines = append(sheet.Lines, line)
	}
	sheet.Y = plots.Axis{Name: v.figure.Name(), Unit: unitsOfFigures[v.figure.Unit()]}
	return misdrawn(plots.Fan(b, form, sheet, caption))
}

// bandOf is what the figures of a row say: of n of them the p-th percentile is number ceil(np/100).
func bandOf(x int64, cells []cellOf, unit string) (plots.Band, bool) {
	var all []int64
	for i := range cells {
		if n, ok := counted(cells[i].exact, unit); ok {
			all = append(all, n)
		}
	}
	if len(all) == 0 {
		return plots.Band{}, false
	}
	slices.Sort(all)
	at := func(p int) int64 { return all[(len(all)*p+99)/100-1] }
	return plots.Band{X: x, Min: all[0], P50: at(50), P95: at(95), P99: at(99), Max: all[len(all)-1]}, true
}

// pictureTitle says what the first table shows.
func (v *view) pictureTitle() string {
	title := v.figure.Name() + " of " + v.plan.Name
	if t := v.tables[0].Title; t != "" {
		title += ", " + t
	}
	return title
}

// misdrawn is an error of a figure as the program reports it.
func misdrawn(err error) error {
	if err == nil {
		return nil
	}
	return failed(fmt.Errorf("--plot: %w", err))
}
