package exec_test

import (
	"slices"
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric/host"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// sending is a message that a lane of a rank sends to a rank of its own.
type sending struct {
	rank, lane int32
	bytes      units.Bytes
}

// visited plays messages that proxy threads go round for, and returns when each leaves. Receivers are on nodes of their own,
// senders on one. The thread takes 1 ns for a byte; the links are so fast that no message meets another.
func visited(t *testing.T, h host.Model, senders, lanes int32, all ...sending) ([]units.Duration, *exec.Outcome) {
	t.Helper()
	h.ProxyRate = 1e9
	if h.Proxy == host.NoProxy {
		h.Proxy = host.RankProxy
	}
	steps, stands := map[[2]int32][]algo.Step{}, []exec.Stand{}
	for r := range senders {
		stands = append(stands, exec.Stand{GPU: r})
	}
	for i, m := range all {
		to := senders + int32(i)
		send, receive := still(m.bytes, 0), still(m.bytes, 0)
		send.Send, send.Slice, receive.Recv = to, int32(i), m.rank
		from := [2]int32{m.rank, m.lane}
		steps[from], steps[[2]int32{to, m.lane}] = append(steps[from], send), []algo.Step{receive}
		stands = append(stands, exec.Stand{GPU: to, Node: to})
	}
	ranks := int(senders) + len(all)
	g := star(t, ranks)
	var leave []units.Duration
	var o *exec.Outcome
	for _, l := range levels {
		o = play(t, exec.Config{Schedule: written(ranks, lanes, steps), Graph: g, Net: l.net(g), Host: h, Stands: stands})
		var now []units.Duration
		for i, m := range all {
			now = append(now, units.Duration(o.Ranks[int(senders)+i].Finish)-starMessage(m.bytes)-h.NetPass(m.bytes))
		}
		if leave != nil && !slices.Equal(leave, now) {
			t.Fatalf("levels differ on an idle fabric: %v and %v", leave, now)
		}
		leave = now
	}
	return leave, o
}

// Lanes that send at the same time move on together: all but the last visits of all messages come before any leaves. Waiting
// for the thread is library as its work is; of a slow thread, what one's own work takes longer is skew.
func TestProxyGoesRound(t *testing.T) {
	const post = us + 3 // picoseconds more than any number of visits divides
	for _, c := range []struct {
		bytes  units.Bytes
		visits units.Duration
		whole  units.Duration // visits but the last
		last   units.Duration
	}{
		{0, 1, 0, 1_000_003}, {1, 1, 0, 1_001_003}, {1024, 1, 0, 2_024_003}, // one after the other
		{1025, 2, 1_012_502, 1_012_501}, {2049, 3, 1_016_335, 1_016_333}, {4096, 4, 1_274_001, 1_274_000}, {1 << 20, 4, 262_394_001, 262_394_000},
	} {
		for _, lanes := range []int32{1, 2, 4} {
			var all []sending
			for l := range lanes {
				all = append(all, sending{0, l, c.bytes})
			}
			leave, o := visited(t, host.Model{Costs: host.Costs{ProxyWork: post}}, 1, lanes, all...)
			for l, got := range leave {
				if want := units.Duration(lanes)*(c.visits-1)*c.whole + units.Duration(l+1)*c.last; got != want {
					t.Errorf("%d bytes, lane %d of %d leaves at %d ps, want %d", c.bytes, l, lanes, int64(got), int64(want))
				}
			}
			work := units.Duration(lanes) * (post + units.Duration(c.bytes)*ns)
			expect(t, o, wire(c.bytes, map[ledger.Component]units.Duration{ledger.Library: work}))
		}
	}
	slow := host.Model{Costs: host.Costs{ProxyWork: us}, Slow: slices.Repeat([]host.Slowdown{{Num: 3, Den: 2}}, 3)}
	_, o := visited(t, slow, 1, 2, sending{0, 0, 4096}, sending{0, 1, 4096})
	expect(t, o, wire(4096, map[ledger.Component]units.Duration{ledger.Library: (3 + 2) * 5096 * ns / 2, ledger.Skew: 5096 * ns / 2}))
}

// Two messages of a lane leave in order, and the second takes no turns before the first has left.
func TestVisitsOfALaneInOrder(t *testing.T) {
	const v = 1024 * ns
	leave, o := visited(t, host.Model{}, 1, 2, sending{0, 0, 4096}, sending{0, 0, 3072}, sending{0, 1, 4096})
	if want := []units.Duration{7 * v, 11 * v, 8 * v}; !slices.Equal(leave, want) {
		t.Errorf("leave at %v, want %v", leave, want)
	}
	expect(t, o, wire(3072, map[ledger.Component]units.Duration{ledger.Library: 11 * v}))
}

// Ranks of a node go round with one another where they share a thread.
func TestVisitsOfANode(t *testing.T) {
	const v = 1024 * ns
	both := []sending{{0, 0, 4096}, {1, 0, 4096}}
	for proxy, want := range map[host.Proxy][]units.Duration{host.NodeProxy: {7 * v, 8 * v}, host.RankProxy: {4 * v, 4 * v}} {
		if leave, _ := visited(t, host.Model{Costs: host.Costs{Proxy: proxy}}, 2, 1, both...); !slices.Equal(leave, want) {
			t.Errorf("%v: leave at %v, want %v", proxy, leave, want)
		}
	}
}

// A lane whose visit ends in the instant in which another asks for the first time is served by its number as well: the lower
// lane first, whichever of them that is. A block hands a message to the thread every so often.
func TestVisitsOfOneInstant(t *testing.T) {
	const v = 1024 * ns
	for _, c := range []struct {
		every       units.Duration
		long, short int32
		want        []units.Duration // after the first is handed over: the long message, the short ones
	}{
		{2 * v, 1, 0, []units.Duration{6 * v, v, 3 * v}}, // the short ones' lane is the lower one
		{3 * v, 0, 1, []units.Duration{6 * v, 2 * v, 5 * v}},
	} {
		h := host.Model{}
		h.NetPiece = c.every
		leave, _ := visited(t, h, 1, 2, sending{0, c.long, 4096}, sending{0, c.short, 1024}, sending{0, c.short, 1024})
		for i := range leave {
			leave[i] -= c.every
		}
		if !slices.Equal(leave, c.want) {
			t.Errorf("lane %d: leave at %v, want %v", c.short, leave, c.want)
		}
	}
}

// What comes while its lane is being served asks when the visit is over, and not before: a lane that asked meanwhile goes
// first. Blocks hand over the messages of the one lane at 256 and 512 ns, that of the other at 768.
func TestVisitIsOverFirst(t *testing.T) {
	const v = 1024 * ns
	h := host.Model{}
	h.NetBlock = 4e9
	leave, _ := visited(t, h, 1, 2, sending{0, 0, 1024}, sending{0, 0, 1024}, sending{0, 1, 3072})
	for i := range leave {
		leave[i] -= 256 * ns
	}
	if want := []units.Duration{v, 3 * v, 5 * v}; !slices.Equal(leave, want) {
		t.Errorf("leave at %v, want %v", leave, want)
	}
}
