package message_test

import (
	"fmt"
	"slices"
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim/units"

	"github.com/google/go-cmp/cmp"
)

// The oracle of this file plays the same service discipline (whole messages, first come first served by head, a link
// taken for the message's own bytes) with every packet of every message written out and no kernel: a loop over heads
// that looks for the next one.

// grain is one packet of a trial message: when it may start on the present link, and what it has waited for on the way
// that decided that.
type grain struct {
	payload          units.Bytes
	eligible         units.Time
	queue, arbitrate units.Duration
}

// trial is a message as the oracle sees it.
type trial struct {
	grains []grain
	route  []fabric.LinkID
	ways   [][]fabric.LinkID // those that begin as it went so far
	begun  []span            // by packet, where the way on is to be chosen: when it was on the link before
	hop    int
	input  int
	turn   int // how many messages had left the link before when this one did
}

type server struct {
	base, free units.Time
	sent       units.Bytes
	turns      int
}

type oracle struct {
	graph   *fabric.Graph
	posts   []fabrictest.Post
	trials  []trial
	servers []server
	tails   map[[2]fabric.LinkID]server // two links in a row -> as the last message that took both left the second
}

func newOracle(g *fabric.Graph, posts []fabrictest.Post) *oracle {
	o := &oracle{graph: g, posts: posts, servers: make([]server, len(g.Links)), tails: map[[2]fabric.LinkID]server{}}
	for i := range posts {
		t := trial{turn: i, route: posts[i].Route, ways: posts[i].Ways}
		for left := posts[i].Bytes; left > 0 || len(t.grains) == 0; left -= g.Packet {
			t.grains = append(t.grains, grain{payload: min(left, g.Packet), eligible: posts[i].At})
		}
		o.trials = append(o.trials, t)
	}
	return o
}

// before orders heads: earlier first, then by input, then as they left the link before.
func (o *oracle) before(a, b *trial) bool {
	if x, y := a.due(o), b.due(o); x != y {
		return x < y
	}
	if a.input != b.input {
		return a.input < b.input
	}
	return a.turn < b.turn
}

func (o *oracle) play() []fabrictest.Arrival {
	arrivals := make([]fabrictest.Arrival, len(o.posts))
	for range o.posts {
		for done := false; !done; {
			next := -1
			for i := range o.trials {
				if arrivals[i].Times == 0 && (next < 0 || o.before(&o.trials[i], &o.trials[next])) {
					next = i
				}
			}
			if o.trials[next].begun != nil {
				o.choose(next)
				continue
			}
			if done = o.cross(next); done {
				arrivals[next] = o.arrive(next)
			}
		}
	}
	return arrivals
}

// cross moves every packet of message i over its present link and says whether it was the last one.
func (o *oracle) cross(i int) bool {
	t := &o.trials[i]
	route := t.route
	id := route[t.hop]
	l, s := &o.graph.Links[id], &o.servers[id]
	final := t.hop == len(route)-1
	turn := [2]fabric.LinkID{-1, id}
	if t.hop > 0 {
		turn[0] = route[t.hop-1]
	}
	taken := units.Bytes(0)
	own := *s
	if tail := o.tails[turn]; tail.free > own.free {
		own = tail
	}
	for k := range t.grains {
		p := &t.grains[k]
		ready := p.eligible
		if k > 0 && own.free > ready {
			ready, p.queue, p.arbitrate = own.free, t.grains[k-1].queue, t.grains[k-1].arbitrate
		}
		start := max(ready, own.free)
		if t.hop > 0 && l.Shared {
			p.arbitrate += start.Sub(ready)
		} else if t.hop > 0 {
			p.queue += start.Sub(ready)
		}
		if start > own.free {
			own.base, own.sent = start, 0
		}
		if k == 0 {
			s.base, s.sent = own.base, own.sent
		}
		wire := l.Wire(p.payload)
		own.sent += wire
		taken += wire
		own.free = own.base.Add(l.Rate.Over(own.sent))
		p.eligible = own.free.Add(l.Latency)
		if !final && t.parts() {
			t.begun = append(t.begun, span{start, own.free})
		} else if !final {
			p.eligible = o.onward(l, &o.graph.Links[route[t.hop+1]], p.payload, start, own.free)
		}
	}
	o.tails[turn] = own
	s.sent += taken
	s.free = s.base.Add(l.Rate.Over(s.sent))
	t.turn = s.turns
	s.turns++
	t.hop++
	for n, in := range o.graph.In(l.To) {
		if in == id {
			t.input = n
		}
	}
	return final
}

// span is when a packet was on a link.
type span struct{ start, end units.Time }

// due is when something happens next to a message: its head is where its way parts, or may start on a link.
func (t *trial) due(o *oracle) units.Time {
	if t.begun == nil {
		return t.grains[0].eligible
	}
	l := &o.graph.Links[t.route[t.hop-1]]
	return t.begun[0].start.Add(l.Latency + o.graph.Devices[l.To].Latency)
}

