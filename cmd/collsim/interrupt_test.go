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

// TestSignals: wherever a command is when it is interrupted, it ends with 130, says what it was doing, and what it writes
// is whole and marked as partial.
func TestSignals(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("signals cannot be sent there")
	}
	long := []string{"run", "--fabric", "star", "--nodes", "4096", "--collective", "all_reduce", "--algorithm", "ring", "--bytes", "1GiB", "--library", "mpi", "--fold", "off"}
	log := filepath.Join(t.TempDir(), "huge.log")
	if err := os.WriteFile(log, hugeLog(), 0o666); err != nil {
		t.Fatal(err)
	}
	huge := func(command string) []string { return []string{command, log, "--fabric", "hgx-h100", "--nodes", "128"} }
	for _, c := range []struct {
		name     string
		args     []string
		signal   os.Signal
		out, say string // what stdout and stderr begin with, and stderr ends with
	}{
		{"a clock runs", long, os.Interrupt, "partial: interrupted: ", "; what is known so far is marked as partial\n"},
		{"for a program", append(long, "--output", "json"), syscall.SIGTERM, "{\n  \"schema\": \"collsim.error/v1\",\n  \"error\": {\n    \"kind\": \"interrupted\",\n", "; what is known so far is marked as partial\n"},
		{"no place for it", append(long, "--output", "csv"), os.Interrupt, "", "; no result was written\n"},
		{"rounds are counted", []string{"rounds", "--ranks", "1..1024"}, os.Interrupt, "partial: interrupted: ", "; what is known so far is marked as partial\n"},
		{"a log is diagnosed", huge("diagnose"), os.Interrupt, "", "; no result was written\n"},
		{"a log is fitted", huge("fit"), os.Interrupt, "", "; no result was written\n"},
		{"nobody asks", []string{"run", "-"}, os.Interrupt, "", "collsim: interrupted: reading the question; no result was written\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			code, out, complaint := interrupted(t, c.signal, c.say, c.args...)
			if code != exitInterrupted || !strings.HasPrefix(out, c.out) || (c.out == "") != (out == "") || !strings.HasPrefix(complaint, "collsim: interrupted: ") || !strings.HasSuffix(complaint, c.say) {
				t.Errorf("exit %d, stdout %.300q, stderr %q", code, out, complaint)
			}
			if strings.HasPrefix(out, "{") && !json.Valid([]byte(out)) {
				t.Errorf("not JSON: %s", out)
			}
		})
	}
}

// hugeLog is a log of 1,024 ranks, of which a row takes long to simulate. Its times are made up.
func hugeLog() []byte {
	const ranks = 1024
	var log bytes.Buffer
	fmt.Fprintln(&log, "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong")
	for bytes := 1 << 10; bytes <= 1<<30; bytes <<= 2 {
		took := 500 + float64(bytes)/1e5
		algbw := float64(bytes) / took / 1e3
		times := fmt.Sprintf("%10.2f %8.2f %8.2f      0", took, algbw, algbw*2*(ranks-1)/ranks)
		fmt.Fprintf(&log, "%12d %12d     float     sum      -1 %s %s\n", bytes, bytes/4, times, times)
	}
	return log.Bytes()
}

// interrupted runs a command that takes long and sends it a signal once it is at work: one that the signal kills, or that
// says something else, had not come so far, and the next one is given twice the time.
func interrupted(t *testing.T, s os.Signal, say string, args ...string) (code int, out, complaint string) {
	t.Helper()
	for wait := 300 * time.Millisecond; ; wait *= 2 {
		command := exec.Command("collsim", args...)
		var stdout, stderr bytes.Buffer
		command.Stdout, command.Stderr = &stdout, &stderr
		if stdin, err := command.StdinPipe(); err == nil { // nothing ever comes through it
			defer stdin.Close()
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait)
		if err := command.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		command.Wait() // its error is the exit code
		code, complaint := command.ProcessState.ExitCode(), stderr.String()
		early := code < 0 || !strings.HasSuffix(complaint, say)
		if !early || wait > 10*time.Second {
			return code, stdout.String(), complaint
		}
	}
}

// stoppingAt is a context that is done once a command comes to a stage of some variant, and the watch that sees it.
func stoppingAt(stage scenarios.Stage, variant string) context.Context {
	ctx, stop := context.WithCancel(context.Background())
	w := newWatch()
	w.saw = func(p scenarios.Progress) {
		if p.Stage == stage && p.Variant == variant {
			stop()
		}
	}
	return withWatch(ctx, w)
}

