package scenarios

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

func load(t *testing.T, text string) *File {
	t.Helper()
	f, err := Load("test.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func run(t *testing.T, text string) []Result {
	t.Helper()
	results, err := load(t, text).Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range results {
		sums(t, results[i].Variant, &results[i])
	}
	return results
}

// sums checks that everything that should make up the total does.
func sums(t *testing.T, name string, r *Result) {
	t.Helper()
	if sum := (*ledger.Parts)(&r.CriticalPath).Sum(); sum != r.Total {
		t.Fatalf("%s: parts sum to %d, total is %d", name, int64(sum), int64(r.Total))
	}
	groups := units.Duration(0)
	for _, d := range r.Groups {
		groups += d
	}
	if groups != r.Total {
		t.Fatalf("%s: groups sum to %d, total is %d", name, int64(groups), int64(r.Total))
	}
	for _, v := range r.PerRank.Ranks {
		if v.Own+v.Waiting+v.Idle != r.Total || v.Own < 0 || v.Waiting < 0 || v.Idle < 0 {
			t.Fatalf("%s: rank %d's tiles %+v do not make up %d", name, v.Rank, v, int64(r.Total))
		}
	}
	if r.Total < r.Bound.Total {
		t.Fatalf("%s: %d ps beats the bound %d", name, int64(r.Total), int64(r.Bound.Total))
	}
}

const twoNodes = `
schema: collsim.scenario/v1
fabric: {preset: hgx-h100, nodes: 2}
collective: all_reduce
algorithm: ring
bytes: 1 MiB
`

// The scenario in a result, run again, gives the same bytes; so does another run in the same process.
func TestResultRunsAgain(t *testing.T) {
	for _, more := range []string{"", "sync: rounds\nslices: 3\n", "library: raw\nchannels: 3\n", "ranks: {count: 12, 3: {start: 1 ms, slow: 1.4}}\njitter: {distribution: exponential, mean: 1 us}\n", "set: {nic.rate: 200 Gb/s}\nseed: 9\n",
		"set: {socket.rate: 1 GB/s, switch.queueing: input}\nfidelity: message\n", "fabric: {preset: hgx-h100, nodes: 1, network: switch}\n", "fabric: {preset: pcie-8, nodes: 3, gpus-per-node: 2}\n",
		"library: nccl\n", "library: nccl\nprotocol: ll\nchannels: 4\nnccl: {launch: single, graph: yes, version: 2.27.3, tuner: fastest, env: {NCCL_CROSS_NIC: 1}}\n"} {
		text := twoNodes + more
		if strings.HasPrefix(more, "library: nccl") {
			text = strings.Replace(text, "algorithm: ring\n", "", 1)
		}
		if strings.HasPrefix(more, "fabric:") {
			text = strings.Replace(text, "fabric: {preset: hgx-h100, nodes: 2}\n", "", 1)
		}
		first := run(t, text)
		a, err := json.Marshal(first[0])
		if err != nil {
			t.Fatal(err)
		}
		again := run(t, string(first[0].Scenario))
		b, err := json.Marshal(again[0])
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("with %q the resolved scenario gives another result:\n%s\n%s", more, a, b)
		}
		var back Result
		if err := json.Unmarshal(a, &back); err != nil {
			t.Fatal(err)
		}
		if c, _ := json.Marshal(back); !bytes.Equal(a, c) {
			t.Errorf("a result does not survive JSON:\n%s\n%s", a, c)
		}
	}
}

// Nothing takes no time: bandwidths are undefined, not infinite.
func TestOneRank(t *testing.T) {
	r := run(t, "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 1}\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 MiB\nlibrary: raw\n")[0]
	if r.Total != 0 || r.Rounds != 0 || r.Algbw != Undefined {
		t.Errorf("total %d, rounds %d, algbw %d", int64(r.Total), r.Rounds, uint64(r.Algbw))
	}
}

// TestWatchStops: a Watch that says no ends a run, and the error says how far it came: exact figures of the run, and the
// trail of the lane that came furthest.
func TestWatchStops(t *testing.T) {
	f := load(t, "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 64}\ncollective: all_reduce\nalgorithm: ring\nbytes: 64 MiB\nfidelity: packet\nfold: off\n")
	looks := 0
	_, err := f.Run(func(p Progress) bool {
		if p.Stage == Simulating {
			looks++
		}
		return looks < 2
	})
	var s *Stopped
	switch {
	case !errors.As(err, &s):
		t.Fatal(err)
	case s.Events != 2*pause || s.Now == 0 || s.Of != 2*63*64 || s.Messages == 0 || s.Messages >= s.Of:
		t.Errorf("%d events, at %d ps, %d of %d messages", s.Events, int64(s.Now), s.Messages, s.Of)
	case s.Furthest == 0 || units.Time(s.Trail.Sum()) != s.Furthest:
		t.Errorf("a lane stands at %d ps, its parts sum to %d", int64(s.Furthest), int64(s.Trail.Sum()))
	}
}

