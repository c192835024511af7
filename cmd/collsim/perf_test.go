package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/algo"
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
