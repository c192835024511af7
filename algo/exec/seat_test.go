package exec_test

import (
	"strings"
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// nvlsForms are the times of NVLS on an idle fabric: p ranks, k slices, a piece takes tau on a link, links have latency l
// and the switch d. The one of all_reduce is of one slice.
var nvlsForms = map[algo.Collective]func(p, k int, tau, l, d units.Duration) units.Duration{
	// p k pieces leave, the last one is added up, forwarded and given to its owner.
	algo.ReduceScatter: func(p, k int, tau, l, d units.Duration) units.Duration {
		return units.Duration(p*k+1)*tau + 2*l + d
	},
	// The first piece arrives and is forwarded, then p k pieces arrive without a gap.
	algo.AllGather: func(p, k int, tau, l, d units.Duration) units.Duration {
		return units.Duration(p*k+1)*tau + 2*l + d
	},
	// Owner 0 has its sum first, but p pieces are in front of what it gives back; owner p-1 has its sum last. From either
	// on one piece goes back and copies come, those of the owners behind it too.
	algo.AllReduce: func(p, _ int, tau, l, d units.Duration) units.Duration {
		return max(units.Duration(2*p-1)*tau, units.Duration(p+1)*tau+2*l+d) + 2*tau + 2*l + d
	},
}

// NVLS equals its closed forms at every level.
func TestNVLSByItsForms(t *testing.T) {
	for collective, form := range nvlsForms {
		for _, p := range []int{2, 3, 5, 8, 13} {
			for _, piece := range []units.Bytes{0, 512, 4096, 5 * 4096, 1 << 17} {
				for k := 1; k <= 4; k++ {
					if collective == algo.AllReduce && k > 1 {
						continue
					}
					s := build(t, collective, "nvls", algo.Call{Ranks: p, Slices: k, Bytes: piece * units.Bytes(p*k)})
					g := star(t, p)
					for _, l := range levels {
						want := form(p, k, starOver(piece), starCable*units.Picosecond, starSwitch*units.Picosecond)
						if o := play(t, exec.Config{Schedule: s, Graph: g, Net: l.net(g)}); o.Total != want {
							t.Errorf("%s of %d ranks, %d slices of %d B, %s: %d ps, closed form %d", collective, p, k, piece, l.name, int64(o.Total), int64(want))
						}
					}
				}
			}
		}
	}
}

// carried is what the NVLink of GPU 0 of an HGX H100 carries out and in, in units of one chunk's wire bytes.
func carried(t *testing.T, c algo.Collective, name string, p, slices int) (out, in units.Bytes) {
	t.Helper()
	g, _, err := fabric.Build(fabric.Spec{Preset: "hgx-h100", Nodes: 1, GPUsPerNode: p})
	if err != nil {
		t.Fatal(err)
	}
	const piece = 16 * 4096
	s := build(t, c, name, algo.Call{Ranks: p, Slices: slices, Bytes: units.Bytes(p*slices) * piece})
	x, err := exec.New(exec.Config{Schedule: s, Graph: g, Net: levels[2].net(g), Seats: g.SeatsInNodes(p).Devices[:s.Seats]})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.Play(0); err != nil {
		t.Fatal(err)
	}
	for id := range g.Links {
		l := &g.Links[id]
		chunk := units.Bytes(slices) * l.Wire(piece)
		n := x.Counters(fabric.LinkID(id)).Bytes
		switch {
		case l.Medium != "nvlink" && n > 0 || n%max(chunk, 1) != 0:
			t.Fatalf("%s/%s: link %s carries %d B, of chunks of %d", c, name, g.LinkName(fabric.LinkID(id)), n, chunk)
		case l.Medium != "nvlink":
		case l.From == g.GPUs[0]:
			out = n / chunk
		case l.To == g.GPUs[0]:
			in = n / chunk
		}
	}
	return out, in
}

// The links' counters say what NVLS is about: an all-reduce carries p+1 chunks each way instead of 2(p-1); all-gather and
// reduce-scatter gain nothing on the side that carries more, which is the side that decides.
func TestNVLSOnTheWire(t *testing.T) {
	for _, p := range []int{2, 4, 7, 8} {
		for _, want := range []struct {
			c       algo.Collective
			name    string
			slices  int
			out, in int
		}{
			{algo.AllReduce, "nvls", 3, p + 1, p + 1},
			{algo.AllReduce, "ring", 3, 2 * (p - 1), 2 * (p - 1)},
			{algo.AllGather, "nvls", 3, 1, p},
			{algo.AllGather, "ring", 3, p - 1, p - 1},
			{algo.ReduceScatter, "nvls", 3, p, 1},
			{algo.ReduceScatter, "ring", 3, p - 1, p - 1},
		} {
			out, in := carried(t, want.c, want.name, p, want.slices)
			if out != units.Bytes(want.out) || in != units.Bytes(want.in) {
				t.Errorf("%s/%s of %d ranks: a link carries %d chunks out and %d in, want %d and %d", want.c, want.name, p, out, in, want.out, want.in)
			}
		}
	}
}

// A switch that adds up slowly holds everybody up, and its time is reduce. All lanes of a switch share one engine.
func TestEngineOfASwitch(t *testing.T) {
	const p, piece, rate = 4, 64 * 1024, 10e9
	for _, channels := range []int{1, 2} {
		g := star(t, p, fabric.Setting{Name: "switch.reduce-rate", Value: fabric.RateOf(rate)})
		s := build(t, algo.ReduceScatter, "nvls", algo.Call{Ranks: p, Channels: channels, Slices: 1, Bytes: units.Bytes(p*channels) * piece})
		sums := units.Duration(p*(p-1)*channels) * units.Rate(rate).Over(piece)
		for _, l := range levels {
			o := play(t, exec.Config{Schedule: s, Graph: g, Net: l.net(g)})
			// The engine starts when the first pieces are there and never rests: adding takes longer than what comes meanwhile.
			want := starOver(piece) + starCable + sums + starSwitch + starOver(piece) + starCable
			reduce := o.Critical[ledger.Reduce] // of two channels, the one that waits for its pieces meanwhile may be the last
			if o.Total != want || channels == 1 && reduce != sums {
				t.Errorf("%d channels, %s: %d ps, %d of it adding up; want %d and %d", channels, l.name, int64(o.Total), int64(reduce), int64(want), int64(sums))
			}
		}
	}
}

// What a switch needs for sums on top of forwarding passes once a message that starts there.
func TestLatencyOfASeat(t *testing.T) {
	const extra = 70 * ns
	s := build(t, algo.ReduceScatter, "nvls", algo.Call{Ranks: 3, Slices: 1, Bytes: 3 * 4096})
	plain, slow := star(t, 3), star(t, 3, fabric.Setting{Name: "switch.reduce-latency", Value: fabric.DurationOf(extra)})
	a := play(t, exec.Config{Schedule: s, Graph: plain, Net: levels[2].net(plain)})
	b := play(t, exec.Config{Schedule: s, Graph: slow, Net: levels[2].net(slow)})
	if b.Total-a.Total != extra || b.Critical[ledger.Propagate]-a.Critical[ledger.Propagate] != extra {
		t.Errorf("%d ps, with 70 ns more at the switch %d", int64(a.Total), int64(b.Total))
	}
}

// A schedule with seats needs as many switches that can do it.
func TestSeatsAreRefused(t *testing.T) {
	g, _, err := fabric.Build(fabric.Spec{Preset: "hgx-a100", Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	s := build(t, algo.AllReduce, "nvls", algo.Call{Ranks: 8, Bytes: 1 << 20})
	for want, seats := range map[string][]fabric.DeviceID{
		"0 switches for the 1 seats of all_reduce/nvls": nil,
		"node0/gpu0 has no seat":                        g.GPUs[:1],
	} {
		if _, err := exec.New(exec.Config{Schedule: s, Graph: g, Net: levels[0].net(g), Seats: seats}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want ... %s", err, want)
		}
	}
}