// TestInterruptedAtEachStage: the stage is named, results of runs that had ended are there, and no figure is drawn.
func TestInterruptedAtEachStage(t *testing.T) {
	question := "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 200}\ncollective: all_reduce\nalgorithm: ring\nbytes: 8 MiB\nlibrary: raw\nfidelity: message\nvariants: {few: {ranks: 4}, many: {}}\n"
	for _, stage := range []scenarios.Stage{scenarios.Wiring, scenarios.Scheduling, scenarios.Counting, scenarios.Proving, scenarios.Routing, scenarios.Simulating, scenarios.Bounding, scenarios.Searching} {
		for _, output := range []string{"table", "json"} {
			plot := filepath.Join(t.TempDir(), "picture.svg")
			var out, complaint bytes.Buffer
			code := execute(stoppingAt(stage, "many"), []string{"run", "-", "--output", output, "--plot", plot}, streams{strings.NewReader(question), &out, &complaint})
			where := string(stage)
			if stage == scenarios.Simulating {
				where = "simulated in"
			}
			if text := complaint.String(); code != exitInterrupted || !strings.HasPrefix(text, "collsim: interrupted: many: ") || !strings.Contains(text, where) {
				t.Errorf("%s: exit %d, stderr %q", stage, code, text)
			}
			if _, err := os.Stat(plot); !os.IsNotExist(err) {
				t.Errorf("%s: a figure was written: %v", stage, err)
			}
			had := stage != scenarios.Wiring && stage != scenarios.Scheduling && stage != scenarios.Counting
			if output == "table" {
				if got := strings.Contains(out.String(), "critical path"); got != had || !strings.HasPrefix(out.String(), "partial: ") {
					t.Errorf("%s: %s", stage, out.String())
				}
				continue
			}
			var answer struct {
				Schema  string
				Error   scenarios.Halt
				Results []scenarios.Result
			}
			if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
				t.Fatalf("%s: %v: %s", stage, err, out.String())
			}
			h := answer.Error
			if answer.Schema != scenarios.HaltSchema || h.Kind != "interrupted" || h.Reached == nil || h.Reached.Stage != stage || h.Variant != "many" || (len(answer.Results) == 1) != had {
				t.Errorf("%s: %s", stage, out.String())
			}
			if ran := stage == scenarios.Simulating; ran != (h.Reached.Events > 0) || ran != (h.Reached.Of > 0) || ran != (h.Reached.Furthest > 0) {
				t.Errorf("%s: %+v", stage, h.Reached)
			}
		}
	}
}

// TestInterruptedStudies: results are there and say what they lack.
func TestInterruptedStudies(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	w := newWatch()
	w.saw = func(p scenarios.Progress) {
		if p.Study == "what-if" && p.Ended {
			stop()
		}
	}
	var out, complaint bytes.Buffer
	code := execute(withWatch(ctx, w), []string{"run", "many-to-one", "--what-if", "--output", "json"}, streams{strings.NewReader(""), &out, &complaint})
	if code != exitInterrupted || !strings.Contains(out.String(), `"partial": "studies were stopped: what-if, after `) {
		t.Errorf("exit %d, stdout %.300q, stderr %q", code, out.String(), complaint.String())
	}
}

// TestInterruptedTest: files that had been examined are told, and how many had not.
func TestInterruptedTest(t *testing.T) {
	library := filepath.Join(repository(t), "scenarios", "library")
	args := []string{"test", filepath.Join(library, "barrier-straggler.yaml"), filepath.Join(library, "many-to-one.yaml"), filepath.Join(library, "default.yaml")}
	for output, want := range map[string]string{"table": "1 passed, 0 failed, 2 not run\n", "json": `"files_left": 2`} {
		ctx, stop := context.WithCancel(context.Background())
		w := newWatch()
		w.saw = func(scenarios.Progress) {
			if w.done == 1 {
				stop()
			}
		}
		var out, complaint bytes.Buffer
		code := execute(withWatch(ctx, w), append(args, "--output", output), streams{strings.NewReader(""), &out, &complaint})
		if code != exitInterrupted || !strings.Contains(out.String(), want) || !strings.Contains(complaint.String(), "many-to-one.yaml: ") {
			t.Errorf("exit %d, stdout %q, stderr %q", code, out.String(), complaint.String())
		}
	}
}

// TestAnInterruptWaitsForADraft: the program does not end while a temporary file exists.
func TestAnInterruptWaitsForADraft(t *testing.T) {
	drafts.Lock()
	ended := make(chan int, 1)
	go abandon(newWatch(), streams{err: io.Discard}, func(code int) { ended <- code })
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

// TestAnInterruptComesTooLate: an answer that is there is written, whole.
func TestAnInterruptComesTooLate(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	w := newWatch()
	w.saw = func(p scenarios.Progress) {
		if p.Result != nil {
			stop()
		}
	}
	whole, _, _ := collsim("run", "--fabric", "star", "--nodes", "4", "--collective", "barrier", "--algorithm", "tree", "--output", "json")
	var out, complaint bytes.Buffer
	code := execute(withWatch(ctx, w), []string{"run", "--fabric", "star", "--nodes", "4", "--collective", "barrier", "--algorithm", "tree", "--output", "json"}, streams{strings.NewReader(""), &out, &complaint})
	if code != exitInterrupted || complaint.String() != "collsim: interrupted: the runs had ended\n" || whole == "" || out.String() != whole {
		t.Errorf("exit %d, stdout %q, stderr %q", code, out.String(), complaint.String())
	}
}

// TestAbandonedIsToldOnce: whoever does not stop by itself is ended with what the watch knows; an answer that has been
// written stays the only one.
func TestAbandonedIsToldOnce(t *testing.T) {
	for _, had := range []bool{false, true} {
		var out, complaint bytes.Buffer
		w := newWatch()
		w.out = &outlet{Writer: &out}
		w.see(scenarios.Progress{Variant: "tree", Stage: scenarios.Counting})
		w.keep((&running{output: "json"}).partly)
		if had {
			w.out.Write([]byte("answer"))
		}
		abandon(w, streams{err: &complaint}, func(int) {})
		want := map[bool]string{false: "what is known so far is marked as partial", true: "no result was written"}[had]
		if complaint.String() != "collsim: interrupted: tree: counting; "+want+"\n" || had && out.String() != "answer" || !had && !strings.Contains(out.String(), `"stage": "counting"`) {
			t.Errorf("stdout %q, stderr %q", out.String(), complaint.String())
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
