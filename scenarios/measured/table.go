package measured

import (
	"slices"
	"strings"

	"collsim/sim/input"
)

// table reads lines of cells that tabs part, under a line of names. Empty cells are written "-". It remembers what is wrong.
type table struct {
	file     string
	line     int
	names    []string
	cells    []string
	rest     []string
	problems input.Problems
}

// openTable begins a table whose first line is lines[from]; all columns, and no others, must be there.
func openTable(file string, lines []string, from int, columns []string) *table {
	t := &table{file: file, line: from + 1}
	if from >= len(lines) {
		t.refuse("", "there is no line of column names", "", strings.Join(columns, ", "))
		return t
	}
	t.names, t.rest = strings.Split(lines[from], "\t"), lines[from+1:]
	for _, c := range columns {
		if !slices.Contains(t.names, c) {
			t.refuse("", "a column is missing", c, strings.Join(columns, ", "))
		}
	}
	for _, n := range t.names {
		if !slices.Contains(columns, n) {
			t.refuse(n, "unknown column", n, strings.Join(columns, ", "))
		}
	}
	return t
}

// next goes to the next line that is not empty.
func (t *table) next() bool {
	for len(t.rest) > 0 {
		text := t.rest[0]
		t.rest = t.rest[1:]
		t.line++
		if strings.TrimSpace(text) == "" {
			continue
		}
		if t.cells = strings.Split(text, "\t"); len(t.cells) == len(t.names) {
			return true
		}
		t.refuse("", "a line has other cells than there are columns", text, strings.Join(t.names, ", "))
	}
	return false
}

// cell is what stands in a column of this line; "" where that is "-".
func (t *table) cell(column string) string {
	if i := slices.Index(t.names, column); i >= 0 && t.cells[i] != "-" {
		return t.cells[i]
	}
	return ""
}

// refuse notes a problem with a column of this line, or with the whole line where it is "".
func (t *table) refuse(column, what, text, valid string) {
	w := input.Where{File: t.file, Line: t.line, Column: 1}
	if i := slices.Index(t.names, column); i >= 0 {
		w.Column += len(strings.Join(t.names[:i], "\t")) + min(i, 1)
		if len(t.cells) == len(t.names) {
			w.Column = 1 + len(strings.Join(t.cells[:i], "\t")) + min(i, 1)
		}
		what = column + ": " + what
	}
	t.problems = append(t.problems, input.Problem{Where: w, What: what, Text: text, Valid: valid})
}

// err is what is wrong with the table, or nil.
func (t *table) err() error {
	if len(t.problems) == 0 {
		return nil
	}
	return t.problems
}
