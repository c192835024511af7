package loss

import (
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim/units"
)

// FuzzTraffic sends random messages over a random leaf-spine network each of whose links loses what it likes. Play checks
// that each is handed over once with parts that sum to its latency; the order of events must decide nothing, and a flow
// keeps its order.
func FuzzTraffic(f *testing.F) {
	for seed := range uint64(12) {
		f.Add(seed, uint32(seed)*7_000_000, seed%2 == 0)
	}
	f.Fuzz(func(t *testing.T, seed uint64, most uint32, whole bool) {
		d := fabrictest.NewDraw(seed)
		tree := fabrictest.LeafSpine(2, 1+d.Below(4), 1+d.Below(2), fabrictest.Cable(), fabrictest.Box("box"))
		o := Options{Seed: seed}
		if whole {
			o.Resend = WholeMessage
		}
		ranks := len(tree.GPUs)
		var posts []fabrictest.Post
		for range 10 + d.Below(30) {
			a := d.Below(ranks)
			b := (a + 1 + d.Below(ranks-1)) % ranks
			posts = append(posts, fabrictest.Post{
				At: units.Time(d.Below(3) * d.Below(1000) * 1000), Route: tree.Route(a, b, d.Below(tree.Spines)), Bytes: units.Bytes(d.Below(40_000)),
			})
		}
		for _, l := range levels {
			build := l.over(units.Probability(most%100_000_000), o)
			want := fabrictest.Play(t, build, tree.Graph, posts, 0, nil)
			got := fabrictest.Play(t, build, tree.Graph, posts, seed|1, nil)
			for i := range posts {
				if want.Arrivals[i] != got.Arrivals[i] {
					t.Fatalf("%s: message %d\n%+d\n%+d shuffled", l.name, i, want.Arrivals[i], got.Arrivals[i])
				}
			}
			checkOrder(t, l.name, posts, want)
			checkCounts(t, l.name, tree.Graph, posts, want)
		}
	})
}

// checkOrder: messages of one flow are handed over in the order in which they were sent, each no earlier than the one
// before.
func checkOrder(t *testing.T, name string, posts []fabrictest.Post, p *fabrictest.Played) {
	t.Helper()
	last := map[string]uint32{}
	for _, tag := range p.Order {
		flow := string(fabric.RouteKey(nil, posts[tag].Route))
		a, b := p.Arrivals[last[flow]], p.Arrivals[tag]
		if _, ok := last[flow]; ok && (a.Sent > b.Sent || a.At > b.At) {
			t.Fatalf("%s: messages %d and %d of one flow changed places", name, last[flow], tag)
		}
		last[flow] = tag
	}
}

// checkCounts: a message that was late for a loss is one whose packets were counted as lost, and nothing is sent again
// without a loss.
func checkCounts(t *testing.T, name string, g *fabric.Graph, posts []fabrictest.Post, p *fabrictest.Played) {
	t.Helper()
	lost, resent, late := int64(0), int64(0), units.Duration(0)
	for id := range g.Links {
		c := p.Net.Counters(fabric.LinkID(id))
		lost, resent = lost+c.Lost, resent+c.Resent
	}
	for i := range posts {
		late += p.Arrivals[i].Transit.Retransmit
	}
	if resent < lost || (lost > 0) != (late > 0) {
		t.Fatalf("%s: %d lost, %d sent again, %d ps late", name, lost, resent, int64(late))
	}
}
