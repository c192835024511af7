package plots_test

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/plot/cmpimg"

	"collsim/fabric"
	"collsim/plots"
	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// figures are drawn from numbers made by hand: what is tested is what is drawn, not what is true.
var figures = map[string]func(w io.Writer, format, caption string) error{
	"curves-busbw": func(w io.Writer, format, caption string) error { return plots.Curves(w, format, busbw(), caption) },
	"curves-time":  func(w io.Writer, format, caption string) error { return plots.Curves(w, format, times(), caption) },
	"curves-many":  func(w io.Writer, format, caption string) error { return plots.Curves(w, format, many(), caption) },
	"heat-large": func(w io.Writer, format, caption string) error {
		return plots.HeatMap(w, format, heat(30, 10), caption)
	},
	"slope": func(w io.Writer, format, caption string) error { return plots.Slope(w, format, slopes(), caption) },
	"fan":   func(w io.Writer, format, caption string) error { return plots.Fan(w, format, fan(), caption) },
	"percentiles": func(w io.Writer, format, caption string) error {
		return plots.Percentiles(w, format, replicated(), caption)
	},
	"tornado":     func(w io.Writer, format, caption string) error { return plots.Tornado(w, format, tornados(), caption) },
	"loads-rails": loads(fabric.Spec{Preset: "hgx-h100", Nodes: 4, Network: "rail-optimised"}),
	"loads-many":  loads(fabric.Spec{Preset: "hgx-h100", Nodes: 64, Network: "leaf-spine"}),
	"heat-small":  func(w io.Writer, format, caption string) error { return plots.HeatMap(w, format, heat(6, 3), caption) },
}

func TestFigures(t *testing.T) {
	for name, draw := range figures {
		for _, format := range plots.Formats() {
			if format != "svg" && name != "curves-busbw" {
				continue // one picture in each other form: all are drawn by the same code
			}
			var got, again bytes.Buffer
			for _, w := range []*bytes.Buffer{&got, &again} {
				if err := draw(w, format, "$ collsim compare --algorithms ring,tree --plot "+name+"."+format); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			if !bytes.Equal(got.Bytes(), again.Bytes()) {
				t.Errorf("two drawings of %s as %s differ", name, format)
			}
			golden(t, name+"."+format, got.Bytes())
		}
	}
}

// golden compares a picture with the one of before.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if same, err := cmpimg.Equal(filepath.Ext(name)[1:], got, want); err != nil || !same {
		t.Errorf("%s differs from what was drawn before (%v); look at it and run with -update", path, err)
	}
}

func sizes(low, high int64) []int64 {
	var all []int64
	for n := low; n <= high; n *= 2 {
		all = append(all, n)
	}
	return all
}

// timeOf is latency and bytes over a rate, in picoseconds.
func timeOf(bytes, latencyNs, gigabytes int64) int64 { return latencyNs*1000 + bytes*1000/gigabytes }

func curve(name string, form plots.Form, of func(n int64) int64) plots.Line {
	l := plots.Line{Name: name, Form: form}
	for _, n := range sizes(8, 4<<30) {
		l.Points = append(l.Points, plots.Point{X: n, Y: of(n)})
	}
	return l
}

func rateOf(n, ps int64) int64 { return int64(float64(n) / float64(ps) * 1e12) }

