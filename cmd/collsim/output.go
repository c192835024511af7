package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"collsim/scenarios"
	"collsim/sim/ledger"
)

// outputs are the forms in which results are written.
var outputs = []string{"table", "json", "csv", "markdown"}

// runOutputs are those of a run: some that other tools read as well.
var runOutputs = slices.Concat(outputs, []string{"prometheus", "nccl-tests"})

// render writes results in the form asked for.
func render(output string, results []scenarios.Result, paint bool) ([]byte, error) {
	switch output {
	case "json":
		return scenarios.WriteResults(results)
	case "csv":
		return asCSV(results)
	case "markdown":
		return asMarkdown(results), nil
	case "prometheus":
		return asPrometheus(results), nil
	case "nccl-tests":
		return asNCCLTests(results)
	case "table":
		p := &page{paint: paint}
		if len(results) == 1 {
			answer(p, &results[0])
		} else {
			comparison(p, results)
		}
		return []byte(p.String()), nil
	}
	return nil, fmt.Errorf("--output: unknown form %q%s", output, suggest(output, runOutputs))
}

// columns of the CSV before those of the critical path; the names are those of the JSON.
var columns = []fact{
	{"name", func(r *scenarios.Result) string { return r.Name }},
	{"variant", func(r *scenarios.Result) string { return r.Variant }},
	{"fabric", func(r *scenarios.Result) string { return r.Fabric }},
	{"nodes", func(r *scenarios.Result) string { return strconv.Itoa(r.Nodes) }},
	{"collective", func(r *scenarios.Result) string { return r.Collective }},
	{"algorithm", func(r *scenarios.Result) string { return r.Algorithm }},
	{"fidelity", func(r *scenarios.Result) string { return r.Fidelity }},
	{"library", func(r *scenarios.Result) string { return r.Library }},
	{"sync", func(r *scenarios.Result) string { return r.Sync }},
	{"ranks", func(r *scenarios.Result) string { return strconv.Itoa(r.Ranks) }},
	{"channels", func(r *scenarios.Result) string { return strconv.Itoa(r.Channels) }},
	{"slices", func(r *scenarios.Result) string { return strconv.Itoa(r.Slices) }},
	{"bytes", func(r *scenarios.Result) string { return strconv.FormatInt(int64(r.Bytes), 10) }},
	{"seed", func(r *scenarios.Result) string { return strconv.FormatUint(r.Seed, 10) }},
	{"hash", func(r *scenarios.Result) string { return r.Hash }},
	{"model_version", func(r *scenarios.Result) string { return r.ModelVersion }},
	{"total_ps", func(r *scenarios.Result) string { return strconv.FormatInt(int64(r.Total), 10) }},
	{"rounds", func(r *scenarios.Result) string { return strconv.Itoa(r.Rounds) }},
	{"messages", func(r *scenarios.Result) string { return strconv.FormatInt(r.Messages, 10) }},
	{"wire_bytes", func(r *scenarios.Result) string { return strconv.FormatInt(int64(r.WireBytes), 10) }},
	{"algbw_bytes_per_s", func(r *scenarios.Result) string { return number(r.Algbw) }},
	{"busbw_bytes_per_s", func(r *scenarios.Result) string { return number(r.Busbw) }},
	{"bound_ps", func(r *scenarios.Result) string { return strconv.FormatInt(int64(r.Bound.Total), 10) }},
	{"replicates", func(r *scenarios.Result) string {
		return percentile(r, func(s *scenarios.Replicates) int64 { return int64(s.Count) })
	}},
	{"p50_ps", func(r *scenarios.Result) string {
		return percentile(r, func(s *scenarios.Replicates) int64 { return int64(s.Total.P50.At) })
	}},
	{"p95_ps", func(r *scenarios.Result) string {
		return percentile(r, func(s *scenarios.Replicates) int64 { return int64(s.Total.P95.At) })
	}},
	{"p99_ps", func(r *scenarios.Result) string {
		return percentile(r, func(s *scenarios.Replicates) int64 { return int64(s.Total.P99.At) })
	}},
}

// percentile writes a figure of replicates, which is an empty field where there are none.
func percentile(r *scenarios.Result, figure func(*scenarios.Replicates) int64) string {
	if r.Replicates == nil {
		return ""
	}
	return strconv.FormatInt(figure(r.Replicates), 10)
}

// number writes a bandwidth that may be undefined, which is an empty field.
func number(b scenarios.Bandwidth) string {
	if b == scenarios.Undefined {
		return ""
	}
	return strconv.FormatUint(uint64(b), 10)
}

// asCSV writes one line a result: facts, then each component's picoseconds.
func asCSV(results []scenarios.Result) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	var head []string
	for _, c := range columns {
		head = append(head, c.name)
	}
	for c := range ledger.Components {
		head = append(head, c.String()+"_ps")
	}
	lines := [][]string{head}
	for i := range results {
		var line []string
		for _, c := range columns {
			line = append(line, c.fact(&results[i]))
		}
		for _, d := range results[i].CriticalPath {
			line = append(line, strconv.FormatInt(int64(d), 10))
		}
		lines = append(lines, line)
	}
	err := w.WriteAll(lines)
	return b.Bytes(), err
}

// asMarkdown writes results side by side as a table for a document.
func asMarkdown(results []scenarios.Result) []byte {
	var b strings.Builder
	g := sideBySide(results)
	fmt.Fprintf(&b, "**%s**\n\n", escape(sharedTitle(results)))
	b.WriteString("| |")
	for _, name := range g.head {
		b.WriteString(" " + escape(name) + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---:|", len(g.head)) + "\n")
	for _, r := range g.rows {
		name := escape(strings.TrimSpace(r.name))
		switch {
		case r.main:
			name = "**" + name + "**"
		case strings.HasPrefix(r.name, " "):
			name = "&nbsp;&nbsp;" + name
		}
		b.WriteString("| " + name + " |")
		for _, cell := range r.cells {
			b.WriteString(" " + escape(strings.Join(strings.Fields(cell), " ")) + " |")
		}
		b.WriteString("\n")
	}
	for i := range results {
		fmt.Fprintf(&b, "\n%s: %s\n", escape(g.head[i]), escape(results[i].Why))
		for _, w := range results[i].Warnings {
			fmt.Fprintf(&b, "\n%s, warning: %s\n", escape(g.head[i]), escape(w))
		}
	}
	return []byte(b.String())
}

// escape keeps Markdown from reading names as mark-up.
func escape(text string) string {
	return strings.NewReplacer("|", `\|`, "_", `\_`, "*", `\*`, "<", "&lt;", "\n", " ").Replace(text)
}
