package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"collsim/scenarios/sweep"
)

// ErrAbsent says that this build has neither SQLite nor Parquet.
var ErrAbsent = errors.New("this build of collsim has no SQLite and no Parquet; valid: --format csv or jsonl, or a program that was built for Linux, macOS or Windows without the tag nostore")

// Formats are what Export writes.
var Formats = []string{"parquet", "csv", "jsonl"}

// Export writes records as a file of a format, a line a point.
func Export(format string, records []sweep.Record) ([]byte, error) {
	t, err := Tabulate(records)
	if err != nil {
		return nil, err
	}
	switch format {
	case "parquet":
		return t.parquet()
	case "csv":
		return t.csv()
	case "jsonl":
		return t.jsonLines()
	}
	return nil, fmt.Errorf("no such format: %q", format)
}

// magic is how every database of SQLite begins.
const magic = "SQLite format 3"

// IsDatabase tells whether a file is meant to be a database, not a journal: by its name, or by how it begins.
func IsDatabase(path string) bool {
	if strings.HasSuffix(path, ".db") {
		return true
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	head := make([]byte, len(magic))
	_, err = io.ReadFull(file, head)
	return err == nil && string(head) == magic
}
