package scenarios

import (
	"slices"
	"strings"

	"collsim/fabric/host"
	"collsim/scenarios/calibration"
	"collsim/sim/units"
)

// Band is between what the time of n bytes lies on eight of ten machines, by what the calibrations state of their values:
// the effects of their Influences are combined as those of an [Interval]. ok is false where no calibration holds.
func (x *Bench) Band(n units.Bytes) (low, high units.Duration, ok bool, err error) {
	base, all, err := x.Influences(n)
	if err != nil || len(x.base.scenario.calibrations()) == 0 {
		return 0, 0, false, err
	}
	low, high = BandOf(base.Total, all)
	return low, high, true, nil
}

// BandOf is between what a time lies by influences on it.
func BandOf(base units.Duration, all []Influence) (low, high units.Duration) {
	var less, more []units.Duration
	for i := range all {
		less, more = append(less, all[i].less(base)), append(more, all[i].more(base))
	}
	return max(0, base-root(less)), base + root(more)
}

// Influences are what the values of the calibrations do to the time of n bytes, each moved to both ends of its range alone.
// Values that the scenario sets are exact, and those of other protocols and algorithms have no effect.
func (x *Bench) Influences(n units.Bytes) (base Timing, all []Influence, err error) {
	if base, err = x.Run(n, nil); err != nil {
		return base, nil, err
	}
	for _, c := range x.base.scenario.calibrations() {
		for _, v := range c.Values {
			if x.exact(v) || !base.MayFeel(v.Parameter) || c.Kind == calibration.Network && x.base.graph.Nodes == 1 {
				continue
			}
			i, err := x.moved(n, v)
			if err != nil {
				return base, nil, err
			}
			all = append(all, i)
		}
	}
	return base, all, nil
}

// exact tells whether a value has no range, or another one stands over it: the scenario's own, or the site's.
func (x *Bench) exact(v calibration.Value) bool {
	s := &x.base.scenario
	over, _ := s.calibrated(v.Parameter)
	set := func(s Setting) bool { return s.Name == v.Parameter }
	return v.Low == v.High || over != v || slices.ContainsFunc(s.Settings, set)
}

// moved is what a value does at both ends of its range.
func (x *Bench) moved(n units.Bytes, v calibration.Value) (Influence, error) {
	low, err := x.Run(n, []Setting{{Name: v.Parameter, Value: exact(v.Low)}})
	if err != nil {
		return Influence{}, err
	}
	high, err := x.Run(n, []Setting{{Name: v.Parameter, Value: exact(v.High)}})
	return Influence{Name: v.Parameter, Value: exact(v.Value), Low: exact(v.Low), High: exact(v.High), AtLow: low.Total, AtHigh: high.Total}, err
}

// machineries are parts of library nccl by what their parameters begin with, and the families of algorithms that go through them.
var machineries = []struct {
	prefix   string
	families []string
}{
	{"host.nccl.nvls.", []string{host.NVLS, host.NVLSTree}}, {"host.nccl.collnet.", []string{host.CollNet}}, {"host.nccl.tree.", []string{host.Tree}},
	{"host.nccl.p2p.", []string{host.P2P}},
}

// MayFeel tells whether a parameter of library nccl may have an effect on such a run: one of another protocol or of another
// algorithm's machinery has none. It is there to save runs; where it says yes, a run tells.
func (t *Timing) MayFeel(parameter string) bool {
	if !t.speaks(parameter) {
		return false
	}
	for _, m := range machineries {
		if strings.HasPrefix(parameter, m.prefix) && !slices.Contains(m.families, t.family) {
			return false
		}
	}
	switch parameter {
	case "host.nccl.proxy.ll-rate", "host.nccl.net.read":
		return t.Across == ll
	case "host.nccl.net.rise", "host.nccl.net.eager":
		return t.Across != simple
	case "host.nccl.proxy.fetch", "host.nccl.net.buffered":
		return t.Across != ll
	}
	return true
}

// speaks tells whether a parameter is of no protocol, or of one that the run goes by where the parameter counts.
func (t *Timing) speaks(parameter string) bool {
	for _, protocol := range []string{ll, ll128, simple} {
		if !strings.HasSuffix(parameter, "."+protocol) {
			continue
		}
		return t.Across == protocol || t.Protocol == protocol && !strings.HasPrefix(parameter, "host.nccl.net.")
	}
	return true
}