func busbw() plots.CurvesSheet {
	measured := plots.Line{Name: "ring, measured", Series: "ring", Form: plots.Measured}
	for _, n := range sizes(1<<20, 1<<30) {
		measured.Points = append(measured.Points, plots.Point{X: n, Y: rateOf(n, timeOf(n, 90_000, 41))})
	}
	return plots.CurvesSheet{
		Title: "all_reduce on 8 x hgx-h100, 64 ranks, library nccl, message level",
		X:     plots.Axis{Name: "bytes of the buffer", Unit: plots.Size, Log: true}, Y: plots.Axis{Name: "bus bandwidth", Unit: plots.Rate},
		Lines: []plots.Line{
			curve("ring", plots.Solid, func(n int64) int64 { return rateOf(n, timeOf(n, 80_000, 45)) }),
			curve("tree", plots.Solid, func(n int64) int64 { return rateOf(n, timeOf(n, 20_000, 25)) }),
			curve("double_binary_tree", plots.Solid, func(n int64) int64 { return rateOf(n, timeOf(n, 25_000, 40)) }),
			curve("hierarchical", plots.Solid, func(n int64) int64 { return rateOf(n, timeOf(n, 30_000, 44)) }),
			curve("bound", plots.Bound, func(n int64) int64 { return rateOf(n, timeOf(n, 9_000, 50)) }),
			measured,
		},
		Crossings: []plots.Crossing{{131_072, "tree > double_binary_tree"}, {524_288, "double_binary_tree > hierarchical"}, {70_000_000, "hierarchical > ring"}},
	}
}

func times() plots.CurvesSheet {
	s := busbw()
	s.Y = plots.Axis{Name: "time", Unit: plots.Time, Log: true}
	s.Lines = []plots.Line{
		curve("ring", plots.Solid, func(n int64) int64 { return timeOf(n, 80_000, 45) }),
		curve("tree", plots.Solid, func(n int64) int64 { return timeOf(n, 20_000, 25) }),
		curve("bound", plots.Bound, func(n int64) int64 { return timeOf(n, 9_000, 50) }),
	}
	return s
}

// many has more series than hues, few points, and names without end.
func many() plots.CurvesSheet {
	s := plots.CurvesSheet{
		Title: "a title that goes on for longer than any page is wide because whoever wrote the scenario had very much to say about what it should show to everybody",
		X:     plots.Axis{Name: "ranks", Unit: plots.Count, Log: true}, Y: plots.Axis{Name: "total", Unit: plots.Time, Log: true},
	}
	for i := range int64(14) {
		l := plots.Line{Name: "variant " + string(rune('a'+i))}
		for _, n := range []int64{2, 3, 8, 24, 100} {
			l.Points = append(l.Points, plots.Point{X: n, Y: (i + 3) * n * 1000})
		}
		s.Lines = append(s.Lines, l)
	}
	return s
}

// heat has a winner by where a cell stands, as latency, both and bandwidth decide.
func heat(columns, rows int) plots.HeatSheet {
	h := plots.HeatSheet{
		Title: "all_reduce on hgx-h100, library nccl, message level: which algorithm is fastest",
		X:     plots.Axis{Name: "bytes of the buffer", Unit: plots.Size}, Y: plots.Axis{Name: "ranks"},
		Names: []string{"ring", "tree", "double_binary_tree", "hierarchical", "halving_doubling"},
	}
	for j := range columns {
		h.Columns = append(h.Columns, 8<<j)
	}
	for i := range rows {
		h.Rows = append(h.Rows, 8<<i)
		var row []plots.Cell
		for j := range columns {
			c := plots.Cell{Winner: 1, Margin: (columns - j) * 70}
			switch at := j*30/columns - i; {
			case at > 17:
				c.Winner = 0
			case at > 11:
				c.Winner = 3
			case at > 9:
				c.Winner = 2
			}
			if i == rows-1 && j > columns-3 {
				c.Winner = -1
			}
			row = append(row, c)
		}
		h.Cells = append(h.Cells, row)
		h.Crossings = append(h.Crossings, plots.Point{X: 11<<(columns/2) + 5, Y: 8 << i})
	}
	h.Crossings = append(h.Crossings, plots.Point{X: 16, Y: 8}, plots.Point{X: 32, Y: 16}, plots.Point{X: 32, Y: 22}, plots.Point{X: 32, Y: 11})
	return h
}

