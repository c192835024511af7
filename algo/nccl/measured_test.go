package nccl

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"collsim/algo"
	"collsim/sim/units"
)

// The machines of testdata/measured.
func meshed(s System) System { s.Wires = Meshed; return s }

func polaris(nodes int) System {
	s := meshed(hgx("a100", 4, nodes, 25e9))
	s.NICs, s.CPU, s.NICPath = 2, AMD, PHB
	return s
}

func alps(nodes int) System {
	s := meshed(hgx("gh200", 4, nodes, 25e9))
	s.CPU, s.CPUs, s.NICPath = Arm, 4, P2C
	return s
}

func wired(gpu string, n int, w Wires) System {
	s := hgx(gpu, n, 1, 0)
	s.Wires = w
	return s
}

// TestMeasuredSwitches: where a measured curve jumps, NCCL has changed its mind between two sizes, and so must the model;
// where a curve follows one law over a range, the choice must be one. The tables stand in testdata/measured.
func TestMeasuredSwitches(t *testing.T) {
	const KiB, MiB, GiB = units.KiB, units.MiB, units.GiB
	sophia := hgx("a100", 8, 2, 25e9)
	sophia.CPU = AMD
	pro := wired("rtx-pro-6000", 4, PCIe)
	pro.CPU = AMD
	turing := wired("rtx-2080-ti", 2, Host)
	for _, c := range []struct {
		table   string
		s       System
		version string
		coll    algo.Collective
		known   []choiceAt
	}{
		{"001: 27 us at 1 MiB, 42 at 2 MiB, then 480 GB/s, which no ring has", hgx("h100", 8, 1, 0), "2.27", algo.AllReduce,
			[]choiceAt{{8, Ring, LL}, {MiB, Ring, LL}, {2 * MiB, NVLS, Simple}, {16 * GiB, NVLS, Simple}}},
		{"003", hgx("h100", 8, 1, 0), "2.29.2", algo.AllReduce, []choiceAt{{32 * MiB, NVLS, Simple}, {16 * GiB, NVLS, Simple}}},
		{"004: 362 GB/s is a ring's", hgx("h100", 8, 1, 0), "2.29.2", algo.AllGather, []choiceAt{{16 * GiB, Ring, Simple}}},
		{"005", hgx("h100", 8, 1, 0), "2.29.2", algo.ReduceScatter, []choiceAt{{16 * GiB, Ring, Simple}}},
		{"020", hgx("h100", 2, 1, 0), "2.29.2", algo.AllReduce, []choiceAt{{256 * MiB, Ring, Simple}, {8 * GiB, Ring, Simple}}},
		{"021", hgx("h100", 4, 1, 0), "2.29.2", algo.AllReduce, []choiceAt{{256 * MiB, Ring, Simple}, {8 * GiB, Ring, Simple}}},
		{"022: 443 GB/s are beyond a ring", hgx("h100", 6, 1, 0), "2.29.2", algo.AllReduce, []choiceAt{{256 * MiB, NVLS, Simple}, {8 * GiB, NVLS, Simple}}},
		{"041", hgx("a100", 8, 1, 0), "2.21", algo.AllReduce, []choiceAt{{8, Ring, LL}, {4 * GiB, Ring, Simple}}},
		{"042", wired("v100", 8, Cube), "2.12", algo.AllReduce, []choiceAt{{64, Ring, LL}, {4 * GiB, Ring, Simple}}},
		{"055: 467 GB/s", hgx("h100", 8, 2, 50e9), "2.26", algo.AllReduce, []choiceAt{{8, Tree, LL}, {8 * MiB, NVLSTree, Simple}, {8 * GiB, NVLSTree, Simple}}},
		{"059: 696 GB/s", hgx("b200", 8, 2, 50e9), "2.26.2", algo.AllReduce, []choiceAt{{8, Tree, LL}, {8 * MiB, NVLSTree, Simple}, {2 * GiB, NVLSTree, Simple}}},
		{"062: 345 GB/s at 1 GiB, 337 at 2 GiB, from 4 GiB on the 314-320 of a ring", hgx("h100", 8, 10, 50e9), "2.29.2", algo.AllReduce,
			[]choiceAt{{GiB, NVLSTree, Simple}, {2 * GiB, NVLSTree, Simple}, {4 * GiB, Ring, Simple}, {16 * GiB, Ring, Simple}}},
		{"063: 0.84 ms at 128 MiB, 1.77 ms at 256 MiB", hgx("h100", 8, 10, 50e9), "2.29.2", algo.AllGather,
			[]choiceAt{{134216960, Ring, LL128}, {268435200, Ring, Simple}, {16 * GiB, Ring, Simple}}},
		{"064: 1.06 ms at 128 MiB, 1.82 ms at 256 MiB", hgx("h100", 8, 10, 50e9), "2.29.2", algo.ReduceScatter,
			[]choiceAt{{134216960, Ring, LL128}, {268435200, Ring, Simple}, {16 * GiB, Ring, Simple}}},
		{"073: 48.9 GB/s of one NIC", System{Ranks: 10, Nodes: 10, GPU: GPU{90, 18, 48e9}, NICs: 8, NICRate: 50e9}, "2.29.2", algo.AllReduce, []choiceAt{{16 * GiB, Ring, Simple}}},
		{"083: 862 us at 64 MiB, 1430 at 128 MiB", sophia, "2.22.3", algo.AllReduce,
			[]choiceAt{{8, Tree, LL}, {64 * MiB, Ring, LL128}, {128 * MiB, Ring, Simple}, {GiB, Ring, Simple}}},
		{"084: 250 us at 32 MiB, 504 at 64 MiB", sophia, "2.22.3", algo.AllGather,
			[]choiceAt{{256, Ring, LL}, {32 * MiB, Ring, LL128}, {64 * MiB, Ring, Simple}, {GiB, Ring, Simple}}},
		{"087: 81 us at 512 KiB, 167 at 1 MiB", polaris(2), "2.18", algo.AllGather, []choiceAt{{128, Ring, LL}, {MiB / 2, Ring, LL}, {MiB, Ring, Simple}, {GiB, Ring, Simple}}},
		{"095: 0.76 ms at 1 MiB, 2.4 ms at 2 MiB", polaris(256), "2.21.5", algo.AllReduce, []choiceAt{{8, Tree, LL}, {MiB, Tree, LL}, {2 * MiB, Tree, Simple}}},
		{"107", alps(1), "2.23.4", algo.AllReduce, []choiceAt{{8, Ring, LL}, {4 * GiB, Ring, Simple}}},
		{"130: 835 GB/s", hgx("gb200", 72, 1, 0), "2.26.2", algo.AllReduce, []choiceAt{{512 * MiB, NVLS, Simple}, {8 * GiB, NVLS, Simple}}},
		{"137: 2 GB/s more up to 64 KiB, 4 beyond", turing, "2.21", algo.AllReduce, []choiceAt{{8, Ring, LL}, {64 * KiB, Ring, LL}, {128 * KiB, Ring, Simple}, {GiB, Ring, Simple}}},
		{"138: 3 GB/s more up to 64 KiB, 6 beyond", turing, "2.21", algo.AllGather, []choiceAt{{32, Ring, LL}, {64 * KiB, Ring, LL}, {128 * KiB, Ring, Simple}}},
		{"139: 3 GB/s more up to 32 KiB, 10 beyond", turing, "2.21", algo.Broadcast, []choiceAt{{8, Ring, LL}, {32 * KiB, Ring, LL}, {64 * KiB, Ring, Simple}}},
		{"140: 4 GB/s more up to 32 KiB, 11 beyond", turing, "2.21", algo.Reduce, []choiceAt{{8, Ring, LL}, {32 * KiB, Ring, LL}, {64 * KiB, Ring, Simple}}},
		{"142: 15 GB/s more at 512 KiB, 30 beyond", pro, "2.28.3", algo.AllReduce, []choiceAt{{8 * KiB, Ring, LL}, {512 * KiB, Ring, LL}, {MiB, Ring, Simple}}},
		{"038: 58 us at 512 KiB, 76 to 81 from 1 to 4 MiB", hgx("a100", 8, 1, 0), "2.9", algo.Broadcast, []choiceAt{{4, Ring, LL}, {512 * KiB, Ring, LL}, {MiB, Ring, Simple}}},
		{"039: 68 us at 512 KiB, 77 to 81 from 1 to 4 MiB", hgx("a100", 8, 1, 0), "2.9", algo.Reduce, []choiceAt{{4, Ring, LL}, {512 * KiB, Ring, LL}, {MiB, Ring, Simple}}},
	} {
		tune(t, c.s, c.version).expect(t, c.table, c.coll, c.known)
	}
}

