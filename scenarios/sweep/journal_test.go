package sweep

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// planOf is a plan of n points that nobody has expanded.
func planOf(n int) *Plan {
	p := &Plan{Schema: PlanSchema, ModelVersion: "0", Name: "made up"}
	for i := range n {
		p.Points = append(p.Points, Point{Index: i, ID: fmt.Sprintf("%016x", i), Values: Values{{"bytes", fmt.Sprint(i, " B")}, {"x<y", "&"}}, Cost: int64(i)})
	}
	p.seal()
	return p
}

func recordOf(p *Plan, i int) Record {
	return Record{Index: i, ID: p.Points[i].ID, Values: p.Points[i].Values, Result: json.RawMessage(fmt.Sprintf(`{"total_ps":%d}`, i*i))}
}

// journalOf is the journal of some points, as bytes.
func journalOf(t *testing.T, p *Plan, points ...int) []byte {
	t.Helper()
	data, err := AppendHeader(nil, p.Header(1, 1))
	for _, i := range points {
		if err == nil {
			r := recordOf(p, i)
			data, err = AppendRecord(data, &r)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func read(t *testing.T, name string, data []byte) *Journal {
	t.Helper()
	j, err := ReadJournal(name, data)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// Every line is JSON by itself, and what was written is what is read.
func TestLinesAreJSON(t *testing.T) {
	p := planOf(3)
	data := journalOf(t, p, 0, 1, 2)
	for line := range strings.Lines(string(data)) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
	j := read(t, "j", data)
	want := []Record{recordOf(p, 0), recordOf(p, 1), recordOf(p, 2)}
	if diff := cmp.Diff(want, j.Records); diff != "" || j.Length != len(data) || j.Header != p.Header(1, 1) || len(j.Damage) > 0 {
		t.Errorf("%+v %s", j, diff)
	}
}

// However a crash cuts a journal, every line that is whole is read, no other, and what is written behind them is a journal
// again.
func TestTornAnywhere(t *testing.T) {
	p := planOf(3)
	data := journalOf(t, p, 0, 1, 2)
	for cut := range len(data) {
		j := read(t, "j", data[:cut])
		lines := strings.Count(string(data[:cut]), "\n")
		if want := max(0, lines-1); len(j.Records) != want {
			t.Fatalf("cut at %d: %d records, not %d", cut, len(j.Records), want)
		}
		if torn := j.Length < cut; torn != (len(j.Damage) == 1) || j.Length != strings.LastIndexByte(string(data[:cut]), '\n')+1 {
			t.Fatalf("cut at %d: %d are whole, %v", cut, j.Length, j.Damage)
		}
		again := append(data[:j.Length:j.Length], data[j.Length:]...)
		if got := read(t, "j", again); len(got.Records) != 3 {
			t.Fatalf("cut at %d and written again: %d records", cut, len(got.Records))
		}
	}
}

// A bit that flips is noticed wherever it is: the line is left out and told, the others are read.
func TestEveryBitIsWatched(t *testing.T) {
	p := planOf(3)
	data := journalOf(t, p, 0, 1, 2)
	start := strings.IndexByte(string(data), '\n') + 1
	for at := start; at < len(data); at++ {
		for bit := range 8 {
			flipped := []byte(string(data))
			flipped[at] ^= 1 << bit
			j := read(t, "j", flipped)
			if len(j.Damage) == 0 || len(j.Records) >= 3 {
				t.Fatalf("byte %d bit %d: nobody noticed: %+v", at, bit, j)
			}
			for _, r := range j.Records {
				if want := recordOf(p, r.Index); !want.same(&r) || want.ID != r.ID {
					t.Fatalf("byte %d bit %d: a record that nobody wrote: %+v", at, bit, r)
				}
			}
		}
	}
}

// One journal or several, in any order: the same hash. Points that are missing are a plan whose journal fills the gaps.
func TestMerge(t *testing.T) {
	p := planOf(5)
	whole, err := Merge(p, read(t, "all", journalOf(t, p, 0, 1, 2, 3, 4)))
	if err != nil || whole.Hash == "" {
		t.Fatal(err)
	}
	parts, err := Merge(p, read(t, "b", journalOf(t, p, 4, 2)), read(t, "a", journalOf(t, p, 3, 1, 0, 2)))
	if err != nil || parts.Hash != whole.Hash || parts.Doubled != 1 {
		t.Errorf("%v, %v instead of %v", err, parts, whole.Hash)
	}
	some, err := Merge(p, read(t, "some", journalOf(t, p, 3, 0)))
	var gaps *Gaps
	if !errors.As(err, &gaps) || len(gaps.Missing.Points) != 3 || gaps.All != 5 || len(some.Records) != 2 || some.Hash != "" {
		t.Fatalf("%v %+v", err, gaps)
	}
	rest := gaps.Missing
	if rest.Of != p.Hash || rest.Hash == p.Hash || rest.Points[1].Index != 2 {
		t.Errorf("%+v", rest)
	}
	filler := journalOf(t, rest)
	for _, point := range rest.Points {
		r := recordOf(p, point.Index)
		if filler, err = AppendRecord(filler, &r); err != nil {
			t.Fatal(err)
		}
	}
	full, err := Merge(p, read(t, "some", journalOf(t, p, 3, 0)), read(t, "rest", filler))
	if err != nil || full.Hash != whole.Hash {
		t.Errorf("%v %v", err, full)
	}
}

func TestMergeRefuses(t *testing.T) {
	p := planOf(2)
	other := planOf(3)
	if _, err := Merge(p, read(t, "j", journalOf(t, other, 0))); err == nil || !strings.Contains(err.Error(), "another plan") {
		t.Errorf("a journal of another plan: %v", err)
	}
	liar := recordOf(p, 1)
	liar.Result = json.RawMessage(`{"total_ps":7}`)
	data, err := AppendRecord(journalOf(t, p, 0, 1), &liar)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Merge(p, read(t, "j", data)); !errors.As(err, new(*Diverged)) {
		t.Errorf("two results: %v", err)
	}
}

// A result replaces an error, before or behind it.
func TestTriedAgain(t *testing.T) {
	p := planOf(2)
	failed := recordOf(p, 1)
	failed.Result, failed.Error = nil, "no luck"
	first, err := AppendRecord(journalOf(t, p, 0), &failed)
	if err != nil {
		t.Fatal(err)
	}
	right := recordOf(p, 1)
	both, err := AppendRecord(first, &right)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Merge(p, read(t, "j", first))
	if err != nil || m.Failed != 1 || m.Hash == "" {
		t.Errorf("%v %+v", err, m)
	}
	again, err := Merge(p, read(t, "j", both))
	if err != nil || again.Failed != 0 || again.Hash == m.Hash {
		t.Errorf("%v %+v", err, again)
	}
}
