package goal_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"collsim/algo/goal"
)

// Finish times that LogGOPSim printed for small schedules (testdata/README.md), to the nanosecond.
func TestFinishTimesOfLogGOPSim(t *testing.T) {
	f, err := os.Open("testdata/expected.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	table := csv.NewReader(f)
	table.Comma = '\t'
	rows, err := table.ReadAll()
	if err != nil || len(rows) != 6 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, row := range rows[1:] {
		data, err := os.ReadFile(filepath.Join("testdata", row[0]))
		if err != nil {
			t.Fatal(err)
		}
		p, err := goal.Parse(row[0], data)
		if err != nil {
			t.Fatal(err)
		}
		n := numbers(t, row[1:7])
		q := goal.Parameters{Latency: n[0], Overhead: n[1], Gap: n[2], PerByteGap: n[3], PerByteWork: n[4], Eager: n[5]}
		for _, q.LogGOPSim = range []bool{false, true} {
			o, err := p.Play(q)
			if err != nil {
				t.Fatal(err)
			}
			if got := texts(o.Finish); got != row[7] {
				t.Errorf("%s finishes at %s, with LogGOPSim at %s", row[0], got, row[7])
			}
		}
	}
}

func numbers(t *testing.T, texts []string) []int64 {
	t.Helper()
	var all []int64
	for _, s := range texts {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	return all
}

func texts(all []int64) string {
	var s []string
	for _, n := range all {
		s = append(s, strconv.FormatInt(n, 10))
	}
	return strings.Join(s, ",")
}
