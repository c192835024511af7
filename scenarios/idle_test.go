package scenarios

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/fabric"
)

// TestSettingsThatNoMessageMeets: what changed nothing is said in the result, and nothing else is.
func TestSettingsThatNoMessageMeets(t *testing.T) {
	const one = "schema: collsim.scenario/v1\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 KiB\nlibrary: raw\n"
	for _, c := range []struct {
		more string
		want []string
	}{
		{"fabric: hgx-h100\nset: {pcie.rate: 1 GB/s, nvlink.rate: 1 GB/s, nic.latency: 1 us}", []string{
			"set.nic.latency: changed nothing: no message passes any nic",
			"set.pcie.rate: changed nothing: no message takes any pcie link"}},
		{"fabric: {preset: hgx-h100, nodes: 2}\nset: {pcie.rate: 1 GB/s, nvlink.rate: 1 GB/s, nic.latency: 1 us}", []string{}},
		{"fabric: {preset: hgx-h100, nodes: 2}\nset: {uplink.shared: no, socket.rate: 1 GB/s, cpu.latency: 1 ns}", []string{
			"set.cpu.latency: changed nothing: no message passes any cpu",
			"set.socket.rate: changed nothing: no message takes any socket link",
			"set.uplink.shared: changed nothing: no message takes any uplink"}},
		{"fabric: pcie-8\nset: {uplink.shared: no, socket.rate: 1 GB/s, cpu.latency: 1 ns}", []string{}},
		{"fabric: {preset: star, nodes: 3}\nset: {node0/gpu0>leaf0.rate: 1 GB/s, leaf0>node2/gpu0.rate: 1 GB/s}\nranks: 2", []string{
			"set.leaf0>node2/gpu0.rate: changed nothing: no message takes this link"}},
		{"fabric: {preset: star, nodes: 3}\nfidelity: message\nset: {network.buffer: 8 KiB, switch.queueing: input, switch.arbitration: oldest-first, switch.latency: 1 ns}", []string{
			"set.network.buffer: changed nothing: fidelity message does not look at it",
			"set.switch.arbitration: changed nothing: fidelity message does not look at it",
			"set.switch.queueing: changed nothing: fidelity message does not look at it"}},
		{"fabric: {preset: star, nodes: 3}\nfidelity: packet\nset: {network.buffer: 8 KiB, switch.queueing: input, switch.arbitration: oldest-first}", []string{}},
		{"fabric: {preset: star, nodes: 3}\nset: {network.mtu: 9 KiB}", []string{"set.network.mtu: changed nothing: packets of 4096 B fit"}},
		// 1 KiB among 3 ranks: pieces of 341 and 342 B.
		{"fabric: {preset: star, nodes: 3}\nset: {network.mtu: 342 B}", []string{"set.network.mtu: changed nothing: the largest packet here has 342 B, and fits"}},
		{"fabric: {preset: star, nodes: 3}\nset: {network.mtu: 342 B, network.loss: 1 ppm}", []string{"set.network.mtu: changed nothing: the largest packet here has 342 B, and fits"}},
		{"fabric: {preset: hgx-h100, network: switch}", []string{"fabric.network: changed nothing: one node needs no network"}},
		{"fabric: {preset: hgx-h100, nodes: 2, network: switch}", []string{}},
	} {
		if diff := cmp.Diff(c.want, run(t, one+c.more+"\n")[0].Warnings); diff != "" {
			t.Errorf("%s: warnings (-want +got)\n%s", c.more, diff)
		}
	}
}

// TestWhatChangedNothingDidNot plays every preset with each parameter changed, one at a time: where the result says that
// a setting changed nothing, the run is the same to the picosecond.
func TestWhatChangedNothingDidNot(t *testing.T) {
	warned, silent := 0, 0
	for _, p := range fabric.Presets() {
		for _, nodes := range []int{1, 2} {
			s := Scenario{
				Fabric: Fabric{Preset: p.Name, Nodes: nodes, GPUsPerNode: min(p.GPUsPerNode, 3)}, Collective: "send_recv", Algorithm: "shift", Bytes: 9_000,
				Library: "raw", Sync: "dataflow", Fidelity: byPackets, Seed: 1,
			}
			usual, err := Run(s, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range fabric.Parameters() {
				value, ok := other(q, p.Name, nodes == 2)
				if !ok {
					continue
				}
				s.Settings = []Setting{{Name: q.Name, Value: value}}
				r, err := Run(s, nil)
				if gave := (*fabric.GaveUp)(nil); errors.As(err, &gave) { // that is a change
					silent++
					continue
				}
				if err != nil {
					t.Fatal(q.Name, err)
				}
				if !slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.HasPrefix(w, "set."+q.Name+": changed nothing") }) {
					silent++
					continue
				}
				warned++
				if strings.HasSuffix(q.Name, ".latency") {
					r.Bound = usual.Bound // which may go where no message does
				}
				if r.Total != usual.Total || r.CriticalPath != usual.CriticalPath || !cmp.Equal(r.PerRank, usual.PerRank) || r.Bound != usual.Bound {
					t.Errorf("%d x %s: %s = %s changed something: %v", nodes, p.Name, q.Name, value, r.Warnings)
				}
			}
		}
	}
	if warned < 30 || silent < 30 {
		t.Errorf("%d settings with a warning and %d without: this test hardly tests", warned, silent)
	}
}

// other is a value that differs from a parameter's default, larger or smaller; ok is false where there is none.
func other(p fabric.Parameter, preset string, larger bool) (text string, ok bool) {
	d, holds := p.Default(preset)
	if !holds {
		return "", false
	}
	v := d.Value
	switch p.Quantity {
	case fabric.WordQuantity:
		v.Word = p.Words[(slices.Index(p.Words, v.Word)+1)%len(p.Words)]
	case fabric.WeightsQuantity:
		v.Word = "2,1"
	case fabric.YesNoQuantity:
		v.Int = 1 - v.Int
	default:
		switch {
		case v.Int == fabric.Auto:
			v.Int = max(1<<16, p.Least)
		case larger || p.Quantity == fabric.SizeQuantity:
			v.Int = 2*v.Int + 1
		default:
			v.Int = max(v.Int/20, p.Least)
		}
		if p.Most != 0 && v.Int > p.Most {
			return "", false
		}
	}
	return exact(v), true
}
