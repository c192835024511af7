package site

import (
	"fmt"
	"math"

	"collsim/fabric"
	"collsim/scenarios"
)

// strange is how many times as far from the value of its class as eight of ten machines a figure must be to be called unusual.
const strange = 3

// unusual says that a figure is far from what the scenario's class has; "" = it is not, or no class has it. A log that such figures
// agree with is one of a machine that something is wrong with, or of another one.
func unusual(s *scenarios.Scenario, name string, value fabric.Value) string {
	v, ok := s.Classed(name)
	if !ok || v.Low.Int <= 0 || value.Int <= 0 || v.Low.Int == v.High.Int {
		return ""
	}
	off, wide := math.Log(float64(value.Int)/float64(v.Value.Int)), math.Log(float64(v.High.Int)/float64(v.Low.Int))/2
	if math.Abs(off) <= strange*wide {
		return ""
	}
	return fmt.Sprintf("%v is %.1f times what its class has; eight of ten such machines lie between %v and %v", value, math.Exp(off), v.Low, v.High)
}
