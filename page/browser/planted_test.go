//go:build browser

package browser

import (
	"strings"
	"testing"
)

// TestProbesFindPlantedFaults plants one fault of each kind into a page that has none, and looks whether the probe for it finds it.
func TestProbesFindPlantedFaults(t *testing.T) {
	b := open(t, carriers[0], asked["ring"].address())
	for _, fault := range []struct{ probe, element, style string }{
		{"wide", "p", "width: 2000px"},
		{"overlapping", "button", "position: absolute; top: 200px; left: 20px; width: 900px; height: 400px"},
		{"faint", "p", "color: #aaa; background: #fff"},
		{"unlabelled", "input", ""},
	} {
		found := func() []string { return run[[]string](b, "probe."+fault.probe+"()") }
		if before := found(); len(before) > 0 {
			t.Errorf("%s: before anything is planted: %q", fault.probe, before)
		}
		run[bool](b, "probe.plant(%s, %s)", fault.element, fault.style)
		if after := found(); !strings.Contains(strings.Join(after, "\n"), ".planted") {
			t.Errorf("%s does not find a %s of %q, only %q", fault.probe, fault.element, fault.style, after)
		}
		run[bool](b, "probe.weed()")
	}

	run[bool](b, "probe.plant('input', '', '.side form')") // a control of nothing
	tried := run[[]trial](b, "probe.tryControl(probe.controls().findIndex(e => e.matches('.planted')), %s, 'all')", asked["ring"].address())
	if len(tried) == 0 || tried[0].Changed || tried[0].Said != "" {
		t.Errorf("of a control that is connected to nothing the probe says %+v", tried)
	}
	run[bool](b, "probe.weed()")
}
