package exec_test

import (
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim/units"
)

// Links count what thread blocks write, flags included, and not the time for which they leave the links idle.
func TestLinksCountWhatIsWritten(t *testing.T) {
	for _, c := range []struct {
		name  string
		k     host.Kernel
		bytes units.Bytes
	}{
		{"all of the link", host.Kernel{Piece: us}, 4096},
		{"flags", host.Kernel{NetFlags: host.Ratio{Num: 2, Den: 1}, NetWire: host.Ratio{Num: 2, Den: 1}}, 8192},
		{"flags, and a share of the link", host.Kernel{NetFlags: host.Ratio{Num: 2, Den: 1}, NetWire: host.Ratio{Num: 5, Den: 1}}, 8192},
	} {
		g := star(t, 2)
		s := build(t, algo.Broadcast, "binomial", algo.Call{Ranks: 2, Bytes: 4096})
		x, err := exec.New(exec.Config{Schedule: s, Graph: g, Net: levels[0].net(g), Host: host.Model{Costs: host.Costs{Kernel: c.k}}})
		if err != nil {
			t.Fatal(err)
		}
		if more, err := x.Play(0); more || err != nil {
			t.Fatalf("more %v, error %v", more, err)
		}
		for i := range g.Links {
			from, to := g.Devices[g.Links[i].From], g.Devices[g.Links[i].To]
			want := c.bytes
			if from.Kind == fabric.GPU && from.Node == 1 || to.Kind == fabric.GPU && to.Node == 0 {
				want = 0
			}
			if got := x.Counters(fabric.LinkID(i)).Bytes; got != want {
				t.Errorf("%s: %s carried %d bytes, not %d", c.name, g.LinkName(fabric.LinkID(i)), got, want)
			}
		}
	}
}
