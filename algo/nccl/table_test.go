package nccl

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"collsim/algo"
	"collsim/sim/units"
)

// TestTranscripts prints tables and lists of machines: `table gpu=h100 ranks=16 nodes=2 nic=50 version=2.29.2 of=all_reduce
// sizes=(1024, 1048576)`, with environment variables as input.
func TestTranscripts(t *testing.T) {
	datadriven.RunTest(t, "testdata/tables.txt", func(t *testing.T, d *datadriven.TestData) string {
		x, coll := scan(t, d)
		if d.Cmd == "list" {
			text, err := x.CSV(coll, 1, 16*units.GiB)
			if err != nil {
				return err.Error() + "\n"
			}
			return text
		}
		var sizes []units.Bytes
		for _, a := range d.CmdArgs {
			for i := range a.Vals {
				if a.Key == "sizes" {
					n, err := strconv.ParseInt(a.Vals[i], 10, 64)
					if err != nil {
						d.Fatalf(t, "%v", err)
					}
					sizes = append(sizes, units.Bytes(n))
				}
			}
		}
		return x.Table(coll, sizes)
	})
}

func scan(t *testing.T, d *datadriven.TestData) (*Tuning, algo.Collective) {
	var gpu, version, of string
	ranks, nodes, nic := 8, 1, 50
	d.ScanArgs(t, "gpu", &gpu)
	d.ScanArgs(t, "version", &version)
	d.ScanArgs(t, "of", &of)
	d.MaybeScanArgs(t, "ranks", &ranks)
	d.MaybeScanArgs(t, "nodes", &nodes)
	d.MaybeScanArgs(t, "nic", &nic)
	s := hgx(gpu, ranks/nodes, nodes, units.Rate(nic)*gbps)
	if s.GPU.NVLinks == 0 {
		s.Wires = Host
	}
	return tune(t, s, version, strings.Fields(d.Input)...), algo.Collective(of)
}

// lists are collsim's names for those of a list.
var lists = map[string]string{"tree": "double_binary_tree", "ring": "ring", "nvls_tree": "nvls_tree"}

// TestListCoversAllSizes: its lines follow one another from the first size to the last, neighbours differ, and both ends of
// each line are chosen as it says, to the picosecond.
func TestListCoversAllSizes(t *testing.T) {
	x := tune(t, hgx("h100", 8, 10, 50e9), "2.29.2")
	text, err := x.CSV(algo.AllReduce, 8, units.GiB)
	if err != nil {
		t.Fatal(err)
	}
	next, before := units.Bytes(8), ""
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSpace(line), ",")
		from, _ := strconv.ParseInt(f[1], 10, 64)
		to, _ := strconv.ParseInt(f[2], 10, 64)
		if units.Bytes(from) != next || to < from || f[3]+f[4] == before {
			t.Errorf("after %d, %s: %s", next, before, line)
		}
		for _, n := range []units.Bytes{units.Bytes(from), units.Bytes(to)} {
			c, err := x.Take(algo.AllReduce, n, Want{Algorithm: lists[f[3]], Protocol: f[4]})
			best, err2 := x.Choose(algo.AllReduce, n)
			if err != nil || err2 != nil || c.Time > best.Time+1 {
				t.Errorf("%d is chosen otherwise: %s, %v, %v, than %s", n, best.Why, err, err2, line)
			}
		}
		next, before = units.Bytes(to)+1, f[3]+f[4]
	}
	if next != units.GiB+1 {
		t.Errorf("the list ends at %d", next)
	}
}

func ExampleTuning_Table() {
	gpu, _ := FindGPU("h100")
	t, err := Tune(System{Ranks: 4, GPU: gpu}, Newest, Env{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(t.Table(algo.Broadcast, []units.Bytes{units.KiB, units.GiB}))
	// Output:
	//        bytes        Ring/LL     Ring/LL128    Ring/Simple
	//         1024           7.2*           15.9           11.8
	//   1073741824         7622.4         3257.9        2994.4*
	// Tree, CollNetDirect, CollNetChain, NVLS, NVLSTree, PAT: NCCL has broadcast as a ring only
}
