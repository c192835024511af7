package scenarios

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"

	"collsim/algo"
	"collsim/fabric"
	"collsim/sim/units"
)

// bound is what no run of the scenario can beat, whatever the algorithm, though not whatever switches do for it: the larger of the cheapest way for one rank's
// input to reach a result that needs it, and of the bytes that must leave, or enter, one part of the fabric over its links.
func (b *bound) bound(total units.Duration) Bound {
	if b.work != nil {
		l := b.work.bound()
		l.Percent = percentage(l.Total, total)
		return l
	}
	if b.acts != nil {
		l := b.boundOfActs()
		l.Percent = percentage(l.Total, total)
		return l
	}
	l := Bound{Latency: b.latencyBound()}
	binding := "latency"
	for _, level := range b.levels() {
		crossing := b.schedule.Compulsory(level.Parts, b.inside(level))
		d := max(floorOver(level.Egress, crossing.Out), floorOver(level.Ingress, crossing.In))
		if d > l.Bandwidth {
			l.Bandwidth = d
			binding = "bandwidth of a " + level.Name
		}
	}
	l.Total, l.Binding = max(l.Latency, l.Bandwidth), binding
	if l.Latency >= l.Bandwidth {
		l.Binding = "latency"
	}
	l.Percent = percentage(l.Total, total)
	return l
}

// levels are those that cut the ranks that take part into equal parts.
func (b *bound) levels() []fabric.Level {
	all := b.graph.Levels()
	if b.acts == nil && b.scenario.Ranks == b.graph.Ranks() {
		return all
	}
	for _, l := range all {
		if l.Name == "rank" {
			l.Parts = b.scenario.Ranks
			return []fabric.Level{l}
		}
	}
	return nil
}

func (b *bound) latencyBound() units.Duration { return b.latencyOf(b.schedule) }

func (b *bound) latencyOf(s *algo.Schedule) units.Duration { return b.latencyOn(s, b.gpus) }

// latencyOn is the latency bound of a schedule whose ranks stand on some GPUs.
func (b *bound) latencyOn(s *algo.Schedule, gpus []int32) units.Duration {
	rank := slices.Repeat([]int{-1}, len(b.graph.GPUs))
	for r, gpu := range gpus {
		if int(gpu) >= len(rank) { // of a sketch, in which others stand for it
			break
		}
		rank[gpu] = r
	}
	return b.graph.MaxLatency(func(src, dst int) bool {
		return rank[src] >= 0 && rank[dst] >= 0 && algo.Needs(s.Collective, s.Call, rank[src], rank[dst])
	})
}

// floorOver is the time of n bytes rounded down: a bound must not be rounded up.
func floorOver(r units.Rate, n units.Bytes) units.Duration {
	if n == 0 || r == 0 {
		return 0
	}
	x := new(big.Int).Mul(big.NewInt(int64(n)), big.NewInt(1e12))
	return units.Duration(x.Div(x, new(big.Int).SetUint64(uint64(r))).Int64())
}

// percentage is part of whole in percent, two decimals, rounded down; 100 of nothing.
func percentage(part, whole units.Duration) json.Number {
	if whole == 0 {
		return "100.00"
	}
	x := new(big.Int).Mul(big.NewInt(int64(part)), big.NewInt(10000))
	hundredths := x.Div(x, big.NewInt(int64(whole))).Int64()
	return json.Number(fmt.Sprintf("%d.%02d", hundredths/100, hundredths%100))
}