// choiceAt is what NCCL takes for so many bytes.
type choiceAt struct {
	bytes    units.Bytes
	method   Algorithm
	protocol Protocol
}

func (t *Tuning) expect(x *testing.T, table string, coll algo.Collective, known []choiceAt) {
	x.Helper()
	for _, k := range known {
		got, err := t.Choose(coll, k.bytes)
		if err != nil {
			x.Fatal(err)
		}
		if got.Method != k.method || got.Protocol != k.protocol {
			x.Errorf("%s: %s of %v by %v/%v, not %v/%v: %s", table, coll, k.bytes, got.Method, got.Protocol, k.method, k.protocol, got.Why)
		}
	}
}

// TestSwitchesWithoutCrossing: on Alps NCCL_CROSS_NIC=0 keeps rings from leaving a node by another NIC.
func TestSwitchesWithoutCrossing(t *testing.T) {
	for _, c := range []struct {
		table string
		nodes int
		known []choiceAt
	}{
		{"108: 864 us at 1 MiB, 129 at 2 MiB", 2, []choiceAt{{8, Tree, LL}, {units.MiB, Ring, LL}, {2 * units.MiB, Tree, Simple}, {4 * units.GiB, Tree, Simple}}},
		{"109: 1437 us at 1 MiB, 213 at 2 MiB, 2095 at 16 MiB", 4, []choiceAt{{8, Tree, LL}, {units.MiB, Ring, LL}, {2 * units.MiB, Tree, Simple}, {16 * units.MiB, Ring, Simple}}},
		{"110: 794 us at 512 KiB, 229 at 1 MiB, 2249 at 16 MiB", 8, []choiceAt{{8, Tree, LL}, {units.MiB / 2, Ring, LL}, {units.MiB, Tree, Simple}, {16 * units.MiB, Ring, Simple}}},
		{"112: 420 us at 256 KiB, 314 at 512 KiB, 11.6 ms at 256 MiB", 32, []choiceAt{{8, Tree, LL}, {units.MiB / 4, Tree, LL}, {units.MiB / 2, Tree, Simple}, {256 * units.MiB, Ring, Simple}}},
	} {
		x := tune(t, alps(c.nodes), "2.23.4", "NCCL_CROSS_NIC=0")
		if x.Channels != 24 {
			t.Errorf("%s: %d channels, not 24", c.table, x.Channels)
		}
		x.expect(t, c.table, algo.AllReduce, c.known)
	}
}

