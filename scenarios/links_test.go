package scenarios

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

func links(f *File) func([]Result, Watch, Each) error { return f.Links }

// linkOf is what a report says of one link.
func linkOf(t *testing.T, r *Result, name string) LinkUse {
	t.Helper()
	i := slices.IndexFunc(r.Links.All, func(u LinkUse) bool { return u.Link == name })
	if i < 0 {
		t.Fatalf("%s %s: no link %s", r.Name, r.Variant, name)
	}
	return r.Links.All[i]
}

// addsUp checks that what links cost is what the critical path says, and that no link is busy for longer than it is.
func addsUp(t *testing.T, r *Result) {
	t.Helper()
	var sum Breakdown
	for _, c := range r.Links.Costs() {
		sum[c.Component] += c.Span
	}
	var byKind Breakdown
	for _, c := range r.Links.CostsByKind() {
		byKind[c.Component] += c.Span
	}
	for _, c := range []ledger.Component{ledger.Serialize, ledger.Propagate, ledger.Queue, ledger.Arbitrate, ledger.HeadOfLine, ledger.Backpressure, ledger.Retransmit} {
		want := r.CriticalPath[c]
		if c == ledger.Retransmit && r.Loss != nil && r.Loss.Repeated > 0 {
			continue // which no link did by itself
		}
		if c == ledger.Propagate && strings.HasPrefix(r.Algorithm, "nvls") {
			want = min(want, sum[c]) // the rest is within switches
		}
		if sum[c] != want || byKind[c] != want {
			t.Errorf("%s %s: %v costs %d at links, %d at kinds, %d on the critical path", r.Name, r.Variant, c, sum[c], byKind[c], want)
		}
	}
	for _, u := range r.Links.All {
		var busy units.Duration
		for i, d := range u.Parts {
			if busy += d; (r.Fidelity == "packet" || r.Fidelity == "message") && d > r.Links.Edges[i+1]-r.Links.Edges[i] {
				t.Errorf("%s %s: %s is busy for %d ps of part %d", r.Name, r.Variant, u.Link, d, i)
			}
		}
		if busy != u.Busy || u.Mean > u.Peak {
			t.Errorf("%s %s: %+v", r.Name, r.Variant, u)
		}
	}
}

// Five hosts send 1 MiB to a sixth, and get as much back. What the port of that one does can be worked out by hand.
func TestLinksByHand(t *testing.T) {
	const k, packets, size, span = 5, 256, 4096, 81920 // packets of 4 KiB at 50 GB/s
	text := `
schema: collsim.scenario/v1
fabric: {preset: star, nodes: 6}
collective: all_reduce
algorithm: central
bytes: 1 MiB
library: raw
set: {network.buffer: 8 MiB}
`
	r := &studied(t, text+"fidelity: packet\n", links)[0]
	addsUp(t, r)
	u := linkOf(t, r, "leaf0>node0/gpu0")
	waited := int64(0) // packets x spans: the m-th is sent m spans after the first, and k come every span
	for m := range int64(k * packets) {
		waited += m - m/k
	}
	if u.Bytes != k*packets*size || u.Packets != k*packets || u.Busy != k*packets*span || u.Starved+u.Paused+u.Blocked != 0 || u.Source {
		t.Errorf("%+v", u)
	}
	if want := units.Bytes((k - 1) * packets * size); u.Peak != want {
		t.Errorf("%d bytes wait at most, not %d", u.Peak, want)
	}
	if want := units.Bytes(waited * size * span / int64(r.Total)); u.Mean != want {
		t.Errorf("%d bytes wait on average, not %d", u.Mean, want)
	}
	for i, busy := range u.Parts { // from when the first head is there until all is through
		from, to := max(r.Links.Edges[i], 300_000), min(r.Links.Edges[i+1], 300_000+k*packets*span)
		if want := max(0, to-from); busy != want {
			t.Errorf("busy for %d ps of part %d, not %d", busy, i, want)
		}
	}
	if c := r.Links.Costs()[1]; c != (Cost{ledger.Queue, "leaf0>node0/gpu0", (k - 1) * packets * span}) {
		t.Errorf("%+v", c)
	}
	if r.Links.Note != "" {
		t.Errorf("note %q", r.Links.Note)
	}
}

