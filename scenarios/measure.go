package scenarios

import (
	"fmt"
	"math/big"

	"collsim/sim/input"
	"collsim/sim/units"
)

// Measure is a figure of results that has a name, as expectations know it: total, busbw, share.queue.
type Measure struct{ metric metric }

// MeasureOf finds a figure by its name. Its error says which was probably meant.
func MeasureOf(name string) (Measure, error) {
	m, ok := findMetric(name)
	if ok {
		return Measure{m}, nil
	}
	hint := input.Meant(name, metricNames())
	if hint == "" {
		hint = "valid: " + metricsValid()
	}
	return Measure{}, fmt.Errorf("there is no figure %q; %s", name, hint)
}

// Name is what it is called.
func (m Measure) Name() string { return m.metric.name }

// Unit is what its numbers count; "" = they have none.
func (m Measure) Unit() string {
	return [...]string{"ps", "B", "B/s", "", "", "%", ""}[m.metric.of]
}

// Number is the figure of a result in its unit, exactly; the error says that it is undefined there, or a word.
func (m Measure) Number(r *Result) (*big.Rat, error) {
	if m.metric.of == labels {
		return nil, fmt.Errorf("%s is a word", m.metric.name)
	}
	v, err := m.metric.value(r)
	if err == nil && m.metric.of == shares {
		v = new(big.Rat).Mul(v, whole64(100))
	}
	return v, err
}

// Text is the figure for a reader, in a few digits; "-" where it is undefined.
func (m Measure) Text(r *Result) string {
	if m.metric.of == labels {
		return m.metric.word(r)
	}
	v, err := m.metric.value(r)
	if err != nil {
		return "-"
	}
	if v.IsInt() && v.Num().IsInt64() {
		switch n := v.Num().Int64(); m.metric.of {
		case spans:
			return units.Duration(n).Short()
		case sizes:
			return units.Bytes(n).String()
		case rates:
			return units.Rate(n).Short()
		}
	}
	if m.metric.of == shares {
		return new(big.Rat).Mul(v, whole64(100)).FloatString(1) + " %"
	}
	if v.IsInt() {
		return v.Num().String()
	}
	return v.FloatString(2)
}
