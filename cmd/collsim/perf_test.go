package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/algo"
	"collsim/scenarios"
	"collsim/scenarios/measured"
	"collsim/sim/units"
)

// TestRounded holds sizes against those of published logs of nccl-tests, which rounds what it is asked for.
func TestRounded(t *testing.T) {
	double, single := elementType{"double", 8}, elementType{"float", 4}
	for _, c := range []struct {
		collective algo.Collective
		element    elementType
		asked      units.Bytes
		ranks      int
		size       units.Bytes
		count      int64
	}{
		{algo.AllReduce, single, 32 * units.MiB, 80, 33554432, 8388608},
		{algo.AllReduce, single, 6, 8, 4, 1},
		{algo.AllGather, double, 32 * units.MiB, 80, 33553920, 52428},
		{algo.AllToAll, double, 32 * units.MiB, 10, 33554400, 419430},
		{algo.ReduceScatter, single, 100, 8, 0, 0},
		{algo.ReduceScatter, single, 128, 8, 128, 4},
		{algo.SendRecv, double, 17, 8, 16, 2},
	} {
		size, count := (&test{element: c.element}).rounded(c.collective, c.asked, c.ranks)
		if size != c.size || count != c.count {
			t.Errorf("%s of %d bytes in %s on %d ranks: %d bytes, %d elements, not %d and %d", c.collective, c.asked, c.element.name, c.ranks, size, count, c.size, c.count)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		flags testFlags
		want  []units.Bytes
	}{
		{testFlags{least: 8, most: 100, factor: 2}, []units.Bytes{8, 16, 32, 64}},
		{testFlags{least: 8, most: 8, factor: 2}, []units.Bytes{8}},
		{testFlags{least: 0, most: 3, step: 1}, []units.Bytes{0, 1, 2, 3}},
		{testFlags{least: 1, most: 10, step: 4, factor: 1}, []units.Bytes{1, 5, 9}},
		{testFlags{least: 5, most: 5}, []units.Bytes{5}},
		{testFlags{least: 1 << 61, most: 1 << 62, factor: 7}, []units.Bytes{1 << 61}},
	} {
		got, err := c.flags.sizes()
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%+v: %v (-want +got):\n%s", c.flags, err, diff)
		}
	}
	for _, endless := range []testFlags{{least: 0, most: 8, factor: 2}, {least: 1, most: 8}, {least: 1, most: 1 << 40, step: 1}} {
		if got, err := endless.sizes(); err == nil {
			t.Errorf("%+v: %d sizes", endless, len(got))
		}
	}
}

func TestCalledAs(t *testing.T) {
	for name, want := range map[string]string{
		"collsim":                        "-b 8",
		"/usr/bin/collsim":               "-b 8",
		"./build/all_reduce_perf":        "perf --collective all_reduce -b 8",
		"alltoall_perf.exe":              "perf --collective alltoall -b 8",
		"/opt/nccl-tests/hypercube_perf": "perf --collective hypercube -b 8",
		"_perf":                          "-b 8",
	} {
		if got := strings.Join(calledAs([]string{name, "-b", "8"}), " "); got != want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
}

// TestPerfInterrupted: rows that there are when it is interrupted are printed, and marked.
func TestPerfInterrupted(t *testing.T) {
	for _, output := range []string{"text", "json"} {
		ctx, stop := context.WithCancel(context.Background())
		w := newWatch()
		w.saw = func(p scenarios.Progress) {
			if p.Ended {
				stop()
			}
		}
		var out, complaint bytes.Buffer
		args := []string{"perf", "-b", "8", "-e", "64K", "-f", "2", "--library", "raw", "--algorithm", "ring", "--output", output}
		code := execute(withWatch(ctx, w), args, streams{strings.NewReader(""), &out, &complaint})
		if code != exitInterrupted || !strings.HasSuffix(complaint.String(), "; what is known so far is marked as partial\n") {
			t.Errorf("%s: exit %d, %q", output, code, complaint.String())
		}
		l, err := measured.Parse("out", out.Bytes(), algo.AllReduce)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(l.Rows); n == 0 || n == 14 || !strings.Contains(out.String(), "partial: interrupted: ") {
			t.Errorf("%s: %d rows:\n%s", output, n, out.String())
		}
	}
}

// TestPerfIsRead: what perf prints is what a reader of nccl-tests' logs reads, text and JSON alike.
func TestPerfIsRead(t *testing.T) {
	for _, name := range testNames() {
		var logs []*measured.Log
		for _, output := range []string{"text", "json"} {
			args := []string{"perf", "--collective", name, "-b", "1K", "-e", "64K", "-f", "8", "--output", output}
			out, complaint, code := collsim(args...)
			if code != exitRight {
				t.Fatalf("%s: %s", name, complaint)
			}
			l, err := measured.Parse("out", []byte(out), "")
			if err != nil || len(l.Problems) > 0 {
				t.Fatalf("%s: %v, %v", name, err, l)
			}
			logs = append(logs, l)
		}
		test, _ := testOf(name)
		if l := logs[0]; l.Collective != test.collective || l.Ranks != 8 || l.Nodes != 1 || len(l.Rows) != 3 {
			t.Errorf("%s is read as %s of %d ranks on %d nodes, %d rows", name, l.Collective, l.Ranks, l.Nodes, len(l.Rows))
		}
		for i, text := range logs[0].Rows {
			json := logs[1].Rows[i]
			if text.Bytes != json.Bytes || text.Count != json.Count || text.Redop != json.Redop || text.Root != json.Root || text.InPlace.Wrong != json.InPlace.Wrong {
				t.Errorf("%s: %+v in text, %+v in JSON", name, text, json)
			}
		}
	}
}
