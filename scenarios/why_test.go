package scenarios

import (
	"errors"
	"strings"
	"testing"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// made is a result that is made of the given parts, in picoseconds.
func made(rounds int, of map[ledger.Component]units.Duration) *Result {
	r := &Result{Rounds: rounds}
	for c, d := range of {
		r.CriticalPath[c] = d
		r.Groups[c.Group()] += d
		r.Total += d
	}
	r.Bound.Percent, r.Bound.Binding = "12.34", "latency"
	return r
}

// A regime is named when it is half of the time; nothing is called a bound that is not.
func TestRegimes(t *testing.T) {
	for want, of := range map[string]map[ledger.Component]units.Duration{
		"latency-bound: 4 rounds x 20 ps = 80 % of the time, 60 % of the whole in software":                  {ledger.Library: 60, ledger.Propagate: 20, ledger.Serialize: 20},
		"bandwidth-bound: bytes over rate are 70 % of the time, and the lower bound (latency) is 12 % of it": {ledger.Serialize: 70, ledger.Propagate: 30},
		"waiting-bound: skew is 50 % of the time (50 ps)":                                                    {ledger.Skew: 50, ledger.Propagate: 50 - 1, ledger.Queue: 1},
		"queueing-bound: backpressure is 40 % of the time: ports stand still for want of credit":             {ledger.Backpressure: 40, ledger.Queue: 20, ledger.Propagate: 40},
		"mixed: queueing 34 %, rounds 33 %, bytes over rate 33 % of the time, no single cause":               {ledger.Queue: 34, ledger.Serialize: 33, ledger.Library: 33},
	} {
		if got := (&bound{}).regime(made(4, of)); !strings.HasPrefix(got, want) {
			t.Errorf("%v\n got %s\nwant %s", of, got, want)
		}
	}
}

// A rank that nothing leads to is an error of the file, at the links that are down, whatever the level.
func TestNoRoute(t *testing.T) {
	for _, fidelity := range []string{"packet", "message", "flow", "postal"} {
		f := load(t, "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 2, down: [node1/gpu0>leaf0]}\ncollective: barrier\nalgorithm: central\nfidelity: "+fidelity+"\n")
		_, err := f.Run(nil)
		var p Problems
		if !errors.As(err, &p) || len(p) != 1 || p[0].Where.Line != 2 || !strings.Contains(p[0].What, "rank 1 cannot reach rank 0") {
			t.Errorf("%s: %v", fidelity, err)
		}
	}
}

// A fabric with links down that no route needs runs at every level.
func TestLinksDownAreAvoided(t *testing.T) {
	for _, fidelity := range []string{"packet", "message", "flow", "postal"} {
		r := run(t, twoNodes+"fidelity: "+fidelity+"\n")[0]
		d := run(t, strings.Replace(twoNodes, "nodes: 2", "nodes: 2, down: [node0/nic0>leaf0]", 1)+"fidelity: "+fidelity+"\n")[0]
		if d.Total < r.Total {
			t.Errorf("%s: %d ps with a link down, %d without", fidelity, int64(d.Total), int64(r.Total))
		}
	}
}
