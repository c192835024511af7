package nccl

import (
	"math/rand/v2"
	"strings"
	"testing"

	"collsim/algo"
	"collsim/sim/units"
)

func TestWishes(t *testing.T) {
	x := tune(t, hgx("h100", 8, 2, 50e9), "2.29.2")
	for _, c := range []struct {
		coll      algo.Collective
		w         Want
		algorithm string
		protocol  Protocol
		says      string // of the error
	}{
		{algo.AllReduce, Want{}, "double_binary_tree", LL, ""},
		{algo.AllReduce, Want{"auto", "auto", 0}, "double_binary_tree", LL, ""},
		{algo.AllReduce, Want{"ring", "", 0}, "ring", LL, ""},
		{algo.AllReduce, Want{"ring", "simple", 0}, "ring", Simple, ""},
		{algo.AllReduce, Want{"", "ll128", 0}, "double_binary_tree", LL128, ""},
		{algo.AllReduce, Want{"nvls_tree", "ll", 0}, "", 0, "protocol ll is asked for"},
		{algo.AllReduce, Want{"nvls", "", 0}, "", 0, "across nodes it needs a network that adds up"},
		{algo.AllReduce, Want{"halving_doubling", "", 0}, "", 0, `NCCL has no all_reduce by "halving_doubling": there is double_binary_tree, ring, nvls_tree`},
		{algo.AllReduce, Want{"", "ll256", 0}, "", 0, `no protocol "ll256": there are ll, ll128, simple`},
		{algo.Broadcast, Want{}, "chain", LL, ""},
		{algo.Reduce, Want{"chain", "", 0}, "chain", LL, ""},
		{algo.AllToAll, Want{}, "grouped", LL, ""},
		{algo.AllToAll, Want{"pairwise", "", 0}, "", 0, `NCCL has no all_to_all by "pairwise": there is grouped`},
		{algo.AllToAll, Want{"grouped", "ll128", 0}, "", 0, `by ll or simple, not by "ll128"`},
		{algo.AllToAll, Want{"auto", "simple", 0}, "grouped", Simple, ""},
		{algo.SendRecv, Want{}, "shift", LL, ""},
		{algo.Barrier, Want{}, "", 0, "there is no barrier in NCCL"},
		{algo.Gather, Want{}, "grouped", LL, ""},
		{algo.Scatter, Want{"grouped", "simple", 2}, "grouped", Simple, ""},
		{algo.Scatter, Want{"binomial", "", 0}, "", 0, `NCCL has no scatter by "binomial": there is grouped`},
	} {
		got, err := x.Take(c.coll, units.KiB, c.w)
		switch {
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s %+v: %v, not %q", c.coll, c.w, err, c.says)
		case c.says == "" && (err != nil || got.Algorithm != c.algorithm || got.Protocol != c.protocol):
			t.Errorf("%s %+v: %s/%v, %v; not %s/%v", c.coll, c.w, got.Algorithm, got.Protocol, err, c.algorithm, c.protocol)
		}
	}
}

// TestGroupsAcrossNodes: connections of sends and receives between nodes have no buffers of LL unless they are asked for, and
// LL of groups came with 2.14.
func TestGroupsAcrossNodes(t *testing.T) {
	for _, c := range []struct {
		s              System
		version        string
		variables      []string
		inside, across Protocol
		says           string // of what a wish for LL is answered
	}{
		{polaris(2), "2.21.5", nil, LL, Simple, ""},
		{polaris(2), "2.21.5", []string{"NCCL_ALLOC_P2P_NET_LL_BUFFERS=1"}, LL, LL, ""},
		{polaris(1), "2.21.5", nil, LL, LL, ""},
		{polaris(2), "2.13.4", nil, Simple, Simple, "LL came with 2.14"},
		{polaris(1), "2.13.4", nil, Simple, Simple, "LL came with 2.14"},
		{hgx("h100", 1, 4, 50e9), "", nil, Simple, Simple, "NCCL_ALLOC_P2P_NET_LL_BUFFERS=1"},
	} {
		x := tune(t, c.s, c.version, c.variables...)
		if got, err := x.Choose(algo.AllToAll, units.KiB); err != nil || got.Protocol != c.inside || got.Across != c.across {
			t.Errorf("%+v: %v, %v between nodes, %v", c, got.Protocol, got.Across, err)
		}
		got, err := x.Take(algo.AllToAll, units.MiB, Want{Protocol: "ll"})
		switch {
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%+v: %v", c, err)
		case c.says == "" && (err != nil || got.Protocol != LL || got.Across != c.across):
			t.Errorf("%+v: %v, %v between nodes, %v", c, got.Protocol, got.Across, err)
		}
		if got, err := x.Take(algo.AllToAll, units.KiB, Want{Protocol: "simple"}); err != nil || got.Protocol != Simple || got.Across != Simple {
			t.Errorf("%+v: %+v, %v", c, got, err)
		}
	}
}

