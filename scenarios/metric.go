package scenarios

import (
	"errors"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// dimension is what a metric measures. Only like compares with like.
type dimension uint8

const (
	spans  dimension = iota // picoseconds
	sizes                   // bytes
	rates                   // bytes per second
	counts                  // how many
	ratios                  // how many times
	shares                  // of the whole; written in percent
	labels                  // no number at all
)

func (d dimension) String() string {
	return [...]string{"a duration", "a size", "a rate", "a count", "a factor", "a percentage", "a word"}[d]
}

// metric is a figure of a result that expectations may name.
type metric struct {
	name  string
	of    dimension
	value func(*Result) (*big.Rat, error)
	word  func(*Result) string // of labels, instead of value
}

// metrics lists those with fixed names. Others have a rank or a link in brackets. The list is made when it is first asked
// for, and is the same one every time: each expectation of a file asks for it.
func metrics() []metric { return fixedMetrics() }

var fixedMetrics = sync.OnceValue(func() []metric { return slices.Clip(everyMetric()) })

func everyMetric() []metric {
	span := func(name string, value func(*Result) units.Duration) metric {
		return metric{name: name, of: spans, value: func(r *Result) (*big.Rat, error) { return whole64(int64(value(r))), nil }}
	}
	size := func(name string, value func(*Result) units.Bytes) metric {
		return metric{name: name, of: sizes, value: func(r *Result) (*big.Rat, error) { return whole64(int64(value(r))), nil }}
	}
	count := func(name string, value func(*Result) int64) metric {
		return metric{name: name, of: counts, value: func(r *Result) (*big.Rat, error) { return whole64(value(r)), nil }}
	}
	rate := func(name string, value func(*Result) Bandwidth) metric {
		return metric{name: name, of: rates, value: func(r *Result) (*big.Rat, error) {
			if value(r) == Undefined {
				return nil, errors.New("undefined: the total is 0")
			}
			return new(big.Rat).SetUint64(uint64(value(r))), nil
		}}
	}
	all := []metric{
		span("total", func(r *Result) units.Duration { return r.Total }),
		span("round", func(r *Result) units.Duration { return r.Round }),
		count("rounds", func(r *Result) int64 { return int64(r.Rounds) }),
		count("depth", func(r *Result) int64 { return int64(r.Depth) }),
		count("messages", func(r *Result) int64 { return r.Messages }),
		size("payload-bytes", func(r *Result) units.Bytes { return r.PayloadBytes }),
		size("wire-bytes", func(r *Result) units.Bytes { return r.WireBytes }),
		rate("algbw", func(r *Result) Bandwidth { return r.Algbw }),
		rate("busbw", func(r *Result) Bandwidth { return r.Busbw }),
		span("bound.total", func(r *Result) units.Duration { return r.Bound.Total }),
		span("bound.latency", func(r *Result) units.Duration { return r.Bound.Latency }),
		span("bound.bandwidth", func(r *Result) units.Duration { return r.Bound.Bandwidth }),
		portion("bound.percent", func(r *Result) units.Duration { return r.Bound.Total }),
		count("ranks", func(r *Result) int64 { return int64(r.Ranks) }),
		count("channels", func(r *Result) int64 { return int64(r.Channels) }),
		count("slices", func(r *Result) int64 { return int64(r.Slices) }),
		count("events", func(r *Result) int64 { return int64(r.Events) }),
		count("warnings", func(r *Result) int64 { return int64(len(r.Warnings)) }),
		count("reordered-packets", func(r *Result) int64 { return r.Reordered }),
		{name: "error", of: labels, word: func(r *Result) string { return r.Error }},
		{name: "fidelity", of: labels, word: func(r *Result) string { return r.Fidelity }},
		{name: "bound.binding", of: labels, word: func(r *Result) string { return r.Bound.Binding }},
		{name: "nccl.algorithm", of: labels, word: func(r *Result) string { return r.NCCL.words().Algorithm }},
		{name: "nccl.protocol", of: labels, word: func(r *Result) string { return r.NCCL.words().Protocol }},
	}
	return slices.Concat(all, lost(), parted(), spreads(), replicated(), workloadMetrics())
}

// lost are the figures of loss; 0 where nothing can be lost.
func lost() []metric {
	var all []metric
	for i, name := range []string{"lost-packets", "resent-packets", "repeated-operations"} {
		all = append(all, metric{name: name, of: counts, value: func(r *Result) (*big.Rat, error) {
			if r.Loss == nil {
				return new(big.Rat), nil
			}
			return whole64([]int64{r.Loss.Lost, r.Loss.Resent, int64(r.Loss.Repeated)}[i]), nil
		}})
	}
	rate := func(r *Result) (*big.Rat, error) {
		if r.Loss == nil || r.Loss.Packets == 0 {
			return new(big.Rat), nil
		}
		return big.NewRat(r.Loss.Resent, r.Loss.Packets), nil
	}
	return append(all, metric{name: "retransmission-rate", of: shares, value: rate})
}

// parted are the components and groups of the critical path, as durations and as shares of the total.
func parted() []metric {
	var all []metric
	add := func(name string, value func(*Result) units.Duration) {
		all = append(all,
			metric{name: name, of: spans, value: func(r *Result) (*big.Rat, error) { return whole64(int64(value(r))), nil }},
			portion("share."+name, value))
	}
	for c := range ledger.Components {
		add(c.String(), func(r *Result) units.Duration { return r.CriticalPath[c] })
	}
	for g := range ledger.Groups {
		add(g.String(), func(r *Result) units.Duration { return r.Groups[g] })
	}
	return all
}

func portion(name string, value func(*Result) units.Duration) metric {
	return metric{name: name, of: shares, value: func(r *Result) (*big.Rat, error) {
		if r.Total == 0 {
			return nil, errors.New("undefined: the total is 0")
		}
		return big.NewRat(int64(value(r)), int64(r.Total)), nil
	}}
}

// spreads are the figures over ranks: own.min, waiting.median.
func spreads() []metric {
	var all []metric
	for _, s := range []struct {
		name string
		of   func(*Result) *Spread
	}{
		{"own", func(r *Result) *Spread { return &r.PerRank.Own }},
		{"waiting", func(r *Result) *Spread { return &r.PerRank.Waiting }},
		{"idle", func(r *Result) *Spread { return &r.PerRank.Idle }},
	} {
		for i, which := range []string{"min", "median", "max"} {
			all = append(all, metric{name: s.name + "." + which, of: spans, value: func(r *Result) (*big.Rat, error) {
				v := s.of(r)
				return whole64(int64([]units.Duration{v.Min, v.Median, v.Max}[i])), nil
			}})
		}
	}
	return all
}

// bracketed are the figures of one rank, of one port, or of one job.
var bracketed = []string{"own[RANK]", "waiting[RANK]", "idle[RANK]", "sent[LINK]", "busy[LINK]", "starved[LINK]",
	"job-total[NAME]", "job-alone[NAME]", "job-cost[NAME]", "offered[NAME]"}

// findMetric finds a metric by its name.
func findMetric(name string) (metric, bool) {
	head, inner, ok := strings.Cut(name, "[")
	if !ok {
		all := metrics()
		i := slices.IndexFunc(all, func(m metric) bool { return m.name == name })
		if i < 0 {
			return metric{}, false
		}
		return all[i], true
	}
	inner, ok = strings.CutSuffix(inner, "]")
	if !ok || inner == "" {
		return metric{}, false
	}
	switch head {
	case "own", "waiting", "idle":
		rank, err := strconv.ParseUint(inner, 10, 31)
		return ofRank(name, head, int(rank)), err == nil
	case "sent", "busy", "starved":
		return ofPort(name, head, inner), strings.Contains(inner, ">")
	}
	if slices.Contains(figuresOfJobs, head) {
		return ofJob(name, head, inner), isName(inner)
	}
	return metric{}, false
}

func ofRank(name, figure string, rank int) metric {
	return metric{name: name, of: spans, value: func(r *Result) (*big.Rat, error) {
		for _, v := range r.PerRank.Ranks {
			if v.Rank == rank {
				return whole64(int64(map[string]units.Duration{"own": v.Own, "waiting": v.Waiting, "idle": v.Idle}[figure])), nil
			}
		}
		return nil, errors.New("there is no such rank")
	}}
}

func ofPort(name, figure, link string) metric {
	m := metric{name: name, of: spans}
	if figure == "sent" {
		m.of = sizes
	}
	m.value = func(r *Result) (*big.Rat, error) {
		var links []string
		for _, p := range r.HottestPorts {
			if p.Link == link {
				return whole64(map[string]int64{"sent": int64(p.Bytes), "busy": int64(p.Busy), "starved": int64(p.Starved)}[figure]), nil
			}
			links = append(links, p.Link)
		}
		return nil, errors.New("not among the hottest ports, which are " + strings.Join(links, ", "))
	}
	return m
}

// isMetric tells whether a word begins the name of a metric, so that a variant of that name would be taken for it.
func isMetric(word string) bool {
	for _, m := range metrics() {
		head, _, _ := strings.Cut(m.name, ".")
		if word == m.name || word == head {
			return true
		}
	}
	return false
}

func metricNames() []string {
	var names []string
	for _, m := range metrics() {
		names = append(names, m.name)
	}
	return append(names, bracketed...)
}

// metricsValid lists the metrics in few words.
func metricsValid() string {
	var plain, parts []string
	for _, m := range metrics() {
		if m.of != shares && !strings.Contains(m.name, ".") {
			plain = append(plain, m.name)
		}
		if part, ok := strings.CutPrefix(m.name, "share."); ok {
			parts = append(parts, part)
		}
	}
	plain = slices.DeleteFunc(plain, func(name string) bool { return slices.Contains(parts, name) })
	return strings.Join(plain, ", ") + ", bound.*, own.*, waiting.*, idle.*, " + strings.Join(bracketed, ", ") +
		"; durations or share.* of " + strings.Join(parts, ", ")
}

func whole64(n int64) *big.Rat { return new(big.Rat).SetInt64(n) }
