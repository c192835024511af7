package flow_test

import (
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim"
	"collsim/sim/units"
)

// late sends posts over paths that it interns when it sends them.
type late struct {
	kernel *sim.Kernel
	net    fabric.Net
	posts  []fabrictest.Post
	got    []units.Time
}

func (l *late) Deliver(tag uint32, at units.Time, _ *fabric.Transit) { l.got[tag] = at }

func (l *late) Handle(_ units.Time, _ uint16, i uint64) {
	l.net.Send(fabric.Message{Path: l.net.Path(l.posts[i].Route), Bytes: l.posts[i].Bytes, Tag: uint32(i)})
}

// TestLatePaths: when a path is interned changes nothing, be it longer than all before it while messages are under way.
func TestLatePaths(t *testing.T) {
	grown := false
	for seed := range uint64(60) {
		g, posts := crowd(seed, 1_000_000)
		l := &late{kernel: sim.New(sim.Options{}), posts: posts, got: make([]units.Time, len(posts))}
		l.net = build(l.kernel, g, l)
		id := l.kernel.Register(l)
		for i := range posts {
			l.kernel.At(posts[i].At, uint32(i), id, 0, uint64(i))
			grown = grown || posts[i].At > posts[0].At && len(posts[i].Route) > len(posts[0].Route)
		}
		if _, err := l.kernel.Run(0); err != nil {
			t.Fatal(err)
		}
		for i, a := range fabrictest.Play(t, build, g, posts, seed, nil).Arrivals {
			if a.At != l.got[i] {
				t.Fatalf("seed %d: message %d arrives at %d ps, at %d if its path is known before", seed, i, int64(l.got[i]), int64(a.At))
			}
		}
	}
	if !grown {
		t.Fatal("no path was longer than those before")
	}
}