// TestTreeWinsOnSlowNICs (080): with 4 NICs of 100 Gb/s for 8 GPUs, and Simple alone as the plugin of EFA v1 has it, trees
// use the links inside twice as fast as those between two nodes: 78 GB/s are beyond what a ring has.
func TestTreeWinsOnSlowNICs(t *testing.T) {
	s := hgx("a100", 8, 2, 12.5e9)
	s.NICs, s.NICLag = 4, 75*us
	x := tune(t, s, "2.18.5", "NCCL_PROTO=Simple")
	for _, n := range []units.Bytes{8, units.MiB, 2 * units.GiB} {
		if c, err := x.Choose(algo.AllReduce, n); err != nil || c.Method != Tree || c.Protocol != Simple {
			t.Errorf("%v: %v/%v, %v", n, c.Method, c.Protocol, err)
		}
	}
}

// TestExpectationAgainstMeasured: NCCL's own expectation over what was measured, in hundredths, lies where comparisons of
// the newest constants with these tables have found it.
func TestExpectationAgainstMeasured(t *testing.T) {
	for _, c := range []struct {
		table     string
		s         System
		from, to  units.Bytes
		low, high int64
	}{
		{"001", hgx("h100", 8, 1, 0), 64 * units.MiB, 16 * units.GiB, 84, 101},
		{"041", hgx("a100", 8, 1, 0), 256, 128 * units.KiB, 51, 74},
		{"107", alps(1), 8, 4 * units.GiB, 92, 132},
		{"055", hgx("h100", 8, 2, 50e9), units.MiB, 64 * units.MiB, 64, 76},
		{"055", hgx("h100", 8, 2, 50e9), units.GiB, 8 * units.GiB, 98, 101},
	} {
		x := tune(t, c.s, "")
		for _, r := range rows(t, c.table) {
			if r.bytes < c.from || r.bytes > c.to {
				continue
			}
			y, err := x.Choose(algo.AllReduce, r.bytes)
			if err != nil {
				t.Fatal(err)
			}
			if ratio := (int64(y.Time)*100 + int64(r.time)/2) / int64(r.time); ratio < c.low || ratio > c.high {
				t.Errorf("%s: %v: %d%% of what was measured, not %d-%d%%: %s", c.table, r.bytes, ratio, c.low, c.high, y.Why)
			}
		}
	}
}

type measuredRow struct {
	bytes units.Bytes
	time  units.Duration
}

// rows reads a table of testdata/measured.
func rows(t *testing.T, table string) (list []measuredRow) {
	data, err := os.ReadFile("../../testdata/measured/" + table + ".tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(data), "\n") {
		f := strings.Split(line, "\t")
		n, err := strconv.ParseInt(f[0], 10, 64)
		if err != nil {
			continue // the heading
		}
		d, err := units.ParseDuration(f[1] + " us")
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, measuredRow{units.Bytes(n), d})
	}
	if len(list) == 0 {
		t.Fatalf("%s has no rows", table)
	}
	return list
}
