package diagnosis

import (
	"testing"

	"collsim/algo"
	"collsim/scenarios"
	"collsim/scenarios/measured"
	"collsim/scenarios/trial"
	"collsim/sim/units"
)

// Machines that are well.
const (
	twoA100   = "fabric: {preset: hgx-a100, nodes: 2, gpus-per-node: 2}\ncollective: all_reduce\n"
	oneH100   = "fabric: hgx-h100\ncollective: all_reduce\n"
	oneA100   = "fabric: {preset: hgx-a100, gpus-per-node: 4}\ncollective: all_gather\n"
	wholeA100 = "fabric: hgx-a100\ncollective: all_gather\n"
	gathered  = "fabric: {preset: hgx-a100, nodes: 2, gpus-per-node: 2}\ncollective: all_gather\n"
	twoGH200  = "fabric: {preset: gh200-4, nodes: 2, gpus-per-node: 2}\ncollective: all_reduce\n"
	rtx       = "fabric: rtx-pcie-4\ncollective: all_reduce\n"
)

// faults are what was done to machines, in the words of a scenario file, not in those of the causes.
var faults = []struct{ machine, fault, cause string }{
	{twoA100, "nccl: {network: sockets}", "sockets"},
	{twoA100, `set: {"node1/nic1>leaf0.rate": 10 GB/s, "leaf0>node1/nic1.rate": 10 GB/s}`, "slow-nic"},
	{oneA100, "ranks: {3: {slow: 3}}", "slow-rank"},
	{twoA100, "ranks: {3: {slow: 2}}", "slow-rank"},
	{twoA100, "set: {pcie.rate: 7.877 GB/s}", "pcie-width"},
	{rtx, "nccl: {gpu: pcie}\nset: {p2p.pcie: off}", "p2p-off"},
	{wholeA100, "nccl: {launch: single}", "one-process"},
	{oneH100, "nccl: {env: {NCCL_NVLS_ENABLE: 0}}", "nvls-off"},
	{oneH100, "nccl: {env: {NCCL_ALGO: Tree}}", "algorithm-forced"},
	{twoA100, "nccl: {env: {NCCL_PROTO: LL}}", "protocol-forced"},
	{oneA100, "nccl: {env: {NCCL_MAX_NCHANNELS: 2}}", "channels"},
	{twoGH200, "set: {host.nccl.net.ll: 13 us, host.nccl.net.rise: 0 ps}", "gdrcopy-off"},
	{twoA100, "set: {host.nccl.proxy.work: 12 us}", "step-cost"},
	{gathered, "set: {host.gpudirect: no}", "gpudirect-off"},
}

func machine(t *testing.T, text string) scenarios.Scenario {
	t.Helper()
	f, err := scenarios.Load("x.yaml", []byte("schema: collsim.scenario/v1\nbytes: 1 KiB\nlibrary: nccl\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	return f.Scenarios[0]
}

// measure is what a scenario would log, with a scatter of 2 % that does not look at sizes.
func measure(t *testing.T, s scenarios.Scenario) *measured.Log {
	t.Helper()
	l := &measured.Log{Name: "x.log", Collective: algo.Collective(s.Collective)}
	b, err := scenarios.NewBench(s)
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range []units.Bytes{1 << 10, 16 << 10, 256 << 10, 2 << 20, 16 << 20, 256 << 20} {
		answer, err := b.Run(n, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := measured.Row{Bytes: n, Line: i + 1}
		r.OutOfPlace = measured.Sample{Measured: true, Time: answer.Total * units.Duration(1000+[]int{20, -13, 7, -20, 11, -5}[i]) / 1000}
		l.Rows = append(l.Rows, r)
	}
	return l
}

// TestFaults has the true cause named first.
func TestFaults(t *testing.T) {
	for _, f := range faults {
		t.Run(f.cause, func(t *testing.T) {
			tr, err := trial.New(machine(t, f.machine), measure(t, machine(t, f.machine+f.fault)))
			if err != nil {
				t.Fatal(err)
			}
			d, err := Question{Trial: tr}.Diagnose(onAllCores)
			if err != nil {
				t.Fatal(err)
			}
			if len(d.Causes) == 0 {
				t.Fatalf("%s nothing is found: healthy, median %.3f", f.fault, d.Median)
			}
			if d.Causes[0].Name != f.cause {
				t.Errorf("%s %s", f.machine, f.fault)
				for _, e := range d.Causes[:4] {
					t.Logf("%s %.3f %s %s %s", e.Name, e.Share, e.Detail, e.Words, e.Failed)
				}
			}
		})
	}
}
