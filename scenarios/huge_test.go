package scenarios

import (
	"strconv"
	"strings"
	"testing"

	"collsim/algo"
	"collsim/sim/units"
)

// link is what a kind of link takes for bytes with the headers of their frames, written down again on purpose.
type link struct {
	rate          units.Rate
	frame, header units.Bytes
}

func (l link) over(n units.Bytes) units.Duration {
	return l.rate.Over(n + max(1, (n+l.frame-1)/l.frame)*l.header)
}

// TestHugeHierarchy: a hierarchy over a million GPUs takes as long as the paper's formula says, to the picosecond, at what
// a message takes inside a server and between servers. Each GPU has a NIC of its own: nothing waits.
func TestHugeHierarchy(t *testing.T) {
	ndr, hdr := link{50e9, 4096, 30}, link{25e9, 4096, 30}
	nvlink4, nvlink6 := link{450e9, 256, 16}, link{150e9, 256, 16}
	const ns = units.Nanosecond
	for _, c := range []struct {
		preset         string
		nodes, gpus    int
		wire, nic      link
		inside, across units.Duration // without the bytes
		bytes          []string
	}{
		{"gh200-4", 1 << 18, 4, nvlink6, hdr, 200 * ns, 2*(100+150+150+125+25)*ns + 200*ns, []string{"1~MiB", "8~GiB"}},
		{"hgx-h100", 1 << 17, 8, nvlink4, ndr, (2*75 + 100) * ns, 2*(150+115+150+125+25)*ns + 200*ns, []string{"1~MiB", "8~GiB"}},
	} {
		for _, bytes := range c.bytes {
			words := "fabric=" + c.preset + " nodes=" + strconv.Itoa(c.nodes) + " network=switch collective=all_reduce algorithm=hierarchical channels=1 library=raw fidelity=message fold=require bytes=" + bytes
			r, err := askedWith(t, words)
			if err != nil {
				t.Fatal(err)
			}
			call := algo.Call{Ranks: c.nodes * c.gpus, PerNode: c.gpus, Bytes: r.Bytes}
			shared := r.Bytes / units.Bytes(c.gpus)
			a, _ := algo.Find(algo.AllReduce, "hierarchical")
			want, regime, err := a.LockStep(call, algo.Cost{
				Message: func(n units.Bytes) units.Duration {
					if n == shared {
						return c.inside + c.wire.over(n)
					}
					return c.across + c.nic.over(n)
				},
				Reduce: func(units.Bytes) units.Duration { return 0 },
			})
			if err != nil || regime != algo.Dataflow {
				t.Fatal(regime, err)
			}
			if r.Total != want {
				t.Errorf("%s: %d ps, by the formula %d", words, int64(r.Total), int64(want))
			}
		}
	}
}

// TestHugeRefused: what is wrong with a scenario of a million GPUs shows before all of them are drawn.
func TestHugeRefused(t *testing.T) {
	f, err := FromFlags(flagsOf("fabric=gh200-4 nodes=262144 network=switch collective=all_reduce algorithm=hierarchical channels=1 bytes=32~GiB"))
	if err != nil {
		t.Fatal(err)
	}
	drawn := 0
	_, err = f.Run(func(p Progress) bool {
		if p.Stage == Wiring {
			drawn++
		}
		return true
	})
	if err == nil || !strings.Contains(err.Error(), "more than the simulated clock holds") || drawn != 1 {
		t.Errorf("drawn %d times, error %v", drawn, err)
	}
}
