package trace_test

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"collsim/plots/trace"
	"collsim/scenarios"
	"collsim/sim/units"
)

func inTurn(n int, f func(int)) {
	for i := range n {
		f(i)
	}
}

// traced answers a file, with timelines.
func traced(t testing.TB, name, text string) []scenarios.Result {
	t.Helper()
	f, err := scenarios.Load(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	results, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Timelines(results, nil, inTurn); err != nil {
		t.Fatal(err)
	}
	return results
}

const small = `
schema: collsim.scenario/v1
fabric: {preset: star, nodes: 4}
collective: all_reduce
bytes: 64 KiB
library: mpi
variants: {ring: {algorithm: ring}, tree: {algorithm: tree}}
`

func perfetto(t testing.TB, results []scenarios.Result) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := trace.Perfetto(&b, results, "$ collsim run"); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Traces of the library are right by the rules of the format, and hold all that the timelines do. What takes long is left out:
// it says nothing new.
func TestPerfettoOfTheLibrary(t *testing.T) {
	names, err := fs.Glob(scenarios.Library(), "*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, name := range names {
		text, err := fs.ReadFile(scenarios.Library(), name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := scenarios.Load(name, text)
		if err != nil {
			t.Fatal(err)
		}
		results, err := f.Run(func(p scenarios.Progress) bool { return p.All < 1000 && p.Events < 4000 })
		if err != nil || slices.ContainsFunc(results, func(r scenarios.Result) bool { return r.Error != "" || r.Grant != nil }) {
			continue
		}
		if err := f.Timelines(results, nil, inTurn); err != nil {
			t.Fatal(err)
		}
		results = slices.DeleteFunc(results, func(r scenarios.Result) bool { return r.Timeline.Events() > 10_000 })
		if len(results) == 0 {
			continue
		}
		checked++
		check(t, name, perfetto(t, results), results)
		sums(t, name, results)
	}
	if checked < len(names)/5 {
		t.Errorf("%d of %d scenarios were traced", checked, len(names))
	}
}

// sums checks that a profile's values sum to the totals.
func sums(t *testing.T, name string, results []scenarios.Result) {
	t.Helper()
	var b bytes.Buffer
	if err := trace.Profile(&b, results, "$ collsim run"); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(&b)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var total units.Duration
	var rounded int64
	for i := range results {
		total += results[i].Total
		rounded += int64(results[i].Total / units.Nanosecond)
	}
	var got [2]int64
	for _, s := range p.Sample {
		if len(s.Location) != 4 {
			t.Errorf("%s: a stack of %d", name, len(s.Location))
		}
		got[0], got[1] = got[0]+s.Value[0], got[1]+s.Value[1]
	}
	if got != [2]int64{int64(total), rounded} {
		t.Errorf("%s: %d ps and %d ns, the totals are %d ps and %d ns", name, got[0], got[1], int64(total), rounded)
	}
}

func TestNothingToTrace(t *testing.T) {
	for _, err := range []error{
		trace.Perfetto(&bytes.Buffer{}, []scenarios.Result{{}}, ""), trace.Profile(&bytes.Buffer{}, []scenarios.Result{{}}, ""),
	} {
		if err == nil || !strings.Contains(err.Error(), "without a timeline") {
			t.Errorf("error %v", err)
		}
	}
}
