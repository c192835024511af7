package validate

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/scenarios"
	"collsim/scenarios/measured"
)

var update = flag.Bool("update", false, "write testdata/pinned.txt anew")

func inTurn(n int, do func(i int)) {
	for i := range n {
		do(i)
	}
}

// quick are sweeps whose rows take a millisecond or so, of every kind of machine and collective.
var quick = []string{"001", "006", "013", "024", "037", "041", "045", "055", "059", "073", "080", "084", "088", "107", "109", "137", "138", "142"}

func casesOf(t *testing.T, ids []string) []*Case {
	t.Helper()
	sweeps, err := measured.ReadSweeps(os.DirFS("../../testdata/measured"))
	if err != nil {
		t.Fatal(err)
	}
	var all []*Case
	for _, s := range sweeps {
		for _, id := range ids {
			if s.ID == id {
				c, err := NewCase(s)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, c)
			}
		}
	}
	if len(all) != len(ids) {
		t.Fatalf("%d of %d sweeps are there", len(all), len(ids))
	}
	return all
}

// TestPinned holds every sixth row of the quick sweeps to what it was: what changes it changes what users are told, and is
// to be seen in a difference. Renew it with -update, and docs/validation.md with make validate.
func TestPinned(t *testing.T) {
	m := NewModel(casesOf(t, quick), nil)
	m.Every = 6
	points, err := m.Points(inTurn, m.Rows(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, of := range points {
		for i := range of {
			p := &of[i]
			fmt.Fprintf(&text, "%s %v: %d ps, %s\n", p.Case.ID, p.Bytes, p.Simulated.Total, p.Way())
		}
	}
	const file = "testdata/pinned.txt"
	if *update {
		if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text.String()); diff != "" {
		t.Error(diff)
	}
}

// TestUntouchedPointsStay moves every number by a tenth: where touches says that it cannot matter, no picosecond changes.
func TestUntouchedPointsStay(t *testing.T) {
	numbers, err := Numbers()
	if err != nil {
		t.Fatal(err)
	}
	touched, untouched := 0, 0
	for _, c := range casesOf(t, quick) {
		m := NewModel([]*Case{c}, numbers)
		for row := 0; row < len(c.Rows); row += 11 {
			base, err := c.Run(row, m.settings(c, m.Start))
			if err != nil {
				t.Fatal(err)
			}
			for j := range numbers {
				if n := &numbers[j]; n.of(c) && touches(n.Parameter.Name, &base) {
					touched++
				} else if n.of(c) {
					untouched++
					stays(t, m, c, row, j, &base)
				}
			}
		}
	}
	if touched == 0 || untouched == 0 {
		t.Errorf("%d numbers touch their point, %d do not", touched, untouched)
	}
}

func stays(t *testing.T, m *Model, c *Case, row, j int, base *Point) {
	t.Helper()
	values := append([]float64(nil), m.Start...)
	values[j] *= 0.9
	moved, err := c.Run(row, m.settings(c, values))
	if err != nil {
		t.Fatal(err)
	}
	if moved.Simulated.Total != base.Simulated.Total {
		t.Errorf("%s, %v, %s: %s is said to touch nothing, but %v becomes %v", c.ID, base.Bytes, base.Way(), m.Numbers[j].Name, base.Simulated.Total, moved.Simulated.Total)
	}
}

// TestCalibrationHelps fits a site's own numbers to five sizes of one sweep, from classes that are far off.
func TestCalibrationHelps(t *testing.T) {
	numbers, err := Numbers()
	if err != nil {
		t.Fatal(err)
	}
	m := NewModel(casesOf(t, []string{"107"}), numbers)
	for j := range m.Start {
		m.Start[j] = m.Begin[j]
		if n := &m.Numbers[j]; n.Parameter.Name == "host.launch" {
			m.Start[j] *= 2
		}
	}
	points, err := m.Points(inTurn, m.Rows(), m.Start)
	if err != nil {
		t.Fatal(err)
	}
	var left Left
	if err := m.calibrate(&left, nil, inTurn); err != nil {
		t.Fatal(err)
	}
	before, after := StatisticsOf(Errors(points[0], nil)), StatisticsOf(left.Calibrated)
	if before.Median < 0.15 || after.Median > before.Median/2 {
		t.Errorf("before %+v, after %+v", before, after)
	}
	if len(left.Calibrated)+5 != len(points[0]) {
		t.Errorf("%d of %d rows are predicted after a calibration on five", len(left.Calibrated), len(points[0]))
	}
}

// TestChoicesAreOfSweeps reads the table of what NCCL is known to have chosen, and finds a point for each quick one.
func TestChoicesAreOfSweeps(t *testing.T) {
	all, err := Choices()
	if err != nil {
		t.Fatal(err)
	}
	m := NewModel(casesOf(t, quick), nil)
	points, err := m.Points(inTurn, m.Rows(), nil)
	if err != nil {
		t.Fatal(err)
	}
	verdicts := Judge(all, points)
	for _, v := range verdicts {
		if len(v.Others) > 0 {
			t.Errorf("%s from %v to %v: NCCL took %v by %s (%s); the model takes %s at %v",
				v.Sweep, v.From, v.To, v.Algorithms, v.Protocol, v.Known, v.Others[0].Way(), v.Others[0].Bytes)
		}
	}
	for _, c := range all {
		for _, id := range quick {
			if c.Sweep == id && !anyOf(verdicts, c) {
				t.Errorf("no row of %s lies between %v and %v", c.Sweep, c.From, c.To)
			}
		}
	}
}

func anyOf(verdicts []Verdict, c Choice) bool {
	for _, v := range verdicts {
		if v.Sweep == c.Sweep && v.From == c.From {
			return true
		}
	}
	return false
}

func TestStatistics(t *testing.T) {
	got := StatisticsOf([]float64{-0.4, 0.1, 0.2, -0.3, 0.5, 0.6, 0.7, -0.8, 0.9, 1})
	if want := (Statistics{10, 0.5, 0.9, 0.2}); got != want {
		t.Errorf("%+v; want %+v", got, want)
	}
	if got := StatisticsOf(nil); got != (Statistics{}) {
		t.Errorf("of nothing: %+v", got)
	}
}

func TestBandsMeet(t *testing.T) {
	for i, b := range Bands {
		if i > 0 && b.From != Bands[i-1].To || i == 0 && b.From != Least || b.To == 0 != (i == len(Bands)-1) {
			t.Errorf("%+v does not begin where the one before ends", b)
		}
		if !b.Holds(b.From) || b.To != 0 && b.Holds(b.To) {
			t.Errorf("%+v: its ends", b)
		}
	}
}

// TestSettingsAreExact writes values that a scenario reads as they were meant.
func TestSettingsAreExact(t *testing.T) {
	numbers, err := Numbers()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range numbers {
		var s scenarios.Setting = n.setting(float64(n.Start.Int))
		if v, err := n.Parameter.Parse(s.Value); err != nil || v != n.Start {
			t.Errorf("%s: %s is read as %v, %v; want %v", n.Name, s.Value, v, err, n.Start)
		}
	}
}
