package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"collsim/plots"
	"collsim/scenarios/validate"
	"collsim/sim/units"
)

// figures draws a figure for each system, with what was measured as rings and what is simulated as lines, and gives the part
// of the page that shows them.
func figures(points [][]validate.Point, dir string) (string, error) {
	systems := map[string][][]validate.Point{}
	var names []string
	for _, of := range points {
		name := of[0].Case.SystemName()
		if systems[name] == nil {
			names = append(names, name)
		}
		systems[name] = append(systems[name], of)
	}
	slices.Sort(names)
	var b strings.Builder
	for _, name := range names {
		file := strings.NewReplacer(" ", "-", ",", "").Replace(name) + ".svg"
		if err := figure(dir+"/"+file, name, systems[name]); err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "![%s](validation/%s)\n", name, file)
	}
	return b.String(), nil
}

func figure(file, system string, of [][]validate.Point) error {
	sheet := plots.CurvesSheet{
		Title: system,
		X:     plots.Axis{Name: "size", Unit: plots.Size, Log: true},
		Y:     plots.Axis{Name: "time", Unit: plots.Time, Log: true},
	}
	for _, points := range of {
		c := points[0].Case
		series := string(c.Log.Collective) + " " + c.ID
		sheet.Lines = append(sheet.Lines,
			plots.Line{Name: series, Series: series, Points: curve(points, func(p *validate.Point) units.Duration { return p.Simulated.Total })},
			plots.Line{Name: "measured", Series: series, Form: plots.Measured, Points: curve(points, func(p *validate.Point) units.Duration { return p.Measured })})
	}
	w, err := os.Create(file)
	if err != nil {
		return err
	}
	caption := "Lines: simulated with the classes that are built in. Rings: measured. make validate"
	return cmp.Or(plots.Curves(w, "svg", sheet, caption), w.Close())
}

func curve(points []validate.Point, y func(*validate.Point) units.Duration) []plots.Point {
	var all []plots.Point
	for i := range points {
		all = append(all, plots.Point{X: int64(points[i].Bytes), Y: int64(y(&points[i]))})
	}
	return all
}
