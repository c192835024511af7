package program_test

import (
	"testing"

	"collsim/algo"
	"collsim/algo/program"
)

// A program of calls through a switch: the seat plays the calls' own steps one after the other, and nothing else.
func TestSeatsInAProgram(t *testing.T) {
	a, _ := algo.Find(algo.AllReduce, "nvls")
	s, err := a.Build(algo.Call{Ranks: 4, Bytes: 1 << 20, Slices: 2})
	if err != nil {
		t.Fatal(err)
	}
	one, err := algo.Count(s)
	if err != nil {
		t.Fatal(err)
	}
	p := program.New(4, 4)
	for range 3 {
		if _, err := p.Call(s, 0, 1); err != nil {
			t.Fatal(err)
		}
	}
	all, err := algo.Count(p.Schedule(algo.AllReduce, "nvls"))
	if err != nil || all.Messages != 3*one.Messages || all.Rounds != 3*one.Rounds || all.Sent != 3*one.Sent {
		t.Errorf("three calls count %+v, one %+v (%v)", all, one, err)
	}
	ring, _ := algo.Find(algo.AllReduce, "ring")
	other, err := ring.Build(algo.Call{Ranks: 4, Bytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Call(other, 1, 1); err == nil {
		t.Error("a call without a switch is accepted beside calls with one")
	}
}
