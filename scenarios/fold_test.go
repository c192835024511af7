package scenarios

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/algo"
	"collsim/sim/units"
)

// flagsOf is flags in few words; ~ is a space.
func flagsOf(words string) (flags []Flag) {
	for _, w := range strings.Fields(words) {
		name, value, _ := strings.Cut(w, "=")
		flags = append(flags, Flag{Name: name, Value: strings.ReplaceAll(value, "~", " ")})
	}
	return flags
}

// askedWith is the answer to flags.
func askedWith(t *testing.T, words string) (*Result, error) {
	t.Helper()
	f, err := FromFlags(flagsOf(words))
	if err != nil {
		return nil, err
	}
	results, err := f.Run(nil)
	if err != nil {
		return nil, err
	}
	return &results[0], nil
}

// TestFoldedResults: a result is the same, folded or not, but for how many events it took and what is said of folding.
func TestFoldedResults(t *testing.T) {
	for _, words := range []string{
		"fabric=star nodes=64 collective=all_reduce algorithm=ring bytes=1MiB",
		"fabric=star nodes=64 collective=all_reduce algorithm=ring bytes=64KiB library=raw fidelity=message",
		"fabric=hgx-h100 nodes=4 network=switch collective=all_reduce algorithm=ring bytes=1MiB channels=1",
		"fabric=hgx-h100 nodes=4 network=switch collective=all_reduce algorithm=ring bytes=1MiB fidelity=message",
		"fabric=hgx-h100 nodes=4 network=switch collective=all_reduce algorithm=hierarchical bytes=1MiB channels=1 library=raw",
		"fabric=hgx-h100 nodes=8 collective=all_reduce algorithm=halving_doubling bytes=1MiB channels=1 fidelity=message",
		"fabric=star nodes=32 network=leaf-spine set=leaf.nodes=4 collective=all_to_all algorithm=pairwise bytes=64KiB library=raw",
		"fabric=hgx-h100 nodes=1 collective=all_gather algorithm=ring bytes=1MiB library=raw",
	} {
		full, err := askedWith(t, words+" fold=off")
		if err != nil {
			t.Fatalf("%s: %v", words, err)
		}
		folded, err := askedWith(t, words+" fold=require")
		if err != nil {
			t.Errorf("%s: %v", words, err)
			continue
		}
		if !strings.HasPrefix(folded.Fold, "folded: ") || full.Fold != "" || folded.Events >= full.Events {
			t.Errorf("%s: %q, %d events of %d", words, folded.Fold, folded.Events, full.Events)
		}
		folded.Fold, folded.Events = full.Fold, full.Events
		if d := cmp.Diff(full, folded); d != "" {
			t.Errorf("%s: in full and folded\n%s", words, d)
		}
	}
}

