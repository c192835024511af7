//go:build js || nostore

package store

import (
	"encoding/json"

	"collsim/scenarios/sweep"
)

func (t *Table) parquet() ([]byte, error) { return nil, ErrAbsent }

// Present tells whether this build has SQLite and Parquet.
const Present = false

// Write is not in this build.
func Write(path string, m *sweep.Merged) error { return ErrAbsent }

// Read is not in this build.
func Read(path string) ([]sweep.Record, error) { return nil, ErrAbsent }

// ReadMerged is not in this build.
func ReadMerged(path string) (*sweep.Merged, error) { return nil, ErrAbsent }

// Cache is not in this build.
type Cache struct{}

// OpenCache is not in this build; nil is a cache that has nothing.
func OpenCache(directory string, warn func(text string)) *Cache { return nil }

// Get finds nothing.
func (*Cache) Get(id string) (json.RawMessage, bool) { return nil, false }

// Put keeps nothing.
func (*Cache) Put(id string, result json.RawMessage) {}

// Close has nothing to do.
func (*Cache) Close() {}

// CacheHolds is not in this build.
func CacheHolds(directory string) (points int, err error) { return 0, ErrAbsent }

// ClearCache is not in this build.
func ClearCache(directory string) error { return ErrAbsent }