// TestStagesAreTold: every stage of a run is announced, in its order, and can be stopped at; the last look at the clock
// has seen all messages.
func TestStagesAreTold(t *testing.T) {
	const text = "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 8}\ncollective: all_reduce\nalgorithm: ring\nbytes: 64 KiB\n"
	var told []Stage
	var last Progress
	watch := func(p Progress) bool {
		if n := len(told); p.Stage != "" && (n == 0 || told[n-1] != p.Stage) {
			told = append(told, p.Stage)
		}
		if p.Stage == Simulating && last.Result == nil {
			last = p
		}
		return true
	}
	if _, err := load(t, text).Run(watch); err != nil {
		t.Fatal(err)
	}
	all := []Stage{Wiring, Scheduling, Counting, Proving, Routing, Simulating, Bounding, Searching}
	if diff := cmp.Diff(all, told); diff != "" {
		t.Error(diff)
	}
	if last.Messages != last.Of || last.Of != 2*7*8 || last.All != last.Of {
		t.Errorf("%d of %d messages, %d in all runs", last.Messages, last.Of, last.All)
	}
	for _, stage := range all {
		if stage == Simulating {
			continue // it has ended before anybody can stop it
		}
		_, err := load(t, text).Run(func(p Progress) bool { return p.Stage != stage })
		if s := (*Stopped)(nil); !errors.As(err, &s) || s.Stage != stage {
			t.Errorf("stopped at %s: %v", stage, err)
		}
	}
}

// TestCountingCanBeStopped: a schedule that takes long to count asks the Watch meanwhile.
func TestCountingCanBeStopped(t *testing.T) {
	f := load(t, "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 331}\ncollective: all_reduce\nalgorithm: ring\nslices: 64\nbytes: 1000001 B\n")
	looks := 0
	_, err := f.Run(func(p Progress) bool {
		if p.Stage == Counting {
			looks++
		}
		return looks < 2
	})
	if s := (*Stopped)(nil); !errors.As(err, &s) || s.Stage != Counting || looks != 2 {
		t.Errorf("%d looks: %v", looks, err)
	}
}

// TestWhatHadEndedIsKept: runs that had ended before the Watch stopped are results, and one that lacks its statistics says so.
func TestWhatHadEndedIsKept(t *testing.T) {
	f := load(t, "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 4}\ncollective: all_reduce\nalgorithm: ring\nbytes: 64 KiB\njitter: {distribution: exponential, mean: 1 us}\nvariants: {a: {}, b: {replicates: 9}, c: {}}\n")
	whole, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	results, err := f.Run(func(p Progress) bool { return p.Replicate < 5 })
	if s := (*Stopped)(nil); !errors.As(err, &s) || s.Variant != "b" || len(results) != 2 {
		t.Fatalf("%d results, %v", len(results), err)
	}
	if results[1].Partial == "" || results[1].Replicates != nil || results[0].Partial != "" || results[0].Total != whole[0].Total || results[1].Total != whole[1].Total {
		t.Errorf("%+v", results)
	}
}

// What could outlast the clock is refused at its place, not played until a sum overflows; what is as large as is
// allowed runs.
func TestRunsThatTheClockHolds(t *testing.T) {
	const form = "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 8}\ncollective: all_reduce\nalgorithm: central\nfidelity: "
	for _, more := range []string{
		"bytes: 1024 TiB\nset: {nic.rate: 1 MB/s}\n", "bytes: 1 TiB\nset: {nic.rate: 1 MB/s}\n", "bytes: 1 TiB\nset: {host.reduce.rate: 1 MB/s}\n",
		"bytes: 1 TiB\nset: {node0/gpu0>leaf0.rate: 1 MB/s}\n", "bytes: 1 TiB\nset: {network.frame: 1 B, network.header: 64 KiB, network.buffer: auto, trunk.rate: 1 GB/s}\n",
	} {
		_, err := load(t, form+"message\n"+more).Run(nil)
		if problems, ok := err.(Problems); !ok || len(problems) != 1 || problems[0].Where.Line != 6 {
			t.Errorf("%s: error %v, want one problem in line 6", more, err)
		}
	}
	for _, more := range []string{
		"bytes: 256 GiB\nset: {nic.rate: 1 MB/s}\n", "bytes: 1 TiB\nset: {network.rate: 1 GB/s}\n",
		"bytes: 1 GiB\nranks: {0: {start: 1000 s, slow: 1000}}\njitter: {distribution: exponential, mean: 1 s}\nset: {host.launch: 1 s, host.nic.start: 1 s, host.poll: 1 s}\n",
	} {
		run(t, form+"message\n"+more)
		run(t, form+"flow\n"+more)
	}
}

// A level that there is not is refused, whoever asks.
func TestUnknownFidelity(t *testing.T) {
	s := load(t, twoNodes).Scenarios[0]
	s.Fidelity = "fluid"
	if _, err := Run(s, nil); err == nil || !strings.Contains(err.Error(), "auto, packet, message, flow, postal") {
		t.Errorf("error %v", err)
	}
}