// parts tells whether ways part behind the present link.
func (t *trial) parts() bool {
	for _, way := range t.ways {
		if way[t.hop+1] != t.route[t.hop+1] {
			return true
		}
	}
	return false
}

// choose takes the way whose next link is free first.
func (o *oracle) choose(i int) {
	t := &o.trials[i]
	now := t.due(o)
	best := -1
	for w, way := range t.ways {
		if best < 0 || max(now, o.servers[way[t.hop]].free) < max(now, o.servers[t.ways[best][t.hop]].free) {
			best = w
		}
	}
	t.route = t.ways[best]
	var left [][]fabric.LinkID
	for _, way := range t.ways {
		if way[t.hop] == t.route[t.hop] {
			left = append(left, way)
		}
	}
	t.ways = left
	for k := range t.grains {
		p := &t.grains[k]
		p.eligible = o.onward(&o.graph.Links[t.route[t.hop-1]], &o.graph.Links[t.route[t.hop]], p.payload, t.begun[k].start, t.begun[k].end)
	}
	t.begun = nil
}

func (o *oracle) onward(l, next *fabric.Link, payload units.Bytes, start, end units.Time) units.Time {
	through := l.Latency + o.graph.Devices[l.To].Latency
	a, b := l.Rate.Over(l.Wire(payload)), next.Rate.Over(next.Wire(payload)) // whole picoseconds in these tests
	if b < a {
		return end.Add(through - b)
	}
	return start.Add(through)
}

func (o *oracle) arrive(i int) fabrictest.Arrival {
	t, post := &o.trials[i], &o.posts[i]
	last := t.grains[len(t.grains)-1]
	a := fabrictest.Arrival{Sent: post.At, At: last.eligible, Times: 1}
	a.Transit.Queue, a.Transit.Arbitrate = last.queue, last.arbitrate
	for h, id := range post.Route {
		a.Transit.Propagate += o.graph.Links[id].Latency
		if h < len(post.Route)-1 {
			a.Transit.Propagate += o.graph.Devices[o.graph.Links[id].To].Latency
		}
	}
	a.Transit.Serialize = a.At.Sub(a.Sent) - a.Transit.Propagate - last.queue - last.arbitrate
	return a
}

// wholeRates take a whole number of picoseconds a byte, so that phases of busy periods cannot differ.
var wholeRates = []units.Rate{50e9, 25e9, 100e9, 200e9, 12_500_000_000, 500e9}

func cableOf(d *fabrictest.Draw, rates []units.Rate) fabric.Link {
	l := fabrictest.Cable()
	f := framings[d.Below(len(framings))]
	l.Rate, l.Frame, l.Header = rates[d.Below(len(rates))], f[0], f[1]
	l.Latency = units.Duration(1 + d.Below(3)*d.Below(300_000))
	l.Shared = d.Below(3) == 0
	return l
}

// crowd is random traffic over a random leaf-spine network, much of it in one instant.
func crowd(seed uint64, packets int, rates []units.Rate) (*fabric.Graph, []fabrictest.Post) {
	d := fabrictest.NewDraw(seed)
	box := fabrictest.Box("box")
	box.Latency = units.Duration(d.Below(2) * d.Below(200_000))
	t := fabrictest.LeafSpine(1+d.Below(4), 1+d.Below(5), 1+d.Below(3), cableOf(d, rates), box)
	if d.Below(2) == 0 {
		for i := range t.Links {
			l := cableOf(d, rates)
			l.From, l.To = t.Links[i].From, t.Links[i].To
			t.Links[i] = l
		}
	}
	ranks := len(t.GPUs)
	var posts []fabrictest.Post
	for range 5 + d.Below(50) {
		a, b := d.Below(ranks), d.Below(ranks)
		if d.Below(2) == 0 {
			b = 0
		}
		if a == b {
			continue
		}
		posts = append(posts, fabrictest.Post{
			Route: t.Route(a, b, d.Below(t.Spines)), At: units.Time(d.Below(2) * d.Below(3_000_000)),
			Bytes: units.Bytes(d.Below(packets * int(t.Packet))),
		})
	}
	return t.Graph, posts
}

// lattice is traffic in which everything takes a multiple of 10,240 ps (1 KiB at 100 GB/s), so that packets and waits end
// in the same instant again and again.
func lattice(seed uint64) (*fabric.Graph, []fabrictest.Post) {
	const unit = 40_960
	d := fabrictest.NewDraw(seed)
	box := fabrictest.Box("box")
	box.Latency = unit
	t := fabrictest.LeafSpine(2, 1+d.Below(3), 1, fabrictest.Cable(), box)
	for i := range t.Links {
		t.Links[i].Rate = []units.Rate{25e9, 50e9, 100e9}[d.Below(3)]
		t.Links[i].Latency = unit
		t.Links[i].Shared = d.Below(2) == 0
	}
	ranks := len(t.GPUs)
	var posts []fabrictest.Post
	for range 2 + d.Below(8) {
		a := d.Below(ranks)
		posts = append(posts, fabrictest.Post{
			Route: t.Route(a, (a+1+d.Below(ranks-1))%ranks, 0), At: units.Time(unit * d.Below(8)),
			Bytes: units.KiB * units.Bytes(1+d.Below(24)),
		})
	}
	return t.Graph, posts
}

