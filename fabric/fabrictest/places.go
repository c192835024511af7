package fabrictest

import (
	"slices"
	"testing"

	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// observed reports whether the model tells by place what happens.
func (s Suite) observed() bool {
	_, ok := s.Build(sim.New(sim.Options{}), Star(2, Cable(), Box("hub")), nil).(fabric.Observed)
	return ok
}

// play is Play with hops, from a Net that has them.
func (s Suite) play(t *testing.T, g *fabric.Graph, posts []Post) *Played {
	t.Helper()
	if !s.observed() {
		return Play(t, s.Build, g, posts, 0, nil)
	}
	return PlayObserved(t, s.Build, g, posts, 0, fabric.NewMeter(len(g.Links), units.Time(units.Second), 1))
}

// places: who looks at a Net changes nothing. The hops of every message are those of its route and sum, field by field, to
// its transit, and what a meter sees of a link is what the link counts.
func (s Suite) places(t *testing.T) {
	const bins = 7
	for seed := range 16 {
		g, posts := s.traffic(uint64(seed))
		alone := Play(t, s.Build, g, posts, uint64(seed), nil)
		end := alone.last()
		m := fabric.NewMeter(len(g.Links), end, bins)
		p := PlayObserved(t, s.Build, g, posts, uint64(seed), m)
		if !slices.Equal(p.Arrivals, alone.Arrivals) {
			t.Fatalf("seed %d: who looks changes what happens", seed)
		}
		for i := range posts {
			if fault := s.misplaced(p.Hops[i], posts[i].Route, p.Arrivals[i].Transit); fault != "" {
				t.Fatalf("seed %d, message %d: %s: %+d, hops %+d", seed, i, fault, p.Arrivals[i], p.Hops[i])
			}
		}
		for l := range g.Links {
			id := fabric.LinkID(l)
			use, c := m.Use(id), p.Net.Counters(id)
			if got := total(use.Busy); got != c.Busy {
				t.Fatalf("seed %d: %s is busy for %d ps by its meter, for %d by its counters", seed, g.LinkName(id), got, c.Busy)
			}
			if use.Mean > use.Peak || use.Peak < 0 {
				t.Fatalf("seed %d: %d bytes wait for %s on average, %d at most", seed, use.Mean, g.LinkName(id), use.Peak)
			}
		}
	}
}

// last is when the last message has arrived.
func (p *Played) last() units.Time {
	end := units.Time(1)
	for i := range p.Arrivals {
		end = max(end, p.Arrivals[i].At)
	}
	return end
}

func total(all []units.Duration) (sum units.Duration) {
	for _, d := range all {
		sum += d
	}
	return sum
}

// misplaced says what is wrong with the hops of a message; "" = nothing. A first attempt may not get to the end.
func (s Suite) misplaced(hops []fabric.Hop, route []fabric.LinkID, want fabric.Transit) string {
	var sum fabric.Transit
	if len(hops) < len(route) && !s.Lossy || len(hops) > len(route) {
		return "hops are missing"
	}
	for i := range hops {
		h := &hops[i]
		if h.Link != route[i] {
			return "the hops are not those of the route"
		}
		if min(h.Serialize, h.Propagate, h.Queue, h.Arbitrate, h.HeadOfLine, h.Backpressure, h.Retransmit) < 0 {
			return "a hop takes less than no time"
		}
		sum.Add(&h.Transit)
	}
	if sum != want {
		return "the hops do not sum to the transit"
	}
	return ""
}

// ports: what a meter says of a port's queue and of blocked inputs is what its departures say, looked at one by one.
func (s Suite) ports(t *testing.T) {
	blocked := false
	for seed := range 6 {
		g, posts := s.traffic(uint64(seed))
		var all []Departure
		p := Play(t, s.Build, g, posts, 0, func(net fabric.Net) {
			s.Trace(net, func(d Departure) { all = append(all, d) })
		})
		m := fabric.NewMeter(len(g.Links), p.last(), 1)
		PlayObserved(t, s.Build, g, posts, 0, m)
		offered := offers(g, all)
		for l := range g.Links {
			id := fabric.LinkID(l)
			var of []Departure
			var at []units.Time
			for i := range all {
				if all[i].Link == id {
					of, at = append(of, all[i]), append(at, offered[i])
				}
			}
			got := m.Use(id)
			want := fabric.Use{Busy: got.Busy, Blocked: blockage(of, at)}
			want.Peak, want.Mean = line(of, p.last())
			if got.Peak != want.Peak || got.Mean != want.Mean || got.Blocked != want.Blocked {
				t.Fatalf("seed %d: the meter of %s says %+d, its departures say %+d", seed, g.LinkName(id), got, want)
			}
			blocked = blocked || got.Blocked > 0
		}
	}
	if s.Buffers && !blocked {
		t.Fatal("no head of an input queue ever kept a port idle: the traffic proves nothing")
	}
}

// line is the most and the mean that waited before a port, as its departures say.
func line(of []Departure, end units.Time) (peak, mean units.Bytes) {
	sum := units.Bytes(0) // x ps
	for i := range of {
		sum += of[i].Wire * units.Bytes(of[i].Start-of[i].Eligible)
		level := units.Bytes(0)
		for j := range of {
			if of[j].Eligible <= of[i].Eligible && of[i].Eligible < of[j].Start {
				level += of[j].Wire
			}
		}
		peak = max(peak, level)
	}
	return peak, sum / units.Bytes(end)
}

// offers says of each departure from when on its packet was offered: behind input queues not before the one ahead of it
// has left, by whatever port. Of others it says when the packet was eligible.
func offers(g *fabric.Graph, all []Departure) []units.Time {
	at := make([]units.Time, len(all))
	w := newWatch(g, nil)
	for i := range all {
		d := &all[i]
		at[i] = d.Eligible
		if from := &g.Devices[g.Links[d.Link].From]; d.From >= 0 && from.Queueing == fabric.Input && !from.OutputQueued() {
			at[i] = max(at[i], w.left[w.from(d)])
		}
		w.depart(d)
	}
	return at
}

// blockage is for how long a port idled although a packet was there that was not offered, and none that was.
func blockage(of []Departure, offered []units.Time) (sum units.Duration) {
	free := units.Time(0)
	for i := range of {
		wanted, first := of[i].Start, of[i].Start
		for j := i; j < len(of); j++ {
			wanted, first = min(wanted, of[j].Eligible), min(first, offered[j])
		}
		sum += max(first, free).Sub(max(min(wanted, first), free))
		free = of[i].End
	}
	return sum
}