// TestUnfolded: what is not the same at every rank is played in full, and the result says why; or it is refused.
func TestUnfolded(t *testing.T) {
	for _, c := range []struct{ words, want string }{
		{"fabric=star nodes=16 collective=all_reduce algorithm=ring bytes=1000~B", "1000 B in 16 chunks make some larger than others; 1008 B would be even"},
		{"fabric=star nodes=16 collective=broadcast algorithm=binomial bytes=1MiB", "broadcast/binomial gives each rank a place of its own, as a root or a tree does"},
		{"fabric=star nodes=16 collective=all_reduce algorithm=ring bytes=1MiB set=node3/gpu0>leaf0.latency=100001~ps", "node3/gpu0>leaf0 is not like node0/gpu0>leaf0: its latency is 100001 ps, not 100000 ps"},
		{"fabric=star nodes=16 collective=all_reduce algorithm=ring bytes=1MiB set=leaf0>node9/gpu0.rate=49999999999~B/s", "leaf0>node9/gpu0 is not like leaf0>node1/gpu0: its rate is 49999999999 B/s, not 50000000000 B/s"},
		{"fabric=star nodes=16 collective=all_reduce algorithm=ring bytes=1MiB sync=rounds", "a barrier after each round joins all ranks in one place"},
		{"fabric=star nodes=16 collective=all_reduce algorithm=ring bytes=1MiB set=ranks.3.start=1~ps", "rank 3 begins 1 ps late, rank 0 0 ps"},
		{"fabric=star nodes=16 collective=all_reduce algorithm=ring bytes=1MiB set=ranks.3.slow=1.01", "rank 3 is not as fast as rank 0"},
		{"fabric=star nodes=16 collective=all_reduce algorithm=ring bytes=1MiB set=jitter.distribution=normal set=jitter.mean=1~us set=jitter.deviation=1~ns", "chance makes each rank late by itself"},
		{"fabric=star nodes=16 collective=all_to_all algorithm=pairwise bytes=1MiB network=leaf-spine set=leaf.nodes=2 set=leaf.oversubscription=2", "messages met at a link in one picosecond, and which goes first is settled by numbers of links that do not move with the ranks"},
		{"fabric=star nodes=16 collective=all_to_all algorithm=pairwise bytes=1MiB network=leaf-spine set=leaf.nodes=4 set=routing.policy=ecmp", "messages from rank 4 to 9 take leaf1>spine1 as those from rank 0 to 5 take leaf0>spine2, which plays another part"},
		{"fabric=star nodes=16 collective=all_reduce algorithm=ring bytes=1MiB fidelity=flow", "only whole messages and packets can be folded"},
		{"fabric=star nodes=16 collective=all_reduce algorithm=ring bytes=1MiB set=switch.flow-control=pause fidelity=packet", "leaf0 keeps all packets in one memory, which stays where it is"},
	} {
		_, err := askedWith(t, c.words+" fold=require")
		if err == nil {
			t.Errorf("%s: folded", c.words)
			continue
		}
		if !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%s: %v, want %s", c.words, err, c.want)
		}
	}
}

// TestSketchedResults: a result of two servers that stand for all is that of all of them.
func TestSketchedResults(t *testing.T) {
	for _, words := range []string{
		"fabric=star nodes=64 collective=all_reduce algorithm=ring bytes=1MiB",
		"fabric=star nodes=48 collective=all_to_all algorithm=pairwise bytes=48KiB library=raw fidelity=message",
		"fabric=star nodes=32 collective=all_reduce algorithm=halving_doubling bytes=64KiB fidelity=packet",
		"fabric=star nodes=37 collective=barrier algorithm=dissemination library=gloo",
		"fabric=star nodes=5 collective=send_recv algorithm=shift bytes=1MiB library=raw",
		"fabric=hgx-h100 nodes=4 network=switch collective=all_reduce algorithm=ring bytes=1MiB fidelity=message",
		"fabric=hgx-h100 nodes=12 network=switch collective=all_reduce algorithm=hierarchical bytes=96KiB channels=1 library=raw fidelity=message set=nvlink.rate=400~GB/s",
		"fabric=hgx-h100 nodes=3 network=rail-only set=routing.pxn=on collective=all_gather algorithm=ring bytes=96KiB",
		"fabric=dgx1-v100 nodes=4 network=switch collective=reduce_scatter algorithm=ring bytes=1MiB channels=1",
		// these are folded by no one, and played in full
		"fabric=star nodes=64 collective=all_reduce algorithm=ring bytes=1000~B library=raw",
		"fabric=star nodes=32 collective=all_gather algorithm=direct bytes=1MiB library=raw fidelity=message",
	} {
		var all [2]*Result
		for i, many := range []int{0, 2} {
			f, err := FromFlags(flagsOf(words + [...]string{" fold=off", ""}[i]))
			if err != nil {
				t.Fatal(err)
			}
			b, err := bindFrom(f.Scenarios[0], nil, many)
			if err != nil {
				t.Fatalf("%s: %v", words, err)
			}
			sketched := b.graph.Sketched()
			results, _, err := answers([]*bound{b}, nil, inTurn)
			if err != nil {
				t.Fatalf("%s: %v", words, err)
			}
			all[i] = &results[0]
			if i == 1 && sketched && strings.HasPrefix(all[1].Fold, "folded") != b.graph.Sketched() {
				t.Errorf("%s: %q, of a sketch: %v", words, all[1].Fold, b.graph.Sketched())
			}
			if i == 1 {
				t.Logf("%s: %s", words, all[1].Fold)
			}
		}
		all[1].Fold, all[1].Events = "", all[0].Events
		for _, r := range all { // rivals are looked for on small fabrics only, of which there are no sketches
			r.Why, _, _ = strings.Cut(r.Why, ";")
		}
		if d := cmp.Diff(all[0], all[1]); d != "" {
			t.Errorf("%s: in full and from a sketch\n%s", words, d)
		}
	}
}

