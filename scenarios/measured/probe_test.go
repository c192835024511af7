package measured

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/google/go-cmp/cmp"

	"collsim/sim/input"
	"collsim/sim/units"
)

// Logs of perftest, in shape.
func TestParseProbe(t *testing.T) {
	datadriven.RunTest(t, "testdata/probe.txt", func(t *testing.T, d *datadriven.TestData) string {
		l, err := ParseProbe("p", []byte(d.Input))
		if err != nil {
			return err.Error() + "\n"
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%s on %s, %s, MTU %v, depth %d\n", l.Probe.Name(), l.Device, l.Link, l.MTU, l.Depth)
		for _, r := range l.Rows {
			fmt.Fprintf(&b, "%d: %d B x %d: ", r.Line, r.Bytes, r.Iterations)
			if l.Probe.Bandwidth {
				fmt.Fprintf(&b, "%s, peak %s\n", r.Average.Exact(), r.Peak.Exact())
			} else {
				x := r.Latency
				fmt.Fprintf(&b, "%v to %v, typical %v, average %v, off %v, 99 %% %v, 99.9 %% %v\n", x.Least, x.Most, x.Typical, x.Average, x.Deviation, x.P99, x.P999)
			}
		}
		for _, p := range l.Problems {
			b.WriteString(p.String() + "\n")
		}
		return b.String()
	})
}

// What is written is read back, to the digits that are printed.
func TestProbeRoundTrip(t *testing.T) {
	for _, p := range Probes() {
		if again, ok := FindProbe("ib_" + p.Name()); !ok || again != p {
			t.Errorf("%s is %v", p.Name(), again)
		}
		l := &ProbeLog{Name: "p", Probe: p, Device: "nic0", Link: "IB", MTU: 4096, Depth: 128, Notes: []string{"simulated"}}
		for n := units.Bytes(2); n <= 8*units.MiB; n *= 64 {
			r := ProbeRow{Bytes: n, Iterations: 1000, Latency: Always(units.Duration(n) * 10 * units.Nanosecond)}
			if p.Bandwidth {
				r.Latency, r.Average = Latency{}, units.Rate(n)*1_000_000
				r.Peak = r.Average
			}
			l.Rows = append(l.Rows, r)
		}
		if !p.Bandwidth {
			l.Depth = 0
		}
		for _, gigabits := range []bool{false, true} {
			got, err := ParseProbe("p", l.Text(gigabits))
			if err != nil {
				t.Fatal(err)
			}
			for i := range got.Rows {
				g, w := &got.Rows[i], l.Rows[i]
				g.Line = 0
				// A hundredth of the unit that is printed, and a millionth of a slow Gb/s.
				if off := max(g.Average, w.Average) - min(g.Average, w.Average); off > 5243 && !gigabits || off > 625_000 {
					t.Errorf("%s of %d B: %v, not %v", p.Name(), w.Bytes, g.Average, w.Average)
				}
				g.Average, g.Peak = w.Average, w.Peak
			}
			want := *l
			want.Notes = nil
			if diff := cmp.Diff(&want, got); diff != "" {
				t.Errorf("%s: %s", p.Name(), diff)
			}
		}
	}
}

// FuzzParseProbe feeds the reader of perftest's text with anything.
func FuzzParseProbe(f *testing.F) {
	data, err := os.ReadFile("testdata/probe.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, part := range strings.Split(string(data), "parse\n") {
		f.Add([]byte(part))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := ParseProbe("p", data)
		if err != nil {
			if p, ok := err.(input.Problems); !ok || !strings.HasPrefix(p.Error(), "p:") {
				t.Fatalf("a refusal without a place: %v", err)
			}
			return
		}
		again, err := ParseProbe("p", l.Text(false))
		if err != nil || len(again.Rows) != len(l.Rows) || again.Probe != l.Probe {
			t.Fatalf("%v: %+v, not %+v", err, again, l)
		}
	})
}
