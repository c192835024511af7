//go:build !js && !nostore

package store

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// told gathers what a cache warns of.
type told struct {
	sync.Mutex
	texts []string
}

func (t *told) warn(text string) {
	t.Lock()
	defer t.Unlock()
	t.texts = append(t.texts, text)
}

func (t *told) String() string {
	t.Lock()
	defer t.Unlock()
	return strings.Join(t.texts, "\n")
}

func result(i int) json.RawMessage { return json.RawMessage(fmt.Sprintf(`{"total_ps":%d}`, i)) }

// putting is the number of a process that the test below starts to put results in.
const putting = "COLLSIM_TEST_PUTTING"

const each = 150 // results that a process puts in

// Several processes put results in at the same time, with several goroutines each; all are there afterwards.
func TestProcessesShareACache(t *testing.T) {
	if number := os.Getenv(putting); number != "" {
		put(t, number)
		return
	}
	directory := filepath.Join(t.TempDir(), "not", "there yet")
	var processes []*exec.Cmd
	for i := range 3 {
		c := exec.Command(os.Args[0], "-test.run=^TestProcessesShareACache$")
		c.Env = append(os.Environ(), fmt.Sprintf("%s=%d %s", putting, i, directory))
		c.Stdout, c.Stderr = os.Stderr, os.Stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		processes = append(processes, c)
	}
	for _, c := range processes {
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	var said told
	c := OpenCache(directory, said.warn)
	defer c.Close()
	for i := range len(processes) * each {
		if got, ok := c.Get(fmt.Sprint("id", i)); !ok || string(got) != string(result(i)) {
			t.Errorf("id%d: %s, %v", i, got, ok)
		}
	}
	if _, ok := c.Get("other"); ok || said.String() != "" {
		t.Errorf("a result that nobody put in; %s", said.String())
	}
	if n, err := CacheHolds(directory); n != len(processes)*each || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}

func put(t *testing.T, task string) {
	var number int
	number, directory := int(task[0]-'0'), task[2:]
	var said told
	c := OpenCache(directory, said.warn)
	var all sync.WaitGroup
	for g := range 3 {
		all.Go(func() {
			for i := g; i < each; i += 3 {
				id := number*each + i
				c.Put(fmt.Sprint("id", id), result(id))
				if _, ok := c.Get(fmt.Sprint("id", id)); !ok {
					t.Errorf("id%d was put in and is not there", id)
				}
			}
		})
	}
	all.Wait()
	c.Close()
	if said.String() != "" {
		t.Error(said.String())
	}
}

// A program sees nothing of what another has put in.
func TestProgramsDoNotShareResults(t *testing.T) {
	var said told
	c := OpenCache(t.TempDir(), said.warn)
	defer c.Close()
	c.Put("id", result(1))
	c.program = "another"
	if _, ok := c.Get("id"); ok {
		t.Error("another program's result")
	}
	c.Put("id", result(2))
	if got, ok := c.Get("id"); !ok || string(got) != string(result(2)) || said.String() != "" {
		t.Errorf("%s, %v; %s", got, ok, said.String())
	}
}

// A damaged cache is set aside with a warning, and the next one begins empty.
func TestDamagedCache(t *testing.T) {
	for name, spoil := range map[string]func([]byte) []byte{
		"no database":  func(b []byte) []byte { return []byte(strings.Repeat("no database", 500)) },
		"cut off":      func(b []byte) []byte { return b[:len(b)/2] },
		"other tables": func(b []byte) []byte { b[63] = 99; return b }, // user_version, in the head of the file
	} {
		directory := t.TempDir()
		path := filepath.Join(directory, CacheFile)
		var said told
		c := OpenCache(directory, said.warn)
		for i := range 200 {
			c.Put(fmt.Sprint("id", i), result(i))
		}
		c.Close()
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, spoil(data), 0o644); err != nil {
			t.Fatal(err)
		}
		c = OpenCache(directory, said.warn)
		c.Get("id3")
		c.Put("new", result(7))
		c.Close()
		c = OpenCache(directory, func(text string) { t.Errorf("%s: a second warning: %s", name, text) })
		c.Put("newer", result(8))
		if got, ok := c.Get("newer"); !ok || string(got) != string(result(8)) {
			t.Errorf("%s: the new cache has %s, %v", name, got, ok)
		}
		c.Close()
		if !strings.Contains(said.String(), "cannot be used") {
			t.Errorf("%s: nothing was told: %q", name, said.String())
		}
		if _, err := os.Stat(path + ".damaged"); err != nil {
			t.Errorf("%s: it was not set aside: %v", name, err)
		}
	}
}

// A result that has changed on the disk is not believed.
func TestChangedResult(t *testing.T) {
	directory := t.TempDir()
	var said told
	c := OpenCache(directory, said.warn)
	defer c.Close()
	c.Put("id", result(1))
	if _, err := c.db.Exec("UPDATE points SET result = ?", []byte(`{"total_ps":9}`)); err != nil {
		t.Fatal(err)
	}
	if got, ok := c.Get("id"); ok {
		t.Errorf("%s", got)
	}
	if !strings.Contains(said.String(), "damaged") {
		t.Errorf("told: %q", said.String())
	}
}

// Where no cache can be there is none, and the reason is told once.
func TestNoCache(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var said told
	c := OpenCache(filepath.Join(file, "cache"), said.warn)
	c.Put("id", result(1))
	if _, ok := c.Get("id"); ok || c != nil || len(said.texts) != 1 || !strings.Contains(said.texts[0], "not a directory") {
		t.Errorf("%v", said.texts)
	}
	c.Close()
}

// A cache that is full goes on without; what was in it stays.
func TestFullCache(t *testing.T) {
	var said told
	c := OpenCache(t.TempDir(), said.warn)
	defer c.Close()
	c.db.SetMaxOpenConns(1)
	c.Put("first", result(1))
	if _, err := c.db.Exec("PRAGMA max_page_count = 1"); err != nil { // as a disk without room
		t.Fatal(err)
	}
	c.Put("large", json.RawMessage(`"`+strings.Repeat("x", 100_000)+`"`))
	c.Put("more", result(2))
	if len(said.texts) != 1 || !strings.Contains(said.texts[0], "no space left on device") {
		t.Errorf("%v", said.texts)
	}
}

// The older half of a cache that is too large is forgotten when it is opened.
func TestLargeCache(t *testing.T) {
	directory := t.TempDir()
	var said told
	c := OpenCache(directory, said.warn)
	for i := range 10 {
		c.Put(fmt.Sprint("id", i), json.RawMessage(`"`+strings.Repeat("x", 10_000)+`"`))
	}
	if err := c.forget(50_000); err != nil {
		t.Fatal(err)
	}
	if n, err := CacheHolds(directory); n != 5 || err != nil {
		t.Errorf("%d results are left, %v", n, err)
	}
	if _, ok := c.Get("id9"); !ok {
		t.Error("the youngest was forgotten")
	}
	if err := c.forget(1 << 20); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Get("id9"); !ok {
		t.Error("a small cache was cut")
	}
	c.Close()
	if err := ClearCache(directory); err != nil {
		t.Fatal(err)
	}
	if n, err := CacheHolds(directory); n != 0 || err != nil {
		t.Errorf("%d results are left, %v", n, err)
	}
}
