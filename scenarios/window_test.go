package scenarios

import (
	"strings"
	"testing"

	"collsim/sim/ledger"
)

// TestWindows: a tree whose chunks are cut into slices posts ahead, and each window that is smaller than what it has on its
// way changes the run; one that nothing fills only costs the news of room, and says so.
func TestWindows(t *testing.T) {
	const tree = "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 16}\ncollective: all_reduce\nalgorithm: double_binary_tree\nslices: 32\nbytes: 4 MiB\nlibrary: raw\nfidelity: message\n"
	none := run(t, tree)[0]
	if none.CriticalPath[ledger.Protocol] != 0 {
		t.Errorf("without a window: %v", none.CriticalPath)
	}
	last := none.Total
	for _, window := range []string{"8", "1"} {
		r := run(t, tree+"set: {host.window: "+window+"}\n")[0]
		if r.Total == last || r.Hash == none.Hash || len(r.Warnings) > 0 {
			t.Errorf("a window of %s: %v, before it %v, %q", window, r.Total, last, r.Warnings)
		}
		last = r.Total
	}
	if last <= none.Total {
		t.Errorf("a window of one message is as fast as none: %v, %v", last, none.Total)
	}
	if r := run(t, tree+"set: {host.window: 1000}\n")[0]; !strings.Contains(strings.Join(r.Warnings, "\n"), "set.host.window: held nobody up") {
		t.Errorf("a window that nothing fills: %q", r.Warnings)
	}
	if r := run(t, tree+"set: {host.window: 0}\n")[0]; r.Total != none.Total || !strings.Contains(strings.Join(r.Warnings, "\n"), "set.host.window: changed nothing") {
		t.Errorf("no window: %v, %q", r.Total, r.Warnings)
	}
}
