package scenarios

import (
	"slices"
	"testing"
)

// TestInputsInVain: what a workload and slow ranks say in vain is said in the result, the run is the one without it, and
// what changes something is not said to be in vain.
func TestInputsInVain(t *testing.T) {
	const star = "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 4}\ncollective: all_reduce\nalgorithm: ring\nbytes: 4 KiB\n"
	const many = star + "library: mpi\n"
	for _, c := range []struct {
		form, with, without, want string
	}{
		{many, "workload: {kind: storm, mode: concurrent, operations: 3, streams: 8}", "workload: {kind: storm, mode: concurrent, operations: 3, streams: 3}",
			"workload.streams: changed nothing beyond 3: there are no more operations to put on streams"},
		{many, "workload: {kind: storm, operations: 3, fuse: 5 KiB}", "workload: {kind: storm, operations: 3}",
			"workload.fuse: changed nothing: no two operations that follow each other fit into it"},
		{many, "workload: {kind: storm, operations: 3, fuse: 8 KiB}", "", ""},
		{many, "ranks: {1: {slow: {compute: 3}}}", "", "ranks.1.slow.compute: changed nothing: it takes no time here"},
		{many, "ranks: {1: {slow: {launch: 3}}}", "", ""},
		{many, "ranks: {1: {slow: {library: 3}}}", "", ""},
		{many, "set: {host.launch: 0 ns}\nranks: {1: {slow: {launch: 3}}}", "set: {host.launch: 0 ns}", "ranks.1.slow.launch: changed nothing: it takes no time here"},
	} {
		with, without := run(t, c.form+c.with+"\n")[0], run(t, c.form+c.without+"\n")[0]
		said := slices.Contains(with.Warnings, c.want)
		if c.want == "" {
			said = len(with.Warnings) == 0
		}
		if alike := with.Total == without.Total && with.CriticalPath == without.CriticalPath; !said || alike != (c.want != "") {
			t.Errorf("%s: %q, alike %v, want %q", c.with, with.Warnings, alike, c.want)
		}
	}
}

// TestSlowInEachPhase: under each library, a phase that is said to take no time changes nothing, and the others do.
func TestSlowInEachPhase(t *testing.T) {
	for _, library := range Known().Libraries {
		preset := "star"
		if library == ncclLibrary {
			preset = "hgx-h100"
		}
		form := "schema: collsim.scenario/v1\nfabric: {preset: " + preset + ", nodes: 4}\ncollective: all_reduce\nalgorithm: ring\nbytes: 64 KiB\nlibrary: " + library + "\n"
		even := run(t, form)[0]
		for _, c := range slowIn {
			r := run(t, form+"ranks: {0: {slow: {"+c.String()+": 1000}}}\n")[0]
			if len(r.Warnings) > 0 && r.Total != even.Total {
				t.Errorf("%s, %v: %v for %v, and %q", library, c, r.Total, even.Total, r.Warnings)
			}
		}
	}
}
