package site

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"collsim/scenarios"
	"collsim/scenarios/measured"
	"collsim/scenarios/trial"
	"collsim/scenarios/validate"
)

var (
	sweepIDs = flag.String("sweeps", "", "fits even rows of these sweeps and predicts odd ones, as a table: ids with commas between, or all")
	verbose  = flag.Bool("rows", false, "with rows and figures")
)

// TestTable prints how well even rows predict odd ones.
func TestTable(t *testing.T) {
	if *sweepIDs == "" {
		t.Skip("without -sweeps")
	}
	all, err := measured.ReadSweeps(os.DirFS("../../testdata/measured"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := ParseRows("even")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if s.Status != measured.Healthy || s.System.Nodes*s.System.GPUsPerNode > 128 || *sweepIDs != "all" && !strings.Contains(","+*sweepIDs+",", ","+s.ID+",") {
			continue
		}
		start := time.Now()
		f, err := scenarios.Load(s.ID+".yaml", []byte(validate.ScenarioOf(s)))
		if err != nil {
			t.Fatal(err)
		}
		tr, err := trial.New(f.Scenarios[0], s.Log)
		var a *Answer
		if err == nil {
			a, err = (&Question{Trials: []*trial.Trial{tr}, Rows: rows}).Fit(onAllCores)
		}
		if err != nil {
			fmt.Println(s.ID, err)
			continue
		}
		fmt.Printf("%s %-15s %d x %-10s before %.1f / %.1f | %2d even %.1f / %.1f | %2d odd %.1f / %.1f | %d figures | %v\n", s.ID, s.Log.Collective, s.System.Nodes, s.System.Preset,
			100*a.Before.Median, 100*a.Before.P90, a.Used.Rows, 100*a.Used.Median, 100*a.Used.P90, a.Unused.Rows, 100*a.Unused.Median, 100*a.Unused.P90, len(a.Figures), time.Since(start).Round(time.Second))
		if !*verbose {
			continue
		}
		for i := range a.Figures {
			g := &a.Figures[i]
			fmt.Printf("   %s %v -> %v %s\n", g.Name, g.Before, g.Value, g.Why)
		}
		for i := range a.Guided {
			g := &a.Guided[i]
			fmt.Printf("   guided %s %v -> %v\n", g.Name, g.Before, g.Value)
		}
		for _, h := range a.Held {
			fmt.Printf("   held %s: %s\n", h.Name, h.Why)
		}
		for i := range a.Rows {
			r := &a.Rows[i]
			fmt.Printf("   %10v %10s %10s %6.3f %s %s %v\n", r.Bytes, r.Measured.Short(), r.Simulated.Short(), r.Error(), r.Algorithm, r.Protocol, r.Used)
		}
	}
}
