package exec_test

import (
	"testing"

	"collsim/algo"
	"collsim/fabric/host"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// unexpected is what messages take that come before their receive is posted.
var unexpected = blocks{Kernel: host.Kernel{NetHop: 3 * us, NetLate: 5 * us, Buffered: 4096, Fetch: 40 * us}, work: us}

// In a group, whoever is not among the first peers is not expected yet: what the transport buffers whole, the receiver's
// proxy thread copies into its place.
func TestLaterPeersOfAGroup(t *testing.T) {
	for _, n := range []units.Bytes{4096, 4097} {
		s := build(t, algo.AllToAll, "grouped", algo.Call{Ranks: 3, Peers: 1, PerNode: 1, Bytes: 3 * n})
		want := map[ledger.Component]units.Duration{
			ledger.Library: 2 * us, ledger.Protocol: 2*3*us + 5*us, ledger.Propagate: 2 * starMessage(0), ledger.Serialize: 2 * starOver(n),
		}
		if n == 4096 {
			want[ledger.Library] += 40 * us
		}
		g := star(t, 3)
		for _, l := range levels {
			b := unexpected
			expect(t, play(t, b.run(s, g, l, 1, 0)), want)
		}
	}
}

// Where all peers are served at a time their receives are posted.
func TestAllPeersOfAGroup(t *testing.T) {
	s := build(t, algo.AllToAll, "grouped", algo.Call{Ranks: 3, Peers: 2, PerNode: 1, Bytes: 3 * 4096})
	b := unexpected
	c := b.run(s, star(t, 3), levels[1], 1, 0)
	total := play(t, c).Total
	c.Host.Kernel.NetLate = 0
	if got := play(t, c).Total; got != total {
		t.Errorf("%v, where nothing can be unexpected %v", total, got)
	}
}

// A message that is announced does not overtake one of its connection that the receiver's thread still copies.
func TestCopiedInOrder(t *testing.T) {
	var sends, receives []algo.Step
	for i, n := range []units.Bytes{1, 1, 4096, 4097} {
		send, receive := still(n, 0), still(n, 0)
		send.Send, receive.Recv = 1, 0
		send.Slice, receive.Slice = int32(i), int32(i)
		sends, receives = append(sends, send), append(receives, receive)
	}
	s := written(2, 1, map[[2]int32][]algo.Step{{0, 0}: sends, {1, 0}: receives})
	b := unexpected
	b.work = 0
	want := 3*us + starMessage(1) + starMessage(0) + (3+5)*us + starMessage(4096) + 40*us // the first, its counter back, the third
	if got := play(t, b.run(s, star(t, 2), levels[1], 1, 2)).Total; got != want {
		t.Errorf("%v, want %v", got, want)
	}
}
