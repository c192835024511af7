package scenarios

import (
	"strings"
	"testing"

	"collsim/sim/units"
)

func studied(t *testing.T, text string, study func(*File) func([]Result, Watch, Each) error) []Result {
	t.Helper()
	f, err := Load("f.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	results, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := study(f)(results, nil, inTurn); err != nil {
		t.Fatal(err)
	}
	return results
}

func whatIf(f *File) func([]Result, Watch, Each) error { return f.WhatIf }

func changed(t *testing.T, r *Result, name string) Change {
	t.Helper()
	for _, c := range r.WhatIf.Changes {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("nothing is said of %q in %s", name, spelled(t, r.WhatIf))
	return Change{}
}

// A ring on an idle star without software is arithmetic, and so is each change of it.
func TestWhatIfIsArithmetic(t *testing.T) {
	r := studied(t, `
schema: collsim.scenario/v1
fabric: {preset: star, nodes: 8}
collective: all_reduce
algorithm: ring
bytes: 8 MiB
library: raw
`, whatIf)[0]
	const ns = units.Nanosecond
	chunk := func(n units.Bytes, r units.Rate) units.Duration { return r.Over(n) }
	for _, c := range []struct {
		name string
		want units.Duration
	}{
		{"every link twice as fast", 14 * (chunk(units.MiB, 100e9) + 400*ns)},
		{"every latency halved", 14 * (chunk(units.MiB, 50e9) + 200*ns)},
		{"half the bytes", 14 * (chunk(units.MiB/2, 50e9) + 400*ns)},
		{"another algorithm, half the rounds", 2 * 3 * 400 * ns}, // of halving and doubling; its bytes are those of the ring
		{"software twice as fast", r.Total},
		{"nobody late, slow or noisy", r.Total},
		{"buffers 16 times as deep", r.Total},
	} {
		got := changed(t, &r, c.name)
		if c.name == "another algorithm, half the rounds" {
			if got.Detail != "halving_doubling instead of ring: 6 for 14" {
				t.Errorf("%s: %s", c.name, got.Detail)
			}
			c.want += 14 * chunk(units.MiB, 50e9)
		}
		if got.Total == nil || *got.Total != c.want || (got.Note == "no effect") != (c.want == r.Total) {
			t.Errorf("%s: %s, want %v", c.name, spelled(t, got), int64(c.want))
		}
	}
	if r.WhatIf.Regime != "bandwidth" || r.WhatIf.Base != r.Total {
		t.Errorf("%s", spelled(t, r.WhatIf))
	}
	last := units.Duration(1 << 62)
	for _, c := range r.WhatIf.Changes {
		if c.effect(r.Total) > last {
			t.Errorf("%s stands too far down", c.Name)
		}
		last = c.effect(r.Total)
	}
}

// A total of what-if is that of the scenario with the change written into it.
func TestWhatIfIsARun(t *testing.T) {
	const base = `
schema: collsim.scenario/v1
fabric: {preset: hgx-h100, nodes: 2}
collective: all_reduce
algorithm: tree
bytes: 256 KiB
set: {nvlink.rate: 300 GB/s, host.register.cache: off}
ranks: {3: {start: 200 us, slow: 1.4}}
jitter: {distribution: exponential, mean: 1 us}
`
	r := studied(t, base, whatIf)[0]
	for name, text := range map[string]string{
		"every link twice as fast":        strings.Replace(base, "nvlink.rate: 300 GB/s", "nvlink.rate: 600 GB/s, pcie.rate: 126 GB/s, socket.rate: 44 GB/s, network.rate: 100 GB/s, trunk.rate: 100 GB/s", 1),
		"network links twice as fast":     strings.Replace(base, "set: {", "set: {network.rate: 100 GB/s, trunk.rate: 100 GB/s, ", 1),
		"nobody late, slow or noisy":      base[:strings.Index(base, "ranks: {3")],
		"every buffer registered already": strings.Replace(base, "cache: off", "cache: warm", 1),
		"twice the channels":              base + "channels: 16\n",
	} {
		want := runAll(t, text, inTurn)[0].Total
		if got := changed(t, &r, name); got.Total == nil || *got.Total != want {
			t.Errorf("%s: %s, want %d", name, spelled(t, got), int64(want))
		}
	}
}

// Each regime of claim A3 has a scenario that is in it, and there the change that tells of it moves the total most.
func TestEachRegimeHasARun(t *testing.T) {
	for regime, text := range map[string]string{
		"rounds":    "library: raw\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 KiB\n",
		"bandwidth": "library: raw\ncollective: all_reduce\nalgorithm: ring\nbytes: 64 MiB\n",
		"software":  "library: mpi\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 KiB\n",
		"queueing":  "fabric: {preset: pcie-8}\nlibrary: raw\ncollective: all_to_all\nalgorithm: pairwise\nbytes: 8 MiB\n",
		"waiting":   "library: raw\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 KiB\nranks: {1: {start: 1 ms}}\n",
	} {
		if !strings.HasPrefix(text, "fabric") {
			text = "fabric: {preset: star, nodes: 8}\n" + text
		}
		r := runAll(t, "schema: collsim.scenario/v1\n"+text, inTurn)[0]
		if got, _ := r.Regime(); got != regime {
			t.Errorf("%s: %s", regime, got)
		}
	}
}

// What-if is the same bytes whatever does the runs.
func TestWhatIfInAnyOrder(t *testing.T) {
	f, err := Load("f.yaml", []byte(chancy))
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, each := range []Each{inTurn, func(n int, do func(int)) {
		for i := range n {
			do(n - 1 - i)
		}
	}} {
		results := runAll(t, chancy, inTurn)
		if err := f.WhatIf(results, nil, each); err != nil {
			t.Fatal(err)
		}
		if err := f.Intervals(results, nil, each); err != nil {
			t.Fatal(err)
		}
		said = append(said, spelled(t, results))
	}
	if said[0] != said[1] {
		t.Errorf("\n%s, backwards\n%s", said[0], said[1])
	}
}

func TestStoppingAStudy(t *testing.T) {
	f, err := Load("f.yaml", []byte("schema: collsim.scenario/v1\nfabric: {preset: hgx-h100, nodes: 2}\ncollective: all_to_all\nalgorithm: pairwise\nbytes: 32 MiB\nfidelity: packet\n"))
	if err != nil {
		t.Fatal(err)
	}
	results, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	stop := func(p Progress) bool { return p.Change == "" || p.Stage != Simulating }
	for _, study := range []func([]Result, Watch, Each) error{f.WhatIf, f.Intervals} {
		if err := study(results, stop, inTurn); err == nil || !strings.HasPrefix(err.Error(), "stopped after ") {
			t.Errorf("%v", err)
		}
	}
}

// TestComparisonsSayThatTheyAreDraws: where chance decides, what-if and intervals say so, and nowhere else.
func TestComparisonsSayThatTheyAreDraws(t *testing.T) {
	const form = "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 2}\ncollective: all_reduce\nalgorithm: ring\nbytes: 4 KiB\nlibrary: mpi\n"
	for more, want := range map[string]string{
		"":                          "",
		"set: {network.loss: 1 %}":  oneDraw,
		"set: {network.mtu: 9 KiB}": "",
		"jitter: {distribution: exponential, mean: 1 us}":          oneDraw,
		"jitter: {distribution: constant, mean: 1 us}":             "",
		"ranks: {1: {noise: {distribution: uniform, mean: 1 us}}}": oneDraw,
		"ranks: {1: {start: {distribution: uniform, mean: 1 us}}}": oneDraw,
		"ranks: {1: {start: 1 us}}":                                "",
		"set: {host.pinning: free}":                                oneDraw,
		"ranks: 1\nset: {host.launch: 0 ns}":                       "takes no time, nothing to change",
	} {
		r := studied(t, form+more+"\n", whatIf)[0]
		if r.WhatIf.Note != want {
			t.Errorf("%s: what-if says %q, want %q", more, r.WhatIf.Note, want)
		}
		if r.Total == 0 {
			continue
		}
		r = studied(t, form+more+"\n", func(f *File) func([]Result, Watch, Each) error { return f.Intervals })[0]
		if r.Interval.Note != want {
			t.Errorf("%s: the interval says %q, want %q", more, r.Interval.Note, want)
		}
	}
}
