package fabrictest

import (
	"slices"
	"testing"

	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// Post is one message that a check sends.
type Post struct {
	At    units.Time
	Route []fabric.LinkID
	Bytes units.Bytes
	Lane  uint8
	Owner uint32
	Ways  [][]fabric.LinkID // several equally good ways, Route the first of them, for a Net that chooses; nil = Route alone
	After int               // 1 + the index of the post whose arrival sends this one as well as At does not; 0 = sent at At
}

// Arrival is what became of a post. Times counts its deliveries, losses included.
type Arrival struct {
	Sent, At units.Time
	Transit  fabric.Transit
	Times    int
	Lost     Loss
}

// Loss is what a switch dropped of a post; the zero value = nothing.
type Loss struct {
	Packet int64         // 1 + the first that is missing; 0 = all are there
	Link   fabric.LinkID // that had no room for it
}

// Played is a finished run. Post i carries tag i.
type Played struct {
	Kernel   *sim.Kernel
	Net      fabric.Net
	Arrivals []Arrival
	Order    []uint32       // tags as Deliver was called
	Hops     [][]fabric.Hop // by tag; nil = not observed
}

// player sends posts: those with an instant from events, those that wait for another from within Deliver or, where the
// Net delivers early, from an event at the instant of arrival.
type player struct {
	Played
	posts []Post
	paths []fabric.PathID
	next  [][]uint32 // tag -> posts that its arrival sends
	id    sim.HandlerID
}

// postKey is the least key of posts: behind those that a Net makes of its links, so that a post and an arrival of one
// instant send in an order that is not left to chance.
const postKey = 1 << 24

func (p *player) Handle(_ units.Time, _ uint16, tag uint64) { p.send(uint32(tag)) }

func (p *player) send(tag uint32) {
	m := &p.posts[tag]
	p.Arrivals[tag].Sent = p.Kernel.Now()
	p.Net.Send(fabric.Message{Path: p.paths[tag], Bytes: m.Bytes, Lane: m.Lane, Owner: m.Owner, Tag: tag})
}

func (p *player) Deliver(tag uint32, at units.Time, t *fabric.Transit) { p.end(tag, at, t, Loss{}) }

// Drop makes player a fabric.DropSink that sends nothing again.
func (p *player) Drop(tag uint32, at units.Time, t *fabric.Transit, packet int64, link fabric.LinkID) {
	p.end(tag, at, t, Loss{1 + packet, link})
}

func (p *player) end(tag uint32, at units.Time, t *fabric.Transit, l Loss) {
	a := &p.Arrivals[tag]
	a.At, a.Transit, a.Lost = at, *t, l
	a.Times++
	if p.Hops != nil {
		p.Hops[tag] = slices.Clone(p.Net.(fabric.Observed).Hops())
	}
	p.Order = append(p.Order, tag)
	for _, n := range p.next[tag] {
		if at == p.Kernel.Now() {
			p.send(n)
		} else {
			p.Kernel.At(at, postKey+n, p.id, 0, uint64(n))
		}
	}
}

// Play sends the posts over the Net that build returns and runs to the end. prepare, unless nil, sees the Net before the
// first post. Play fails t when the run does not settle or when a message is not delivered exactly once with a Transit
// that sums to its latency.
func Play(t testing.TB, build Builder, g *fabric.Graph, posts []Post, shuffle uint64, prepare func(fabric.Net)) *Played {
	t.Helper()
	return play(t, build, g, posts, shuffle, prepare, false)
}

// PlayObserved is Play with the Net telling m what happens, and with hops.
func PlayObserved(t testing.TB, build Builder, g *fabric.Graph, posts []Post, shuffle uint64, m *fabric.Meter) *Played {
	t.Helper()
	p := play(t, build, g, posts, shuffle, func(n fabric.Net) { n.(fabric.Observed).Observe(m) }, true)
	m.Settle()
	return p
}

func play(t testing.TB, build Builder, g *fabric.Graph, posts []Post, shuffle uint64, prepare func(fabric.Net), observed bool) *Played {
	t.Helper()
	p := &player{posts: posts, next: make([][]uint32, len(posts))}
	if observed {
		p.Hops = make([][]fabric.Hop, len(posts))
	}
	p.Kernel = sim.New(sim.Options{Shuffle: shuffle})
	p.Arrivals = make([]Arrival, len(posts))
	p.Net = build(p.Kernel, g, p)
	p.id = p.Kernel.Register(p)
	if prepare != nil {
		prepare(p.Net)
	}
	for i := range posts {
		p.paths = append(p.paths, p.path(&posts[i]))
		if a := posts[i].After; a > 0 {
			p.next[a-1] = append(p.next[a-1], uint32(i))
		} else {
			p.Kernel.At(posts[i].At, postKey+uint32(i), p.id, 0, uint64(i))
		}
	}
	if _, err := p.Kernel.Run(0); err != nil {
		t.Fatal(err)
	}
	p.settled(t)
	return &p.Played
}

func (p *player) path(post *Post) fabric.PathID {
	if net, ok := p.Net.(fabric.Adaptive); ok && post.Ways != nil {
		return net.Ways(post.Ways)
	}
	return p.Net.Path(post.Route)
}

func (p *player) settled(t testing.TB) {
	t.Helper()
	if err := p.Net.Settled(); err != nil {
		t.Fatal(err)
	}
	for i := range p.Arrivals {
		a := &p.Arrivals[i]
		if a.Times != 1 {
			t.Fatalf("message %d was delivered %d times", i, a.Times)
		}
		if got, want := a.Transit.Latency(), a.At.Sub(a.Sent); got != want {
			t.Fatalf("message %d took %d ps from Send to arrival, its transit sums to %d: %+d", i, want, got, a.Transit)
		}
	}
}
