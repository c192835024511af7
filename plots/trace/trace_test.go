package trace_test

import (
	"bytes"
	"io/fs"
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

// Traces of the library are right by the rules of the format, and hold all that the timelines do.
func TestPerfettoOfTheLibrary(t *testing.T) {
	names, err := fs.Glob(scenarios.Library(), "*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const most = 60_000 // events of a file; what is longer says nothing new
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
		results, err := f.Run(nil)
		if err != nil {
			t.Fatal(err)
		}
		events := uint64(0)
		for i := range results {
			events += results[i].Events
		}
		if events > most {
			continue
		}
		if err := f.Timelines(results, nil, inTurn); err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		kept := results[:0]
		for _, r := range results {
			if r.Timeline != nil {
				kept = append(kept, r)
			}
		}
		if len(kept) == 0 {
			continue
		}
		checked++
		t.Logf("%s %d", name, events)
		check(t, name, perfetto(t, kept), kept)
		sums(t, name, kept)
	}
	if checked < len(names)/3 {
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
