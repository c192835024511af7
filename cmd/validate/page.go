package main

import (
	"fmt"
	"os"
	"strings"
)

// page is the document that tables are written into, each between marks of its name.
const page = "docs/validation.md"

// renew puts a text between the marks of a name.
func renew(what, text string) error {
	data, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	begin, end := "<!-- begin "+what+": written by make validate -->\n", "<!-- end "+what+" -->\n"
	before, rest, ok := strings.Cut(string(data), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return fmt.Errorf("%s has no place for %s: a line %q and, below it, one %q", page, what, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return os.WriteFile(page, []byte(before+begin+text+end+after), 0o644)
}

// row writes a line of a table.
func row(b *strings.Builder, cells ...string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

// percent writes an error in hundredths.
func percent(e float64) string { return fmt.Sprintf("%.1f", 100*e) }