// TestAutoFolds: auto looks for a fold where a run in full would be long, and says what came of it.
func TestAutoFolds(t *testing.T) {
	for _, c := range []struct{ words, want string }{
		{"fabric=star nodes=704 collective=all_reduce algorithm=ring bytes=704KiB library=raw fidelity=message", ""}, // 989,824 messages
		{"fabric=star nodes=1000 collective=all_reduce algorithm=ring bytes=1000KB library=raw fidelity=message", "folded: 1 of 1,000 ranks, rotation by 1, no ties"},
		{"fabric=star nodes=720 collective=all_reduce algorithm=ring bytes=1001~B library=raw fidelity=message", "not folded: 1001 B in 720 chunks make some larger than others; 1440 B would be even"},
		{"fabric=star nodes=720 collective=all_reduce algorithm=ring bytes=720KB library=raw fidelity=message set=leaf0>node719/gpu0.latency=100001~ps", "not folded: leaf0>node719/gpu0 is not like leaf0>node1/gpu0: its latency is 100001 ps, not 100000 ps"},
		{"fabric=star nodes=16 collective=all_reduce algorithm=ring bytes=256MiB library=raw fidelity=packet", "folded: 1 of 16 ranks, rotation by 1, no ties"},
	} {
		r, err := askedWith(t, c.words)
		if err != nil || r.Fold != c.want {
			t.Errorf("%s: %v, %q, want %q", c.words, err, r.Fold, c.want)
		}
	}
}

// TestHuge: with one channel and no software a run without contention takes as long as the paper's formula says, to the
// picosecond, at any size; and rings over more ranks than anybody has end within a second.
func TestHuge(t *testing.T) {
	for _, c := range []struct {
		words string
		call  algo.Call
	}{
		{"nodes=131072 collective=all_reduce algorithm=ring bytes=1MiB", algo.Call{Ranks: 131072, Bytes: 1 << 20}},
		{"nodes=1048576 collective=all_reduce algorithm=recursive_doubling bytes=1MiB", algo.Call{Ranks: 1 << 20, Bytes: 1 << 20}},
		{"nodes=1000000 collective=barrier algorithm=dissemination", algo.Call{Ranks: 1_000_000}},
		{"nodes=1048576 collective=all_reduce algorithm=halving_doubling bytes=16MiB", algo.Call{Ranks: 1 << 20, Bytes: 16 << 20}},
		{"nodes=99991 collective=all_gather algorithm=bruck bytes=99991KB", algo.Call{Ranks: 99991, Bytes: 99991_000}},
	} {
		r, err := askedWith(t, "fabric=star library=raw fidelity=message fold=require "+c.words)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := algo.Find(algo.Collective(r.Collective), r.Algorithm)
		message := func(n units.Bytes) units.Duration { return 400*units.Nanosecond + units.Rate(50e9).Over(n) }
		want, regime, err := a.LockStep(c.call, algo.Cost{Message: message, Reduce: func(units.Bytes) units.Duration { return 0 }})
		if err != nil || regime != algo.Dataflow || r.Total != want || len(r.PerRank.Ranks) != c.call.Ranks {
			t.Errorf("%s: %d ps, by the formula %d (%v, %v); %d ranks", c.words, int64(r.Total), int64(want), regime, err, len(r.PerRank.Ranks))
		}
	}
}
