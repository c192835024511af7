package page

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"collsim/algo"
	"collsim/fabric"
	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

const small = `"flags":[["fabric","star"],["nodes","4"],["collective","all_reduce"],["algorithm","ring"],["bytes","4 KiB"],["library","raw"]]`

// told is what an answer says beside results.
type told struct {
	Do     string
	Result struct {
		Total int64 `json:"total_ps"`
	}
	YAML     string
	Values   map[string]string
	Unfelt   map[string]string
	Problems []problem
	Ask      *doubt
	Error    *trouble
}

func answered(t *testing.T, c Carrier, request string) (a told) {
	t.Helper()
	c.Each = inTurn
	text := Answer([]byte(request), c)
	if err := json.Unmarshal(text, &a); err != nil {
		t.Fatalf("%s: %v: %.200s", request, err, text)
	}
	return a
}

// Controls offer every word that there is, and explain it.
func TestOptionsAreTheCatalogues(t *testing.T) {
	var o struct {
		Fabrics, Networks, Transports, Libraries, Fidelities, Collectives, Algorithms, Components, Groups, Flags, Parameters, Scenarios []struct {
			Name, Doc, Colour string
			Algorithms        []string
		}
	}
	if err := json.Unmarshal(Answer([]byte(`{"do":"options"}`), Carrier{}), &o); err != nil {
		t.Fatal(err)
	}
	performed := 0
	for _, c := range o.Collectives {
		performed += len(c.Algorithms)
	}
	known := scenarios.Known()
	for _, c := range []struct {
		name      string
		got, want int
	}{
		{"fabrics", len(o.Fabrics), len(fabric.Presets())}, {"networks", len(o.Networks), len(known.Networks)}, {"transports", len(o.Transports), len(fabric.Transports())},
		{"libraries", len(o.Libraries), len(known.Libraries)}, {"algorithms of collectives", performed, len(algo.All())}, {"components", len(o.Components), int(ledger.Components)},
		{"groups", len(o.Groups), int(ledger.Groups)}, {"flags", len(o.Flags), len(scenarios.Flags())}, {"parameters", len(o.Parameters), len(known.Parameters)},
		{"scenarios", len(o.Scenarios), len(libraryNames())},
	} {
		if c.got != c.want {
			t.Errorf("%d %s, there are %d", c.got, c.name, c.want)
		}
	}
	for _, c := range append(append(o.Components, o.Collectives...), o.Fidelities...) {
		if c.Doc == "" {
			t.Errorf("%s is not explained", c.Name)
		}
	}
}

// What is said not to matter does not: with another value the result is the same but for the scenario that it spells out.
func TestWhatIsUnfeltChangesNothing(t *testing.T) {
	other := map[string]string{"root": "1", "slices": "4", "inter": "tree", "on-error": "retry-message", "grant": "auto", "nccl-version": "2.27.3", "launch": "single", "cuda-graph": "yes", "tuner": "fastest"}
	question := strings.Replace(small, `["library","raw"]`, `["library","raw"],["fidelity","message"]`, 1)
	before := answered(t, Carrier{}, `{"do":"run",`+question+`}`)
	tried := 0
	for name := range before.Unfelt {
		value, ok := other[name]
		if !ok {
			continue
		}
		tried++
		after := answered(t, Carrier{}, `{"do":"run",`+strings.Replace(question, `]]`, `],["`+name+`","`+value+`"]]`, 1)+`}`)
		if len(after.Problems) == 0 && after.Result.Total != before.Result.Total {
			t.Errorf("%s: %d ps, then %d", name, before.Result.Total, after.Result.Total)
		}
	}
	if tried < 6 {
		t.Errorf("only %d flags were tried", tried)
	}
}

