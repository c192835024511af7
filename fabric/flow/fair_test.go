package flow_test

import (
	"math/big"
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim/units"
)

var rates = []units.Rate{450e9, 63e9, 50e9, 50e9, 25e9, 12_500_000_000, 333_333_333_331}

// crowd is random traffic over a random leaf-spine network, half of it in one instant, half of it to one rank, in order
// of time. Some networks have buffers that fill up, some have input queues.
func crowd(seed uint64, most int) (*fabric.Graph, []fabrictest.Post) {
	d := fabrictest.NewDraw(seed)
	cable := func() fabric.Link {
		l := fabrictest.Cable()
		l.Rate, l.Latency = rates[d.Below(len(rates))], units.Duration(1+d.Below(300_000))
		if d.Below(3) == 0 {
			l.Frame, l.Header = 256, units.Bytes(16+8*d.Below(2))
		}
		l.Shared = d.Below(3) == 0
		return l
	}
	box := fabrictest.Box("box")
	box.Latency = units.Duration(d.Below(2) * d.Below(200_000))
	if seed%5 == 4 {
		box.Queueing = fabric.Input
	}
	t := fabrictest.LeafSpine(1+d.Below(4), 1+d.Below(5), 1+d.Below(3), cable(), box)
	if d.Below(2) == 0 {
		for i := range t.Links {
			l := cable()
			l.From, l.To = t.Links[i].From, t.Links[i].To
			t.Links[i] = l
		}
	}
	ranks := len(t.GPUs)
	var posts []fabrictest.Post
	at := units.Time(0)
	for range 2 + d.Below(24) {
		a, b := d.Below(ranks), d.Below(ranks)
		if d.Below(2) == 0 {
			b = 0
		}
		if a == b {
			continue
		}
		at += units.Time(d.Below(2) * d.Below(1_000_000))
		posts = append(posts, fabrictest.Post{Route: t.Route(a, b, d.Below(t.Spines)), At: at, Bytes: units.Bytes(d.Below(most))})
	}
	for i := range t.Links {
		if seed%3 == 1 {
			t.Links[i].Buffer = 8 * units.KiB << (2 * d.Below(3)) // some fill up
		}
	}
	return t.Graph, posts
}

// TestOracle: with flows that end at whole picoseconds exact fractions give the same arrivals, to the picosecond.
func TestOracle(t *testing.T) {
	messages, late := 0, 0
	for seed := range uint64(240) {
		g, posts := crowd(seed, []int{1, 5000, 100_000, 10_000_000}[seed%4])
		f := newFluid(g, posts, true)
		f.play()
		for i, a := range fabrictest.Play(t, build, g, posts, seed, nil).Arrivals {
			if a.At != f.got[i] {
				t.Fatalf("seed %d: message %d of %d bytes arrives at %d ps, by fractions at %d", seed, i, posts[i].Bytes, int64(a.At), int64(f.got[i]))
			}
			messages++
			if a.Transit.Queueing() > 0 {
				late++
			}
		}
	}
	t.Logf("%d messages, %d held up", messages, late)
	if late < messages/3 {
		t.Fatalf("only %d of %d messages were held up", late, messages)
	}
}

// TestFluid: a flow that ends at a whole picosecond wastes less than one, which may move others by about as much. So no
// message of whole packets is further from the instant at which it would be through, if nothing were rounded at all, than
// a picosecond for itself and one for each that was through before.
func TestFluid(t *testing.T) {
	moved := false
	for seed := range uint64(150) {
		g, posts := crowd(seed, []int{5000, 100_000, 10_000_000}[seed%3])
		for i := range posts {
			posts[i].Bytes += g.Packet - posts[i].Bytes%g.Packet
		}
		f := newFluid(g, posts, false)
		f.play()
		for i, a := range fabrictest.Play(t, build, g, posts, seed, nil).Arrivals {
			bound := rat(1, 1)
			for _, other := range f.exact {
				if other.Cmp(f.exact[i]) < 0 {
					bound.Add(bound, rat(1, 1))
				}
			}
			off := new(big.Rat).Sub(rat(int64(a.At)-int64(f.flows[i].tail), 1), f.exact[i])
			if off.Abs(off).Cmp(bound) > 0 {
				t.Fatalf("seed %d: message %d is through at %s ps, %s ps from its arrival less %d", seed, i, f.exact[i].FloatString(3), off.FloatString(3), f.flows[i].tail)
			}
			moved = moved || off.Cmp(rat(1, 1)) > 0
		}
	}
	if !moved {
		t.Fatal("no message is more than its own picosecond off: the bound could be tighter")
	}
}
