package scenarios

import (
	"testing"

	"collsim/sim/units"
)

// wholeRates are rates at which every byte takes a whole number of picoseconds, so that each loop takes exactly as long as the one
// before once the first have filled what is between them.
const wholeRates = "set: {nvlink.rate: 500 GB/s, nvlink.frame: 0 B, nvlink.header: 0 B, host.nccl.link.efficiency: 100 %, host.nccl.block.simple: 40 GB/s, host.nccl.block.ll: 5 GB/s}\n"

// TestBenchDraws: of many loops a bench plays few, and its time is that of all, part by part.
func TestBenchDraws(t *testing.T) {
	for _, c := range []string{
		"collective: all_reduce\nalgorithm: ring\nprotocol: simple\nchannels: 4\n", "collective: all_gather\nalgorithm: ring\nprotocol: ll\nchannels: 2\n",
		"collective: broadcast\nalgorithm: chain\nprotocol: simple\nchannels: 2\n",
	} {
		f := load(t, ofNCCL+"fabric: hgx-h100\nbytes: 2112 MiB\n"+c+wholeRates)
		s := f.Scenarios[0]
		bench, err := NewBench(s)
		if err != nil {
			t.Fatal(err)
		}
		got, err := bench.Run(s.Bytes, nil)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Run(s, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got.Events >= want.Events || got.Total != want.Total || got.Critical != want.CriticalPath || got.Messages != want.Messages {
			t.Errorf("%s: %v by %d events, %d messages; all loops take %v, %d events, %d messages", c, got.Total, got.Events, got.Messages, want.Total, want.Events, want.Messages)
		}
	}
}

// TestBenchRounds: a size that cannot be shared evenly is played as the next that can.
func TestBenchRounds(t *testing.T) {
	f := load(t, ofNCCL+"fabric: hgx-h100\ncollective: all_reduce\nbytes: 1 MiB\nalgorithm: ring\n")
	bench, err := NewBench(f.Scenarios[0])
	if err != nil {
		t.Fatal(err)
	}
	odd, err := bench.Run(units.MiB-7, nil)
	if err != nil {
		t.Fatal(err)
	}
	if even, err := bench.Run(units.MiB, nil); err != nil || even.Total != odd.Total {
		t.Errorf("%v, and 7 bytes less take %v (%v)", even.Total, odd.Total, err)
	}
}
