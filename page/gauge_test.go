package page

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"collsim/scenarios"
	"collsim/sim/units"
)

// turns does things by turns, as cores do: each goes on until it looks up.
type turns struct{ pass func(struct{}) bool }

func (t *turns) each(n int, do func(i int)) {
	passes := make([]func(struct{}) bool, n)
	var under []func() (struct{}, bool)
	for i := range n {
		next, stop := iter.Pull(func(pass func(struct{}) bool) {
			passes[i], t.pass = pass, pass
			do(i)
		})
		defer stop()
		under = append(under, next)
	}
	for going := true; going; {
		going = false
		for i, next := range under {
			t.pass = passes[i]
			_, more := next()
			going = going || more
		}
	}
	t.pass = nil
}

func (t *turns) look(scenarios.Progress) error {
	if t.pass != nil {
		t.pass(struct{}{})
	}
	return nil
}

// A request takes as many events by turns as in turn: to the very one it is asked about, or is not.
func TestCoresDoNotChangeWhatIsCounted(t *testing.T) {
	curves := []byte(`{"do":"curves","flags":[["fabric","hgx-h100"],["nodes","8"],["collective","all_reduce"],["library","raw"],["channels","3"],["fold","off"],["fidelity","message"]],"algorithms":["ring"],"sizes":"8MiB,16MiB"}`)
	all, last, reports := uint64(0), uint64(0), 0
	Answer(curves, Carrier{Each: inTurn, Look: func(p scenarios.Progress) error {
		switch {
		case p.Ended:
			all, last = all+last, 0
		case p.Stage == scenarios.Simulating:
			last, reports = p.Events, reports+1
		}
		return nil
	}})
	if reports < 4 {
		t.Fatalf("%d reports of %d events: runs are too short to be mixed up", reports, all)
	}
	for limit, asks := range map[uint64]bool{all: false, all - 1: true} {
		by := turns{}
		got := string(Answer(curves, Carrier{Each: by.each, Look: by.look, Limits: Limits{AskEvents: limit}}))
		if strings.Contains(got, `"ask"`) != asks || strings.Contains(got, `"comparison"`) == asks {
			t.Errorf("%d events of %d: %.200s", limit, all, got)
		}
	}
}

// What is wrong with one side of a comparison is not told of the other one.
func TestSidesAreJudgedApart(t *testing.T) {
	long := strings.Replace(small, "4 KiB", "4 GiB", 1)
	for _, c := range []struct {
		name          string
		limits        Limits
		a, b          string
		aFails, bTold bool
	}{
		{"time", Limits{Time: units.Second / 10}, long, small, true, true},
		{"messages", Limits{AskMessages: 30}, strings.Replace(small, `"4"`, `"8"`, 1), small, true, true},
		{"events of both", Limits{Events: 10}, small, small, true, false},
	} {
		got := string(Answer([]byte(fmt.Sprintf(`{"do":"compare","a":{%s},"b":{%s}}`, c.a, c.b)), Carrier{Each: inTurn, Limits: c.limits}))
		a, b, _ := strings.Cut(got, `"b":{`)
		if strings.Contains(a, `"result"`) == c.aFails || strings.Contains(b, `"result"`) != c.bTold {
			t.Errorf("%s: %.300s ... %.300s", c.name, a, b)
		}
	}
	said := 0
	got := string(Answer([]byte(fmt.Sprintf(`{"do":"compare","a":{%s},"b":{%s}}`, small, small)), Carrier{Each: inTurn, Look: func(scenarios.Progress) error {
		if said++; said == 1 {
			return errors.New("enough")
		}
		return nil
	}}))
	if strings.Count(got, "enough") != 2 {
		t.Errorf("a carrier's word ends both: %.300s", got)
	}
}

// Nobody gets more memory than its carrier gives, than it may take unasked, or than the user said.
func TestMemoryIsConfined(t *testing.T) {
	for _, c := range []struct {
		memory, ask, said, want units.Bytes
		sure                    bool
	}{
		{memory: units.GiB, ask: units.MiB, want: units.MiB},
		{memory: units.MiB, ask: units.GiB, want: units.MiB},
		{memory: units.GiB, ask: units.MiB, want: units.GiB, sure: true},
		{ask: units.MiB, want: units.MiB},
		{memory: units.GiB, ask: units.MiB, said: units.KiB, want: units.KiB},
		{memory: units.GiB, said: 2 * units.GiB, want: units.GiB, sure: true},
		{said: units.GiB, want: units.GiB, sure: true},
	} {
		f, err := scenarios.LoadWith("f.yaml", []byte("schema: collsim.scenario/v1\nfabric: star\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 B\n"), nil)
		if err != nil {
			t.Fatal(err)
		}
		f.Scenarios[0].MaxMemory = c.said
		a := answering{Carrier: Carrier{Limits: Limits{Memory: c.memory, AskMemory: c.ask}}}
		if a.confine(f, c.sure); f.MostMemory() != c.want {
			t.Errorf("%+v: %d", c, f.MostMemory())
		}
	}
}
