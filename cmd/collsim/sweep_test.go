package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"collsim/scenarios"
	"collsim/scenarios/sweep"
)

// planOf is a scenario with a sweep of small points, in a directory of its own, planned.
func planOf(t *testing.T, axes string) (plan string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "try.yaml")
	text := "schema: collsim.scenario/v1\nname: try\nfabric: {preset: star, nodes: 8}\ncollective: all_reduce\nlibrary: mpi\nsweep: {axes: " + axes + "}\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	plan = strings.TrimSuffix(file, ".yaml") + ".plan.json"
	succeeds(t, "sweep", "plan", file, "--out", plan)
	return plan
}

// succeeds runs a command that must succeed.
func succeeds(t *testing.T, args ...string) string {
	t.Helper()
	out, complaint, code := collsim(args...)
	if code != exitRight {
		t.Fatalf("%v: exit %d: %s", args, code, complaint)
	}
	return out
}

// hashOf is the hash of a merge.
func hashOf(t *testing.T, out string) string {
	t.Helper()
	found := regexp.MustCompile(`(?m)^hash +([0-9a-f]{16})$`).FindStringSubmatch(out)
	if found == nil {
		t.Fatalf("no hash in\n%s", out)
	}
	return found[1]
}

// TestShards: one run and 1, 3 and 7 shards come to the same hash, on one core and on several.
func TestShards(t *testing.T) {
	plan := planOf(t, "{algorithm: [ring, tree], bytes: 1 KiB..64 KiB:x2, ranks: [3, 8]}")
	directory := t.TempDir()
	want := hashOf(t, succeeds(t, "sweep", "run", plan, "--no-cache", "--out", filepath.Join(directory, "whole")))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for cores, shards := range map[int]int{1: 1, 2: 3, 3: 7} {
		runtime.GOMAXPROCS(cores)
		out := filepath.Join(directory, fmt.Sprint(shards))
		for i := shards; i >= 1; i-- {
			succeeds(t, "sweep", "run", plan, "--no-cache", "--out", out, "--shard", fmt.Sprintf("%d/%d", i, shards))
		}
		if got := hashOf(t, succeeds(t, "sweep", "merge", plan, out)); got != want {
			t.Errorf("%d shards come to %s, one run to %s", shards, got, want)
		}
	}
}

// TestKilled: a sweep that is killed twenty times, at random moments, and now and then loses the end of its journal as by a
// power cut, comes to the hash of one that was left alone; nothing is lost and nothing is played twice.
func TestKilled(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a journal that is open cannot be cut there")
	}
	plan := planOf(t, "{algorithm: [ring, tree], bytes: 32 KiB..6400 KiB:+64 KiB}")
	directory := t.TempDir()
	want := hashOf(t, succeeds(t, "sweep", "run", plan, "--no-cache", "--out", filepath.Join(directory, "alone")))
	luck := rand.New(rand.NewPCG(1, 2))
	kills := 20
	if testing.Short() {
		kills = 3
	}
	for kills > 0 {
		out := filepath.Join(directory, fmt.Sprint("killed", kills))
		for ; kills > 0 && killed(t, plan, out, luck.Int64N(24_000)); kills-- {
			if luck.IntN(3) == 0 {
				cutOff(t, out, luck.Int64N(2000))
			}
		}
		if got := hashOf(t, succeeds(t, "sweep", "run", plan, "--no-cache", "--out", out, "--resume")); got != want {
			t.Fatalf("a sweep that was killed comes to %s, one that was left alone to %s", got, want)
		}
		once(t, plan, out)
	}
}

// killed starts a sweep in a process of its own and kills it once its journal has grown so much. It tells whether the sweep
// was killed before it had ended.
func killed(t *testing.T, plan, out string, after int64) bool {
	t.Helper()
	path := filepath.Join(out, "shard-1-of-1.jsonl")
	size := func() int64 {
		info, err := os.Stat(path)
		if err != nil {
			return 0
		}
		return info.Size()
	}
	target := size() + after
	command := exec.Command("collsim", "sweep", "run", plan, "--no-cache", "--out", out, "--resume")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatal(err)
			}
			return false
		case <-time.After(time.Millisecond):
		}
		if size() >= target && size() > 0 {
			command.Process.Kill()
			return <-ended != nil
		}
	}
}

