package scenarios

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"collsim/sim/units"
)

// heap is what is in use, garbage left out.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// peak plays a scenario and returns what it had in use at most, looked at between stages and at some looks at its clock.
func peak(t *testing.T, f *File) units.Bytes {
	t.Helper()
	base, most, looks := heap(), int64(0), 0
	_, err := f.Run(func(p Progress) bool {
		if p.Stage == Simulating {
			if looks++; looks&(looks-1) != 0 { // the first ones, then ever fewer
				return true
			}
		}
		if p.Stage == Searching {
			return false
		}
		most = max(most, heap()-base)
		return true
	})
	if err != nil && !errors.As(err, new(*Stopped)) {
		t.Fatal(err)
	}
	return units.Bytes(most)
}

// TestRoom holds the estimate against what runs have in use: never below half of it, never above three times as much.
func TestRoom(t *testing.T) {
	for _, c := range []struct {
		preset, nodes, collective, algorithm, bytes, level, library string
		short                                                       bool
	}{
		{"star", "512", "all_reduce", "ring", "1 MiB", "message", "raw", true},
		{"star", "512", "all_reduce", "ring", "1 MiB", "message", "mpi", false},
		{"star", "2048", "all_reduce", "halving_doubling", "1 MiB", "message", "mpi", true},
		{"star", "256", "all_gather", "direct", "1 MiB", "message", "raw", true},
		{"star", "200", "all_gather", "direct", "1 MiB", "message", "mpi", false},
		{"star", "256", "all_to_all", "pairwise", "1 MiB", "message", "raw", false},
		{"star", "96", "all_gather", "direct", "16 MiB", "packet", "raw", true},
		{"star", "128", "all_to_all", "pairwise", "4 MiB", "packet", "raw", false},
		{"pcie-8", "32", "all_to_all", "pairwise", "1 MiB", "message", "raw", false},
		{"hgx-h100", "32", "all_reduce", "ring", "1 MiB", "message", "mpi", true},
		{"hgx-h100", "16", "all_reduce", "ring", "1 MiB", "packet", "mpi", false},
		{"hgx-h100", "64", "broadcast", "binomial", "1 MiB", "message", "mpi", false},
		{"star", "1024", "all_reduce", "double_binary_tree", "16 MiB", "message", "raw", false},
		{"hgx-h100", "32", "all_reduce", "auto", "256 KiB", "message", "nccl", false},
		{"hgx-h100", "16", "all_reduce", "ring", "256 MiB", "message", "nccl", false},
		{"hgx-a100", "8", "all_to_all", "auto", "64 MiB", "message", "nccl", false},
	} {
		if testing.Short() && !c.short {
			continue
		}
		name := fmt.Sprintf("%s/%s of %s on %s %s, %s, %s", c.collective, c.algorithm, c.bytes, c.nodes, c.preset, c.level, c.library)
		f := load(t, fmt.Sprintf("schema: collsim.scenario/v1\nfabric: {preset: %s, nodes: %s}\ncollective: %s\nalgorithm: %s\nbytes: %s\nfidelity: %s\nlibrary: %s\nfold: off\n",
			c.preset, c.nodes, c.collective, c.algorithm, c.bytes, c.level, c.library))
		took := peak(t, f)
		b, err := bind(f.Scenarios[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		level, _ := fidelityOf(c.level)
		run := b.config(level)
		d := b.demand(c.level, &run, b.schedule.Call.Ranks)
		needs, most := d.sum()
		t.Logf("%s: took %s, estimated %s (%.2f), most of it %s", name, took.Short(), needs.Short(), float64(needs)/float64(took), most)
		if 2*needs < took || needs > 3*took {
			t.Errorf("%s: took %s, but %s were estimated: %+v", name, took.Short(), needs.Short(), d)
		}
	}
}

// TestNoRoom: what would not fit is refused at once, at its place, with what would fit; the same with that many ranks runs.
func TestNoRoom(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"fabric: {preset: star, nodes: 4096}\ncollective: all_gather\nalgorithm: direct\nbytes: 1 GiB\nfold: off\n", "messages in flight"},
		{"fabric: {preset: star, nodes: 65536}\ncollective: all_to_all\nalgorithm: pairwise\nbytes: 1 GiB\nfold: off\n", "ways from ranks to ranks"},
		{"fabric: {preset: hgx-h100, nodes: 1048576}\ncollective: broadcast\nalgorithm: binomial\nbytes: 1 GiB\n", "devices and links of the fabric"},
		{"fabric: {preset: star, nodes: 512}\ncollective: all_gather\nalgorithm: direct\nbytes: 0 B\nfold: off\nlimits: {memory: 10 MiB}\n", "messages in flight"},
	} {
		f := load(t, "schema: collsim.scenario/v1\n"+c.text)
		f.Within(Room{Limit: units.GiB, Source: "all there is"})
		_, err := f.Run(nil)
		var problems Problems
		if !errors.As(err, &problems) || len(problems) != 1 || !strings.Contains(err.Error(), c.says) || problems[0].Where.Line == 0 {
			t.Errorf("%s: %v", c.text, err)
		}
	}
	f := load(t, "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 512}\ncollective: all_gather\nalgorithm: direct\nbytes: 0 B\nfold: off\nfidelity: message\nlimits: {memory: 10 MiB}\n")
	b, err := bind(f.Scenarios[0], nil)
	if b != nil || err == nil || !strings.HasPrefix(err.Error(), "limits.memory: ") {
		t.Fatal(err)
	}
	var crowded *Crowded
	if !errors.As(err, &crowded) || crowded.Fits < 16 || crowded.Fits >= 512 {
		t.Fatalf("%+v", crowded)
	}
	f.Scenarios[0].Fabric.Nodes = crowded.Fits
	if _, err := f.Run(nil); err != nil {
		t.Errorf("%d ranks should fit: %v", crowded.Fits, err)
	}
}
