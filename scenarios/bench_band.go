package scenarios

import (
	"slices"
	"strings"

	"collsim/scenarios/calibration"
	"collsim/sim/units"
)

// Band is between what the time of n bytes lies on eight of ten machines, by what the calibrations state of their values:
// each is moved to both ends of its range alone, and the effects are combined as those of an [Interval]. ok is false where
// no calibration holds. Values that the scenario sets are exact, and those of other protocols and algorithms have no effect.
func (x *Bench) Band(n units.Bytes) (low, high units.Duration, ok bool, err error) {
	classes := x.base.scenario.calibrations()
	if len(classes) == 0 {
		return 0, 0, false, nil
	}
	base, err := x.Run(n, nil)
	if err != nil {
		return 0, 0, false, err
	}
	var less, more []units.Duration
	for _, c := range classes {
		for _, v := range c.Values {
			if x.exact(v) || !base.feels(v.Parameter) || c.Kind == calibration.Network && x.base.graph.Nodes == 1 {
				continue
			}
			i, err := x.moved(n, v)
			if err != nil {
				return 0, 0, false, err
			}
			less, more = append(less, i.less(base.Total)), append(more, i.more(base.Total))
		}
	}
	return max(0, base.Total-root(less)), base.Total + root(more), true, nil
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
	return Influence{AtLow: low.Total, AtHigh: high.Total}, err
}

// machineries are parts of library nccl by what their parameters begin with, and the algorithms that go through them.
var machineries = []struct{ prefix, algorithms string }{
	{"host.nccl.nvls.", "nvls nvls_tree"}, {"host.nccl.collnet.", "collnet collnet_chain"}, {"host.nccl.tree.", "double_binary_tree"}, {"host.nccl.p2p.", "grouped shift"},
}

// feels tells whether a parameter of library nccl may have an effect on such a run: one of another protocol or of another
// algorithm's machinery has none.
func (t *Timing) feels(parameter string) bool {
	for _, protocol := range []string{ll, ll128, simple} {
		if strings.HasSuffix(parameter, "."+protocol) && t.Protocol != protocol {
			return false
		}
	}
	for _, m := range machineries {
		if strings.HasPrefix(parameter, m.prefix) && !slices.Contains(strings.Fields(m.algorithms), t.Algorithm) {
			return false
		}
	}
	return parameter != "host.nccl.proxy.ll-rate" || t.Protocol == ll
}
