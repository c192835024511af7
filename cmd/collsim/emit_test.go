package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// oddly is a name that shells, GNU parallel and Kubernetes have something to say about.
const oddly = `it's $HOME $(HOME) "{}" {#} \n &;-- é.plan.json`

// batchOf makes a plan of a few points with an odd name, and a program with another that prints what it is given and ends
// with $CODE; and goes where they are.
func batchOf(t *testing.T) (program string) {
	t.Helper()
	t.Chdir(t.TempDir())
	const text = "schema: collsim.scenario/v1\nname: Small Sweep\nfabric: {preset: star, nodes: 2}\ncollective: all_reduce\nlibrary: raw\nalgorithm: ring\nsweep: {axes: {bytes: [1 KiB, 2 KiB, 3 KiB, 4 KiB, 5 KiB]}}\n"
	if err := os.WriteFile("small.yaml", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, stderr, code := collsim("sweep", "plan", "small.yaml", "--out", oddly); code != exitRight {
		t.Fatal(stderr)
	}
	program, err := filepath.Abs("a pro'gram")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, []byte("#!/bin/sh\nprintf '<%s>\\n' \"$@\" \"$GOMAXPROCS\"\nexit \"${CODE:-0}\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return program
}

// emitted is what sweep emit prints for an engine.
func emitted(t *testing.T, engine string, more ...string) string {
	t.Helper()
	stdout, stderr, code := collsim(append([]string{"sweep", "emit", oddly, "--engine", engine}, more...)...)
	if code != exitRight {
		t.Fatal(stderr)
	}
	return stdout
}

// shell runs a script with variables, and returns what it prints and its exit code.
func shell(t *testing.T, script string, variables ...string) (out string, code int) {
	t.Helper()
	c := exec.Command("sh")
	c.Stdin = strings.NewReader(script)
	c.Env = append(os.Environ(), variables...)
	text, err := c.Output()
	if err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	return string(text), c.ProcessState.ExitCode()
}

// A task of the array calls the program with what was said, whatever the names; with 75 it asks to be sent in again, thrice.
func TestEmittedSlurm(t *testing.T) {
	program := batchOf(t)
	script := emitted(t, "slurm", "--tasks", "3", "--cores", "2", "--program", program)
	want := fmt.Sprintf("<sweep>\n<run>\n<%s>\n<--shard-count>\n<3>\n<--resume>\n<--no-cache>\n<2>\n", oddly)
	for _, code := range []int{0, 1, 2} {
		out, got := shell(t, script, fmt.Sprint("CODE=", code))
		if out != want || got != code {
			t.Errorf("exit %d, not %d:\n%s", got, code, cmp.Diff(want, out))
		}
	}
	if err := os.WriteFile("scontrol", []byte("#!/bin/sh\necho scontrol \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	here, _ := os.Getwd()
	again := []string{"CODE=75", "PATH=" + here + ":" + os.Getenv("PATH"), "SLURM_ARRAY_JOB_ID=41", "SLURM_ARRAY_TASK_ID=2", "SLURM_CPUS_PER_TASK=2"}
	if out, code := shell(t, script, again...); code != exitTryAgain || !strings.HasSuffix(out, "scontrol requeue 41_2\n") {
		t.Errorf("75 ended with %d and printed\n%s", code, out)
	}
	if out, code := shell(t, script, append(again, "SLURM_RESTART_COUNT=3")...); code != exitTryAgain || out != want {
		t.Errorf("75 for the fourth time ended with %d and printed\n%s", code, out)
	}
	last, ok := strings.CutPrefix(script[strings.LastIndex(strings.TrimSuffix(script, "\n"), "\n")+1:], "#")
	if out, _ := shell(t, last); !ok || out != fmt.Sprintf("<sweep>\n<merge>\n<%s>\n<>\n", oddly) {
		t.Errorf("the last line does not merge: %s\n%s", last, out)
	}
}

// The line gives each task its shard.
func TestEmittedParallel(t *testing.T) {
	text, err := exec.Command("parallel", "--version").Output()
	if err != nil || !strings.HasPrefix(string(text), "GNU parallel") {
		t.Skip("there is no GNU parallel here; .ci/run installs it")
	}
	program := batchOf(t)
	out, code := shell(t, emitted(t, "parallel", "--tasks", "3", "--program", program))
	var want []string
	for i := range 3 {
		want = append(want, fmt.Sprintf("<sweep>\n<run>\n<%s>\n<--shard>\n<%d/3>\n<--resume>\n<1>\n", oddly, i+1))
	}
	got := strings.SplitAfter(out, "<1>\n") // tasks end in any order
	slices.Sort(got)
	if diff := cmp.Diff(append([]string{""}, want...), got); diff != "" || code != 0 {
		t.Errorf("exit %d:\n%s", code, diff)
	}
}

// What nobody can run is refused.
func TestEmitRefuses(t *testing.T) {
	batchOf(t)
	for _, c := range []struct{ args, want string }{
		{"--tasks 3", `--engine: unknown engine ""; valid: slurm, kubernetes, parallel`},
		{"--engine slurn --tasks 3", `--engine: unknown engine "slurn"; did you mean slurm?`},
		{"--engine slurm --tasks 0", "--tasks: 0 tasks; valid: 1 to 100000"},
		{"--engine slurm --tasks 6", "--tasks: 6 tasks for 5 points; valid: 1 to 5"},
		{"--engine slurm --cores 0", "--cores: 0 cores; valid: 1 or more"},
		{"--engine kubernetes --claim a_b", `--claim: not the name of a volume claim: "a_b"`},
		{"--engine kubernetes --image \a", `--image: no script can have "\a"`},
	} {
		stdout, stderr, code := collsim(append([]string{"sweep", "emit", oddly}, strings.Split(c.args, " ")...)...)
		if code != exitBadInput || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit %d: %s%s", c.args, code, stdout, stderr)
		}
	}
}
