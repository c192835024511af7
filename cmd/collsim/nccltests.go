package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"

	"collsim/scenarios"
)

// ncclColumns are those of the rows that nccl-tests prints, in its order and units, for one of its two halves, and behind them
// what its header says. Sizes count bytes, so that any size is a whole number of elements.
var ncclColumns = []fact{
	{"size", func(r *scenarios.Result) string { return strconv.FormatInt(int64(r.Bytes), 10) }},
	{"count", func(r *scenarios.Result) string { return strconv.FormatInt(int64(r.Bytes)/elements(r), 10) }},
	{"type", func(*scenarios.Result) string { return "uint8" }},
	{"redop", redop},
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

// elements is by what nccl-tests divides a size for its count: it counts what one rank contributes, or gets.
func elements(r *scenarios.Result) int64 {
	switch r.Collective {
	case "all_gather", "reduce_scatter", "all_to_all", "gather", "scatter":
		return int64(r.Ranks)
	}
	return 1
}

func redop(r *scenarios.Result) string {
	switch r.Collective {
	case "all_reduce", "reduce", "reduce_scatter":
		return "sum"
	}
	return "none"
}

// rootOf is the rank that a rooted collective has; -1 = it has none.
func rootOf(r *scenarios.Result) string {
	switch r.Collective {
	case "broadcast", "reduce", "gather", "scatter":
		var asked struct{ Root int }
		if json.Unmarshal(r.Scenario, &asked) == nil { // of a scenario that has been run it cannot fail
			return strconv.Itoa(asked.Root)
		}
	}
	return "-1"
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
