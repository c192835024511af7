//go:build linux

package main

import (
	"fmt"
	"os"
	"strings"
)

func marks(what string) (begin, end string) {
	return "<!-- begin " + what + ": written by make performance -->\n", "<!-- end " + what + " -->\n"
}

// between is what stands between the marks of a table in a page, from where to where.
func between(page, what string) (from, to int, err error) {
	begin, end := marks(what)
	from = strings.Index(page, begin)
	to = strings.Index(page, end)
	if from < 0 || to < from {
		return 0, 0, fmt.Errorf("the page has no place for %s: a line %q and, below it, one %q", what, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return from + len(begin), to, nil
}

// renew puts a text between its marks in a page.
func renew(path, what, text string) error {
	page, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	from, to, err := between(string(page), what)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(string(page[:from])+text+string(page[to:])), 0o644)
}