func TestContention(t *testing.T) {
	check := func(name string, seed uint64, g *fabric.Graph, posts []fabrictest.Post) {
		got := fabrictest.Play(t, build, g, posts, seed, nil).Arrivals
		if d := cmp.Diff(newOracle(g, posts).play(), got); d != "" {
			t.Fatalf("%s, seed %d (-oracle +message):\n%s", name, seed, d)
		}
	}
	for _, packets := range []int{1, 2, 3, 20} {
		for seed := range uint64(400) {
			g, posts := crowd(seed, packets, wholeRates)
			check(fmt.Sprintf("messages of up to %d packets", packets), seed, g, posts)
		}
	}
	for seed := range uint64(6000) {
		g, posts := lattice(seed)
		check("lattice", seed, g, posts)
	}
}

// TestCapacity: what starts and ends between any two instants fits in between. The link into a rank shows it from
// outside: a message cannot have started there before it was posted.
func TestCapacity(t *testing.T) {
	for seed := range uint64(200) {
		g, posts := crowd(seed, 30, rates)
		arrivals := fabrictest.Play(t, build, g, posts, 0, nil).Arrivals
		for _, from := range posts {
			for _, until := range arrivals {
				bytes := make([]units.Bytes, len(g.Links))
				for i := range posts {
					if posts[i].At < from.At || arrivals[i].At > until.At {
						continue
					}
					for _, l := range posts[i].Route {
						bytes[l] += wireOf(g, l, posts[i].Bytes)
					}
				}
				for l := range bytes {
					if room := until.At.Sub(from.At); bytes[l] > 0 && g.Links[l].Rate.Over(bytes[l]) > room {
						t.Fatalf("seed %d: %d bytes cross %s in %d ps", seed, bytes[l], g.LinkName(fabric.LinkID(l)), room)
					}
				}
			}
		}
	}
}

func wireOf(g *fabric.Graph, id fabric.LinkID, payload units.Bytes) units.Bytes {
	packets, last := g.Cut(payload)
	l := &g.Links[id]
	return units.Bytes(packets-1)*l.Wire(g.Packet) + l.Wire(last)
}

// crossroads is the traffic of crowd where messages choose among all spines.
func crossroads(seed uint64, packets int) (*fabric.Graph, []fabrictest.Post) {
	d := fabrictest.NewDraw(seed)
	box := fabrictest.Box("box")
	box.Latency = units.Duration(d.Below(2) * d.Below(200_000))
	t := fabrictest.LeafSpine(2+d.Below(3), 1+d.Below(4), 2+d.Below(3), cableOf(d, wholeRates), box)
	t.Routing = fabric.AdaptiveMessage + fabric.Policy(d.Below(2))
	if d.Below(2) == 0 {
		latency := t.Links[0].Latency
		for i := range t.Links {
			l := cableOf(d, wholeRates)
			l.From, l.To, l.Latency = t.Links[i].From, t.Links[i].To, latency
			t.Links[i] = l
		}
	}
	ranks := len(t.GPUs)
	var posts []fabrictest.Post
	for range 5 + d.Below(50) {
		a, b, static := d.Below(ranks), d.Below(ranks), d.Below(t.Spines)
		if a == b {
			continue
		}
		p := fabrictest.Post{Route: t.Route(a, b, static), At: units.Time(d.Below(2) * d.Below(3_000_000)), Bytes: units.Bytes(d.Below(packets * int(t.Packet)))}
		for s := range t.Spines {
			if way := t.Route(a, b, (static+s)%t.Spines); len(way) > 2 || s == 0 {
				p.Ways = append(p.Ways, way)
			}
		}
		posts = append(posts, p)
	}
	return t.Graph, posts
}

// Ways are chosen as the oracle chooses them, whatever the order of events of an instant.
func TestWays(t *testing.T) {
	moved := 0
	for seed := range uint64(1500) {
		g, posts := crossroads(seed, 1+int(seed%20))
		want := newOracle(g, posts)
		if d := cmp.Diff(want.play(), fabrictest.Play(t, build, g, posts, seed, nil).Arrivals); d != "" {
			t.Fatalf("seed %d (-oracle +message):\n%s", seed, d)
		}
		for i := range want.trials {
			if !slices.Equal(want.trials[i].route, posts[i].Route) {
				moved++
			}
		}
	}
	if moved < 3000 {
		t.Fatalf("only %d messages leave the first way", moved)
	}
}
