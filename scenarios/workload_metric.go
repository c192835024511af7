package scenarios

import (
	"errors"
	"math/big"

	"collsim/sim/units"
)

// errNoWorkload says why a result has no figure of a workload.
var errNoWorkload = errors.New("undefined: the workload is one collective")

// workloadMetrics are the figures of storms and training steps: operations, steady.step, first.idle.
func workloadMetrics() []metric {
	one := func(name string, of dimension, value func(*WorkloadResult) int64) metric {
		return metric{name: name, of: of, value: func(r *Result) (*big.Rat, error) {
			if r.Workload == nil {
				return nil, errNoWorkload
			}
			return whole64(value(r.Workload)), nil
		}}
	}
	all := []metric{
		one("operations", counts, func(w *WorkloadResult) int64 { return int64(w.Operations) }),
		one("buckets", counts, func(w *WorkloadResult) int64 { return int64(len(w.Buckets)) }),
		one("bytes-meant", sizes, func(w *WorkloadResult) int64 { return int64(w.Meant) }),
		one("vain", spans, func(w *WorkloadResult) int64 { return int64(w.Vain) }),
		one("bytes-sent", sizes, func(w *WorkloadResult) int64 { return int64(w.Sent) }),
	}
	for _, part := range []struct {
		name string
		of   func(*StepTimes) units.Duration
	}{
		{"step", func(s *StepTimes) units.Duration { return s.Time }},
		{"compute", func(s *StepTimes) units.Duration { return s.Compute }},
		{"exposed", func(s *StepTimes) units.Duration { return s.Exposed }},
		{"hidden", func(s *StepTimes) units.Duration { return s.Hidden }},
		{"idle", func(s *StepTimes) units.Duration { return s.Idle }},
		{"idle-most", func(s *StepTimes) units.Duration { return s.Most }},
	} {
		all = append(all,
			one("first."+part.name, spans, func(w *WorkloadResult) int64 { return int64(part.of(&w.First)) }),
			one("steady."+part.name, spans, func(w *WorkloadResult) int64 { return int64(part.of(&w.Steady)) }))
	}
	for _, part := range []struct {
		name string
		of   func(*StepTimes) units.Duration
	}{
		{"exposed", func(s *StepTimes) units.Duration { return s.Exposed }},
		{"hidden", func(s *StepTimes) units.Duration { return s.Hidden }},
	} {
		all = append(all, one(part.name, spans, func(w *WorkloadResult) int64 {
			sum := units.Duration(0)
			for i := range w.Steps {
				sum += part.of(&w.Steps[i])
			}
			return int64(sum)
		}))
	}
	return all
}
