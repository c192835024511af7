package fabric

import (
	"errors"
	"testing"
)

// Whatever a user sets, Build makes a fabric that can carry messages or says what is wrong.
func FuzzSettings(f *testing.F) {
	for _, p := range Parameters() {
		f.Add(p.Name, sample(p).String())
	}
	f.Add("nic.rate", "400 Gb/s")
	f.Add("node0/gpu0>leaf0.buffer", "1 B")
	f.Add("node0/nic0>leaf0", "1")
	f.Add("packet.size", "8388607 TiB")
	f.Add("network.latency", "9000000 s")
	f.Fuzz(func(t *testing.T, name, text string) {
		p, err := ParameterOf(name)
		if err != nil {
			return
		}
		v, err := p.Parse(text)
		if err != nil {
			return
		}
		for _, s := range []Spec{{Preset: "star", Nodes: 3}, {Preset: "hgx-h100", Nodes: 3, GPUsPerNode: 3, Network: "rail-optimised"}} {
			s.Set = []Setting{{name, v}}
			g, _, err := Build(s)
			var problems Problems
			if err != nil {
				if !errors.As(err, &problems) {
					t.Fatal(err)
				}
				continue
			}
			if err := g.CheckLinks(); err != nil {
				t.Fatal(err)
			}
			for id := range g.Links {
				if l := &g.Links[id]; l.Buffer < l.Wire(g.Packet) {
					t.Fatalf("%s: a packet of %v never fits %v", g.LinkName(LinkID(id)), g.Packet, l.Buffer)
				}
			}
			if _, err := g.Route(0, len(g.GPUs)-1, 0); err != nil {
				t.Fatal(err)
			}
			if g.MaxLatency(nil) <= 0 {
				t.Fatalf("%v", g.MaxLatency(nil))
			}
		}
	})
}

// Whatever is asked for, Build makes a fabric or says what is wrong; where it makes one, ranks reach each other or the
// error says why not, and no way is listed twice.
func FuzzBuild(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) {
		d := draws(seed)
		s := randomSpec(d)
		g, _, err := Build(s)
		var problems Problems
		if err != nil {
			if !errors.As(err, &problems) || len(problems) == 0 {
				t.Fatal(err)
			}
			return
		}
		if err := g.CheckLinks(); err != nil {
			t.Fatal(err)
		}
		w := g.Waits()
		for range 200 {
			src, dst := d(len(g.GPUs)), d(len(g.GPUs))
			all, err := g.Ways(src, dst, d(4), 8)
			var cut *Unreachable
			if err != nil && (!errors.As(err, &cut) || len(s.Down) == 0 && !g.split) {
				t.Fatalf("%+v: %v", s, err)
			}
			for _, way := range all {
				if src != dst && g.CheckRoute(way) != nil {
					t.Fatalf("%+v: %v", s, g.CheckRoute(way))
				}
				w.Add(way)
			}
		}
		if err := w.Circle(); err != nil {
			t.Fatalf("%+v: %v", s, err)
		}
		g.Levels()
	})
}

// randomSpec is anything that a user might ask for.
func randomSpec(d func(int) int) Spec {
	p := Presets()[d(len(Presets()))]
	s := Spec{Preset: p.Name, Nodes: 1 + d(24), GPUsPerNode: 1 + d(min(8, p.GPUsPerNode)), Network: Networks()[d(len(Networks()))].Name, Seed: uint64(d(99))}
	set := func(name string, of int) {
		if d(3) == 0 {
			s.Set = append(s.Set, Setting{name, CountOf(int64(1 + d(of)))})
		}
	}
	s.Set = append(s.Set, Setting{"switch.ports", CountOf(int64(2 + d(70)))})
	for _, name := range []string{"leaf.nodes", "pod.nodes", "pod.leaves", "leaf.oversubscription", "torus.x", "torus.y", "torus.z", "dragonfly.switches", "dragonfly.links"} {
		set(name, []int{3, 9, 1 << 20}[d(3)])
	}
	if d(2) == 0 {
		s.Set = append(s.Set, Setting{"routing.policy", WordOf(policies[d(len(policies))])})
	}
	if d(3) == 0 {
		s.Set = append(s.Set, Setting{"routing.pxn", WordOf("on")})
	}
	for _, name := range []string{"leaf0", "node0", "node1/gpu0", "node0/nic0", "spine1", "leaf0>leaf1", "node0/gpu0>node0/pcie0", "core0", "node0/nvswitch0"} {
		if d(12) == 0 {
			s.Down = append(s.Down, name)
		}
	}
	return s
}

// Many random fabrics, the same ones every time.
func TestRandomFabrics(t *testing.T) {
	built := 0
	for seed := range uint64(150) {
		s := randomSpec(draws(seed))
		g, _, err := Build(s)
		if err != nil {
			continue
		}
		built++
		for src := range min(16, len(g.GPUs)) {
			for _, dst := range []int{0, len(g.GPUs) / 2, len(g.GPUs) - 1} {
				_, err := g.Route(src, dst, src)
				if err != nil && len(s.Down) == 0 && !g.split {
					t.Fatalf("%+v: %v", s, err)
				}
			}
		}
	}
	if built < 60 {
		t.Errorf("%d of 150 could be built", built)
	}
}
