package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"collsim/cmd/collsim/store"
	"collsim/scenarios"
	"collsim/sim/units"
)

func TestMain(m *testing.M) {
	if os.Getenv(cacheVariable) == "" {
		os.Setenv(cacheVariable, noCache) // what a test plays it plays now, unless it is about the cache
	}
	testscript.Main(m, map[string]func(){"collsim": main, "all_gather_perf": main, "gather_perf": main})
}

// TestScripts runs the program as a user does. What runs on several cores is tested in this process as well, which is
// all that the race detector, ten times as slow, has to see.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector sees the tests in this process")
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       *update,
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv(cacheVariable, noCache)
			e.Setenv("LIBRARY", filepath.Join(repository(t), "scenarios", "library"))
			e.Setenv("SCHEDULES", filepath.Join(repository(t), "docs", "schedules"))
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "store" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return store.Present, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"ends": ends, "exits": exits, "nothing": noFile},
	})
}

// exits CODE COMMAND... runs a command that must end with an exit code other than 0 and print nothing on stdout.
func exits(ts *testscript.TestScript, negated bool, args []string) {
	ends(ts, negated, args)
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("a command that failed printed on stdout:\n%s", out)
	}
}

// ends CODE COMMAND... runs a command that must end with an exit code other than 0.
func ends(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 {
		ts.Fatalf("usage: exits code command..., or ends code command...")
	}
	err := ts.Exec(args[1], args[2:]...)
	if err == nil {
		ts.Fatalf("%s succeeded", strings.Join(args[1:], " "))
	}
	if want := "exit status " + args[0]; err.Error() != want {
		ts.Fatalf("%s: %v, not %s", strings.Join(args[1:], " "), err, want)
	}
}

// nothing PATTERN, which is noFile, says that no file matches.
func noFile(ts *testscript.TestScript, negated bool, args []string) {
	for _, pattern := range args {
		found, err := filepath.Glob(ts.MkAbs(pattern))
		ts.Check(err)
		if negated == (len(found) == 0) {
			ts.Fatalf("%s: %v", pattern, found)
		}
	}
}

// repository is the root of this project.
func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// collsim runs one command line inside the test.
func collsim(args ...string) (stdout, stderr string, code int) {
	var out, err bytes.Buffer
	code = execute(context.Background(), args, streams{strings.NewReader(""), &out, &err})
	return out.String(), err.String(), code
}

func TestWriteFileLeavesNothingBehind(t *testing.T) {
	directory := t.TempDir()
	taken := filepath.Join(directory, "taken")
	if err := os.Mkdir(taken, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(taken, []byte("data")); err == nil {
		t.Error("a directory was replaced by a file")
	}
	if err := writeFile(filepath.Join(directory, "answer"), []byte("data")); err != nil {
		t.Error(err)
	}
	left, err := os.ReadDir(directory)
	if err != nil || len(left) != 2 {
		t.Errorf("%v, %v", left, err)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestAnAnswerThatCannotBeWritten(t *testing.T) {
	var err bytes.Buffer
	code := execute(context.Background(), []string{"version"}, streams{strings.NewReader(""), full{}, &err})
	if code != exitFailed || !strings.HasPrefix(err.String(), "collsim: cannot write standard output: ") {
		t.Errorf("exit %d: %s", code, err.String())
	}
}

// TestLibrary: components and groups of every result sum to its total, and the scenario inside a result is the question
// to which it is the answer. Of each file the first and the last are asked again.
func TestLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the whole library")
	}
	for _, name := range libraryNames() {
		answer, stderr, code := collsim("run", name, "--output", "json")
		if code != exitRight {
			t.Fatal(stderr)
		}
		results := split(t, answer)
		for i := range results {
			sums(t, name, &results[i])
		}
		runsAgain(t, name, results[0])
		if last := len(results) - 1; last > 0 {
			runsAgain(t, name, results[last])
		}
	}
}

func sums(t *testing.T, name string, r *scenarios.Result) {
	t.Helper()
	var components, groups units.Duration
	for _, d := range r.CriticalPath {
		components += d
	}
	for _, d := range r.Groups {
		groups += d
	}
	if components != r.Total || groups != r.Total {
		t.Errorf("%s %s: components sum to %v, groups to %v, the total is %v", name, r.Variant, components, groups, r.Total)
	}
}

func runsAgain(t *testing.T, name string, result scenarios.Result) {
	t.Helper()
	if result.Error != "" {
		return // only its file knows that this is what was expected
	}
	question, err := json.Marshal(result.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	var out, complaint bytes.Buffer
	if execute(context.Background(), []string{"run", "-", "--output", "json"}, streams{bytes.NewReader(question), &out, &complaint}) != exitRight {
		t.Fatal(complaint.String())
	}
	if diff := cmp.Diff(result, split(t, out.String())[0]); diff != "" {
		t.Errorf("%s %s (-first +again):\n%s", name, result.Variant, diff)
	}
}

// split takes the answer to a scenario, with variants or without, apart.
func split(t *testing.T, answer string) []scenarios.Result {
	t.Helper()
	var flat bytes.Buffer // without the indentation, which is deeper in a list
	if err := json.Compact(&flat, []byte(answer)); err != nil {
		t.Fatal(err)
	}
	var many struct{ Results []scenarios.Result }
	if err := json.Unmarshal(flat.Bytes(), &many); err != nil {
		t.Fatal(err)
	}
	if many.Results == nil {
		many.Results = make([]scenarios.Result, 1)
		if err := json.Unmarshal(flat.Bytes(), &many.Results[0]); err != nil {
			t.Fatal(err)
		}
	}
	return many.Results
}

// TestRunsShareNothing: runs at the same time in one process give the bytes that they give one after the other.
func TestRunsShareNothing(t *testing.T) {
	names := []string{"many-to-one", "barrier-straggler", "many-to-one", "registration-in-the-loop"}
	if !testing.Short() {
		names = append(names, "default", "default")
	}
	alone := make([]string, len(names))
	for i, name := range names {
		alone[i], _, _ = collsim("run", name, "--output", "json")
	}
	together := make([]string, len(names))
	var all sync.WaitGroup
	for i, name := range names {
		all.Go(func() { together[i], _, _ = collsim("run", name, "--output", "json") })
	}
	all.Wait()
	for i, name := range names {
		if alone[i] == "" || together[i] != alone[i] {
			t.Errorf("%s: %s", name, cmp.Diff(alone[i], together[i]))
		}
	}
}