// TestDistrustIsOverruled: LL128 is taken over the host's bridge if it is asked for, as by NCCL_PROTO, and only then.
func TestDistrustIsOverruled(t *testing.T) {
	x := tune(t, polaris(2), "2.21.5")
	for _, p := range x.Predict(algo.AllReduce, units.MiB) {
		if p.Protocol == LL128 && p.Available() {
			t.Errorf("%v/LL128 is trusted", p.Method)
		}
	}
	if c, err := x.Take(algo.AllReduce, units.MiB, Want{Protocol: "ll128"}); err != nil || c.Protocol != LL128 || c.Time == 0 {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestChannelsAreTaken as they are wished for.
func TestChannelsAreTaken(t *testing.T) {
	x := tune(t, hgx("h100", 8, 1, 0), "")
	for _, coll := range []algo.Collective{algo.AllReduce, algo.Broadcast, algo.AllToAll} {
		if c, err := x.Take(coll, units.KiB, Want{Channels: 7}); err != nil || c.Channels != 7 {
			t.Errorf("%s: %d channels, %v", coll, c.Channels, err)
		}
	}
}

// TestOneRank needs nobody.
func TestOneRank(t *testing.T) {
	x := tune(t, hgx("h100", 1, 1, 0), "")
	for _, coll := range collectives {
		if c, err := x.Choose(coll, units.MiB); err != nil || c.Method != Ring || c.Protocol != Simple || c.Time != 0 {
			t.Errorf("%s: %+v, %v", coll, c, err)
		}
	}
}

func TestSystemsAreRefused(t *testing.T) {
	good := hgx("h100", 8, 2, 50e9)
	for _, c := range []struct {
		spoil func(*System)
		says  string
	}{
		{func(s *System) { s.Ranks = 0 }, "at least 1 rank"},
		{func(s *System) { s.Ranks = 1 << 23 }, "8388608 ranks are too many"},
		{func(s *System) { s.Ranks = 15 }, "15 ranks do not spread evenly over 2 nodes"},
		{func(s *System) { s.GPU.Capability = 52 }, "compute capability 52 is too old"},
		{func(s *System) { s.GPU.PCIe = 0 }, "slot has no rate"},
		{func(s *System) { s.GPU.NVLinks = 0 }, "without NVLink"},
		{func(s *System) { s.NICs = 0 }, "2 nodes need NICs"},
		{func(s *System) { s.NICRate = 0 }, "2 nodes need NICs"},
	} {
		s := good
		c.spoil(&s)
		if _, err := Tune(s, Newest, Env{}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, not %q", err, c.says)
		}
	}
	if _, err := FindGPU("tpu"); err == nil || !strings.Contains(err.Error(), "there are v100, a100, h100") {
		t.Errorf("%v", err)
	}
}

// anySystem draws a machine and a version.
func anySystem(rng *rand.Rand) (System, Version) {
	s := System{GPU: classes[rng.IntN(len(classes))].gpu, CPU: CPU(rng.IntN(4)), SHARP: rng.IntN(4) == 0}
	s.Nodes = 1 + rng.IntN(2)*rng.IntN(40)
	s.Ranks = s.Nodes * (1 + rng.IntN(8))
	s.NICs, s.NICRate = 1+rng.IntN(8), units.Rate(1+rng.IntN(100))*1e9
	s.NICPath, s.NICLag = Path(rng.IntN(len(pathNames))), units.Duration(rng.IntN(100))*us
	s.Wires = PCIe + Wires(rng.IntN(2))
	if s.GPU.NVLinks > 0 {
		s.Wires = Wires(rng.IntN(5))
	}
	return s, Version{2, 8 + rng.IntN(23), rng.IntN(10)}
}

var all = []algo.Collective{algo.AllReduce, algo.AllGather, algo.ReduceScatter, algo.Broadcast, algo.Reduce, algo.AllToAll, algo.SendRecv}

// TestAnyChoice: on any machine a choice is the first of the least predictions, its chunks hold all bytes, none is left
// over, and asking for what was chosen gives the same.
func TestAnyChoice(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 3000 {
		s, v := anySystem(rng)
		x, err := Tune(s, v, Env{})
		if v.before(Oldest) {
			continue
		}
		if err != nil {
			t.Fatalf("%+v: %v", s, err)
		}
		coll, n := all[rng.IntN(len(all))], units.Bytes(rng.Int64N(1<<uint(1+rng.IntN(36))))
		c, err := x.Choose(coll, n)
		if err != nil {
			t.Fatalf("%+v %v %s of %d: %v", s, v, coll, n, err)
		}
		checkChoice(t, x, c)
		again, err := x.Take(coll, n, Want{Algorithm: c.Algorithm, Protocol: c.Protocol.String()})
		if again.Why = c.Why; err != nil || again != c {
			t.Fatalf("%+v %v %s of %d: asked for, it is %+v, not %+v, %v", s, v, coll, n, again, c, err)
		}
	}
}

func checkChoice(t *testing.T, x *Tuning, c Choice) {
	t.Helper()
	if c.Channels < 1 || c.Channels > maxChannels || c.Threads%warp != 0 || c.Threads < 3*warp || c.Threads > mostThreads || c.Window < 1 {
		t.Fatalf("%+v", c)
	}
	for _, p := range x.Predict(c.Collective, c.Bytes) {
		earlier := p.Method < c.Method || p.Method == c.Method && p.Protocol < c.Protocol
		if p.Available() && (p.Time < c.Time || p.Time == c.Time && earlier) {
			t.Fatalf("%+v: %v/%v is expected to need %d", c, p.Method, p.Protocol, p.Time)
		}
	}
	labels := x.labels(&c)
	batches := units.Bytes(c.Slices)
	if c.Batch > 0 {
		batches = units.Bytes(c.Slices / c.Batch)
	}
	share := c.Bytes / (labels * units.Bytes(c.Lanes))
	if batches*c.Portion < share || batches > 1 && (batches-1)*c.Portion >= share || c.Batch > 0 && c.Slices%c.Batch != 0 {
		t.Fatalf("%+v: %d bytes of a chunk", c, share)
	}
	if whole := c.Lanes * c.Blocks; whole != c.Channels && c.Method != Tree || c.Method == Tree && c.Blocks != 1 {
		t.Fatalf("%+v: lanes of %d blocks", c, whole)
	}
	if c.Method != Grouped && c.Batch >= c.Window || c.Batch > c.Window {
		t.Fatalf("%+v: a batch waits for itself", c)
	}
}

// TestNCCLsLoops: the schedule's batches move as much as NCCL's loops, all blocks and heads or ranks together.
func TestNCCLsLoops(t *testing.T) {
	one, two := tune(t, hgx("h100", 8, 1, 0), "2.29.2"), tune(t, hgx("h100", 8, 2, 50e9), "2.29.2")
	for _, c := range []struct {
		x    *Tuning
		coll algo.Collective
		w    Want
		loop units.Bytes // what NCCL moves a loop
	}{
		{one, algo.AllReduce, Want{Algorithm: "ring", Protocol: "simple"}, 24 * 8 * 2 * units.MiB},
		{one, algo.AllGather, Want{Protocol: "simple"}, 24 * 8 * 2 * units.MiB},
		{one, algo.Broadcast, Want{Protocol: "simple"}, 24 * units.MiB / 2},
		{one, algo.AllReduce, Want{Algorithm: "double_binary_tree", Protocol: "simple"}, 24 * units.MiB / 2},
		{one, algo.AllReduce, Want{Algorithm: "nvls"}, 16 * 8 * 128 * units.KiB},
		{two, algo.AllReduce, Want{Algorithm: "nvls_tree"}, 16 * 8 * 128 * units.KiB},
	} {
		for _, n := range []units.Bytes{64, 640} {
			y, err := c.x.Take(c.coll, n*c.loop, c.w)
			if err != nil || y.Loops != int(n) {
				t.Errorf("%s %+v: %d loops, %v, not %d", c.coll, c.w, y.Loops, err, n)
			}
		}
	}
}

// TestShape: a choice's call can be built, and is as it says.
func TestShape(t *testing.T) {
	x := tune(t, hgx("h100", 8, 1, 0), "2.29.2")
	for _, coll := range all {
		for _, n := range []units.Bytes{1, 100 * units.KiB, 50 * units.MiB} {
			c, err := x.Choose(coll, n)
			if err != nil {
				t.Fatal(err)
			}
			a, ok := algo.Find(coll, c.Algorithm)
			if !ok {
				t.Fatalf("no %s/%s", coll, c.Algorithm)
			}
			s, err := a.Build(c.Shape(algo.Call{Ranks: 8, PerNode: 8, Bytes: n}))
			if err != nil || s.Call.Channels != c.Lanes || a.Sliced && s.Call.Slices != c.Slices {
				t.Errorf("%s of %d: %+v, %v; not %+v", coll, n, s.Call, err, c)
			}
		}
	}
}

// TestSchedulesAreThere: whatever NCCL chooses, package algo can build it.
func TestSchedulesAreThere(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 300 {
		s, v := anySystem(rng)
		if v.before(Oldest) {
			continue
		}
		x, err := Tune(s, v, Env{})
		if err != nil {
			t.Fatal(err)
		}
		for _, coll := range all {
			for _, p := range x.Predict(coll, units.MiB) {
				if _, ok := algo.Find(coll, p.Algorithm); p.Available() && !ok {
					t.Fatalf("%s/%s is not there", coll, p.Algorithm)
				}
			}
		}
	}
}