// Whoever looks at a run of many operations, of jobs side by side, of losses, with reductions in switches, or at a level
// that knows less, sees what it took.
func TestLinksAddUp(t *testing.T) {
	for _, text := range []string{
		"fabric: {preset: hgx-h100, nodes: 2}\ncollective: all_to_all\nalgorithm: pairwise\nbytes: 1 MiB\nlibrary: mpi\n",
		"fabric: {preset: hgx-h100, nodes: 2}\ncollective: all_reduce\nalgorithm: ring\nbytes: 64 KiB\nlibrary: gloo\nfidelity: message\n",
		"fabric: pcie-8\ncollective: all_gather\nalgorithm: direct\nbytes: 8 MiB\nlibrary: raw\nfidelity: flow\n",
		"fabric: pcie-8\ncollective: all_gather\nalgorithm: ring\nbytes: 1 MiB\nlibrary: mpi\nfidelity: postal\n",
		"fabric: {preset: star, nodes: 8}\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 MiB\nlibrary: raw\nset: {network.loss: 0.2 %, retransmit.timeout: 200 us}\n",
		"fabric: {preset: star, nodes: 4}\ncollective: all_reduce\nalgorithm: ring\nbytes: 256 KiB\nlibrary: raw\non-error: retry-batch\nset: {network.loss: 0.2 %, retransmit.timeout: 200 us}\n",
		"fabric: hgx-h100\ncollective: all_reduce\nalgorithm: nvls\nbytes: 1 MiB\nlibrary: raw\n",
		"fabric: {preset: hgx-h100, nodes: 2}\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 MiB\nlibrary: raw\njobs: {first: {placement: [0..3, 8..11]}, second: {placement: [4..7, 12..15], start: 5 us}}\n",
	} {
		for _, r := range studied(t, "schema: collsim.scenario/v1\n"+text, links) {
			addsUp(t, &r)
		}
	}
}

// What is hottest in scenarios of the library is what they are about.
func TestLinksOfTheLibrary(t *testing.T) {
	for _, c := range []struct{ name, variant, busiest, costs, at string }{
		{"many-to-one", "deep", "node0/gpu0>leaf0", "queue", "leaf0>node0/gpu0"},
		{"pause-storm", "storm", "leaf0>node0/gpu0", "backpressure", "node14/gpu0>leaf3"},
		{"congestion-spreads", "", "", "queue", "spine0>leaf0"},
	} {
		text, err := fs.ReadFile(Library(), c.name+".yaml")
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, r := range studied(t, string(text), links) {
			addsUp(t, &r)
			if c.variant != "" && r.Variant != c.variant {
				continue
			}
			queueing := slices.DeleteFunc(r.Links.Costs(), func(x Cost) bool { return x.Component.Group() != ledger.Queueing })
			found = found || len(queueing) > 0 && queueing[0].Component.String() == c.costs && queueing[0].Link == c.at &&
				strings.HasPrefix(r.Links.All[0].Link, c.busiest)
		}
		if !found {
			t.Errorf("%s: no %s that costs most at %s", c.name, c.costs, c.at)
		}
	}
}

// A run that ended with an error has no links to look at.
func TestLinksOfARunThatFailed(t *testing.T) {
	f, err := Load("f.yaml", []byte("schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 2}\ncollective: broadcast\nalgorithm: binomial\nbytes: 64 KiB\nlibrary: raw\nset: {\"leaf0>node1/gpu0.mtu\": 1500 B}\nexpect: {error: every one is lost}\n"))
	if err != nil {
		t.Fatal(err)
	}
	results, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Links(results, nil, inTurn); err != nil || results[0].Links != nil {
		t.Errorf("error %v, links %+v", err, results[0].Links)
	}
}
