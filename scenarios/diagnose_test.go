package scenarios

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"collsim/sim/ledger"
	"collsim/sim/units"
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

// What is narrow is named, not who is stopped because of it.
func TestDiagnosisNamesTheNarrowPort(t *testing.T) {
	const centre = `
schema: collsim.scenario/v1
fabric: {preset: star, nodes: 16, network: leaf-spine, set: {leaf.nodes: 4}}
collective: all_reduce
algorithm: central
bytes: 1 MiB
library: raw
fidelity: packet
`
	for _, more := range []string{"", "set: {network.buffer: 32 KiB}\n", "set: {network.buffer: 16 MiB, trunk.buffer: 16 MiB}\n"} {
		const port = "leaf0>node0/gpu0"
		found := diagnosed(t, centre+more)
		i := slices.IndexFunc(found, func(f Finding) bool { return f.Cause == "many send into one port at once" })
		if i < 0 || !strings.Contains(found[i].Evidence, "busiest port, "+port) || !strings.Contains(found[i].Remedy, "into "+port) {
			t.Errorf("%q: %s", more, spelled(t, found))
		}
	}
}

// thin is a network that is much slower than a node.
const thin = well + "library: raw\nset: {network.rate: 1 GB/s}\n"

func oneNode(text string) string { return strings.Replace(text, "nodes: 2", "nodes: 1", 1) }

// pair are the results of two scenarios, one after the other.
func pair(t *testing.T, a, b string) []Result {
	t.Helper()
	return append(runAll(t, a, inTurn), runAll(t, b, inTurn)...)
}

// What several results show together.
func TestDiagnosisAcrossNodes(t *testing.T) {
	results := pair(t, oneNode(thin), thin)
	found := Diagnose(results)
	if len(found) != 1 || found[0].Claim != "I" || found[0].Cause != "topology or choice of NIC" || !strings.Contains(found[0].Evidence, "2 nodes take") {
		t.Fatalf("%s", spelled(t, found))
	}
	c, _ := ledger.ParseComponent(found[0].Component)
	growth := func(c ledger.Component) units.Duration {
		return results[1].CriticalPath[c] - results[0].CriticalPath[c]
	}
	for other := range ledger.Components {
		if growth(other) > growth(c) || found[0].Time != growth(c) {
			t.Errorf("%v grows by %v, %v by %v: %s", other, growth(other), c, growth(c), spelled(t, found))
		}
	}
	if found := Diagnose(append(results[1:], results[0], results[0])); len(found) != 2 {
		t.Errorf("%s", spelled(t, found))
	}
}

// Nothing is said of results that differ in more than nodes, or by what is no topology.
func TestUnlikeResultsAreNotCompared(t *testing.T) {
	rings := strings.Replace(well, "tree", "ring", 1) + "library: gloo\n"
	for name, results := range map[string][]Result{
		"another library":   pair(t, oneNode(well)+"library: raw\n", well+"library: gloo\n"),
		"another algorithm": pair(t, oneNode(thin), strings.Replace(thin, "tree", "ring", 1)),
		"another setting":   pair(t, oneNode(well)+"library: raw\n", thin),
		"a late rank":       pair(t, oneNode(thin), thin+"ranks: {3: {slow: 2}}\n"),
		"slow software":     pair(t, oneNode(rings), strings.Replace(rings, "nodes: 2", "nodes: 4", 1)),
	} {
		if results[1].Total < 3*results[0].Total {
			t.Errorf("%s: %v and %v are too near for a test", name, results[0].Total, results[1].Total)
		}
		for _, f := range Diagnose(results) {
			if f.Cause == "topology or choice of NIC" {
				t.Errorf("%s: %s", name, spelled(t, f))
			}
		}
	}
}

// Copies that grow with the bytes are those of scattered tensors only where there are some.
func TestDiagnosisAcrossBytes(t *testing.T) {
	text := strings.Replace(well, "16 KiB", "4 MiB", 1) + "library: gloo\n"
	twice := func(text string) string { return strings.Replace(text, "4 MiB", "8 MiB", 1) }
	for more, want := range map[string]int{
		"set: {host.bounce.rate: 10 MB/s}\n":                         0,
		"set: {host.serialize.rate: 30 MB/s}\n":                      0,
		"set: {host.prepare: strided, host.prepare.rate: 20 MB/s}\n": 1,
	} {
		results, n := pair(t, text+more, twice(text)+more), 0
		if share(results[1].CriticalPath[ledger.Prepare], results[1].Total) < most {
			t.Errorf("%q: prepare is too little for a test", more)
		}
		for _, f := range Diagnose(results) {
			if f.Cause == "copies of tensors that are not contiguous" {
				n++
			}
		}
		if n != want {
			t.Errorf("%q: found %d times, want %d", more, n, want)
		}
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
		strings.Replace(good, `"busiest_port"`, `"busy_port"`, 1):          "r.json:1:1: this is no result: hottest_ports and busiest_port do not fit each other",
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
