package nccl

import (
	"fmt"
	"slices"
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
			text, err := x.list(coll, 1, 16*units.GiB)
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
		return x.table(coll, sizes)
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

// table prints what the model expects at each size: a line a size, a column for each combination that is available, the
// choice marked with *, in microseconds. Below it stands why the others are not.
func (t *Tuning) table(coll algo.Collective, sizes []units.Bytes) string {
	if _, ok := index(coll); !ok {
		return fmt.Sprintf("NCCL has no model of %s: it goes by sends and receives, LL up to 16 KiB a channel.\n", coll)
	}
	var b strings.Builder
	list := t.Predict(coll, 1)
	fmt.Fprintf(&b, "%12s", "bytes")
	for _, x := range list {
		if x.Available() {
			fmt.Fprintf(&b, " %14s", x.Method.String()+"/"+x.Protocol.Word())
		}
	}
	b.WriteString("\n")
	for _, n := range sizes {
		t.line(&b, coll, n)
	}
	for _, r := range absent(list) {
		fmt.Fprintf(&b, "%s\n", r)
	}
	return b.String()
}

func (t *Tuning) line(b *strings.Builder, coll algo.Collective, n units.Bytes) {
	list := t.Predict(coll, n)
	first, _ := best(list)
	fmt.Fprintf(b, "%12d", n)
	for i := range list {
		x := &list[i]
		if !x.Available() {
			continue
		}
		mark := ""
		if x == first {
			mark = "*"
		}
		fmt.Fprintf(b, " %14s", microseconds(x.Time)+mark)
	}
	b.WriteString("\n")
}

// list is the choices over a range of sizes in the columns of NCCL's example tuner plug-in, a line for each stretch of sizes
// that go alike.
func (t *Tuning) list(coll algo.Collective, low, high units.Bytes) (string, error) {
	if _, ok := index(coll); !ok {
		return "", fmt.Errorf("nccl: a tuner does not see %s, which goes by sends and receives", coll)
	}
	if low < 0 || high < low {
		return "", fmt.Errorf("nccl: sizes from %d to %d", low, high)
	}
	var b strings.Builder
	for from := low; from <= high; {
		x, err := t.Choose(coll, from)
		if err != nil {
			return "", err
		}
		to := t.last(&x, high)
		line, _ := t.Rule(coll, from, to, x.Method, x.Protocol)
		b.WriteString(line + "\n")
		from = to + 1
	}
	return b.String(), nil
}

// last is the end of the stretch of sizes from x's on that go as x does: doubled until it is left, then halved in. A
// picosecond, to which expectations are rounded, does not end it.
func (t *Tuning) last(x *Choice, high units.Bytes) units.Bytes {
	same := func(n units.Bytes) bool {
		list := t.Predict(x.Collective, n)
		first, _ := best(list)
		return slices.ContainsFunc(list, func(y Prediction) bool {
			return y.Method == x.Method && y.Protocol == x.Protocol && y.Available() && y.Time <= first.Time+1
		})
	}
	in, step := x.Bytes, units.Bytes(1)
	for in+step <= high && same(in+step) {
		in += step
		step *= 2
	}
	for ; step > 0; step /= 2 {
		if in+step <= high && same(in+step) {
			in += step
		}
	}
	return in
}