// cutOff takes the end of a journal away, as a power cut may, but not its first line.
func cutOff(t *testing.T, out string, bytes int64) {
	t.Helper()
	path := filepath.Join(out, "shard-1-of-1.jsonl")
	data, err := os.ReadFile(path)
	if err == nil && int64(len(data))-bytes > int64(strings.IndexByte(string(data), '\n')) {
		err = os.Truncate(path, int64(len(data))-bytes)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// once checks that every point of a plan is in a journal exactly once.
func once(t *testing.T, plan, out string) {
	t.Helper()
	text, err := os.ReadFile(plan)
	if err != nil {
		t.Fatal(err)
	}
	p, err := sweep.ReadPlan(plan, text)
	if err != nil {
		t.Fatal(err)
	}
	journals, err := readJournals([]string{out})
	if err != nil || len(journals) != 1 || len(journals[0].Damage) > 0 {
		t.Fatal(err, journals)
	}
	times := make([]int, len(p.Points))
	for _, r := range journals[0].Records {
		times[r.Index]++
	}
	for i, n := range times {
		if n != 1 {
			t.Errorf("point %d is there %d times", i, n)
		}
	}
}

// TestSweepInterrupted: a sweep that is interrupted ends with 130, says how far it is, and goes on.
func TestSweepInterrupted(t *testing.T) {
	plan := planOf(t, "{algorithm: [ring, tree], bytes: 1 KiB..64 KiB:x2}")
	out := filepath.Join(t.TempDir(), "out")
	ctx, stop := context.WithCancel(context.Background())
	w := newWatch()
	var seen atomic.Int32 // by all cores
	w.saw = func(p scenarios.Progress) {
		if p.Ended && seen.Add(1) == 5 {
			stop()
		}
	}
	var complaint bytes.Buffer
	code := execute(withWatch(ctx, w), []string{"sweep", "run", plan, "--no-cache", "--out", out}, streams{strings.NewReader(""), &bytes.Buffer{}, &complaint})
	told := regexp.MustCompile(`^collsim: interrupted: playing points; [1-9]\d* of 14 points are in .*/shard-1-of-1.jsonl; the same command with --resume goes on\n$`)
	if code != exitInterrupted || !told.MatchString(complaint.String()) {
		t.Errorf("exit %d: %s", code, complaint.String())
	}
	_, refusal, code := collsim("sweep", "run", plan, "--no-cache", "--out", out)
	if code != exitBadInput || !strings.Contains(refusal, "--resume") {
		t.Errorf("without --resume: exit %d: %s", code, refusal)
	}
	got := hashOf(t, succeeds(t, "sweep", "run", plan, "--no-cache", "--out", out, "--resume"))
	if want := hashOf(t, succeeds(t, "sweep", "run", plan, "--no-cache", "--out", out+"2")); got != want {
		t.Errorf("interrupted %s, left alone %s", got, want)
	}
}

// fullDisk is a file on a disk that has room for so many bytes.
type fullDisk struct {
	data []byte
	room int
}

func (d *fullDisk) WriteAt(p []byte, at int64) (int, error) {
	n := min(len(p), d.room-int(at))
	d.data = append(d.data[:at], p[:n]...)
	if n < len(p) {
		return n, syscall.ENOSPC
	}
	return n, nil
}

func (d *fullDisk) Truncate(size int64) error { d.data = d.data[:size]; return nil }
func (d *fullDisk) Sync() error               { return nil }
func (d *fullDisk) Close() error              { return nil }

// TestDiskFull: what does not fit is taken back whole, what is there stays, and the command says to try again.
func TestDiskFull(t *testing.T) {
	p := &sweep.Plan{Hash: "0123456789abcdef", ModelVersion: scenarios.ModelVersion}
	record := sweep.Record{ID: "0123456789abcdef", Error: "none"}
	for room := range 1000 {
		disk := &fullDisk{room: room}
		j := &journal{path: "j", file: disk, synced: time.Now()}
		head, err := sweep.AppendHeader(nil, p.Header(1, 1))
		if err != nil {
			t.Fatal(err)
		}
		for err = j.append(head); err == nil; err = j.add([]sweep.Record{record, record}) {
		}
		var f failure
		if !errors.As(err, &f) || f.code != exitTryAgain || !strings.Contains(err.Error(), "no space left") {
			t.Fatalf("room for %d bytes: %v", room, err)
		}
		read, err := sweep.ReadJournal("j", disk.data)
		if err != nil || len(read.Damage) > 0 || len(read.Records)%2 != 0 || read.Length != len(disk.data) {
			t.Fatalf("room for %d bytes: %+v %v", room, read, err)
		}
	}
}

// TestJournalHeld: two processes cannot write one journal.
func TestJournalHeld(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("files are not locked here")
	}
	plan := planOf(t, "{algorithm: [ring], bytes: [1 KiB, 2 KiB]}")
	out := t.TempDir()
	held, err := os.Create(filepath.Join(out, "shard-1-of-1.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if err := lock(held); err != nil {
		t.Fatal(err)
	}
	_, complaint, code := collsim("sweep", "run", plan, "--no-cache", "--out", out, "--resume")
	if code != exitTryAgain || !strings.Contains(complaint, "another process writes it") {
		t.Errorf("exit %d: %s", code, complaint)
	}
}

// TestWhichShard: a shard is what the flag says, or else Slurm, or else Kubernetes; what is unclear is refused.
func TestWhichShard(t *testing.T) {
	for _, c := range []struct {
		name        string
		said        sharding
		environment map[string]string
		want, by    string // or what the error holds
	}{
		{"nobody", sharding{}, nil, "1 of 1", ""},
		{"flag", sharding{said: "3/7"}, map[string]string{slurmTask: "1", slurmCount: "4", slurmFirst: "0"}, "3 of 7", "--shard"},
		{"slurm from 0", sharding{}, map[string]string{slurmTask: "2", slurmCount: "4", slurmFirst: "0"}, "3 of 4", "SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=0"},
		{"slurm from 1", sharding{}, map[string]string{slurmTask: "4", slurmCount: "4", slurmFirst: "1"}, "4 of 4", "SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=1"},
		{"slurm by steps", sharding{}, map[string]string{slurmTask: "9", slurmCount: "4", slurmFirst: "1", slurmStep: "4"}, "3 of 4", "SLURM_ARRAY_TASK_ID=9 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_STEP=4"},
		{"one task again", sharding{count: 7}, map[string]string{slurmTask: "3", slurmCount: "1", slurmFirst: "3"}, "3 of 7", "SLURM_ARRAY_TASK_ID=3 of --shard-count 7"},
		{"kubernetes", sharding{count: 7}, map[string]string{kubernetes: "6"}, "7 of 7", "JOB_COMPLETION_INDEX=6 of --shard-count 7"},
		{"of how many", sharding{}, map[string]string{kubernetes: "6"}, "", "but not of how many"},
		{"which", sharding{count: 7}, nil, "", "nothing says which"},
		{"out of range", sharding{count: 7}, map[string]string{kubernetes: "7"}, "", "there is no shard 8 of 7"},
		{"no number", sharding{}, map[string]string{slurmTask: "a", slurmCount: "4", slurmFirst: "1"}, "", "not a number"},
		{"irregular", sharding{}, map[string]string{slurmTask: "6", slurmCount: "3", slurmFirst: "1", slurmStep: "4"}, "", "no regular numbers"},
		{"beyond", sharding{}, map[string]string{slurmTask: "9", slurmCount: "3", slurmFirst: "1"}, "", "there is no shard 9 of 3"},
		{"from 0", sharding{said: "0/7"}, nil, "", "not a shard"},
		{"two say", sharding{said: "1/7", count: 6}, nil, "", "one of the two"},
		{"words", sharding{said: "first"}, nil, "", "not a shard"},
	} {
		got, by, err := c.said.find(func(name string) string { return c.environment[name] })
		switch {
		case c.want == "" && (err == nil || !strings.Contains(err.Error(), c.by)):
			t.Errorf("%s: %v, %v", c.name, got, err)
		case c.want != "" && (err != nil || got.String() != c.want || by != c.by):
			t.Errorf("%s: %v by %s, %v", c.name, got, by, err)
		}
	}
}