func slopes() plots.SlopeSheet {
	s := plots.SlopeSheet{Title: "all_reduce, ring and tree, 16 ranks of 2 x hgx-h100", XName: "start of rank 3"}
	for _, l := range []struct {
		name         string
		base, hidden int64
	}{{"ring", 400, 120}, {"tree", 250, 0}, {"hierarchical", 700, 5000}} {
		line := plots.Line{Name: l.name}
		for d := int64(0); d <= 1000; d += 100 {
			line.Points = append(line.Points, plots.Point{X: d * 1_000_000, Y: (l.base + max(0, d-l.hidden)) * 1_000_000})
		}
		s.Lines = append(s.Lines, line)
	}
	return s
}

func fan() plots.FanSheet {
	f := plots.FanSheet{Title: "all_reduce of 1 MiB with jitter, 100 replicates", X: plots.Axis{Name: "ranks", Log: true}, Y: plots.Axis{Name: "total", Unit: plots.Time}}
	for k, name := range []string{"ring", "tree"} {
		l := plots.FanLine{Name: name}
		for n := int64(8); n <= 512; n *= 2 {
			base := n * int64(2-k) * 1_000_000
			l.Bands = append(l.Bands, plots.Band{X: n, Min: base, P50: base + base/5, P95: base + base/3, P99: base + base/2, Max: base + base*2/3})
		}
		f.Lines = append(f.Lines, l)
	}
	return f
}

func replicated() []scenarios.Result {
	r := pictures()["two"]
	for i := range r {
		s := &scenarios.Replicates{Count: 100}
		band := func(total units.Duration) scenarios.Sample {
			return scenarios.Sample{Min: total, Max: total * 2, P50: scenarios.Percentile{At: total * 11 / 10}, P95: scenarios.Percentile{At: total * 14 / 10}, P99: scenarios.Percentile{At: total * 17 / 10}}
		}
		s.Total = band(r[i].Total)
		for g := range ledger.Groups {
			parts := ledger.Parts(r[i].CriticalPath)
			s.Groups[g] = band(parts.Group(g))
		}
		r[i].Replicates = s
	}
	return r
}

func tornados() []plots.TornadoSheet {
	r := pictures()["one"][0]
	half, twice := r.Total/2, r.Total*2
	little := r.Total - r.Total/50
	r.WhatIf = &scenarios.Sensitivity{Base: r.Total, Changes: []scenarios.Change{
		{Name: "twice the rate of the network", Total: &half}, {Name: "one NIC a node for all its GPUs", Total: &twice}, {Name: "no launch", Total: &little},
		{Name: "half the latency", Total: &r.Total}, {Name: "cannot be run"},
	}}
	r.Interval = &scenarios.Interval{Total: r.Total, Parameters: []scenarios.Influence{
		{Name: "nic.rate", Low: "40 GB/s", High: "50 GB/s", AtLow: r.Total + 80*us, AtHigh: r.Total - 30*us},
		{Name: "host.a-parameter-whose-name-is-longer-than-there-is-room", Low: "1 us", High: "12 us", AtLow: r.Total - 8*us, AtHigh: r.Total + 4*us},
		{Name: "nic.latency", Low: "100 ns", High: "1.2 us", AtLow: r.Total, AtHigh: r.Total + 400},
	}}
	return plots.Sensitivities([]scenarios.Result{r})
}

// loads gives each link a load by its number.
func loads(spec fabric.Spec) func(w io.Writer, format, caption string) error {
	return func(w io.Writer, format, caption string) error {
		g, _, err := fabric.Build(spec)
		if err != nil {
			return err
		}
		l := &scenarios.Links{Edges: []units.Duration{0, 1000}}
		for id := range g.Links {
			if busy := units.Duration(id * 37 % 1100); busy < 1000 {
				l.All = append(l.All, scenarios.LinkUse{Link: g.LinkName(fabric.LinkID(id)), Busy: busy, Bytes: units.MiB, Peak: 4096})
			}
		}
		slices.SortStableFunc(l.All, func(a, b scenarios.LinkUse) int { return cmp.Compare(b.Busy, a.Busy) })
		return plots.Loads(w, format, []plots.LoadSheet{{Graph: g, Links: l}}, caption)
	}
}
