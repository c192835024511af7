package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"collsim": main})
}

// TestScripts runs the program as a user does.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       *update,
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("LIBRARY", filepath.Join(repository(t), "scenarios", "library"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "nothing": nothing},
	})
}

// exits CODE COMMAND... runs a command that must end with an exit code other than 0 and print nothing on stdout.
func exits(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 {
		ts.Fatalf("usage: exits code command...")
	}
	err := ts.Exec(args[1], args[2:]...)
	if err == nil {
		ts.Fatalf("%s succeeded", strings.Join(args[1:], " "))
	}
	if want := "exit status " + args[0]; err.Error() != want {
		ts.Fatalf("%s: %v, not %s", strings.Join(args[1:], " "), err, want)
	}
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("a command that failed printed on stdout:\n%s", out)
	}
}

// nothing PATTERN says that no file matches.
func nothing(ts *testscript.TestScript, negated bool, args []string) {
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
