package fabrictest

import (
	"testing"

	"collsim/fabric"
	"collsim/sim/units"
)

// owners: a message that waits at its first link serializes behind its owner's bytes and queues behind those of others, or
// arbitrates where the link is shared, to the picosecond. Whatever its fidelity, a model sends what one GPU posts in order.
func (s Suite) owners(t *testing.T) {
	d := NewDraw(9)
	mixed := false
	for trial := range 200 {
		cable := Cable()
		cable.Buffer = 64 * units.MiB
		posts := owned(d, 1+trial%4)
		g := Star(1+len(posts), cable, Box("hub"))
		shared := trial%3 == 0
		g.Links[StarRoute(0, 1)[0]].Shared = shared
		p := s.play(t, g, posts)
		for i, others := range behindOthers(posts, cable.Rate) {
			alone, propagate := Alone(g, posts[i].Route, posts[i].Bytes)
			got := p.Arrivals[i].Transit
			want := fabric.Transit{Propagate: propagate, Queue: others.foreign, Serialize: alone - propagate + others.own}
			if shared {
				want.Queue, want.Arbitrate = 0, others.foreign
			}
			if got != want {
				t.Fatalf("trial %d: message %d of %+v\nwant %+d\ngot  %+d", trial, i, posts, want, got)
			}
			if p.Hops != nil {
				if h := p.Hops[i][0]; h.Queue != want.Queue || h.Arbitrate != want.Arbitrate {
					t.Fatalf("trial %d: message %d waits %+d, its first hop says %+d", trial, i, want, h)
				}
			}
			mixed = mixed || others.own > 0 && others.foreign > 0
		}
	}
	if !mixed {
		t.Fatal("no message ever waited for its owner and for others: the traffic proves nothing")
	}
}

// owned draws what one rank of a star sends, to a rank of its own each, for so many owners.
func owned(d *Draw, owners int) (posts []Post) {
	at := 0
	for i := range 1 + d.Below(30) {
		at += d.Below(2) * d.Below(1_000_000)
		posts = append(posts, Post{At: units.Time(at), Route: StarRoute(0, 1+i), Bytes: units.Bytes(d.Below(60_000)), Owner: uint32(d.Below(owners))})
	}
	return posts
}

// behind is for how long a message waits for its owner's bytes, and for others'.
type behind struct{ own, foreign units.Duration }

// behindOthers is what messages that cross one link in order wait for, written out: each is there from when the one before
// has left until its bytes have.
func behindOthers(posts []Post, rate units.Rate) (all []behind) {
	start, end := make([]units.Time, len(posts)), make([]units.Time, len(posts))
	for i := range posts {
		if start[i] = posts[i].At; i > 0 {
			start[i] = max(start[i], end[i-1])
		}
		end[i] = start[i].Add(rate.Over(posts[i].Bytes))
		var b behind
		for j := range i {
			wait := max(0, end[j].Sub(max(start[j], posts[i].At)))
			if posts[j].Owner == posts[i].Owner {
				b.own += wait
			} else {
				b.foreign += wait
			}
		}
		all = append(all, b)
	}
	return all
}
