//go:build !js && !nostore

package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// asking is a question in SQL and the table under it.
var asking = regexp.MustCompile("(?s)```sql\n(.*?)```\n\n(\\|.*?)\n\n")

// TestSweepsDocumentAsks asks the database what docs/sweeps.md asks, and compares the answers.
func TestSweepsDocumentAsks(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a sweep")
	}
	text, err := os.ReadFile(filepath.Join(repository(t), "docs", "sweeps.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if _, stderr, code := collsim("sweep", "run", "ring-or-tree"); code != exitRight {
		t.Fatal(stderr)
	}
	db, err := sql.Open("sqlite", "ring-or-tree.sweep/results.db")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	questions := asking.FindAllStringSubmatch(string(text), -1)
	if len(questions) < 2 {
		t.Fatalf("%d questions with tables", len(questions))
	}
	for _, q := range questions {
		rule := strings.Split(q[2], "\n")[1] // which columns are numbers is how the page looks
		if diff := cmp.Diff(q[2], answerOf(t, db, q[1], rule)); diff != "" {
			t.Errorf("%s-document +database:\n%s", q[1], diff)
		}
	}
}

// answerOf is the answer of a database as a Markdown table.
func answerOf(t *testing.T, db *sql.DB, question, rule string) string {
	t.Helper()
	rows, err := db.Query(question)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{"| " + strings.Join(names, " | ") + " |", rule}
	cells, into := make([]string, len(names)), make([]any, len(names))
	for i := range cells {
		into[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, "| "+strings.Join(cells, " | ")+" |")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}
