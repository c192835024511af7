package scenarios

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// answered runs a file and checks of every result that its parts sum up and that it comes out of its own scenario again.
func answered(t *testing.T, text string) map[string]*Result {
	t.Helper()
	f, err := Load("f.yaml", []byte("schema: collsim.scenario/v1\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	results, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*Result{}
	for i := range results {
		r := &results[i]
		all[r.Variant] = r
		if got := (*ledger.Parts)(&r.CriticalPath).Sum(); got != r.Total {
			t.Errorf("%s: parts sum to %v, total %v", r.Variant, got, r.Total)
		}
		for j := range r.Jobs {
			jobSums(t, r.Variant, &r.Jobs[j])
		}
		again(t, r)
	}
	return all
}

func jobSums(t *testing.T, variant string, j *JobResult) {
	t.Helper()
	for _, c := range []struct {
		parts ledger.Parts
		want  units.Duration
	}{{ledger.Parts(j.CriticalPath), j.Total}, {ledger.Parts(j.AlonePath), j.Alone}, {ledger.Parts(j.CostPath), j.Cost}} {
		if got := c.parts.Sum(); got != c.want {
			t.Errorf("%s, %s: parts sum to %v, not %v", variant, j.Name, got, c.want)
		}
	}
	if j.Cost != j.Total-j.Alone {
		t.Errorf("%s, %s: the others cost %v of %v, alone %v", variant, j.Name, j.Cost, j.Total, j.Alone)
	}
}

// again runs the scenario that a result spells out.
func again(t *testing.T, r *Result) {
	t.Helper()
	f, err := Load("again.json", r.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	results, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	results[0].Variant, results[0].Name = r.Variant, r.Name
	a, _ := json.Marshal(r)
	b, _ := json.Marshal(results[0])
	if !bytes.Equal(a, b) {
		t.Errorf("%s: run again, the result differs\n%s\n%s", r.Variant, a, b)
	}
}

// alikeRuns tells whether two runs took the same time for the same reasons.
func alikeRuns(a, b *Result) bool { return a.Total == b.Total && a.CriticalPath == b.CriticalPath }

// One job, and one group of one team, that have all GPUs are the collective itself, whatever the software.
func TestOneJobIsTheCollective(t *testing.T) {
	for _, level := range []string{"packet", "message", "flow"} {
		for _, library := range []string{"raw", "mpi", "gloo"} {
			r := answered(t, `
fabric: {preset: hgx-h100, nodes: 2, gpus-per-node: 3}
collective: all_reduce
algorithm: ring
bytes: 300 KB
library: `+library+`
fidelity: `+level+`
variants:
  plain: {}
  job: {jobs: {a: {ranks: 6}}}
  group: {groups: {a: {size: 6}}}
`)
			if !alikeRuns(r["plain"], r["job"]) || !alikeRuns(r["plain"], r["group"]) {
				t.Errorf("%s, %s: %v, as a job %v, as a group %v", level, library, r["plain"].Total, r["job"].Total, r["group"].Total)
			}
			for _, j := range append(r["job"].Jobs, r["group"].Jobs...) {
				if j.Total != r["plain"].Total || j.Cost != 0 || j.Algbw != r["plain"].Algbw {
					t.Errorf("%s, %s: %+v", level, library, j)
				}
			}
		}
	}
}

// Jobs on servers and leaves of their own take together what the longest takes alone, and cost each other nothing, in the
// luck of any seed; where a job begins shifts it and nothing else.
func TestJobsOfTheirOwnCostNothing(t *testing.T) {
	for _, level := range []string{"packet", "message", "flow"} {
		r := answered(t, `
fabric: {preset: hgx-a100, nodes: 4, gpus-per-node: 2, network: leaf-spine, set: {leaf.nodes: 1}}
collective: all_reduce
algorithm: ring
bytes: 100 KB
library: mpi
jitter: {distribution: exponential, mean: 1 us}
fidelity: `+level+`
jobs:
  two: {placement: [0..3]}
  one: {placement: [4, 5], algorithm: tree, bytes: 1 MiB}
  late: {placement: [6, 7], start: 30 us}
variants:
  three: {}
`)["three"]
		longest := units.Duration(0)
		for i := range r.Jobs {
			j := &r.Jobs[i]
			longest = max(longest, j.Start+j.Total)
			if j.Cost != 0 || j.CostPath != (Difference{}) {
				t.Errorf("%s: %s loses %v to others that it never meets", level, j.Name, j.Cost)
			}
		}
		if r.Total != longest {
			t.Errorf("%s: %v in all, the longest job %v", level, r.Total, longest)
		}
	}
}

// On a fabric where all GPUs are alike it does not matter where ranks stand; on a real one it does, unless rings follow
// the wiring.
func TestPlacement(t *testing.T) {
	for _, level := range []string{"packet", "message", "flow", "postal"} {
		r := answered(t, `
fabric: {preset: star, nodes: 6}
collective: all_reduce
algorithm: tree
bytes: 100 KB
library: mpi
ranks: 5
fidelity: `+level+`
variants:
  packed: {}
  random: {placement: random(3)}
  list: {placement: [5, 0, 3, 1, 4]}
  numbers: {order: ranks}
`)
		for name, other := range r {
			if !alikeRuns(r["packed"], other) {
				t.Errorf("%s: packed %v, %s %v", level, r["packed"].Total, name, other.Total)
			}
		}
		r = answered(t, `
fabric: {preset: hgx-h100, nodes: 2}
collective: all_reduce
algorithm: ring
bytes: 1 MB
library: raw
fidelity: `+level+`
variants:
  packed: {}
  strided: {placement: strided}
  wired: {placement: strided, order: fabric}
  seed: {placement: random, seed: 5, order: fabric}
  half: {placement: [8..15]}
  half-packed: {ranks: 8}
`)
		if !alikeRuns(r["packed"], r["wired"]) || !alikeRuns(r["packed"], r["seed"]) || !alikeRuns(r["half"], r["half-packed"]) {
			t.Errorf("%s: packed %v, wired %v, random %v; half %v and %v", level, r["packed"].Total, r["wired"].Total, r["seed"].Total, r["half-packed"].Total, r["half"].Total)
		}
		if r["strided"].Total <= r["packed"].Total {
			t.Errorf("%s: strided %v, packed %v", level, r["strided"].Total, r["packed"].Total)
		}
	}
}

// Hierarchical algorithms need the ranks of a node together: by number, or by the wiring that an order follows.
func TestPlacementOfNodes(t *testing.T) {
	form := "schema: collsim.scenario/v1\nfabric: {preset: hgx-h100, nodes: 2}\ncollective: all_reduce\nalgorithm: hierarchical\nbytes: 1 MB\nlibrary: raw\n"
	r := answered(t, strings.TrimPrefix(form, "schema: collsim.scenario/v1\n")+"variants:\n  packed: {}\n  wired: {placement: strided, order: fabric}\n  pairs: {placement: [9, 8, 1, 0]}\n")
	if !alikeRuns(r["packed"], r["wired"]) {
		t.Errorf("packed %v, wired %v", r["packed"].Total, r["wired"].Total)
	}
	for placement, want := range map[string]string{
		"strided":      "algorithm: ranks 0 and 1 stand on two nodes, where 8 ranks that follow one another should share one",
		"[0, 1, 2, 8]": "algorithm: all_reduce/hierarchical needs nodes of equal size: 4 ranks at 3 a node leave 1 on the last",
	} {
		f, err := Load("f.yaml", []byte(form+"placement: "+placement+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = f.Run(nil); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "f.yaml:4:12: ") {
			t.Errorf("%s: %v", placement, err)
		}
	}
}

// Background traffic that sends nothing, or where nobody else is, costs nothing; what shares a port with it does not end
// before all that both bring has passed.
func TestBackground(t *testing.T) {
	for _, level := range []string{"packet", "message", "flow"} {
		r := answered(t, `
fabric: {preset: star, nodes: 6}
ranks: 4
collective: all_reduce
algorithm: ring
bytes: 1 MB
library: raw
fidelity: `+level+`
variants:
  alone: {}
  silent: {background: {a: {from: 4, to: 1, rate: 0 B/s}}}
  elsewhere: {background: {a: {from: 4, to: 5, rate: 50 GB/s}}}
  later: {background: {a: {from: 4, to: 1, rate: 50 GB/s, start: 1 s}}}
  even: {background: {a: {from: 4, to: 1, rate: 5 GB/s}}}
  chance: {background: {a: {pairs: 8, rate: 5 GB/s, pattern: poisson, bytes: [1 KB, 9 KB]}}}
`)
		if w := strings.Join(r["silent"].Warnings, "\n"); w != "background.a: changed nothing: it sends nothing" {
			t.Error(w)
		}
		for _, name := range []string{"silent", "elsewhere", "later"} {
			if !alikeRuns(r["alone"], r[name]) || r[name].Jobs[0].Cost != 0 {
				t.Errorf("%s: alone %v, %s %v", level, r["alone"].Total, name, r[name].Total)
			}
		}
		for _, name := range []string{"even", "chance"} {
			j := &r[name].Jobs[0]
			if j.Cost <= 0 || j.Alone != r["alone"].Total || j.Kind != "collective" || r[name].Background[0].Offered == 0 {
				t.Errorf("%s: alone %v, %s %+v", level, r["alone"].Total, name, j)
			}
		}
	}
}

// A class with three turns of four keeps three quarters of a port that another class would fill: what takes 4/3 of its
// time there, and not twice. Levels that know no classes say so.
func TestTrafficClassesShareByWeight(t *testing.T) {
	r := answered(t, `
fabric: {preset: star, nodes: 3}
ranks: 2
collective: broadcast
algorithm: binomial
bytes: 4 MiB
library: raw
fidelity: packet
set: {lanes.weights: "3,1"}
background: {a: {from: 2, to: 1, rate: 50 GB/s, bytes: 4 KiB, class: 1}}
variants:
  apart: {}
  same: {background: {a: {class: 0}}}
  blind: {fidelity: message}
`)
	alone := r["apart"].Jobs[0].Alone
	if own, same := r["apart"].Total, r["same"].Total; own < alone*4/3-alone/100 || own > alone*4/3+alone/100 || same < 2*alone-alone/50 {
		t.Errorf("alone %v, in a class of its own %v, in the same %v", alone, own, same)
	}
	if w := strings.Join(r["blind"].Warnings, "\n"); !strings.Contains(w, "background.a.class: changed nothing: the message level knows no traffic classes") {
		t.Error(w)
	}
}

// A class that ports do not have is refused where it stands.
func TestTrafficClasses(t *testing.T) {
	f, err := Load("f.yaml", []byte("schema: collsim.scenario/v1\nfabric: star\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 KB\nbackground:\n  a: {from: 0, to: 1, rate: 1 GB/s, class: 3}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err = f.Run(nil); err == nil || !strings.Contains(err.Error(), "background.a.class: 3, but ports have 1 traffic class") || !strings.HasPrefix(err.Error(), "f.yaml:7:") {
		t.Error(err)
	}
}
