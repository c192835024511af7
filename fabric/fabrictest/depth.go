package fabrictest

import (
	"cmp"
	"slices"
	"testing"

	"collsim/fabric"
	"collsim/sim/units"
)

// change is bytes that enter a buffer or leave it.
type change struct {
	at    units.Time
	bytes units.Bytes
}

// depth: what lies in each buffer, rebuilt from the departures alone, never exceeds its depth, and at the end nothing is
// left. Bytes lie there from the arrival of the head to the departure of the tail, at a GPU to its arrival.
func (s Suite) depth(t *testing.T) {
	full := 0
	for seed := range 60 {
		g, posts := s.traffic(uint64(seed))
		lanes := g.PortLanes()
		buffers := make([][]change, len(g.Links)*lanes)
		see := func(d Departure) {
			l := &g.Links[d.Link]
			b := int(d.Link)*lanes + int(d.Lane)
			buffers[b] = append(buffers[b], change{d.Start.Add(l.Latency), d.Wire})
			if d.From >= 0 {
				b := int(d.From)*lanes + int(d.FromLane)
				buffers[b] = append(buffers[b], change{d.End, -d.Held})
			}
			if g.Devices[l.To].Kind == fabric.GPU {
				buffers[b] = append(buffers[b], change{d.End.Add(l.Latency), -d.Wire})
			}
		}
		Play(t, s.Build, g, posts, 0, func(net fabric.Net) { s.Trace(net, see) })
		for b := range buffers {
			l := fabric.LinkID(b / lanes)
			peak, left := fill(buffers[b])
			if depth := g.Links[l].Buffer; peak > depth || left != 0 {
				t.Fatalf("seed %d: the buffer of %s held %d of %d bytes and kept %d", seed, g.LinkName(l), peak, depth, left)
			} else if peak == depth {
				full++
			}
		}
	}
	if full == 0 {
		t.Fatal("no buffer was ever full: the traffic proves nothing")
	}
}

// fill plays changes in order of time, leaving before entering, and returns the greatest and the last filling.
func fill(changes []change) (peak, left units.Bytes) {
	slices.SortFunc(changes, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.bytes, b.bytes))
	})
	for _, c := range changes {
		left += c.bytes
		peak = max(peak, left)
	}
	return peak, left
}
