package main

import (
	"fmt"
	"strconv"
	"strings"

	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// exposition is a page of Prometheus' text format: all samples of a metric stand together, behind its help and type.
// Metrics are gauges. Times are in seconds, as Prometheus wants them, and in picoseconds, which are whole.
type exposition struct {
	strings.Builder
	results []scenarios.Result
}

// reading is one value of a result with labels of its own.
type reading struct{ labels, value string }

// asPrometheus writes results as metrics.
func asPrometheus(results []scenarios.Result) []byte {
	e := &exposition{results: results}
	e.metric("collsim_run_info", "A simulated run: what it was and by which model.", func(r *scenarios.Result) []reading {
		return []reading{{labelled("hash", r.Hash, "model_version", r.ModelVersion, "seed", strconv.FormatUint(r.Seed, 10), "sync", r.Sync), "1"}}
	})
	e.metric("collsim_run_failed", "Whether the run ended with an error; it then has no other figures.", func(r *scenarios.Result) []reading {
		if r.Error != "" {
			return []reading{{"", "1"}}
		}
		return []reading{{"", "0"}}
	})
	e.span("collsim_total", "How long the operation takes.", func(r *scenarios.Result) []timed { return []timed{{"", r.Total}} })
	e.span("collsim_lower_bound", "What no run can beat.", func(r *scenarios.Result) []timed { return []timed{{"", r.Bound.Total}} })
	e.span("collsim_critical_path", "Time on the critical path by component; the components sum to the total.", criticalSamples)
	e.span("collsim_rank", "What ranks do with the run's time: the least, the middle and the most of all ranks.", rankSamples)
	e.figures()
	return []byte(e.String())
}

// figures are what is no time.
func (e *exposition) figures() {
	count := func(name, help string, of func(*scenarios.Result) int64) {
		e.figure(name, help, func(r *scenarios.Result) []reading { return []reading{{"", strconv.FormatInt(of(r), 10)}} })
	}
	rate := func(name, help string, of func(*scenarios.Result) scenarios.Bandwidth) {
		e.figure(name, help, func(r *scenarios.Result) []reading {
			if text := number(of(r)); text != "" {
				return []reading{{"", text}}
			}
			return nil
		})
	}
	rate("collsim_algbw_bytes_per_second", "Bytes of the buffer over the total.", func(r *scenarios.Result) scenarios.Bandwidth { return r.Algbw })
	rate("collsim_busbw_bytes_per_second", "The same times what NCCL calls the bus factor.", func(r *scenarios.Result) scenarios.Bandwidth { return r.Busbw })
	count("collsim_rounds", "Rounds of the algorithm.", func(r *scenarios.Result) int64 { return int64(r.Rounds) })
	count("collsim_messages", "Messages of the schedule.", func(r *scenarios.Result) int64 { return r.Messages })
	count("collsim_payload_bytes", "Bytes of all messages.", func(r *scenarios.Result) int64 { return int64(r.PayloadBytes) })
	count("collsim_wire_bytes", "The same with headers, on first links.", func(r *scenarios.Result) int64 { return int64(r.WireBytes) })
}

// metric writes a metric with what every result says of it.
func (e *exposition) metric(name, help string, of func(*scenarios.Result) []reading) {
	fmt.Fprintf(e, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name)
	for i := range e.results {
		r := &e.results[i]
		for _, s := range of(r) {
			fmt.Fprintf(e, "%s{%s%s} %s\n", name, identity(r), s.labels, s.value)
		}
	}
}

// figure is metric without runs that failed.
func (e *exposition) figure(name, help string, of func(*scenarios.Result) []reading) {
	e.metric(name, help, func(r *scenarios.Result) []reading {
		if r.Error != "" {
			return nil
		}
		return of(r)
	})
}

// timed is a time with labels of its own.
type timed struct {
	labels string
	span   units.Duration
}

// span writes times as two metrics, in seconds and in picoseconds.
func (e *exposition) span(name, help string, of func(*scenarios.Result) []timed) {
	for _, unit := range []struct {
		name  string
		write func(units.Duration) string
	}{
		{"seconds", func(d units.Duration) string { return decimal(int64(d), 12) }},
		{"picoseconds", func(d units.Duration) string { return strconv.FormatInt(int64(d), 10) }},
	} {
		e.figure(name+"_"+unit.name, help, func(r *scenarios.Result) []reading {
			var all []reading
			for _, t := range of(r) {
				all = append(all, reading{t.labels, unit.write(t.span)})
			}
			return all
		})
	}
}

func criticalSamples(r *scenarios.Result) []timed {
	var all []timed
	for c, d := range r.CriticalPath {
		c := ledger.Component(c)
		all = append(all, timed{labelled("group", c.Group().String(), "component", c.String()), d})
	}
	return all
}

func rankSamples(r *scenarios.Result) []timed {
	var all []timed
	for _, what := range []struct {
		name string
		of   scenarios.Spread
	}{{"own", r.PerRank.Own}, {"waiting", r.PerRank.Waiting}, {"idle", r.PerRank.Idle}} {
		for _, which := range []struct {
			name string
			span units.Duration
		}{{"min", what.of.Min}, {"median", what.of.Median}, {"max", what.of.Max}} {
			all = append(all, timed{labelled("activity", what.name, "statistic", which.name), which.span})
		}
	}
	return all
}

// identity are the labels that every sample of a result has.
func identity(r *scenarios.Result) string {
	return strings.TrimPrefix(labelled("scenario", r.Name, "variant", r.Variant, "fabric", r.Fabric, "nodes", strconv.Itoa(r.Nodes), "ranks", strconv.Itoa(r.Ranks),
		"collective", r.Collective, "algorithm", r.Algorithm, "bytes", strconv.FormatInt(int64(r.Bytes), 10), "library", r.Library, "fidelity", r.Fidelity), ",")
}

// labelled writes names and values, each behind a comma. An empty value is no label.
func labelled(pairs ...string) string {
	escaped := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
	var text string
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			text += "," + pairs[i] + `="` + escaped.Replace(pairs[i+1]) + `"`
		}
	}
	return text
}

// decimal writes n x 10^-digits, exactly.
func decimal(n int64, digits int) string {
	text := fmt.Sprintf("%0*d", digits+1, n)
	whole, rest := text[:len(text)-digits], strings.TrimRight(text[len(text)-digits:], "0")
	if rest == "" {
		return whole
	}
	return whole + "." + rest
}
