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
