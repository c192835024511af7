package scenarios

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"collsim/algo"
	"collsim/sim/units"
)

// One channel uses every NIC of a node, for GPUs that are no ends of a ring leave by their own. On 4 servers of hgx-h100 a
// hierarchy on one channel takes what the formula says of GPUs with a NIC each. In an all-to-all no round takes longer
// than one message over a NIC, and the busiest NIC moves one message more than its GPU sends: that of the GPU by which the
// ring of the channel leaves to the one by which it enters the next server.
func TestOneChannelUsesAllNICs(t *testing.T) {
	const ns = units.Nanosecond
	ndr, nvlink := link{50e9, 4096, 30}, link{450e9, 256, 16}
	inside, across := (2*75+100)*ns, 2*(150+115+150+125+25)*ns+200*ns
	const all, nodes, gpus = 256 * units.MiB, 4, 8
	piece := all / (nodes * gpus)
	wire := piece + (piece+ndr.frame-1)/ndr.frame*ndr.header
	ran := func(collective, algorithm string, channels int) *Result {
		r, err := askedWith(t, "fabric=hgx-h100 nodes=4 library=raw fidelity=message bytes=256~MiB collective="+collective+" algorithm="+algorithm+" channels="+strconv.Itoa(channels))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	one, eight := ran("all_reduce", "hierarchical", 1), ran("all_reduce", "hierarchical", 8)
	a, _ := algo.Find(algo.AllReduce, "hierarchical")
	want, _, err := a.LockStep(algo.Call{Ranks: nodes * gpus, PerNode: gpus, Bytes: all}, algo.Cost{
		Message: func(n units.Bytes) units.Duration {
			if n == all/gpus {
				return inside + nvlink.over(n)
			}
			return across + ndr.over(n)
		},
		Reduce: func(units.Bytes) units.Duration { return 0 },
	})
	if err != nil || one.Total != want {
		t.Errorf("hierarchical on one channel: %v, by the formula %v (%v)", one.Total, want, err)
	}
	t.Logf("hierarchical: %v on one channel, %v on eight", one.Total, eight.Total)
	one, eight = ran("all_to_all", "pairwise", 1), ran("all_to_all", "pairwise", 8)
	t.Logf("all-to-all: %v on one channel, %v on eight", one.Total, eight.Total)
	if most := (nodes*gpus - 1) * (across + ndr.over(piece)); one.Total > most {
		t.Errorf("all-to-all on one channel: %v, and %d rounds of a message each are %v", one.Total, nodes*gpus-1, most)
	}
	sent := units.Bytes((nodes - 1) * gpus)
	if a, b := nicBytes(one), nicBytes(eight); a != (sent+1)*wire || b != sent*wire {
		t.Errorf("all-to-all: a NIC moves %d bytes on one channel and %d on eight, not %d and %d", a, b, (sent+1)*wire, sent*wire)
	}
}

// nicBytes is what the busiest NIC sends.
func nicBytes(r *Result) (most units.Bytes) {
	for _, p := range r.HottestPorts {
		if strings.Contains(p.Link, "/nic") {
			most = max(most, p.Bytes)
		}
	}
	return most
}

// A rack has more NICs than there may be channels, and its result still runs again.
func TestChannelsOfARack(t *testing.T) {
	first := run(t, `
schema: collsim.scenario/v1
fabric: {preset: gb200-nvl72, nodes: 2}
collective: send_recv
algorithm: shift
bytes: 64 KiB
library: raw
fidelity: postal
`)[0]
	if first.Channels != mostChannels {
		t.Fatalf("%d channels, not %d", first.Channels, mostChannels)
	}
	again := run(t, string(first.Scenario))[0]
	if !bytes.Equal(again.Scenario, first.Scenario) || again.Total != first.Total {
		t.Fatalf("%s became %s", first.Scenario, again.Scenario)
	}
}
