package scenarios

import (
	"collsim/algo"
	"collsim/fabric"
	"collsim/sim/units"
)

// boundOfActs is what no run of jobs or groups can beat: the longest bound of any of their collectives, behind the start
// of its job; and, where groups cut all ranks, what all of them together must move in and out of a rank.
func (b *bound) boundOfActs() Bound {
	l := Bound{Binding: "latency"}
	var rank fabric.Level
	for _, level := range b.graph.Levels() {
		if level.Name == "rank" {
			rank = level
		}
	}
	var sum algo.Crossing
	for i := range b.acts {
		a := &b.acts[i]
		least := algo.Crossing{}
		for k, t := range a.teams {
			c := t.Schedule.Compulsory(t.Schedule.Call.Ranks, false)
			if k == 0 || c.Out+c.In < least.Out+least.In {
				least = c
			}
			l.raise(a.start+b.latencyOn(t.Schedule, a.gpus[k]), a.start+b.crossing(rank, c))
		}
		if a.kind == aGroup && even(a) {
			sum.Out += least.Out
			sum.In += least.In
		}
	}
	l.raise(0, b.crossing(rank, sum))
	if l.Total = l.Latency; l.Bandwidth > l.Total {
		l.Total, l.Binding = l.Bandwidth, "bandwidth of a rank"
	}
	return l
}

func (l *Bound) raise(latency, bandwidth units.Duration) {
	l.Latency, l.Bandwidth = max(l.Latency, latency), max(l.Bandwidth, bandwidth)
}

// crossing is the time of compulsory bytes over the edge of the best connected rank.
func (b *bound) crossing(rank fabric.Level, c algo.Crossing) units.Duration {
	return max(floorOver(rank.Egress, c.Out), floorOver(rank.Ingress, c.In))
}

// even tells whether teams of one size must move at least so much a rank on average, so that what different groups must
// move adds up: some rank moves at least the average of all.
func even(a *act) bool {
	for _, t := range a.teams {
		if t.Schedule.Call.Ranks != a.teams[0].Schedule.Call.Ranks {
			return false
		}
	}
	switch algo.Collective(a.call.Collective) {
	case algo.AllReduce, algo.AllGather, algo.ReduceScatter, algo.AllToAll:
		return true
	}
	return false
}
