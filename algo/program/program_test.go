package program_test

import (
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/algo/program"
	"collsim/fabric"
	"collsim/fabric/message"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

const us = units.Microsecond

func build(t *testing.T, c algo.Collective, name string, call algo.Call) *algo.Schedule {
	t.Helper()
	a, _ := algo.Find(c, name)
	s, err := a.Build(call)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func play(t *testing.T, s *algo.Schedule, tasks ...exec.Task) *exec.Outcome {
	t.Helper()
	return playWith(t, exec.Config{Schedule: s, Tasks: tasks})
}

// playWith plays what c says on a star.
func playWith(t *testing.T, c exec.Config) *exec.Outcome {
	t.Helper()
	g, _, err := fabric.Build(fabric.Spec{Preset: "star", Nodes: c.Schedule.Call.Ranks})
	if err != nil {
		t.Fatal(err)
	}
	c.Graph = g
	c.Net = func(k *sim.Kernel, to fabric.Sink) (fabric.Net, error) { return message.New(k, g, to) }
	x, err := exec.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if more, err := x.Play(0); more || err != nil {
		t.Fatalf("more %v, error %v", more, err)
	}
	return x.Outcome()
}

func call(t *testing.T, p *program.Program, s *algo.Schedule, stream int, task int32) int {
	t.Helper()
	n, err := p.Call(s, stream, task)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Collectives that are waited for one by one take the sum of their times; those of one stream that are not, too, but for
// what flows on while others of the stream still run.
func TestInARow(t *testing.T) {
	for _, name := range []string{"ring", "tree", "double_binary_tree"} {
		one := build(t, algo.AllReduce, name, algo.Call{Ranks: 8, Bytes: 1 << 16, Channels: 2})
		alone := play(t, one).Total
		p := program.New(8, 1)
		for range 5 {
			n := call(t, p, one, 0, 0)
			p.Wait(n)
		}
		o := play(t, p.Schedule("storm", "serial"))
		if name == "ring" && o.Total != 5*alone { // ring ends everywhere at once
			t.Errorf("%s: five in a row take %d ps, one takes %d", name, int64(o.Total), int64(alone))
		}
		if o.Total > 5*alone || o.Messages != 5*play(t, one).Messages {
			t.Errorf("%s: five in a row take %d ps and %d messages, one takes %d", name, int64(o.Total), o.Messages, int64(alone))
		}
		ended := units.Time(-1)
		for _, m := range o.Marks[3] {
			if m.Number == p.Steps() {
				ended = m.At
			}
		}
		if ended != o.Ranks[3].Finish || len(o.Marks[3]) != int(p.Steps()+2*p.Lanes()) {
			t.Errorf("%s: rank 3 ends at %d by its last mark of %d, at %d by its lanes", name, int64(ended), len(o.Marks[3]), int64(o.Ranks[3].Finish))
		}
	}
}

// Computation hides a collective that is waited for afterwards, and only what sticks out is exposed.
func TestOverlap(t *testing.T) {
	one := build(t, algo.AllReduce, "ring", algo.Call{Ranks: 8, Bytes: 1 << 16})
	alone := play(t, one).Total
	for _, compute := range []units.Duration{alone / 2, 2 * alone} {
		p := program.New(8, 1)
		n := call(t, p, one, 0, 0)
		p.Task(1)
		p.Wait(n)
		o := play(t, p.Schedule("step", "overlapped"), exec.Task{Component: ledger.Compute, Nominal: compute})
		if want := max(alone, compute); o.Total != want {
			t.Errorf("computing %d beside %d: %d ps, want %d", int64(compute), int64(alone), int64(o.Total), int64(want))
		}
	}
	p := program.New(8, 1)
	p.Task(1)
	p.Wait(call(t, p, one, 0, 0))
	o := play(t, p.Schedule("step", "exposed"), exec.Task{Component: ledger.Compute, Nominal: 7 * us})
	if o.Total != alone+7*us || o.Critical[ledger.Compute] != 7*us {
		t.Errorf("computing first: %d ps, %v", int64(o.Total), o.Critical)
	}
}

// Two streams run at the same time and share the links.
func TestStreams(t *testing.T) {
	one := build(t, algo.AllGather, "ring", algo.Call{Ranks: 4, Bytes: 4 << 20})
	alone := play(t, one).Total
	p := program.New(4, 1)
	a, b := call(t, p, one, 0, 0), call(t, p, one, 1, 0)
	p.Wait(a)
	p.Wait(b)
	if o := play(t, p.Schedule("both", "at once")); o.Total <= alone || o.Total >= 2*alone {
		t.Errorf("two at once take %d ps, one alone %d", int64(o.Total), int64(alone))
	}
}

func TestRefusals(t *testing.T) {
	p := program.New(4, 1)
	if _, err := p.Call(build(t, algo.Barrier, "tree", algo.Call{Ranks: 5}), 0, 0); err == nil {
		t.Error("five ranks in a program of four")
	}
	call(t, p, build(t, algo.AllReduce, "ring", algo.Call{Ranks: 4}), 0, 0)
	if _, err := p.Call(build(t, algo.AllReduce, "tree", algo.Call{Ranks: 4}), 0, 0); err == nil {
		t.Error("two lanes on a stream of one")
	}
}
