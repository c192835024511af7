package measured

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"collsim/algo"
)

const dataSet = "../../testdata/measured"

// Every file of the data set is in its table, and every size is of the convention that Row.Bytes states: size / time is algbw, and
// that times the bus factor of the ranks is busbw, to the digits printed. A size that counted otherwise would miss by the number of ranks.
func TestSweeps(t *testing.T) {
	all, err := ReadSweeps(os.DirFS(dataSet))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(dataSet + "/[0-9]*.tsv")
	if err != nil || len(files) != len(all) {
		t.Errorf("%d sweeps of %d files (%v)", len(all), len(files), err)
	}
	for _, s := range all {
		factor, over := algo.BusFactor(s.Log.Collective, s.Log.Ranks)
		for _, r := range s.Log.Rows {
			us, algbw, busbw := float64(r.OutOfPlace.Time)/1e6, float64(r.OutOfPlace.Algbw)/1e9, float64(r.OutOfPlace.Busbw)/1e9
			exact := float64(r.Bytes) / 1e3 / us
			// Printed to .01 GB/s, and times to four digits at least.
			if off := 0.0051 + exact*6e-4; math.Abs(algbw-exact) > off || math.Abs(busbw-exact*float64(factor)/float64(over)) > 2*off {
				t.Errorf("%s: %d B in %v us is %v, not %v and %v", s.ID, r.Bytes, us, exact, algbw, busbw)
			}
		}
	}
}

// Sources are the groups that are left out together; all_reduce on one and on several nodes, and every way of starting, are among the
// healthy ones.
func TestSweepsCoverWhatIsFitted(t *testing.T) {
	all, err := ReadSweeps(os.DirFS(dataSet))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, s := range all {
		if s.Status == Healthy {
			seen[s.Source], seen[string(s.System.Launch)], seen[string(s.Log.Collective)] = true, true, true
		}
	}
	for _, want := range []string{"process", "thread", "single", "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast", "reduce"} {
		if !seen[want] {
			t.Errorf("no healthy sweep of %s", want)
		}
	}
}

func TestReadSweepsRefuses(t *testing.T) {
	table, err := os.ReadFile(dataSet + "/" + SystemsFile)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(dataSet + "/001.tsv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(table), "\n")
	head, line := lines[0], lines[1]
	set := func(column, value string) string {
		names, cells := strings.Split(strings.TrimSpace(head), "\t"), strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		cells[slices.Index(names, column)] = value
		return head + strings.Join(cells, "\t") + "\n"
	}
	for _, c := range []struct{ table, data, want string }{
		{head + line, string(data), ""},
		{set("nodes", "0"), "", "systems.tsv:2:70: nodes: not a number of them: \"0\"; valid: 1 and more"},
		{set("launch", "fork"), "", "launch: unknown word: \"fork\"; valid: process, thread, single"},
		{set("graph", "-"), "", "graph: unknown word; valid: yes, no"},
		{set("nccl", "new"), "", "nccl: not a version of NCCL: \"new\""},
		{set("transport", "efa-v1"), "", "network, transport and nics belong to several nodes"},
		{set("status", "anomalous"), "", "an anomalous sweep needs a reason"},
		{set("env", "NCCL_ALGO"), "", "env: not a variable: \"NCCL_ALGO\""},
		{set("gpu", "-"), "", "a sweep needs a preset and a class of GPU"},
		{set("gpus", "4"), string(data), "001.tsv:14:1: n_ranks differs from nodes x gpus of systems.tsv: \"8\"; valid: 4"},
		{head + line + line, "", "systems.tsv:3:1: id: this sweep stands twice: \"001\""},
		{strings.Replace(head, "gpu\t", "", 1) + line, "", "a column is missing: \"gpu\""},
		{strings.Replace(head, "gpu\t", "card\t", 1) + line, "", "card: unknown column: \"card\""},
		{head + "001\n", "", "a line has other cells than there are columns: \"001\""},
		{"", "", "a column is missing"},
		{head + line, strings.Replace(string(data), "13.67", "soon", 1), "001.tsv:15:3: time_us: not a time: \"soon\"; valid: microseconds, above 0"},
		{head + line, strings.Replace(string(data), "\n16\t", "\n8\t", 1), "001.tsv:16:1: size_bytes: sizes must grow: \"8\""},
		{head + line, strings.Replace(string(data), "all_reduce", "all_inverse", 1), "unknown collective: \"all_inverse\""},
		{head + line, strings.Replace(string(data), "dtype: float", "dtype: wide", 1), "unknown dtype: \"wide\""},
		{head + line, strings.SplitAfter(string(data), "busbw_GBs\n")[0], "there is no row"},
	} {
		_, err := ReadSweeps(fstest.MapFS{SystemsFile: {Data: []byte(c.table)}, "001.tsv": {Data: []byte(c.data)}})
		if c.want == "" {
			if err != nil {
				t.Error(err)
			}
		} else if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, not %s", err, c.want)
		}
	}
	if _, err := ReadSweeps(fstest.MapFS{}); err == nil || !strings.Contains(err.Error(), SystemsFile) {
		t.Errorf("no table: %v", err)
	}
	if _, err := ReadSweeps(fstest.MapFS{SystemsFile: {Data: []byte(head + line)}}); err == nil || !strings.Contains(err.Error(), "001.tsv") {
		t.Errorf("no file: %v", err)
	}
}
