package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"collsim/plots"
	"collsim/scenarios"
	"collsim/scenarios/compare"
	"collsim/sim/ledger"
)

// versusPicture is a figure of a comparison.
type versusPicture struct {
	name, doc string
	draw      func(w io.Writer, format string, c *compare.Comparison, caption string) error
}

// versusPictures are the figures that compare draws.
var versusPictures = []versusPicture{
	{"winner", "who wins where, and by how much", drawWinners},
	{"busbw", "bus bandwidth over size, at the largest scale", func(w io.Writer, format string, c *compare.Comparison, caption string) error {
		y := plots.Axis{Name: "bus bandwidth", Unit: plots.Rate, Log: true}
		return plots.Curves(w, format, overSize(c, y, func(cell *compare.Cell) int64 { return rate(cell.Busbw) }), caption)
	}},
	{"time", "time over size, at the largest scale", func(w io.Writer, format string, c *compare.Comparison, caption string) error {
		return plots.Curves(w, format, overSize(c, timeAxis, timeOf), caption)
	}},
	{"growth", "time over ranks or nodes, at the smallest size", drawGrowth},
	{"breakdown", "where the time goes, at the largest scale and size", drawBreakdowns},
}

// manyFigures stands for the name of a figure in the name of a file.
const manyFigures = "{}"

func versusFigureNames() []string {
	var names []string
	for _, f := range versusPictures {
		names = append(names, f.name)
	}
	return names
}

func (v *versus) declareFigures(flags *pflag.FlagSet) {
	flags.StringVar(&v.plot, "plot", "", "draw figures into this file, .svg, .png or .pdf; {} in its name stands for that of the figure")
	flags.StringVar(&v.figure, "figure", versusPictures[0].name, "which figures --plot draws: "+strings.Join(versusFigureNames(), ", "))
}

// drawable refuses figures that there are not, and files that none can be drawn into.
func (v *versus) drawable(flags *pflag.FlagSet) error {
	if !flags.Changed("plot") {
		if flags.Changed("figure") {
			return fmt.Errorf("--figure: there is no --plot that says where to draw it; valid: --plot %s.svg", v.figure)
		}
		return nil
	}
	names := strings.Split(v.figure, ",")
	for _, name := range names {
		if !slices.Contains(versusFigureNames(), name) {
			return fmt.Errorf("--figure: unknown figure %q%s", name, suggest(name, versusFigureNames()))
		}
		if err := canDraw(v.fileOf(name)); err != nil {
			return err
		}
	}
	if len(names) > 1 && !strings.Contains(v.plot, manyFigures) {
		return errors.New("--plot: several figures need a name each; valid: a name with " + manyFigures + " in it, such as compare-{}.svg")
	}
	return nil
}

// fileOf is where a figure goes.
func (v *versus) fileOf(name string) string { return strings.ReplaceAll(v.plot, manyFigures, name) }

