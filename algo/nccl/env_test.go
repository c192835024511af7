package nccl

import (
	"strings"
	"testing"

	"collsim/algo"
	"collsim/sim/units"
)

func TestVariablesAreRefused(t *testing.T) {
	for _, c := range []struct{ variable, says string }{
		{"NCCL_ALGOS=Ring", "NCCL_ALGOS is not obeyed here; these are: NCCL_ALGO, "},
		{"NCCL_ALGO", "not NAME=VALUE"},
		{"NCCL_ALGO=Rings", `there is no "Rings": Tree, Ring, CollNetDirect`},
		{"NCCL_ALGO=", `there is no ""`},
		{"NCCL_ALGO=alltoall:Ring", `there is no collective "alltoall": Broadcast, Reduce`},
		{"NCCL_ALGO=Ring;Tree", "each list after the first needs a collective, such as allreduce:Tree"},
		{"NCCL_PROTO=LL,128", `there is no "128": LL, LL128, Simple`},
		{"NCCL_MAX_NCHANNELS=0", "a whole number from 1 to 64"},
		{"NCCL_MIN_NCHANNELS=many", "a whole number from 1 to 64"},
		{"NCCL_BUFFSIZE=4MiB", "a whole number from 4096"},
		{"NCCL_CROSS_NIC=3", "from 0 to 2"},
		{"NCCL_P2P_DISABLE=yes", "from 0 to 1"},
		{"NCCL_PXN_DISABLE=2", "from 0 to 1"},
	} {
		if _, err := parseEnv([]string{c.variable}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, not %q", c.variable, err, c.says)
		}
	}
}

// TestVariablesAreObeyed: each changes what it is for.
func TestVariablesAreObeyed(t *testing.T) {
	for _, c := range []struct {
		variable string
		s        System
		coll     algo.Collective
		n        units.Bytes
		changed  func(with, without Choice) bool
	}{
		{"NCCL_ALGO=Tree", hgx("h100", 8, 1, 0), algo.AllReduce, units.GiB, func(w, _ Choice) bool { return w.Method == Tree }},
		{"NCCL_ALGO=^NVLS", hgx("h100", 8, 1, 0), algo.AllReduce, units.GiB, func(w, _ Choice) bool { return w.Method == Ring }},
		{"NCCL_ALGO=ring,tree;allreduce:nvls", hgx("h100", 8, 1, 0), algo.AllReduce, 8, func(w, _ Choice) bool { return w.Method == NVLS }},
		{"NCCL_PROTO=Simple", hgx("h100", 8, 1, 0), algo.AllReduce, 8, func(w, _ Choice) bool { return w.Protocol == Simple }},
		{"NCCL_PROTO=^LL;reduce:LL", hgx("h100", 8, 1, 0), algo.Broadcast, 8, func(w, _ Choice) bool { return w.Protocol != LL }},
		{"NCCL_PROTO=LL128", wired("rtx-2080-ti", 2, Host), algo.AllReduce, 8, func(w, _ Choice) bool { return w.Protocol == LL128 }},
		{"NCCL_MAX_NCHANNELS=4", hgx("h100", 8, 1, 0), algo.AllReduce, units.GiB, func(w, _ Choice) bool { return w.Channels == 4 }},
		{"NCCL_MIN_NCHANNELS=40", hgx("a100", 8, 1, 0), algo.AllReduce, units.GiB, func(w, _ Choice) bool { return w.Channels == 40 }},
		{"NCCL_BUFFSIZE=1048576", hgx("a100", 8, 1, 0), algo.AllReduce, units.GiB, func(w, o Choice) bool { return 4*w.Chunk == o.Chunk }},
		{"NCCL_CROSS_NIC=0", hgx("h100", 8, 2, 50e9), algo.AllGather, units.GiB, func(w, o Choice) bool { return w.Time > o.Time }},
		{"NCCL_P2P_DISABLE=1", hgx("h100", 8, 1, 0), algo.AllReduce, units.GiB, func(w, _ Choice) bool { return w.Method == Ring && w.Channels == 4 }},
		{"NCCL_NVLS_ENABLE=0", hgx("h100", 8, 1, 0), algo.AllReduce, units.GiB, func(w, _ Choice) bool { return w.Method == Ring }},
		{"NCCL_PAT_ENABLE=0", hgx("h100", 1, 16, 50e9), algo.AllGather, 8, func(w, o Choice) bool { return w.Method == Ring && o.Method == PAT }},
		{"NCCL_NVLS_CHUNKSIZE=65536", hgx("h100", 8, 1, 0), algo.AllReduce, units.GiB, func(w, o Choice) bool { return 2*w.Chunk == o.Chunk }},
		{"NCCL_NVLSTREE_MAX_CHUNKSIZE=32768", hgx("h100", 8, 2, 50e9), algo.AllReduce, units.GiB, func(w, _ Choice) bool { return w.Chunk == 32768 }},
		{"NCCL_ALLOC_P2P_NET_LL_BUFFERS=1", hgx("h100", 8, 2, 50e9), algo.AllToAll, 1024, func(w, o Choice) bool { return w.Across == LL && o.Across == Simple }},
		{"NCCL_P2P_NET_CHUNKSIZE=262144", hgx("h100", 8, 2, 50e9), algo.AllToAll, units.GiB, func(w, o Choice) bool { return w.Chunk == 2*o.Chunk }},
	} {
		with, err := tune(t, c.s, "", c.variable).Choose(c.coll, c.n)
		if err != nil {
			t.Errorf("%s: %v", c.variable, err)
			continue
		}
		without, err := tune(t, c.s, "").Choose(c.coll, c.n)
		if err != nil {
			t.Fatal(err)
		}
		if !c.changed(with, without) {
			t.Errorf("%s is not obeyed: %+v, without it %+v", c.variable, with, without)
		}
	}
}

