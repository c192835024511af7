package site

import (
	"math"
	"slices"
	"testing"

	"collsim/fabric"
	"collsim/scenarios/calibration"
	"collsim/scenarios/trial"
)

// TestFewRowsFitWhatIsOff has four rows, which carry two figures, and five figures that they can tell apart. What is off is taken first,
// however late in the list it stands; where nothing is off the list decides.
func TestFewRowsFitWhatIsOff(t *testing.T) {
	columns := [][]float64{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {0, 0, 0, 0.01}}
	for _, c := range []struct {
		errors []float64
		want   []int
	}{
		{[]float64{0, 0, 0, 0}, []int{0, 1}},
		{[]float64{0, 0, 0.1, 0.02}, []int{2, 3}},
		{[]float64{0, 0, 0, 0.3}, []int{0, 3}},
		{[]float64{0.06, 0.05, 0.05, 0.05}, []int{0, 1}}, // all explain about as much
		{[]float64{0, 0.2, 0, 9}, []int{1, 3}},           // a row that is far off counts less
	} {
		x := &choice{spots: make([]spot, len(columns)), columns: columns, errors: c.errors, why: make([]string, len(columns))}
		x.take()
		if slices.Sort(x.taken); !slices.Equal(x.taken, c.want) {
			t.Errorf("errors %v: figures %v are taken, not %v", c.errors, x.taken, c.want)
		}
		if x.why[4] == "" {
			t.Errorf("errors %v: a figure that rows hardly feel is held for no reason", c.errors)
		}
	}
	unlikely := []spot{{spread: 0.01, usual: true}, {spread: 1, usual: true}} // what moves by a percent from machine to machine does not explain 20
	x := &choice{spots: unlikely, columns: [][]float64{{1, 0, 0, 0}, {1, 0.2, 0, 0}}, errors: []float64{0.2, 0, 0, 0}, why: make([]string, 2)}
	if x.take(); x.taken[0] != 1 {
		t.Errorf("figures %v are taken", x.taken)
	}
}

// TestFiguresOfASite starts from a calibration of the site, one of whose values has no interval: it is no figure that all machines
// have in common, and as little as one that is set does it lean to its class.
func TestFiguresOfASite(t *testing.T) {
	s := machine(t, "set: {host.nccl.block.ll: 4 GB/s}")
	seven := fabric.DurationOf(7e6)
	s.NCCL.Calibration = &calibration.Class{Values: []calibration.Value{{Parameter: "host.launch", Value: seven, Low: seven, High: seven}}}
	tr, err := trial.New(s, simulate(t, s, 4))
	if err != nil {
		t.Fatal(err)
	}
	spots, err := (&Question{Trials: []*trial.Trial{tr}}).spots()
	if err != nil {
		t.Fatal(err)
	}
	of := func(name string) *spot {
		i := slices.IndexFunc(spots, func(s spot) bool { return s.Name == name })
		if i < 0 {
			t.Fatalf("%s is left out", name)
		}
		return &spots[i]
	}
	warps, ok := s.Classed("host.nccl.warps.share")
	if !ok || warps.Value != warps.High || warps.Low == warps.High {
		t.Fatalf("warps.share ends at 100 %% no more: %+v", warps)
	}
	for _, c := range []struct {
		name          string
		usual, common bool
		freed         float64 // spread
	}{
		{"host.launch", false, false, 0},
		{"host.nccl.block.ll", false, false, 0},
		{"host.nccl.link.duplex", true, true, 0},
		{"host.nccl.warps.share", true, false, freely * 2 * math.Log(float64(warps.High.Int)/float64(warps.Low.Int)) / eightOfTen}, // 100 % is all there can be
	} {
		if s := of(c.name); s.usual != c.usual || s.common != c.common || math.Abs(s.freed().spread-c.freed) > 1e-9 {
			t.Errorf("%s: usual %v, common %v, spread %g", c.name, s.usual, s.common, s.freed().spread)
		}
	}
}
