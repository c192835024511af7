package scenarios

import (
	"math/big"
	"slices"
	"testing"

	"collsim/sim/units"
)

func intervals(f *File) func([]Result, Watch, Each) error { return f.Intervals }

const uncertainRun = `
schema: collsim.scenario/v1
fabric: {preset: hgx-h100, nodes: 2, gpus-per-node: 2}
collective: all_reduce
algorithm: ring
bytes: 64 KiB
set: {host.nic.start: 500 ns}
`

const lossyRun = `
schema: collsim.scenario/v1
fabric: {preset: star, nodes: 4}
collective: all_reduce
algorithm: ring
bytes: 64 KiB
library: mpi
seed: 3
set: {network.loss: 5 %}
`

// The ends of an interval are what a user finds who sets each parameter to each of its ends and adds squares up; and
// those without influence have none.
func TestIntervalIsWhatRunsGive(t *testing.T) {
	for _, text := range []string{uncertainRun, lossyRun} {
		v := studied(t, text, intervals)[0].Interval
		f, err := Load("f.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		less, more := new(big.Int), new(big.Int)
		for _, p := range v.Parameters {
			totalIs(t, f, p.Name, p.Low, p.AtLow)
			totalIs(t, f, p.Name, p.High, p.AtHigh)
			square(less, v.Total-min(p.AtLow, p.AtHigh))
			square(more, max(p.AtLow, p.AtHigh)-v.Total)
		}
		isRoot(t, v.Total-v.Low, less)
		isRoot(t, v.High-v.Total, more)
		s := &f.Scenarios[0]
		for _, p := range s.parametersOf() {
			if slices.Contains(v.Indifferent, p.Name) {
				d, _ := p.Default(s.holders(p)...)
				low, high, _ := p.Range(d)
				totalIs(t, f, p.Name, exact(low), v.Total)
				totalIs(t, f, p.Name, exact(high), v.Total)
			}
		}
		if len(v.Parameters) < 5 || len(v.Indifferent) < 5 || v.Low >= v.Total || v.High <= v.Total {
			t.Errorf("%s", spelled(t, v))
		}
	}
}

// totalIs runs a file with one parameter set.
func totalIs(t *testing.T, f *File, name, value string, want units.Duration) {
	t.Helper()
	g, err := f.Override([]Flag{{"set", name + "=" + value}})
	if err != nil {
		t.Fatal(err)
	}
	results, err := g.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	if results[0].Total != want {
		t.Errorf("%s=%s takes %v, the interval says %v", name, value, results[0].Total, want)
	}
}

func square(sum *big.Int, d units.Duration) {
	if d > 0 {
		sum.Add(sum, new(big.Int).Mul(big.NewInt(int64(d)), big.NewInt(int64(d))))
	}
}

func isRoot(t *testing.T, got units.Duration, want *big.Int) {
	t.Helper()
	d := big.NewInt(int64(got))
	below := new(big.Int).Sub(d, big.NewInt(1))
	if d.Mul(d, d).Cmp(want) < 0 || below.Mul(below, below).Cmp(want) >= 0 && want.Sign() > 0 {
		t.Errorf("%v is not the root of %v, rounded up", got, want)
	}
}

// Each parameter is in the one list that it belongs to.
func TestIntervalSortsParameters(t *testing.T) {
	v := studied(t, uncertainRun, intervals)[0].Interval
	if !slices.Equal(v.Set, []string{"host.nic.start"}) || !slices.Contains(v.Unknown, "network.latency") || !slices.Contains(v.Indifferent, "socket.rate") {
		t.Errorf("set %v, unknown %v, indifferent %v", v.Set, v.Unknown, v.Indifferent)
	}
	v = studied(t, lossyRun, intervals)[0].Interval
	backoff := func(p Influence) bool { return p.Name == "retransmit.backoff" }
	if !slices.ContainsFunc(v.Parameters, backoff) || !slices.Contains(v.Unknown, "retransmit.timeout") {
		t.Errorf("%s", spelled(t, v))
	}
}

// Where everything is exact there is nothing between the ends.
func TestIntervalOfExactFigures(t *testing.T) {
	v := studied(t, "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 4}\ncollective: all_reduce\nalgorithm: ring\nbytes: 4 KiB\nlibrary: raw\n", intervals)[0].Interval
	if v.Low != v.Total || v.High != v.Total || len(v.Parameters) != 0 {
		t.Errorf("%s", spelled(t, v))
	}
}