// TestCollNetCanBeTurnedOff, and PXN is never used.
func TestCollNetCanBeTurnedOff(t *testing.T) {
	s := hgx("h100", 8, 12, 50e9)
	s.SHARP = true
	if c, err := tune(t, s, "2.29.2").Choose(algo.AllReduce, units.GiB); err != nil || c.Method != CollNetChain {
		t.Errorf("%v, %v", c.Method, err)
	}
	if c, err := tune(t, s, "2.29.2", "NCCL_COLLNET_ENABLE=0").Choose(algo.AllReduce, units.GiB); err != nil || c.Method != NVLSTree {
		t.Errorf("%v, %v", c.Method, err)
	}
	if e, err := parseEnv([]string{"NCCL_PXN_DISABLE=1"}); err != nil || e != (Env{}) {
		t.Errorf("%+v, %v", e, err)
	}
}

// TestNothingLeft: a list may leave nothing; before 2.24 NCCL then passed over it.
func TestNothingLeft(t *testing.T) {
	s := hgx("a100", 8, 1, 0)
	if _, err := tune(t, s, "2.24.3", "NCCL_ALGO=NVLS").Choose(algo.AllReduce, 8); err == nil || !strings.Contains(err.Error(), "NVLS, NVLSTree: the NVSwitch does not add up before Hopper") {
		t.Errorf("%v", err)
	}
	if c, err := tune(t, s, "2.23.4", "NCCL_ALGO=NVLS").Choose(algo.AllReduce, 8); err != nil || c.Method != Ring {
		t.Errorf("%v, %v", c.Method, err)
	}
}

func FuzzEnv(f *testing.F) {
	for _, s := range []string{"NCCL_ALGO=ring,collnetdirect;allreduce:tree,collnetdirect;broadcast:ring", "NCCL_PROTO=^LL128;allreduce:LL128", "NCCL_BUFFSIZE=1e9", "NCCL_ALGO=;:^,"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, variable string) {
		e, err := parseEnv([]string{variable})
		if err != nil {
			return
		}
		x, err := Tune(hgx("h100", 8, 1, 0), Newest, e)
		if err != nil {
			t.Fatal(err)
		}
		if c, err := x.Choose(algo.AllReduce, units.MiB); err == nil && (c.Channels < 1 || c.Channels > maxChannels) {
			t.Errorf("%+v", c)
		}
	})
}
