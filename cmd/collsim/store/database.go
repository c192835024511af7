//go:build !js && !nostore

package store

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Present tells whether this build has SQLite and Parquet.
const Present = true

// Numbers in the head of a database: whose file it is, and which tables are in it.
const (
	application  = 0x636f6c73 // cols
	tablesOfRuns = 1          // the version of the tables that Write makes
)

// open opens a database file with the pragmas given, such as busy_timeout(1000).
func open(path, mode string, pragmas ...string) (*sql.DB, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	query := url.Values{"mode": {mode}, "_pragma": pragmas}
	where := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(full), RawQuery: query.Encode()}
	return sql.Open("sqlite", where.String())
}

// plainly says what SQLite means by a code, without its numbers.
func plainly(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return syscall.ENOSPC
	case sqlite3.SQLITE_READONLY:
		return syscall.EROFS
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return errDamaged
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return errors.New("another process writes it")
	case sqlite3.SQLITE_IOERR:
		return syscall.EIO
	}
	return err
}

// errDamaged says that a file is no database, or no longer.
var errDamaged = errors.New("it is not a database of SQLite, or is damaged")

// quoted is a name in SQL.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// declared is a column in a CREATE TABLE.
func (c Column) declared() string {
	if c.Kind == Integer {
		return quoted(c.Name) + " INTEGER"
	}
	return quoted(c.Name) + " TEXT"
}

// insert is a statement that adds a row of n values to a table.
func insert(table string, n int) string {
	return fmt.Sprintf("INSERT INTO %s VALUES (?%s)", table, strings.Repeat(", ?", n-1))
}
