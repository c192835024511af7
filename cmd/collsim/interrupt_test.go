package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"collsim/fabric"
	"collsim/scenarios"
)

// TestASignalEndsWhatDoesNotLook: counting all these schedules takes many times the grace, and never looks.
func TestASignalEndsWhatDoesNotLook(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("signals cannot be sent there")
	}
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		code, out, complaint := interrupted(t, s)
		if code != exitInterrupted || out != "" || complaint != "collsim: interrupted\n" {
			t.Errorf("%v: exit %d, stdout %q, stderr %q", s, code, out, complaint)
		}
	}
}

// interrupted runs a command that takes long and sends it a signal once it listens: a process that the signal kills had
// not come so far, and the next one is given twice the time.
func interrupted(t *testing.T, s os.Signal) (code int, out, complaint string) {
	t.Helper()
	for wait := 200 * time.Millisecond; ; wait *= 2 {
		command := exec.Command("collsim", "rounds", "--ranks", "1..1024")
		var stdout, stderr bytes.Buffer
		command.Stdout, command.Stderr = &stdout, &stderr
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait)
		if err := command.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		command.Wait() // its error is the exit code
		if code := command.ProcessState.ExitCode(); code >= 0 || wait > 10*time.Second {
			return code, stdout.String(), stderr.String()
		}
	}
}

// TestAnInterruptWaitsForADraft: the program does not end while a temporary file exists.
func TestAnInterruptWaitsForADraft(t *testing.T) {
	drafts.Lock()
	ended := make(chan int, 1)
	go abandon(io.Discard, func(code int) { ended <- code })
	select {
	case <-ended:
		t.Error("it ended while a file was being written")
	case <-time.After(grace + 200*time.Millisecond):
	}
	drafts.Unlock()
	if code := <-ended; code != exitInterrupted {
		t.Errorf("exit %d", code)
	}
}

// vanishing is a scenario on standard input; whoever reads it finds the directory gone.
type vanishing struct {
	io.Reader
	directory string
}

func (v vanishing) Read(data []byte) (int, error) {
	if err := os.RemoveAll(v.directory); err != nil {
		return 0, err
	}
	return v.Reader.Read(data)
}

// TestAnAnswerOutlivesItsFigure: what was simulated is printed even if the figure cannot be written in the end.
func TestAnAnswerOutlivesItsFigure(t *testing.T) {
	directory := filepath.Join(t.TempDir(), "figures")
	if err := os.Mkdir(directory, 0o755); err != nil {
		t.Fatal(err)
	}
	question := "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 4}\ncollective: barrier\nalgorithm: central\n"
	var out, complaint bytes.Buffer
	code := execute(context.Background(), []string{"run", "-", "--plot", filepath.Join(directory, "picture.svg")},
		streams{vanishing{strings.NewReader(question), directory}, &out, &complaint})
	if code != exitFailed || !strings.HasPrefix(complaint.String(), "collsim: cannot write ") || !strings.Contains(out.String(), "critical path") {
		t.Errorf("exit %d, stdout %q, stderr %q", code, out.String(), complaint.String())
	}
}

// TestAnInterruptIsAnAnswerInJSON: a program reads how far the run came; somebody at a terminal reads it on stderr.
func TestAnInterruptIsAnAnswerInJSON(t *testing.T) {
	stopped, stop := context.WithCancel(context.Background())
	stop()
	for output, want := range map[string]string{"table": "", "json": `{"schema":"collsim.error/v1","error":{"kind":"interrupted",`} {
		var out, complaint, short bytes.Buffer
		code := execute(stopped, []string{"run", "--fabric", "star", "--nodes", "64", "--collective", "all_reduce", "--algorithm", "ring", "--bytes", "64MiB", "--output", output},
			streams{strings.NewReader(""), &out, &complaint})
		if err := json.Compact(&short, out.Bytes()); out.Len() > 0 && err != nil {
			t.Error(err)
		}
		if code != exitInterrupted || !strings.HasPrefix(short.String(), want) || (want == "") != (out.Len() == 0) || !strings.HasSuffix(complaint.String(), "; no result was written\n") {
			t.Errorf("%s: exit %d, stdout %q, stderr %q", output, code, out.String(), complaint.String())
		}
	}
}

func TestNoColoursOnADumbTerminal(t *testing.T) {
	t.Setenv("NO_COLOR", "")
	for term, want := range map[string]bool{"dumb": false, "xterm-256color": true} {
		t.Setenv("TERM", term)
		if got := colourful(true); got != want || colourful(false) {
			t.Errorf("TERM=%s: %v", term, got)
		}
	}
	t.Setenv("NO_COLOR", "1")
	if colourful(true) {
		t.Error("NO_COLOR=1 gives colours")
	}
}

// TestWhoIsToBlame: what the user may put right is bad input, a fault of the simulator is not.
func TestWhoIsToBlame(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{scenarios.Problems{{What: "wrong"}}, true},
		{&fabric.Unreachable{From: 1, To: 2}, true},
		{fmt.Errorf("ring: %w", &fabric.Unreachable{From: 1, To: 2}), true},
		{&scenarios.BoundBroken{Fidelity: "postal"}, true},
		{&scenarios.BoundBroken{Fidelity: "packet"}, false},
		{&scenarios.BoundBroken{Fidelity: "message"}, false},
		{errors.New("anything else"), false},
	} {
		if got := misasked(c.err); got != c.want {
			t.Errorf("%v: to blame is the question: %v, not %v", c.err, got, c.want)
		}
	}
}
