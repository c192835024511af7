package scenarios

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"collsim/scenarios/calibration"
	"collsim/sim/units"
)

const ofNCCL = "schema: collsim.scenario/v1\nlibrary: nccl\nrivals: off\n"

// what library nccl did in the only run of a text.
func did(t *testing.T, more string) *Result {
	t.Helper()
	r := run(t, ofNCCL+more)[0]
	if r.NCCL == nil || r.Protocol == "" {
		t.Fatalf("%s: nothing is said of what it chose", more)
	}
	return &r
}

// TestNCCLChooses: what NCCL's table has least is taken, on the way there no key of the scenario is lost, and a scenario that
// asks for the same in so many words is the same run.
func TestNCCLChooses(t *testing.T) {
	for _, fabric := range []string{"hgx-h100", "{preset: hgx-h100, nodes: 2}", "{preset: hgx-a100, nodes: 2, gpus-per-node: 4}", "hgx-v100", "pcie-2", "{preset: gh200-4, nodes: 3}"} {
		for _, collective := range []string{"all_reduce", "all_gather", "reduce_scatter", "broadcast", "all_to_all"} {
			for _, size := range []string{"1 KiB", "1 MiB", "32 MiB"} {
				text := "fabric: " + fabric + "\ncollective: " + collective + "\nbytes: " + size + "\n"
				r := did(t, text)
				asked := did(t, text+"algorithm: "+r.Algorithm+"\nprotocol: "+r.Protocol+"\n")
				if asked.Total != r.Total || asked.CriticalPath != r.CriticalPath || asked.Channels != r.Channels {
					t.Errorf("%s: %v as chosen, %v as asked", text, r.Total, asked.Total)
				}
				leastOfTable(t, text, r)
			}
		}
	}
}

