package site

import (
	"cmp"
	"math"
	"strings"
	"sync"

	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/scenarios"
	"collsim/scenarios/calibration"
)

var hostParameters = sync.OnceValue(host.Parameters)

// far is by what factor a fit may take a figure from where it was.
const far = 30

// bounds are between what a figure is looked for.
func (s *spot) bounds() (low, high float64) {
	low, high = float64(s.start.Int)/far, float64(s.start.Int)*far
	low = math.Max(low, math.Max(1, float64(s.Least)))
	if s.Most > 0 {
		high = math.Min(high, float64(s.Most))
	}
	return low, high
}

// freed is a figure that is fitted: rows decide, and what is usual where they hardly do. Where somebody has said where it
// starts they decide alone.
func (s spot) freed() spot {
	if s.usual {
		s.spread *= freely
	} else {
		s.spread = 0
	}
	return s
}

// within is the spread in a search for rows that scatter by so much.
func (s *spot) within(scatter float64) float64 {
	if clean(scatter) {
		return looseness
	}
	return cmp.Or(s.spread, looseness)
}

// at is the figure as a value.
func (s *spot) at(x float64) fabric.Value {
	v := s.start
	v.Int = s.Nearest(int64(math.Round(math.Min(x, math.MaxInt64/2))))
	return v
}

// plain is the figure as a value of four digits, rounded to the nearest, down or up.
func (s *spot) plain(x float64, round func(float64) float64) fabric.Value {
	digit := 1.0
	for x/digit >= 10000 {
		digit *= 10
	}
	return s.at(round(x/digit) * digit)
}

// setting is the figure as a setting, to the last digit.
func (s *spot) setting(x float64) scenarios.Setting {
	return scenarios.Setting{Name: s.Name, Value: calibration.Exact(s.at(x))}
}

// settings are figures as settings: those that have values.
func settings(spots []spot, values []float64) []scenarios.Setting {
	all := make([]scenarios.Setting, len(values))
	for i := range values {
		all[i] = spots[i].setting(values[i])
	}
	return all
}

// mayFeel is [scenarios.Timing.MayFeel], and leaves out figures of the network on one node.
func mayFeel(name string, t *scenarios.Timing, nodes int) bool {
	across := strings.HasPrefix(name, "host.nccl.net.") || strings.HasPrefix(name, "host.nccl.proxy.")
	return t.MayFeel(name) && (nodes > 1 || !across)
}
