package exec_test

import (
	"math/rand"
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// What thread blocks of one node send early changes nothing, windows included.
func TestBlocksEarly(t *testing.T) {
	early := 0
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		s := randomSchedule(r)
		g := star(t, s.Call.Ranks)
		early += bothWays(t, randomBlocks(r).run(s, g, levels[1], s.Call.Ranks, int32(r.Intn(4))), "random")
	}
	if early < 1000 {
		t.Errorf("only %d messages were sent early", early)
	}
}

// A rank that is slow passes so much longer, as skew, if it passes whole messages, and none the less where lines of it come
// late anyway.
func TestSlowBlocks(t *testing.T) {
	const n, hop = 60_000, 500 * ns
	const pass = n * 100 * units.Picosecond
	g := star(t, 3)
	for _, lines := range []bool{false, true} {
		b := &blocks{Kernel: host.Kernel{Block: 10e9, Lines: lines, Hop: hop}}
		c := b.run(chain(3, n), g, levels[1], 3, 0)
		c.Host.Slow = []host.Slowdown{{Num: 1, Den: 1}, {Num: 3, Den: 2}, {Num: 1, Den: 1}}
		passes := units.Duration(3)
		if lines {
			passes = 1
		}
		expect(t, play(t, c), map[ledger.Component]units.Duration{
			ledger.Prepare: passes * pass, ledger.Protocol: 2 * hop, ledger.Skew: pass / 2, ledger.Propagate: 2 * starMessage(0),
		})
	}
}

// A call enqueues, launches and starts before its first message; it is over no earlier than its process has launched the
// next one on all GPUs, and what that takes longer is launch.
func TestCallOfBlocks(t *testing.T) {
	h := host.Costs{Launch: 6 * us, Kernel: host.Kernel{Enqueue: 9 * us, Start: 20 * us, NetPiece: us}}
	parts := map[ledger.Component]units.Duration{
		ledger.Launch: 6 * us, ledger.Library: 9 * us, ledger.Protocol: 20 * us, ledger.Prepare: 2 * us,
		ledger.Serialize: starOver(4096), ledger.Propagate: starMessage(0),
	}
	expect(t, broadcast2(t, 4096, host.Model{Costs: h}), parts)
	h.Issue = 30 * us
	expect(t, broadcast2(t, 4096, host.Model{Costs: h}), parts)
	h.Issue = 50 * us
	o := broadcast2(t, 4096, host.Model{Costs: h})
	parts[ledger.Launch] += h.Issue - (37*us + starMessage(4096))
	expect(t, o, parts)
	for r, of := range o.Ranks {
		if of.Finish != units.Time(h.Issue) {
			t.Errorf("rank %d ends at %d", r, int64(of.Finish))
		}
	}
}

// Two messages to a peer that takes the first late: with one slot the second is written when the counter is back.
func TestSlotOfABlock(t *testing.T) {
	const late, pass = 50 * us, us
	send, recv := still(8192, 0), still(8192, 0)
	send.Send, recv.Recv = 1, 0
	next, last := send, recv
	next.Slice, last.Slice = 1, 1
	s := written(2, 1, map[[2]int32][]algo.Step{{0, 0}: {send, next}, {1, 0}: {recv, last}})
	g := star(t, 2)
	for _, l := range levels {
		c := exec.Config{Schedule: s, Graph: g, Net: l.net(g), Start: []units.Duration{0, late}, Window: 1}
		c.Host.Kernel.NetPiece = pass
		o := play(t, c)
		expect(t, o, map[ledger.Component]units.Duration{
			ledger.Skew: late, ledger.Prepare: 3 * pass, ledger.Protocol: starMessage(0), ledger.Serialize: starOver(8192), ledger.Propagate: starMessage(0),
		})
		if o.Ranks[0].Waiting != late || o.Controls != 0 {
			t.Errorf("%s: rank 0 waited %d ps, %d control messages", l.name, int64(o.Ranks[0].Waiting), o.Controls)
		}
		if c.Window = 2; play(t, c).Total != late+2*pass {
			t.Errorf("%s: two slots are full", l.name)
		}
	}
}

// nvls plays an all-reduce by the NVSwitch of one server.
func nvls(t *testing.T, n units.Bytes, k host.Kernel, slow []host.Slowdown, set ...fabric.Setting) *exec.Outcome {
	t.Helper()
	g, _, err := fabric.Build(fabric.Spec{Preset: "hgx-h100", Nodes: 1, Set: set})
	if err != nil {
		t.Fatal(err)
	}
	seats := g.SeatsInNodes(8)
	s := build(t, algo.AllReduce, "nvls", algo.Call{Ranks: 8, PerNode: 8, Bytes: n, Seats: &algo.Seating{Of: seats.Of, Above: seats.Above}})
	return play(t, exec.Config{Schedule: s, Graph: g, Net: levels[1].net(g), Host: host.Model{Costs: host.Costs{Kernel: k}, Slow: slow}, Seats: seats.Devices})
}

// Kernels get less out of links to a switch by a ratio of their own, and pay for each message that they hand to or take
// from it. What crosses nodes, or passes between GPUs, matters to none of it.
func TestBlocksAtASwitch(t *testing.T) {
	elsewhere := host.Kernel{Block: 1e9, Piece: us, Hop: us, NetHop: us, Wire: host.Ratio{Num: 5, Den: 1}, NetWire: host.Ratio{Num: 7, Den: 1}}
	twice := elsewhere
	twice.SeatWire = host.Ratio{Num: 2, Den: 1}
	for _, n := range []units.Bytes{0, 8 * 4096, 8 * 100_000} {
		if got, want := nvls(t, n, twice, nil).Total, nvls(t, 2*n, elsewhere, nil).Total; got != want {
			t.Errorf("%d bytes: %d ps, twice as many %d", n, int64(got), int64(want))
		}
	}
	// Eight messages up one after the other; the last chunk is taken, handed back, and taken by all: the copies of chunk 7
	// follow seven others that came no faster than they were handed up.
	none := fabric.Setting{Name: "nvlink.header", Value: fabric.SizeOf(0)}
	dear := elsewhere
	dear.Seat = 10 * us
	if got, want := nvls(t, 0, dear, nil, none).Total, nvls(t, 0, elsewhere, nil, none).Total+(8+1+1+1)*dear.Seat; got != want {
		t.Errorf("%d ps, want %d", int64(got), int64(want))
	}
	// Where all ranks are slow by half, each such cost is; the switch is not.
	slow := make([]host.Slowdown, 8)
	for r := range slow {
		slow[r] = host.Slowdown{Num: 3, Den: 2}
	}
	dearer := dear
	dearer.Seat = 15 * us
	if got, want := nvls(t, 8*100_000, dear, slow), nvls(t, 8*100_000, dearer, nil); got.Total != want.Total || got.Critical[ledger.Skew] == 0 {
		t.Errorf("slow ranks take %d ps, %v, want %d", int64(got.Total), got.Critical, int64(want.Total))
	}
}
