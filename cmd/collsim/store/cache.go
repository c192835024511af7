//go:build !js && !nostore

package store

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// CacheFile is the name of the database in the directory of a cache.
const CacheFile = "points.db"

// mostCached is how large a cache may be when it is opened, in bytes: the older half of a larger one is forgotten.
const mostCached = 1 << 30

// patience is how long a process waits for another that writes.
const patience = 10 * time.Second

// Cache keeps results of points by the hash of their question and of the program that answered it. Several processes may
// use one at once. nil is a cache that has nothing. A cache has no errors: what it cannot do it tells once, and goes without.
type Cache struct {
	path    string
	db      *sql.DB
	program string
	get     *sql.Stmt
	put     *sql.Stmt
	warn    func(text string)
	once    sync.Once
	off     atomic.Bool
}

// OpenCache opens the cache in a directory, which is made where it is missing. What is wrong with it is told to warn: one
// that is damaged is set aside.
func OpenCache(directory string, warn func(text string)) *Cache {
	c, err := openCache(directory, warn)
	if errors.Is(err, errDamaged) || errors.Is(err, errOtherTables) {
		aside, moved := setAside(filepath.Join(directory, CacheFile))
		if moved != nil {
			warn(fmt.Sprintf("the cache in %s cannot be used: %v; no point is taken from it", directory, err))
			return nil
		}
		warn(fmt.Sprintf("the cache in %s cannot be used: %v; it is now %s, and a new one begins", directory, err, aside))
		c, err = openCache(directory, warn)
	}
	if err != nil {
		warn(fmt.Sprintf("the cache in %s cannot be used: %v; no point is taken from it", directory, err))
		return nil
	}
	return c
}

// errOtherTables says that a cache was made by a program with other tables.
var errOtherTables = errors.New("its tables are those of another version of this program")

// tablesOfCache is the version of the tables of caches.
const tablesOfCache = 1

func openCache(directory string, warn func(string)) (*Cache, error) {
	program, err := fingerprint()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return nil, err
	}
	c := &Cache{path: filepath.Join(directory, CacheFile), program: program, warn: warn}
	c.db, err = open(c.path, "rwc", fmt.Sprintf("busy_timeout(%d)", patience.Milliseconds()), "journal_mode(wal)", "synchronous(normal)")
	if err == nil {
		err = c.begin()
	}
	if err != nil && c.db != nil {
		c.db.Close()
	}
	return c, plainly(err)
}

// begin makes the tables of a new cache, and forgets a part of one that is too large.
func (c *Cache) begin() error {
	var version int
	if err := c.db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	err := errOtherTables
	switch version {
	case 0:
		_, err = c.db.Exec(fmt.Sprintf(`BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS points (program TEXT NOT NULL, id TEXT NOT NULL, sum INTEGER NOT NULL, result BLOB NOT NULL, UNIQUE (program, id));
PRAGMA user_version = %d; COMMIT`, tablesOfCache))
	case tablesOfCache:
		err = c.forget(mostCached)
	}
	if err != nil {
		return err
	}
	if c.get, err = c.db.Prepare("SELECT sum, result FROM points WHERE program = ? AND id = ?"); err != nil {
		return err
	}
	c.put, err = c.db.Prepare("INSERT OR REPLACE INTO points (program, id, sum, result) VALUES (?, ?, ?, ?)")
	return err
}

// forget drops the older half where all results take more than so many bytes. The file keeps its size, and has room again.
func (c *Cache) forget(most int64) error {
	var used int64
	err := c.db.QueryRow("SELECT (c.page_count - f.freelist_count) * s.page_size FROM pragma_page_count c, pragma_freelist_count f, pragma_page_size s").Scan(&used)
	if err != nil || used <= most {
		return err
	}
	_, err = c.db.Exec("DELETE FROM points WHERE rowid IN (SELECT rowid FROM points ORDER BY rowid LIMIT (SELECT count(*) / 2 FROM points))")
	return err
}

// Get is the result of a question, where it was put in before by this program.
func (c *Cache) Get(id string) (result json.RawMessage, ok bool) {
	if c == nil || c.off.Load() {
		return nil, false
	}
	var sum uint32
	err := c.get.QueryRow(c.program, id).Scan(&sum, (*[]byte)(&result))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, false
	case err == nil && crc32.ChecksumIEEE(result) != sum:
		err = errDamaged
	}
	if err != nil {
		c.fail(err)
		return nil, false
	}
	return result, true
}

// Put keeps the result of a question.
func (c *Cache) Put(id string, result json.RawMessage) {
	if c == nil || c.off.Load() {
		return
	}
	if _, err := c.put.Exec(c.program, id, crc32.ChecksumIEEE(result), []byte(result)); err != nil {
		c.fail(err)
	}
}

// fail goes on without the cache. One that is damaged is set aside when it is opened next.
func (c *Cache) fail(err error) {
	c.off.Store(true)
	c.once.Do(func() {
		c.warn(fmt.Sprintf("the cache %s cannot be used any more: %v; points are played", c.path, plainly(err)))
		if errors.Is(plainly(err), errDamaged) {
			if aside, moved := setAside(c.path); moved == nil {
				c.warn(fmt.Sprintf("it is now %s", aside))
			}
		}
	})
}

// Close ends the use of a cache.
func (c *Cache) Close() {
	if c != nil {
		c.db.Close() // whatever was put in is in it already
	}
}

// setAside renames a damaged database, over an older one, with what belongs to it.
func setAside(path string) (aside string, err error) {
	aside = path + ".damaged"
	for _, ending := range []string{"-wal", "-shm"} {
		os.Remove(path + ending)
	}
	return aside, os.Rename(path, aside)
}

// fingerprint names the program that runs. The hash of a question holds the version of the model, but texts of a result may
// differ between programs of one version, and a sweep must be of one piece.
var fingerprint = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
})

// CacheHolds is how many points a cache holds, of all programs. A cache that is not there holds none.
func CacheHolds(directory string) (points int, err error) {
	path := filepath.Join(directory, CacheFile)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	db, err := open(path, "rw", fmt.Sprintf("busy_timeout(%d)", patience.Milliseconds()))
	if err != nil {
		return 0, err
	}
	defer db.Close()
	err = db.QueryRow("SELECT count(*) FROM points").Scan(&points)
	return points, plainly(err)
}

// ClearCache forgets everything. Processes that use the cache now go on with what they have.
func ClearCache(directory string) error {
	path := filepath.Join(directory, CacheFile)
	for _, ending := range []string{"-wal", "-shm", ".damaged", ""} {
		if err := os.Remove(path + ending); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}
