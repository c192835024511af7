//go:build browser

package browser

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// spent is the CPU time so far of all processes that the tests have started, to the nanosecond: what a busy machine does not
// change. Threads that have ended are not in it.
func spent(t interface{ Fatal(...any) }) time.Duration {
	parents := map[int]int{}
	tasks, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range tasks {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		pid, _ := strconv.Atoi(strings.Split(path, "/")[2])
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		parents[pid], _ = strconv.Atoi(fields[1])
	}
	var sum time.Duration
	for pid := range parents {
		if ours(pid, parents) {
			sum += onCPU(pid)
		}
	}
	if sum == 0 {
		t.Fatal("no CPU time in /proc")
	}
	return sum
}

func ours(pid int, parents map[int]int) bool {
	for p := parents[pid]; p > 1; p = parents[p] {
		if p == os.Getpid() {
			return true
		}
	}
	return false
}

func onCPU(pid int) (sum time.Duration) {
	threads, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/schedstat")
	for _, path := range threads {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		ns, _ := strconv.ParseInt(strings.Fields(string(text))[0], 10, 64)
		sum += time.Duration(ns)
	}
	return sum
}

// quiet waits until what the tests have started does nothing: three times in turn less than a tenth of a core.
func quiet(b *tab) {
	b.Helper()
	const beat = 150 * time.Millisecond
	last, calm := spent(b), 0
	for end := time.Now().Add(patience / 2); time.Now().Before(end); {
		time.Sleep(beat)
		now := spent(b)
		if now-last < beat/10 {
			calm++
		} else {
			calm = 0
		}
		if calm == 3 {
			return
		}
		last = now
	}
	b.Errorf("%s: what was superseded goes on", b.name)
}
