//go:build !js && !nostore

package store

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/scenarios/sweep"
)

func written(t *testing.T, m *sweep.Merged) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "odd name?#%20.db")
	if err := Write(path, m); err != nil {
		t.Fatal(err)
	}
	return path
}

// What is read is what was written, and the same sweep gives the same file.
func TestReadWhatWasWritten(t *testing.T) {
	m := played(t, question, 3)
	path := written(t, m)
	back, err := ReadMerged(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m.Records, back.Records); diff != "" || back.Hash != m.Hash || back.Failed != 1 {
		t.Errorf("%s, %d failed (-written +read):\n%s", back.Hash, back.Failed, diff)
	}
	once, _ := os.ReadFile(path)
	again, _ := os.ReadFile(written(t, m))
	if !bytes.Equal(once, again) {
		t.Error("the same sweep gave two databases")
	}
	left, _ := os.ReadDir(filepath.Dir(path))
	if len(left) != 1 {
		t.Errorf("left beside it: %v", left)
	}
}

// asked is what a query says, a line a row.
func asked(t *testing.T, path, query string) string {
	t.Helper()
	db, err := open(path, "ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	names, _ := rows.Columns()
	var b strings.Builder
	for rows.Next() {
		cells := make([]sql.NullString, len(names))
		into := make([]any, len(names))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		for i, c := range cells {
			if i > 0 {
				b.WriteByte('|')
			}
			b.WriteString(c.String)
		}
		b.WriteByte('\n')
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The fastest of each condition is what a loop over the records finds.
func TestWinners(t *testing.T) {
	m := played(t, question, 3)
	path := written(t, m)
	var want strings.Builder
	half := len(m.Records) / 2 // the algorithm runs slowest
	for i := range half {
		ring, tree := &m.Records[i], &m.Records[half+i]
		first, second := ring, tree
		if ring.Error != "" || tree.Error == "" && total(t, tree) < total(t, ring) {
			first, second = tree, ring
		}
		text := func(path string) string { v, _ := first.Values.Get(path); return v }
		line := fmt.Sprintf("%s|%s|%s|%d|", text("fabric.nodes"), text("network.rate"), text("algorithm"), total(t, first))
		if second.Error == "" {
			v, _ := second.Values.Get("algorithm")
			line += fmt.Sprintf("%s|%d", v, total(t, second))
		} else {
			line += "|"
		}
		want.WriteString(line + "\n")
	}
	got := asked(t, path, "SELECT axis_fabric_nodes, axis_network_rate, algorithm, total_ps, second, second_ps FROM winners ORDER BY bytes, axis_fabric_nodes, axis_network_rate_bytes_per_s")
	if diff := cmp.Diff(want.String(), got); diff != "" {
		t.Errorf("-loop +view:\n%s", diff)
	}
}

// Components of every point sum to its total; points that failed are in failures alone.
func TestViews(t *testing.T) {
	m := played(t, question, 3)
	path := written(t, m)
	points := len(m.Records)
	for query, want := range map[string]string{
		"SELECT count(*) FROM points":           fmt.Sprint(points),
		"SELECT count(*) FROM answers":          fmt.Sprint(points),
		"SELECT count(*) FROM busbw":            fmt.Sprint(points - 1),
		"SELECT point, error FROM failures":     "3|a link is down: x>y",
		"SELECT min(total_ps) > 0 FROM slowest": "1",
		"SELECT count(*) FROM (SELECT point FROM breakdown GROUP BY point HAVING sum(ps) = max(total_ps))":             fmt.Sprint(points - 1),
		"SELECT value FROM metadata WHERE key = 'merged_hash'":                                                         m.Hash,
		`SELECT path, "column", quantity_column FROM axes WHERE axis = 3`:                                              "network.rate|axis_network_rate|axis_network_rate_bytes_per_s",
		"SELECT DISTINCT axis_network_rate_bytes_per_s FROM points WHERE axis_network_rate = '50 GB/s'":                "50000000000",
		"SELECT DISTINCT typeof(axis_fabric_nodes), typeof(bytes), typeof(busbw_bytes_per_s), typeof(id) FROM answers": "integer|integer|integer|text\ninteger|null|null|text",
	} {
		if got := strings.TrimSuffix(asked(t, path, query), "\n"); got != want {
			t.Errorf("%s: %q, not %q", query, got, want)
		}
	}
}

// A byte of a database that is spoiled is noticed, or changes nothing of what is read.
func TestSpoiledDatabases(t *testing.T) {
	m := played(t, head+"bytes: 8 B\nsweep: {axes: {algorithm: [ring, tree]}}\n")
	path := written(t, m)
	right, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for at := 0; at < len(right); at += 1 + len(right)/79 {
		spoiled := bytes.Clone(right)
		spoiled[at] ^= 0x55
		if err := os.WriteFile(path, spoiled, 0o644); err != nil {
			t.Fatal(err)
		}
		back, err := ReadMerged(path)
		switch {
		case err != nil && !strings.HasPrefix(err.Error(), path):
			t.Errorf("byte %d: the error does not say where: %v", at, err)
		case err != nil:
			told++
		case !cmp.Equal(back.Records, m.Records):
			t.Errorf("byte %d: other records, and no error", at)
		}
	}
	if told == 0 {
		t.Error("nothing was noticed")
	}
	for length := range []int{0, 1, 100, 4096, len(right) / 2} {
		os.WriteFile(path, right[:length], 0o644)
		if _, err := ReadMerged(path); err == nil {
			t.Errorf("%d bytes of a database were read", length)
		}
	}
}

// Databases that Write did not make are refused.
func TestOthersDatabases(t *testing.T) {
	path := filepath.Join(t.TempDir(), "other.db")
	for _, c := range []struct{ set, want string }{
		{"application_id = 7", "is a database of another program"},
		{fmt.Sprintf("application_id = %d; PRAGMA user_version = 99", application), "has tables of version 99"},
	} {
		db, err := open(path, "rwc")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("PRAGMA " + c.set); err != nil {
			t.Fatal(err)
		}
		db.Close()
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.set, err)
		}
	}
}

// Where nothing can be written the file that was there stays, and nothing is left beside it.
func TestNoRoom(t *testing.T) {
	m := played(t, head+"bytes: 8 B\nsweep: {axes: {algorithm: [ring, tree]}}\n")
	directory := t.TempDir()
	taken := filepath.Join(directory, "taken.db")
	if err := os.Mkdir(taken, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Write(taken, m); err == nil {
		t.Error("a directory was replaced")
	}
	if err := Write(filepath.Join(directory, "none", "x.db"), m); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a directory that is not there: %v", err)
	}
	if left, _ := os.ReadDir(directory); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
}
