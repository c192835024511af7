package measured

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"collsim/algo"
	"collsim/sim/input"
)

// FuzzParse feeds the readers with anything: they must not panic, a refusal must say where, and of what they accept their own JSON must
// give the same rows.
func FuzzParse(f *testing.F) {
	data, err := os.ReadFile("testdata/parse.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, part := range strings.Split(string(data), "\n\n") {
		log, _, _ := strings.Cut(part, "\n----")
		_, log, _ = strings.Cut(log, "parse")
		want, log, _ := strings.Cut(log, "\n")
		f.Add([]byte(log), strings.TrimPrefix(strings.TrimSpace(want), "want="))
	}
	for _, test := range tests {
		l := sampled(test.collective)
		l.Rows = l.Rows[:3]
		written, err := JSON(l)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(Text(l), test.name)
		f.Add(written, "")
	}
	f.Fuzz(func(t *testing.T, data []byte, want string) {
		l, err := Parse("f", data, algo.Collective(want))
		if err != nil {
			if p, ok := err.(input.Problems); !ok || len(p) == 0 || !strings.HasPrefix(p.Error(), "f:") {
				t.Fatalf("a refusal without a place: %v", err)
			}
			return
		}
		if want != "" && l.Collective != algo.Collective(want) || len(l.Rows) == 0 {
			t.Fatalf("asked for %q, got %s", want, summary(l))
		}
		for _, r := range l.Rows {
			if r.Bytes < 0 || r.Count < 0 || r.Root < -1 || r.OutOfPlace.Time < 0 || r.InPlace.Time < 0 || !r.OutOfPlace.Measured && !r.InPlace.Measured {
				t.Fatalf("no row: %+v", r)
			}
		}
		Text(l)
		written, err := JSON(l)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse("f", written, l.Collective)
		if err != nil {
			t.Fatalf("%v\n%s", err, written)
		}
		if diff := cmp.Diff(bares(l.Rows), bares(again.Rows)); diff != "" {
			t.Fatalf("%s\n%s", diff, written)
		}
	})
}

// FuzzReadSweeps feeds the table of a data set, and a file of it, with anything.
func FuzzReadSweeps(f *testing.F) {
	table, err := os.ReadFile("../../testdata/measured/systems.tsv")
	if err != nil {
		f.Fatal(err)
	}
	one, err := os.ReadFile("../../testdata/measured/144.tsv")
	if err != nil {
		f.Fatal(err)
	}
	all := strings.SplitAfter(string(table), "\n")
	for _, line := range all[1:] {
		f.Add([]byte(all[0]+line), one)
	}
	f.Fuzz(func(t *testing.T, table, one []byte) {
		sweeps, err := ReadSweeps(fstest.MapFS{SystemsFile: {Data: table}, "144.tsv": {Data: one}})
		if err != nil {
			return
		}
		for _, s := range sweeps {
			y := s.System
			if s.ID != "144" || y.Nodes < 1 || y.GPUsPerNode < 1 || s.Log.Ranks != y.Nodes*y.GPUsPerNode || len(s.Log.Rows) == 0 || (y.Nodes > 1) != (y.Transport != "") {
				t.Fatalf("no sweep: %+v", s)
			}
		}
	})
}