func TestBigRequestsAreQuestions(t *testing.T) {
	for _, c := range []struct {
		name   string
		limits Limits
	}{
		{"events", Limits{AskEvents: 10}}, {"messages", Limits{AskMessages: 10}}, {"memory", Limits{AskMemory: units.KiB, Memory: units.GiB}},
	} {
		if a := answered(t, Carrier{Limits: c.limits}, `{"do":"run",`+small+`}`); a.Ask == nil || a.Ask.Text == "" || a.Result.Total != 0 {
			t.Errorf("%s: %+v", c.name, a)
		}
		if a := answered(t, Carrier{Limits: c.limits}, `{"do":"run","sure":true,`+small+`}`); a.Ask != nil || a.Result.Total == 0 {
			t.Errorf("%s, and sure: %+v", c.name, a)
		}
	}
	for _, limits := range []Limits{{Events: 10}, {Time: units.Nanosecond}} {
		if a := answered(t, Carrier{Limits: limits}, `{"do":"run","sure":true,`+small+`}`); a.Error == nil || a.Error.Kind != "limit" {
			t.Errorf("%+v: %+v", limits, a)
		}
	}
}

func TestCarriersEndRequests(t *testing.T) {
	why := errors.New("enough")
	a := answered(t, Carrier{Look: func(scenarios.Progress) error { return why }}, `{"do":"run",`+small+`}`)
	if a.Error == nil || a.Error.Kind != "stopped" || a.Error.Text != "enough" {
		t.Errorf("%+v", a)
	}
	if text := string(Ended([]byte(`{"do":"curves"}`), why)); text != `{"do":"curves","error":{"kind":"stopped","text":"enough"}}` {
		t.Error(text)
	}
}

func TestWhatIsNoRequest(t *testing.T) {
	for _, c := range []struct{ request, says string }{
		{``, "not a request"}, {`[]`, "not a request"}, {`{"do":"run"}{}`, "behind it"}, {`{"do":"run","bites":3}`, "bites"}, {`{"do":"walk"}`, `unknown word "walk"`},
		{`{"do":"run","scenario":"a: b","library":"default"}`, "one of the two"}, {`{"do":"run","flags":[["byte","1"]]}`, "did you mean bytes?"}, {`{"do":"compare"}`, "a or b is missing"},
		{`{"do":"timeline","variant":"trees",` + small + `}`, "valid: none"}, {`{"do":"timeline","variant":"trees","library":"ring-or-tree"}`, "valid: ring, tree"},
		{`{"do":"curves",` + small + `,"sizes":"1..","algorithms":["ring"]}`, "sizes"}, {`{"do":"curves",` + small + `,"sizes":"1B..1GiB:100","algorithms":["ring","tree","direct"]}`, "at most 200"},
	} {
		if a := answered(t, Carrier{}, c.request); a.Error == nil || a.Error.Kind != "request" || !strings.Contains(a.Error.Text, c.says) {
			t.Errorf("%s: %+v", c.request, a.Error)
		}
	}
}

func TestProblemsStandInTheirPlaces(t *testing.T) {
	a := answered(t, Carrier{}, `{"do":"yaml","scenario":"schema: collsim.scenario/v1\nfabric: star\ncollective: all_reduce\nalgorithm: rung\n","flags":[["bytes","64"]]}`)
	if len(a.Problems) != 2 {
		t.Fatalf("%+v", a.Problems)
	}
	for _, p := range a.Problems {
		if !(p.Line == 4 && p.Column == 12 && strings.Contains(p.Hint, "ring")) && p.Flag != "--bytes" {
			t.Errorf("%+v", p)
		}
	}
}

// Every scenario of the library, spelled out, is the same scenario.
func TestFilesAreSpelledOut(t *testing.T) {
	for _, name := range libraryNames() {
		q := question{Library: name, Flags: [][2]string{{"seed", "77"}}}
		f, err := q.load()
		if err != nil {
			t.Fatal(err)
		}
		again, err := scenarios.Load("again.yaml", f.YAML())
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, f.YAML())
			continue
		}
		for i := range f.Scenarios {
			if got, want := string(scenarios.Canonical(again.Scenarios[i])), string(scenarios.Canonical(f.Scenarios[i])); got != want {
				t.Errorf("%s: %s, not %s", name, got, want)
			}
		}
	}
}
