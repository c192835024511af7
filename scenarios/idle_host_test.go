package scenarios

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/fabric/host"
)

// TestSettingsOfMessagesThatAsk: where no message asks before it is sent, what matters to those alone is said to change
// nothing, and does not; where some do, it is not said.
func TestSettingsOfMessagesThatAsk(t *testing.T) {
	const text = "schema: collsim.scenario/v1\nfabric: {preset: hgx-h100, nodes: 2}\ncollective: all_reduce\nalgorithm: ring\nlibrary: mpi\n"
	settings := []string{"host.offload: no", "host.register.cache: off", "host.register.cache: cold", "host.register.base: 9 us, host.register.cache: off"}
	for _, bytes := range []string{"0 B", "16 KiB", "16 MiB"} {
		sized := text + "bytes: " + bytes + "\n"
		usual := run(t, sized)[0]
		for _, set := range settings {
			r := run(t, sized+"set: {"+set+"}\n")[0]
			said := strings.Count(strings.Join(r.Warnings, "\n"), "changed nothing: no message asks before it is sent; host.eager is 8192 B")
			if asks := bytes == "16 MiB"; asks && (said != 0 || r.Total == usual.Total) || !asks && said != strings.Count(set, ":") {
				t.Errorf("%s, %s: %v, %q", bytes, set, r.Total, r.Warnings)
			}
			if said > 0 && (r.Total != usual.Total || r.CriticalPath != usual.CriticalPath || !cmp.Equal(r.PerRank, usual.PerRank)) {
				t.Errorf("%s, %s: said to change nothing, and did", bytes, set)
			}
		}
	}
}

// TestRoundTripsThatNothingCallsFor: a PCIe round trip is one of messages that ask, unless acknowledgements or copies
// through the host take it as well.
func TestRoundTripsThatNothingCallsFor(t *testing.T) {
	const text = "schema: collsim.scenario/v1\nfabric: {preset: hgx-h100, nodes: 2, gpus-per-node: 1}\ncollective: all_reduce\nalgorithm: ring\nbytes: 4 KiB\nlibrary: mpi\nset: {host.pcie.roundtrip: 9 us, "
	for set, want := range map[string]int{"host.offload: no": 2, "host.ack: " + host.SoftwareAck.String(): 0, "host.ack: hardware, host.offload: no": 2, "host.gpudirect: no": 0} {
		if got := strings.Count(strings.Join(run(t, text+set+"}\n")[0].Warnings, "\n"), "no message asks"); got != want {
			t.Errorf("%s: %d warnings of settings that only messages that ask meet, want %d", set, got, want)
		}
	}
}

// TestSettingsBetweenNodesOfOne: what library nccl takes between nodes changes nothing in one, which is said.
func TestSettingsBetweenNodesOfOne(t *testing.T) {
	for nodes, want := range map[string]int{"1": 1, "2": 0} {
		text := "schema: collsim.scenario/v1\nfabric: {preset: hgx-h100, nodes: " + nodes + "}\ncollective: all_reduce\nalgorithm: ring\nprotocol: ll\nbytes: 4 KiB\nlibrary: nccl\n"
		r := run(t, text+"set: {host.nccl.net.ll: 9 us}\n")[0]
		if said := strings.Count(strings.Join(r.Warnings, "\n"), "set.host.nccl.net.ll: changed nothing: nothing goes between nodes"); said != want || (r.Total == run(t, text)[0].Total) != (want == 1) {
			t.Errorf("%s nodes: %v, %q", nodes, r.Total, r.Warnings)
		}
	}
}
