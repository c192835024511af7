package scenarios

import (
	"errors"
	"math/big"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// replicated are the figures over replicates: replicates.total.p99, replicates.waiting.mean.
func replicated() []metric {
	all := sampled("total", func(r *Replicates) *Sample { return &r.Total })
	for g := range ledger.Groups {
		all = append(all, sampled(g.String(), func(r *Replicates) *Sample { return &r.Groups[g] })...)
	}
	return all
}

var errNoReplicates = errors.New("undefined: the scenario asks for one run only")

func sampled(of string, sample func(*Replicates) *Sample) []metric {
	var all []metric
	for _, figure := range []struct {
		name  string
		value func(*Sample) units.Duration
	}{
		{"mean", func(s *Sample) units.Duration { return s.Mean }},
		{"min", func(s *Sample) units.Duration { return s.Min }},
		{"max", func(s *Sample) units.Duration { return s.Max }},
		{"p50", func(s *Sample) units.Duration { return s.P50.At }},
		{"p95", func(s *Sample) units.Duration { return s.P95.At }},
		{"p99", func(s *Sample) units.Duration { return s.P99.At }},
	} {
		all = append(all, metric{name: "replicates." + of + "." + figure.name, of: spans, value: func(r *Result) (*big.Rat, error) {
			if r.Replicates == nil {
				return nil, errNoReplicates
			}
			return whole64(int64(figure.value(sample(r.Replicates)))), nil
		}})
	}
	tail := func(r *Result) (*big.Rat, error) {
		if r.Replicates == nil {
			return nil, errNoReplicates
		}
		s := sample(r.Replicates)
		if s.P50.At == 0 {
			return nil, errors.New("undefined: p50 is 0")
		}
		return big.NewRat(int64(s.P95.At), int64(s.P50.At)), nil
	}
	return append(all, metric{name: "replicates." + of + ".p95-over-p50", of: ratios, value: tail})
}