func leastOfTable(t *testing.T, text string, r *Result) {
	t.Helper()
	bench, err := NewBench(load(t, ofNCCL+text).Scenarios[0])
	if err != nil {
		t.Fatal(err)
	}
	table, err := bench.Predict(r.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(table, func(p Prediction) bool { return p.Chosen })
	if i < 0 || table[i].Algorithm != r.Algorithm || table[i].Protocol != r.Protocol || table[i].Why != r.NCCL.Why {
		t.Errorf("%s: %s by %s is run, and the table is %+v", text, r.Algorithm, r.Protocol, table)
		return
	}
	for _, p := range table {
		if !p.Chosen && p.Why == "" && p.Time < table[i].Time {
			t.Errorf("%s: %s by %s is run, and %s by %s should take less: %v", text, r.Algorithm, r.Protocol, p.Algorithm, p.Protocol, p.Time)
		}
	}
}

// TestNCCLObeys: what is forced, by keys or by variables, is done.
func TestNCCLObeys(t *testing.T) {
	const text = "fabric: {preset: hgx-h100, nodes: 2}\ncollective: all_reduce\nbytes: 4 MiB\n"
	for _, c := range []struct {
		more string
		is   func(*Result) bool
	}{
		{"algorithm: ring\n", func(r *Result) bool { return r.NCCL.Algorithm == "Ring" }},
		{"protocol: ll\n", func(r *Result) bool { return r.NCCL.Protocol == "LL" }},
		{"nccl: {env: {NCCL_ALGO: Tree}}\n", func(r *Result) bool { return r.Algorithm == "double_binary_tree" }},
		{"nccl: {env: {NCCL_PROTO: ^LL128, NCCL_ALGO: Ring}}\n", func(r *Result) bool { return r.Protocol != "ll128" && r.Algorithm == "ring" }},
		{"nccl: {env: {NCCL_MAX_NCHANNELS: 3, NCCL_ALGO: Ring}}\n", func(r *Result) bool { return r.Channels == 3 }},
		{"algorithm: ring\nchannels: 5\n", func(r *Result) bool { return r.Channels == 5 }},
		{"algorithm: ring\nprotocol: simple\nslices: 6\n", func(r *Result) bool { return r.Slices == 6 }},
		{"algorithm: ring\nprotocol: simple\nset: {host.window: 3}\n", func(r *Result) bool { return r.NCCL.Window == 3 }},
		{"nccl: {version: 2.17}\n", func(r *Result) bool { return r.NCCL.Version == "2.17" && r.Algorithm != "nvls_tree" }},
		{"nccl: {gpu: a100, network: roce}\n", func(r *Result) bool { return r.NCCL.GPU == "a100" && r.NCCL.Network == "roce" }},
	} {
		if r := did(t, text+c.more); !c.is(r) {
			t.Errorf("%s: %+v", c.more, *r.NCCL)
		}
	}
}

// TestFastestTuner: the tuner of vendors takes what takes least time of all that each by itself could be asked for.
func TestFastestTuner(t *testing.T) {
	for _, size := range []string{"1 KiB", "256 KiB", "4 MiB"} {
		text := "fabric: {preset: hgx-h100, nodes: 2, transport: efa-v2, nics: 32}\ncollective: all_reduce\nbytes: " + size + "\n"
		r := did(t, text+"nccl: {tuner: fastest}\n")
		bench, err := NewBench(load(t, ofNCCL+text).Scenarios[0])
		if err != nil {
			t.Fatal(err)
		}
		table, err := bench.Predict(r.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		least := units.Duration(0)
		for _, p := range table {
			if p.Why != "" && !p.Chosen {
				continue
			}
			if d := did(t, text+"algorithm: "+p.Algorithm+"\nprotocol: "+p.Protocol+"\n").Total; least == 0 || d < least {
				least = d
			}
		}
		if r.Total != least {
			t.Errorf("%s: %v, and the fastest takes %v", size, r.Total, least)
		}
	}
}

// TestOneProcessForAll: where launching on all GPUs takes longer than everything else, that is what a call takes.
// TestWhatNCCLIsTold is what aws-ofi-nccl declares for P4 and P5, and since when one process launches kernel by kernel (NCCL 2.8.4 and
// 2.9.6, src/init.cc).
func TestWhatNCCLIsTold(t *testing.T) {
	of := func(text string) *bound {
		b, err := bind(load(t, "schema: collsim.scenario/v1\ncollective: all_reduce\nbytes: 1 MiB\nlibrary: nccl\n"+text).Scenarios[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for text, want := range map[string]units.Duration{
		"{preset: hgx-a100, nodes: 2, transport: efa-v1}":         75 * units.Microsecond,
		"{preset: hgx-h100, nodes: 2, transport: efa-v2}":         75 * units.Microsecond,
		"{preset: hgx-h100, nodes: 2, transport: infiniband-ndr}": 0,
	} {
		if got := of("fabric: " + text + "\n").nccl.tuning.System.NICLag; got != want {
			t.Errorf("%s: %v, not %v", text, got, want)
		}
	}
	for version, joint := range map[string]bool{"2.8.4": true, "2.9.6": false} {
		if got := of("fabric: hgx-a100\nnccl: {launch: single, version: " + version + "}\n"); got.usage().Joint != joint {
			t.Errorf("%s launches together: %v", version, got.usage().Joint)
		}
	}
}

func TestOneProcessForAll(t *testing.T) {
	for _, channelUs := range []int{0, 2} {
		r := did(t, fmt.Sprintf("fabric: hgx-h100\ncollective: all_reduce\nbytes: 1 KiB\nnccl: {launch: single}\nset: {host.nccl.launch.issue: 100 us, host.nccl.launch.channel: %d us}\n", channelUs))
		if want := 8 * units.Duration(100+channelUs*r.Channels) * units.Microsecond; r.Total != want {
			t.Errorf("8 launches of 100 us and %d us for each of %d channels: %v, not %v", channelUs, r.Channels, r.Total, want)
		}
	}
}

// TestCalibrations: a class's values are the parameters of a run, what a scenario sets stands above them, and intervals go
// by the class's own.
func TestCalibrations(t *testing.T) {
	class, ok := calibration.Find(calibration.GPU, "h100")
	if !ok {
		t.Fatal("no class h100")
	}
	const text = "fabric: hgx-h100\ncollective: all_reduce\nbytes: 1 KiB\nset: {host.nccl.hop.ll: 1 us}\n"
	f := load(t, ofNCCL+text)
	results, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	is := settingsOf(t, results[0].Parameters)
	for _, v := range class.Values {
		want := exact(v.Value)
		if v.Parameter == "host.nccl.hop.ll" {
			want = "1 us"
		}
		if !slices.ContainsFunc(is, func(s Setting) bool { return s.Name == v.Parameter && s.Value == want }) {
			t.Errorf("%s is not %s", v.Parameter, want)
		}
	}
	if err := f.Intervals(results, nil, inTurn); err != nil {
		t.Fatal(err)
	}
	launch, _ := class.Find("host.launch")
	if !slices.ContainsFunc(results[0].Interval.Parameters, func(i Influence) bool {
		return i.Name == "host.launch" && i.Low == exact(launch.Low) && i.High == exact(launch.High)
	}) {
		t.Errorf("host.launch lies between %s and %s: %+v", exact(launch.Low), exact(launch.High), results[0].Interval.Parameters)
	}
}

// TestNCCLProofs: what is proved for all is said, and a schedule that is wrong is found in the part.
func TestNCCLProofs(t *testing.T) {
	r := did(t, "fabric: hgx-h100\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 GiB\nfold: require\n")
	if want := "proved on symbolic data in 2 of 24 channels and 4 of "; !strings.HasPrefix(r.Proof, want) {
		t.Errorf("%q does not begin with %q", r.Proof, want)
	}
}
