package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"

	"collsim/algo"
	"collsim/scenarios"
	"collsim/scenarios/measured"
)

// ncclColumns are those of the rows that nccl-tests prints, in its order and units, for one of its two halves, and behind them
// what its header says. Sizes count bytes, so that any size is a whole number of elements.
var ncclColumns = []fact{
	{"size", func(r *scenarios.Result) string { return strconv.FormatInt(int64(r.Bytes), 10) }},
	{"count", func(r *scenarios.Result) string {
		return strconv.FormatInt(measured.Count(algo.Collective(r.Collective), r.Ranks, r.Bytes, 1), 10)
	}},
	{"type", func(*scenarios.Result) string { return "uint8" }},
	{"redop", func(r *scenarios.Result) string { return measured.Redop(algo.Collective(r.Collective)) }},
	{"root", rootOf},
	{"time_us", func(r *scenarios.Result) string { return decimal(int64(r.Total), 6) }},
	{"algbw_gbps", func(r *scenarios.Result) string { return gigabytes(r.Algbw) }},
	{"busbw_gbps", func(r *scenarios.Result) string { return gigabytes(r.Busbw) }},
	{"wrong", func(*scenarios.Result) string { return "N/A" }}, // nothing is moved
	{"collective", func(r *scenarios.Result) string { return r.Collective }},
	{"algorithm", func(r *scenarios.Result) string { return r.Algorithm }},
	{"ranks", func(r *scenarios.Result) string { return strconv.Itoa(r.Ranks) }},
	{"nodes", func(r *scenarios.Result) string { return strconv.Itoa(r.Nodes) }},
	{"variant", func(r *scenarios.Result) string { return r.Variant }},
}

// rootOf is the rank that a rooted collective has; -1 = it has none.
func rootOf(r *scenarios.Result) string {
	var asked struct{ Root int }
	if measured.Root(algo.Collective(r.Collective)) < 0 || json.Unmarshal(r.Scenario, &asked) != nil { // of a scenario that has been run it cannot fail
		return "-1"
	}
	return strconv.Itoa(asked.Root)
}

func gigabytes(b scenarios.Bandwidth) string {
	if b == scenarios.Undefined {
		return ""
	}
	return decimal(int64(b), 9)
}

// asNCCLTests writes one line a result that did not fail.
func asNCCLTests(results []scenarios.Result) ([]byte, error) {
	var b bytes.Buffer
	var head []string
	for _, c := range ncclColumns {
		head = append(head, c.name)
	}
	lines := [][]string{head}
	for i := range results {
		if results[i].Error != "" {
			continue
		}
		var line []string
		for _, c := range ncclColumns {
			line = append(line, c.fact(&results[i]))
		}
		lines = append(lines, line)
	}
	err := csv.NewWriter(&b).WriteAll(lines)
	return b.Bytes(), err
}
