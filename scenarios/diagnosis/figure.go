package diagnosis

import (
	"fmt"
	"math"
	"slices"

	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/scenarios"
	"collsim/scenarios/calibration"
	"collsim/scenarios/trial"
	"collsim/sim/units"
)

// figure is a parameter of fabric or host as the scenario has it; ok is false where it has no number.
func figure(t *trial.Trial, name string) (p fabric.Parameter, v fabric.Value, ok bool) {
	p, ok = fabric.Find(slices.Concat(host.Parameters(), fabric.Parameters()), name)
	if !ok {
		return p, v, false
	}
	v, ok = t.Scenario.ValueOf(p)
	return p, v, ok && v.Int > 0
}

// scaled is settings that multiply figures, as far as the scenario has them.
func scaled(t *trial.Trial, x float64, names ...string) []scenarios.Setting {
	var set []scenarios.Setting
	for _, name := range names {
		if p, v, ok := figure(t, name); ok {
			v.Int = p.Nearest(int64(math.Round(float64(v.Int) * x)))
			set = append(set, scenarios.Setting{Name: name, Value: calibration.Exact(v)})
		}
	}
	return set
}

// longer is settings that add a time to figures.
func longer(t *trial.Trial, by units.Duration, names ...string) []scenarios.Setting {
	var set []scenarios.Setting
	for _, name := range names {
		if p, v, ok := figure(t, name); ok {
			v.Int = p.Nearest(v.Int + int64(by))
			set = append(set, scenarios.Setting{Name: name, Value: calibration.Exact(v)})
		}
	}
	return set
}

// microseconds makes a strength a time.
func microseconds(x float64) units.Duration {
	return units.Duration(math.Round(x * float64(units.Microsecond)))
}

func percent(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }

// on tells whether a switch of the scenario is on.
func on(s *scenarios.Scenario, p fabric.Parameter) bool {
	v, ok := s.ValueOf(p)
	return ok && (v.Word == "on" || v.Word == "" && v.Int == 1)
}

// gpuClass is the class of the GPUs: as said, or that of the preset.
func gpuClass(s *scenarios.Scenario) string {
	if s.NCCL.GPU != "" {
		return s.NCCL.GPU
	}
	p, _ := fabric.FindPreset(s.Fabric.Preset)
	return p.GPU
}

// seats are how many ranks there are, and how many GPUs a node has.
func seats(s *scenarios.Scenario) (ranks, perNode int) {
	perNode = s.Fabric.GPUsPerNode
	if p, ok := fabric.FindPreset(s.Fabric.Preset); ok && perNode == 0 {
		perNode = p.GPUsPerNode
	}
	if s.Ranks > 0 {
		return s.Ranks, perNode
	}
	return perNode * max(1, s.Fabric.Nodes), perNode
}
