package scenarios

import (
	"io/fs"
	"strings"
	"testing"
)

func diagnosed(t *testing.T, text string) []Finding {
	t.Helper()
	results, err := ReadResults("r.json", []byte(spelled(t, runAll(t, text, inTurn)[0])))
	if err != nil {
		t.Fatal(err)
	}
	return Diagnose(results)
}

const well = `
schema: collsim.scenario/v1
fabric: {preset: hgx-h100, nodes: 2}
collective: all_reduce
algorithm: tree
bytes: 16 KiB
`

// Each fault that is put into a healthy run is the first thing that its diagnosis names.
func TestDiagnosisNamesTheCauseFirst(t *testing.T) {
	if found := diagnosed(t, well); len(found) != 0 {
		t.Errorf("a healthy run: %s", spelled(t, found))
	}
	for name, c := range map[string]struct{ text, claim, component, evidence string }{
		"straggler":    {well + "ranks: {5: {start: 1 ms}}\n", "F3", "skew", "rank 5 least"},
		"slow rank":    {well + "ranks: {5: {slow: 20}}\n", "F3", "skew", "rank 5 least"},
		"noise":        {well + "jitter: {distribution: exponential, mean: 20 us}\n", "E5", "skew", "no single one"},
		"registration": {well + "set: {host.register.cache: off, host.eager: 0 B}\n", "D1", "register", "host.register.cache is off"},
		"interrupts":   {well + "set: {host.completion: interrupt}\n", "E4", "complete", "host.completion is interrupt"},
		"incast":       {"schema: collsim.scenario/v1\nfabric: star\nlibrary: raw\ncollective: all_reduce\nalgorithm: central\nbytes: 8 MiB\n", "C3", "queue", "the busiest port"},
		"bus":          {"schema: collsim.scenario/v1\nfabric: pcie-8\nlibrary: raw\ncollective: all_to_all\nalgorithm: pairwise\nbytes: 64 MiB\n", "C2", "arbitrate", "the busiest port"},
		"cold start":   {well + "set: {host.setup: first}\n", "E8", "negotiate", "host.setup is first"},
		"lock":         {well + "set: {host.lock.hold: 20 us}\n", "E3", "lock", "held for 20 us"},
		"stream":       {well + "set: {host.stream.queued: 300 us}\n", "E1", "launch", "queued before it 300 us"},
		"cable":        {well + "set: {network.latency: 20 us}\n", "B3", "propagate", "a raw probe"},
		"slow library": {well + "set: {host.core.instructions: 60000}\n", "H4", "library", "more than four times"},
		"loss":         {well + "set: {network.loss: 5 %}\n", "C5", "retransmit", "were sent again"},
		"uneven":       {well + "replicates: 60\nranks: {5: {start: {distribution: empirical, values: [0 s, 0 s, 0 s, 0 s, 0 s, 0 s, 0 s, 0 s, 0 s, 20 ms]}}}\n", "F4", "skew", "p95 of the total"},
		"many small":   {strings.Replace(well, "bytes: 16 KiB", "bytes: 4 KiB\nworkload: {kind: storm, operations: 40}", 1), "G1", "software", "40 operations of 4 KiB"},
	} {
		found := diagnosed(t, c.text)
		if len(found) == 0 {
			t.Errorf("%s: nothing stands out", name)
			continue
		}
		f := found[0]
		if f.Claim != c.claim || f.Component != c.component || !strings.Contains(f.Evidence, c.evidence) || f.Remedy == "" || f.Time <= 0 || f.Percent > 100 {
			t.Errorf("%s: %s", name, spelled(t, found))
		}
	}
}

// What several results show together.
func TestDiagnosisAcrossResults(t *testing.T) {
	one := runAll(t, strings.Replace(well, "nodes: 2", "nodes: 1", 1)+"library: raw\n", inTurn)
	two := runAll(t, strings.Replace(well, "fabric: {preset: hgx-h100, nodes: 2}", "fabric: {preset: hgx-h100, nodes: 2, set: {network.rate: 1 GB/s}}", 1)+"library: raw\n", inTurn)
	found := Diagnose(append(one, two...))
	if len(found) != 1 || found[0].Claim != "I" || found[0].Cause != "topology or choice of NIC" || !strings.Contains(found[0].Evidence, "2 nodes take") {
		t.Errorf("%s", spelled(t, found))
	}
	if found := Diagnose(append(two, one[0], one[0])); len(found) != 2 {
		t.Errorf("%s", spelled(t, found))
	}
}

// Every result of the library can be read back and examined; findings are in order and complete.
func TestDiagnosisOfTheLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("runs scenarios of the library")
	}
	for _, name := range []string{"barrier-straggler", "registration-in-the-loop", "many-to-one"} {
		data, err := fs.ReadFile(Library(), name+".yaml")
		if err != nil {
			t.Fatal(err)
		}
		results := runAll(t, string(data), inTurn)
		back, err := ReadResults("r.json", []byte(`{"schema":"`+ResultsSchema+`","results":`+spelled(t, results)+`}`))
		if err != nil || spelled(t, back) != spelled(t, results) {
			t.Errorf("%s comes back otherwise (%v)", name, err)
		}
		found := Diagnose(back)
		if len(found) == 0 {
			t.Errorf("%s: nothing stands out", name)
		}
		for i, f := range found {
			if i > 0 && !f.general && found[i-1].general || f.Cause == "" || f.Variant == "" {
				t.Errorf("%s: %s", name, spelled(t, found))
			}
		}
	}
}

func TestWhatIsNoResult(t *testing.T) {
	good := spelled(t, runAll(t, well, inTurn)[0])
	for text, want := range map[string]string{
		"":                        "r.json:1:1: this is no result: not JSON: unexpected end of JSON input",
		"{\n  \"a\": 1,\n  oops}": "r.json:3:3: this is no result: not JSON: invalid character 'o'",
		"[1]":                     "r.json:1:2: this is no result:  is a array here",
		`{"total_ps": 3}`:         `r.json:1:1: this is no result; valid: what collsim run --output json writes, whose schema is collsim.result/v1 or collsim.results/v1`,
		"{\n\"schema\": \"collsim.scenario/v1\"}":                          `r.json:2:1: this is no result: "collsim.scenario/v1"; valid: `,
		`{"schema": "collsim.results/v1"}`:                                 `r.json:1:2: this is no result: "collsim.results/v1"; valid: `,
		`{"schema": "collsim.result/v1"}`:                                  "r.json:1:1: this is no result: it lacks parameters or ranks",
		strings.Replace(good, `"skew":0`, `"skew":7`, 1):                   "r.json:1:1: this is no result: the parts of its critical path sum to ",
		strings.Replace(good, `"skew":0`, `"skow":0`, 1):                   "r.json:1:1: this is no result: 1 names in a breakdown",
		strings.Replace(good, `"rounds":8`, "\n"+`"rounds":"eight"`, 1):    "r.json:2:17: this is no result: rounds is a string here",
		`{"schema": "collsim.results/v1", "results": [` + good + ",\n{}]}": `r.json:2:1: this is no result: its schema is "", not collsim.result/v1`,
	} {
		results, err := ReadResults("r.json", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.60q: %v (%d results), want %s", text, err, len(results), want)
		}
	}
}
