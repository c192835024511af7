package fabrictest

import (
	"math"
	"slices"
	"sort"
	"testing"

	"collsim/fabric"
	"collsim/sim/units"
)

// idleness: a port conserves work and credit. It sends a packet only when room for all of it has come back, and while a
// packet is offered it idles only for want of that room, which is rebuilt from the departures alone.
func (s Suite) idleness(t *testing.T) {
	idle := 0
	finite := func(g *fabric.Graph) bool { return s.Buffers || g.OutputQueued() }
	for seed := range 60 {
		g, posts := s.traffic(uint64(seed))
		var all []Departure
		Play(t, s.Build, g, posts, 0, func(net fabric.Net) {
			s.Trace(net, func(d Departure) { all = append(all, d) })
		})
		w := newWatch(g, all)
		for i := range all {
			d := &all[i]
			from := w.offered(d)
			w.depart(d)
			if room := w.room(d, d.Start); finite(g) && room < d.Wire {
				t.Fatalf("seed %d: %s knows of room for %d bytes: %+d", seed, g.LinkName(d.Link), room, *d)
			}
			if d.Start == from {
				continue
			}
			idle++
			if room := w.room(d, d.Start-1); !finite(g) || room >= d.Wire {
				t.Fatalf("seed %d: %s idles from %d to %d with room for %d bytes: %+d", seed, g.LinkName(d.Link), from, d.Start, room, *d)
			}
		}
	}
	if s.Buffers && idle == 0 {
		t.Fatal("no port ever idled before a packet: the traffic proves nothing")
	}
}

// watch follows departures. Those of one port, and those that one input queue gave, come in order.
type watch struct {
	graph *fabric.Graph
	free  []units.Time  // by link
	left  []units.Time  // by link and lane: when the last packet that came by it left its device
	sent  []units.Bytes // by link and lane
	back  [][]change    // by link and lane: room that came back to the sender, summed up
}

func newWatch(g *fabric.Graph, all []Departure) *watch {
	n := len(g.Links) * g.PortLanes()
	w := &watch{g, make([]units.Time, len(g.Links)), make([]units.Time, n), make([]units.Bytes, n), make([][]change, n)}
	for i := range all {
		d := &all[i]
		if d.From >= 0 {
			w.back[w.from(d)] = append(w.back[w.from(d)], change{d.End.Add(g.Links[d.From].Latency), d.Held})
		}
		if l := &g.Links[d.Link]; g.Devices[l.To].Kind == fabric.GPU {
			w.back[w.lane(d)] = append(w.back[w.lane(d)], change{d.End.Add(2 * l.Latency), d.Wire})
		}
	}
	for _, b := range w.back {
		slices.SortFunc(b, func(x, y change) int { return int(min(1, max(-1, x.at-y.at))) })
		for i := 1; i < len(b); i++ {
			b[i].bytes += b[i-1].bytes
		}
	}
	return w
}

func (w *watch) lane(d *Departure) int { return int(d.Link)*w.graph.PortLanes() + int(d.Lane) }
func (w *watch) from(d *Departure) int { return int(d.From)*w.graph.PortLanes() + int(d.FromLane) }

// offered is from when on the port idled with d offered to it; the start of d if it did not.
func (w *watch) offered(d *Departure) units.Time {
	at := max(d.Eligible, w.free[d.Link])
	if from := &w.graph.Devices[w.graph.Links[d.Link].From]; d.From >= 0 && from.Queueing == fabric.Input && !from.OutputQueued() {
		at = max(at, w.left[w.from(d)])
	}
	return at
}

func (w *watch) depart(d *Departure) {
	w.free[d.Link] = d.End
	w.sent[w.lane(d)] += d.Wire
	if d.From >= 0 {
		w.left[w.from(d)] = d.End
	}
}

// room is what was free behind d's port at t, before d itself took its share.
// An output-queued device never says how much room it has.
func (w *watch) room(d *Departure, t units.Time) units.Bytes {
	if w.graph.Devices[w.graph.Links[d.Link].To].OutputQueued() {
		return math.MaxInt64
	}
	i := w.lane(d)
	room := w.graph.Links[d.Link].Buffer - w.sent[i] + d.Wire
	if n := sort.Search(len(w.back[i]), func(k int) bool { return w.back[i][k].at > t }); n > 0 {
		room += w.back[i][n-1].bytes
	}
	return room
}
