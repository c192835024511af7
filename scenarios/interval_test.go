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
fabric: {preset: hgx-h100, nodes: 2}
collective: all_reduce
algorithm: ring
bytes: 256 KiB
set: {host.nic.start: 500 ns}
`

// The ends of an interval are what a user finds who sets each parameter to each of its ends and adds squares up.
func TestIntervalIsWhatRunsGive(t *testing.T) {
	r := studied(t, uncertainRun, intervals)[0]
	v := r.Interval
	f, err := Load("f.yaml", []byte(uncertainRun))
	if err != nil {
		t.Fatal(err)
	}
	less, more := new(big.Int), new(big.Int)
	square := func(sum *big.Int, d units.Duration) {
		if d > 0 {
			sum.Add(sum, new(big.Int).Mul(big.NewInt(int64(d)), big.NewInt(int64(d))))
		}
	}
	for _, p := range v.Parameters {
		for end, want := range map[string]units.Duration{p.Low: p.AtLow, p.High: p.AtHigh} {
			g, err := f.Override([]Flag{{"set", p.Name + "=" + end}})
			if err != nil {
				t.Fatal(err)
			}
			results, err := g.Run(nil)
			if err != nil {
				t.Fatal(err)
			}
			if results[0].Total != want {
				t.Errorf("%s=%s takes %v, the interval says %v", p.Name, end, results[0].Total, want)
			}
		}
		square(less, v.Total-min(p.AtLow, p.AtHigh))
		square(more, max(p.AtLow, p.AtHigh)-v.Total)
	}
	for _, side := range []struct {
		got  units.Duration
		want *big.Int
	}{{v.Total - v.Low, less}, {v.High - v.Total, more}} {
		d := big.NewInt(int64(side.got))
		below := new(big.Int).Sub(d, big.NewInt(1))
		if d.Mul(d, d).Cmp(side.want) < 0 || below.Mul(below, below).Cmp(side.want) >= 0 {
			t.Errorf("%v is not the root of %v, rounded up", side.got, side.want)
		}
	}
	if len(v.Parameters) < 5 || v.Low >= v.Total || v.High <= v.Total {
		t.Errorf("%s", spelled(t, v))
	}
	if !slices.Equal(v.Set, []string{"host.nic.start"}) || !slices.Contains(v.Unknown, "network.latency") || !slices.Contains(v.Indifferent, "socket.rate") {
		t.Errorf("set %v, unknown %v, indifferent %v", v.Set, v.Unknown, v.Indifferent)
	}
}

// Where everything is exact there is nothing between the ends.
func TestIntervalOfExactFigures(t *testing.T) {
	v := studied(t, "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 4}\ncollective: all_reduce\nalgorithm: ring\nbytes: 4 KiB\nlibrary: raw\n", intervals)[0].Interval
	if v.Low != v.Total || v.High != v.Total || len(v.Parameters) != 0 {
		t.Errorf("%s", spelled(t, v))
	}
}