// draw draws the figures that are asked for.
func (v *versus) draw(c *compare.Comparison, caption string) error {
	for name := range strings.SplitSeq(v.figure, ",") {
		i := slices.IndexFunc(versusPictures, func(f versusPicture) bool { return f.name == name })
		var b bytes.Buffer
		if err := versusPictures[i].draw(&b, format(v.fileOf(name)), c, caption); err != nil {
			return failed(fmt.Errorf("--figure %s: %w", name, err))
		}
		if err := writeFile(v.fileOf(name), b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

var timeAxis = plots.Axis{Name: "time", Unit: plots.Time, Log: true}

// rate is a bandwidth as a figure counts it; 0, which no logarithmic axis has, where it is undefined.
func rate(b scenarios.Bandwidth) int64 {
	if b == scenarios.Undefined {
		return 0
	}
	return int64(b)
}

func timeOf(cell *compare.Cell) int64 { return int64(cell.Total) }

// overSize are curves over the sizes at the largest scale.
func overSize(c *compare.Comparison, y plots.Axis, value func(*compare.Cell) int64) plots.CurvesSheet {
	last := len(c.Scales) - 1
	s := plots.CurvesSheet{
		Title: versusTitle(c) + ", " + scaleName(c, c.Scales[last]),
		X:     plots.Axis{Name: "size", Unit: plots.Size, Log: true}, Y: y,
	}
	s.Lines = curvesOf(c, func(i int) int64 { return int64(c.Sizes[i]) }, c.Places[last*len(c.Sizes):], value)
	for i := range c.Crossings {
		x := &c.Crossings[i]
		if x.Over == "bytes" && x.Scale == c.Scales[last] {
			s.Crossings = append(s.Crossings, plots.Crossing{X: x.High, Words: x.From[0] + " > " + x.To[0]})
		}
	}
	return s
}

// curvesOf are a curve for each competitor through places.
func curvesOf(c *compare.Comparison, x func(i int) int64, places []compare.Place, value func(*compare.Cell) int64) []plots.Line {
	all := make([]plots.Line, len(c.Names), len(c.Names)+1)
	for of, name := range c.Names {
		all[of].Name = name
		for i := range places {
			if cell := &places[i].Cells[of]; cell.Refused == "" {
				all[of].Points = append(all[of].Points, plots.Point{X: x(i), Y: value(cell)})
			}
		}
	}
	return slices.DeleteFunc(all, func(l plots.Line) bool { return len(l.Points) == 0 })
}

// drawGrowth draws time over the scale at the smallest size.
func drawGrowth(w io.Writer, format string, c *compare.Comparison, caption string) error {
	var places []compare.Place
	for j := range c.Scales {
		places = append(places, c.Places[j*len(c.Sizes)])
	}
	s := plots.CurvesSheet{
		Title: versusTitle(c) + ", " + c.Sizes[0].String(),
		X:     plots.Axis{Name: c.Unit, Unit: plots.Count, Log: true}, Y: timeAxis,
		Lines: curvesOf(c, func(i int) int64 { return int64(c.Scales[i]) }, places, timeOf),
	}
	for i := range c.Crossings {
		x := &c.Crossings[i]
		if x.Over == c.Unit && x.Bytes == c.Sizes[0] {
			s.Crossings = append(s.Crossings, plots.Crossing{X: x.High, Words: x.From[0] + " > " + x.To[0]})
		}
	}
	return plots.Curves(w, format, s, caption)
}

// drawWinners draws who wins where.
func drawWinners(w io.Writer, format string, c *compare.Comparison, caption string) error {
	h := plots.HeatSheet{
		Title: versusTitle(c), X: plots.Axis{Name: "size", Unit: plots.Size}, Y: plots.Axis{Name: c.Unit, Unit: plots.Count}, Names: c.Names,
	}
	for _, n := range c.Sizes {
		h.Columns = append(h.Columns, int64(n))
	}
	for j, scale := range c.Scales {
		h.Rows = append(h.Rows, int64(scale))
		row := make([]plots.Cell, len(c.Sizes))
		for i := range row {
			p := &c.Places[j*len(c.Sizes)+i]
			row[i] = plots.Cell{Winner: p.Winner(), Margin: int(max(0, p.Thousandths()-1000))}
		}
		h.Cells = append(h.Cells, row)
	}
	for i := range c.Crossings {
		x := &c.Crossings[i]
		switch {
		case x.Over == "bytes":
			h.Crossings = append(h.Crossings, plots.Point{X: x.High, Y: int64(x.Scale)})
		case !slices.Contains(c.Scales, int(x.High)): // else the line between the rows says it
			h.Crossings = append(h.Crossings, plots.Point{X: int64(x.Bytes), Y: x.High})
		}
	}
	return plots.HeatMap(w, format, h, caption)
}

// drawBreakdowns draws where the time of each competitor goes, at the last place of the grid.
func drawBreakdowns(w io.Writer, format string, c *compare.Comparison, caption string) error {
	place := &c.Places[len(c.Places)-1]
	var results []scenarios.Result
	for of, name := range c.Names {
		cell := &place.Cells[of]
		if cell.Refused != "" {
			continue
		}
		r := scenarios.Result{
			Variant: name, Fabric: c.Fabric, Collective: c.Collective, Algorithm: name, Library: c.Library, Fidelity: c.Fidelity, Ranks: cell.Ranks, Bytes: place.Bytes,
			Total: cell.Total, Rounds: cell.Rounds, Algbw: cell.Algbw, Busbw: cell.Busbw, CriticalPath: cell.Path,
			Bound: scenarios.Bound{Total: cell.Bound, Percent: cell.Percent},
		}
		for g := range ledger.Groups {
			path := ledger.Parts(cell.Path)
			r.Groups[g] = path.Group(g)
		}
		results = append(results, r)
	}
	return plots.Breakdown(w, format, results, caption)
}

// versusTitle says what is compared.
func versusTitle(c *compare.Comparison) string {
	return fmt.Sprintf("%s on %s, library %s", c.Collective, c.Fabric, c.Library)
}
