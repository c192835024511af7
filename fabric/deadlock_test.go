package fabric

import (
	"errors"
	"fmt"
	"testing"
)

// waitsOf gathers the waits of all equally good ways of all pairs on all channels.
func waitsOf(t *testing.T, g *Graph) *Waits {
	w := g.Waits()
	for src := range g.GPUs {
		for dst := range g.GPUs {
			for channel := range max(1, g.NICsPerNode) {
				all, err := g.Ways(src, dst, channel, 1<<10)
				if err != nil {
					continue // other tests look at that
				}
				for _, way := range all {
					w.Add(way)
				}
			}
		}
	}
	return w
}

// No template lets buffers wait for one another in a circle, whatever its size, its policy and what is down.
func TestTemplatesNeverDeadlock(t *testing.T) {
	for _, n := range Networks() {
		for _, c := range []struct {
			preset string
			nodes  []int
			down   []string
		}{
			{"star", []int{2, 3, 8, 16, 27}, nil},
			{"star", []int{9, 27}, []string{"leaf0>leaf1", "leaf1>leaf0"}},
			{"pcie-8", []int{2, 5}, nil},
			{"dgx1-v100", []int{3}, nil},
		} {
			for _, nodes := range c.nodes {
				s := Spec{Preset: c.preset, Nodes: nodes, Network: n.Name}
				s.Down = c.down
				if g, _, err := Build(s); err != nil || g == nil {
					s.Down = nil // this network has no such link
				}
				g := made(t, s, "switch.ports 8")
				if err := waitsOf(t, g).Circle(); err != nil || g.Looped() {
					t.Errorf("%s of %d %s: %v", n.Name, nodes, c.preset, err)
				}
			}
		}
	}
}

// Without its lanes a torus is refused, and the circle is one: each link begins where the one before ends.
func TestTorusWithoutLanesIsRefused(t *testing.T) {
	for _, c := range []struct {
		nodes    int
		network  string
		deadlock bool
	}{
		{4, "torus-2d", false}, // rings of two
		{9, "torus-2d", false}, // of three: no message takes two links of a ring
		{16, "torus-2d", true}, {25, "torus-2d", true}, {64, "torus-3d", true}, {8, "torus-3d", false},
		{72, "dragonfly", true},
	} {
		g := made(t, Spec{Preset: "star", Nodes: c.nodes, Network: c.network}, "switch.ports 8")
		if g.Escapes != 2 {
			t.Errorf("%s: %d lanes", c.network, g.Escapes)
		}
		g.Escapes = 1
		err := waitsOf(t, g).Circle()
		var e *Deadlock
		if errors.As(err, &e) != c.deadlock {
			t.Fatalf("%s of %d: %v", c.network, c.nodes, err)
		}
		if e == nil {
			continue
		}
		byName := map[string]*Link{}
		for id := range g.Links {
			byName[g.LinkName(LinkID(id))] = &g.Links[id]
		}
		for i, name := range e.Links {
			if next := e.Links[(i+1)%len(e.Links)]; byName[name].To != byName[next].From {
				t.Errorf("%s does not lead to %s", name, next)
			}
		}
	}
}

// The search agrees with taking away, again and again, what waits for nothing: what is left then holds a circle.
func TestCircleIsWhatPeelingLeaves(t *testing.T) {
	found := [2]int{}
	for seed := range uint64(400) {
		g, d := &Graph{}, draws(seed)
		n := 3 + d(5)
		for i := range n {
			g.AddDevice(Device{Kind: Switch, Name: fmt.Sprint("s", i)})
		}
		for i := range n {
			for j := range n {
				if i != j {
					g.AddLink(Link{From: DeviceID(i), To: DeviceID(j)})
				}
			}
		}
		w := g.Waits()
		for range 2 + d(4) {
			at, route := DeviceID(d(n)), []LinkID{}
			for range 1 + d(3) {
				id := g.Out(at)[d(n-1)]
				route, at = append(route, id), g.Links[id].To
			}
			w.Add(route)
		}
		left := make([]bool, len(w.next))
		for i := range left {
			left[i] = true
		}
		for again := true; again; {
			again = false
			for i := range left {
				waits := false
				for _, to := range w.next[i] {
					waits = waits || left[to]
				}
				if left[i] && !waits {
					left[i], again = false, true
				}
			}
		}
		circle := 0
		for _, l := range left {
			if l {
				circle = 1
			}
		}
		if got := w.Circle() != nil; got != (circle == 1) {
			t.Fatalf("seed %d: %v, peeling leaves %v", seed, got, circle)
		}
		found[circle]++
	}
	if found[0] < 50 || found[1] < 50 {
		t.Errorf("%v: the draws are of one kind only", found)
	}
}
