package store

import (
	"encoding/json"
	"math"

	"collsim/scenarios"
	"collsim/sim/ledger"
)

// Kind is what the values of a column are. Every value may be missing.
type Kind uint8

// Kinds of columns.
const (
	Text Kind = iota
	Integer
)

// Column is one of a table.
type Column struct {
	Name string // a figure's ends with its unit
	Kind Kind
}

// figure is a column of a result. Its value is a string, an int64, or nil where there is none.
type figure struct {
	Column
	of func(*scenarios.Result) any
}

func word(name string, of func(*scenarios.Result) string) figure {
	return figure{Column{name, Text}, func(r *scenarios.Result) any { return of(r) }}
}

func number[N ~int | ~int64 | ~uint64](name string, of func(*scenarios.Result) N) figure {
	return figure{Column{name, Integer}, func(r *scenarios.Result) any { return int64(of(r)) }}
}

// bandwidth has no value where a run took no time.
func bandwidth(name string, of func(*scenarios.Result) scenarios.Bandwidth) figure {
	return figure{Column{name, Integer}, func(r *scenarios.Result) any {
		if b := of(r); b <= math.MaxInt64 {
			return int64(b)
		}
		return nil
	}}
}

// ofReplicates has no value where there is one run only.
func ofReplicates(name string, of func(*scenarios.Replicates) int64) figure {
	return figure{Column{name, Integer}, func(r *scenarios.Result) any {
		if r.Replicates == nil {
			return nil
		}
		return of(r.Replicates)
	}}
}

// figures are the columns of a result, in the words of run --output csv.
var figures = append([]figure{
	word("fabric", func(r *scenarios.Result) string { return r.Fabric }),
	number("nodes", func(r *scenarios.Result) int { return r.Nodes }),
	word("collective", func(r *scenarios.Result) string { return r.Collective }),
	word("algorithm", func(r *scenarios.Result) string { return r.Algorithm }),
	word("fidelity", func(r *scenarios.Result) string { return r.Fidelity }),
	word("library", func(r *scenarios.Result) string { return r.Library }),
	word("sync", func(r *scenarios.Result) string { return r.Sync }),
	number("ranks", func(r *scenarios.Result) int { return r.Ranks }),
	number("channels", func(r *scenarios.Result) int { return r.Channels }),
	number("slices", func(r *scenarios.Result) int { return r.Slices }),
	number("bytes", func(r *scenarios.Result) int64 { return int64(r.Bytes) }),
	number("seed", func(r *scenarios.Result) uint64 { return r.Seed }), // of 63 bits
	word("model_version", func(r *scenarios.Result) string { return r.ModelVersion }),
	number("total_ps", func(r *scenarios.Result) int64 { return int64(r.Total) }),
	number("rounds", func(r *scenarios.Result) int { return r.Rounds }),
	number("depth", func(r *scenarios.Result) int { return r.Depth }),
	number("messages", func(r *scenarios.Result) int64 { return r.Messages }),
	number("payload_bytes", func(r *scenarios.Result) int64 { return int64(r.PayloadBytes) }),
	number("wire_bytes", func(r *scenarios.Result) int64 { return int64(r.WireBytes) }),
	bandwidth("algbw_bytes_per_s", func(r *scenarios.Result) scenarios.Bandwidth { return r.Algbw }),
	bandwidth("busbw_bytes_per_s", func(r *scenarios.Result) scenarios.Bandwidth { return r.Busbw }),
	number("bound_ps", func(r *scenarios.Result) int64 { return int64(r.Bound.Total) }),
	word("bound_by", func(r *scenarios.Result) string { return r.Bound.Binding }),
	ofReplicates("replicates", func(s *scenarios.Replicates) int64 { return int64(s.Count) }),
	ofReplicates("p50_ps", func(s *scenarios.Replicates) int64 { return int64(s.Total.P50.At) }),
	ofReplicates("p95_ps", func(s *scenarios.Replicates) int64 { return int64(s.Total.P95.At) }),
	ofReplicates("p99_ps", func(s *scenarios.Replicates) int64 { return int64(s.Total.P99.At) }),
}, components()...)

// components are the parts of the critical path, which sum to the total.
func components() []figure {
	var all []figure
	for c := range ledger.Components {
		all = append(all, number(c.String()+"_ps", func(r *scenarios.Result) int64 { return int64(r.CriticalPath[c]) }))
	}
	return all
}

// Columns are those of a result, in their order.
func Columns() []Column {
	var all []Column
	for _, f := range figures {
		all = append(all, f.Column)
	}
	return all
}

// outcome is the first figure that says what came out; those before it say what was asked.
const outcome = "total_ps"

// cells are the values of the figures; none where there is no result. failure is the error that a scenario expects and a
// result has: then nothing came out.
func cells(result json.RawMessage) (all []any, failure string, err error) {
	all = make([]any, len(figures))
	if len(result) == 0 {
		return all, "", nil
	}
	var r scenarios.Result
	if err := json.Unmarshal(result, &r); err != nil {
		return nil, "", err
	}
	for i, f := range figures {
		if f.Name == outcome && r.Error != "" {
			break
		}
		all[i] = f.of(&r)
	}
	return all, r.Error, nil
}
