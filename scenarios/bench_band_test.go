package scenarios

import (
	"testing"

	"collsim/scenarios/calibration"
	"collsim/sim/units"
)

// TestBand: the band holds the time, widens with what a value is uncertain by, and what a run does not feel moves nothing.
func TestBand(t *testing.T) {
	const text = "schema: collsim.scenario/v1\nfabric: {preset: hgx-h100, nodes: 2}\ncollective: all_reduce\nbytes: 1 KiB\nlibrary: nccl\n"
	bench, err := NewBench(load(t, text).Scenarios[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []units.Bytes{units.KiB, 256 * units.KiB, 64 * units.MiB} {
		base, err := bench.Run(n, nil)
		if err != nil {
			t.Fatal(err)
		}
		low, high, ok, err := bench.Band(n)
		if err != nil || !ok || low >= base.Total || high <= base.Total {
			t.Errorf("%v: %v in %v to %v, %t, %v", n, base.Total, low, high, ok, err)
		}
		unfelt(t, bench, n, &base)
	}
}

func unfelt(t *testing.T, bench *Bench, n units.Bytes, base *Timing) {
	for _, c := range bench.base.scenario.calibrations() {
		for _, v := range c.Values {
			if base.MayFeel(v.Parameter) {
				continue
			}
			if i, err := bench.moved(n, v); err != nil || i.AtLow != base.Total || i.AtHigh != base.Total {
				t.Errorf("%v: %s is not felt, and moves %v to %v and %v, %v", n, v.Parameter, base.Total, i.AtLow, i.AtHigh, err)
			}
		}
	}
}

// TestBandOfExactValues: a scenario that sets all that is calibrated leaves nothing uncertain, and without NCCL nothing is known.
func TestBandOfExactValues(t *testing.T) {
	const text = "schema: collsim.scenario/v1\nfabric: {preset: hgx-h100, nodes: 1}\ncollective: all_reduce\nbytes: 1 KiB\n"
	set := ""
	c, _ := calibration.Find(calibration.GPU, "h100")
	for _, v := range c.Values {
		set += v.Parameter + ": " + exact(v.Value) + "\n  "
	}
	bench, err := NewBench(load(t, text+"library: nccl\nset:\n  "+set+"\n").Scenarios[0])
	if err != nil {
		t.Fatal(err)
	}
	timing, err := bench.Run(units.KiB, nil)
	if err != nil {
		t.Fatal(err)
	}
	if low, high, ok, err := bench.Band(units.KiB); low != timing.Total || high != timing.Total || !ok || err != nil {
		t.Errorf("%v to %v, %t, %v", low, high, ok, err)
	}
	bench, err = NewBench(load(t, text+"library: raw\nalgorithm: ring\n").Scenarios[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, _, ok, err := bench.Band(units.KiB); ok || err != nil {
		t.Errorf("library raw: %t, %v", ok, err)
	}
}
