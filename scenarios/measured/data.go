package measured

import (
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"

	"collsim/algo"
	"collsim/sim/units"
)

// read reads the rows of a sweep: lines "# key: value", column names, and a line a size. What both files say must agree.
func (s *Sweep) read(dir fs.FS) (*Log, error) {
	file := s.ID + ".tsv"
	data, err := fs.ReadFile(dir, file)
	if err != nil {
		return nil, fmt.Errorf("sweep %s of %s: %w", s.ID, SystemsFile, err)
	}
	text, head, from := lines(data), map[string]string{}, 0
	for ; from < len(text) && strings.HasPrefix(text[from], "#"); from++ {
		key, value, _ := strings.Cut(strings.TrimPrefix(text[from], "# "), ":")
		head[key] = strings.TrimSpace(value)
	}
	t := openTable(file, text, from, []string{"size_bytes", "time_us", "algbw_GBs", "busbw_GBs"})
	l := &Log{Name: file, Nodes: s.System.Nodes, Ranks: s.System.Nodes * s.System.GPUsPerNode, Version: s.System.Version}
	var ok bool
	if l.Collective, ok = collectiveOf(head["collective"]); !ok {
		t.refuse("", "unknown collective", head["collective"], "those of nccl-tests")
	}
	if head["n_ranks"] != strconv.Itoa(l.Ranks) {
		t.refuse("", "n_ranks differs from nodes x gpus of "+SystemsFile, head["n_ranks"], strconv.Itoa(l.Ranks))
	}
	size, ok := elementBytes[head["dtype"]]
	if !ok {
		t.refuse("", "unknown dtype", head["dtype"], "those of nccl-tests")
		size = 1
	}
	for t.err() == nil && t.next() {
		l.Rows = append(l.Rows, t.row(l, head["dtype"], size))
	}
	if t.err() == nil && len(l.Rows) == 0 {
		t.refuse("", "there is no row", "", "a line a size")
	}
	return l, t.err()
}

func (t *table) row(l *Log, kind string, element int64) Row {
	bytes, err := strconv.ParseInt(t.cell("size_bytes"), 10, 64)
	if err != nil || bytes < 1 {
		t.refuse("size_bytes", "not a size in bytes", t.cell("size_bytes"), "1 and more")
	}
	if n := len(l.Rows); n > 0 && l.Rows[n-1].Bytes >= units.Bytes(bytes) {
		t.refuse("size_bytes", "sizes must grow", t.cell("size_bytes"), "more than the line before")
	}
	r := Row{Line: t.line, Bytes: units.Bytes(bytes), Count: bytes / element / shares(l.Collective, l.Ranks), Type: kind, Redop: redop(l.Collective), Root: root(l.Collective)}
	r.OutOfPlace = Sample{Measured: true, Wrong: Unchecked}
	ok := false
	if r.OutOfPlace.Time, ok = microseconds(t.cell("time_us")); !ok || r.OutOfPlace.Time == 0 {
		t.refuse("time_us", "not a time", t.cell("time_us"), "microseconds, above 0")
	}
	r.OutOfPlace.Algbw, r.OutOfPlace.Busbw = t.bandwidth("algbw_GBs"), t.bandwidth("busbw_GBs")
	return r
}

func (t *table) bandwidth(column string) units.Rate {
	rate, ok := gigabytes(t.cell(column))
	if !ok {
		t.refuse(column, "not a bandwidth", t.cell(column), "GB/s")
	}
	return rate
}

// elementBytes are the sizes of what nccl-tests can move.
var elementBytes = map[string]int64{
	"int8": 1, "uint8": 1, "int32": 4, "uint32": 4, "int64": 8, "uint64": 8, "half": 2, "float": 4, "double": 8, "bfloat16": 2,
	"f8e4m3": 1, "f8e5m2": 1, "fp8_e4m3": 1, "fp8_e5m2": 1,
}

// microseconds reads a time as nccl-tests prints it.
func microseconds(text string) (units.Duration, bool) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !(f >= 0 && f < 1e12) {
		return 0, false
	}
	return units.Duration(math.Round(f * 1e6)), true
}

// gigabytes reads a bandwidth as nccl-tests prints it, in units of 10^9 bytes a second.
func gigabytes(text string) (units.Rate, bool) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !(f >= 0 && f < 1e9) {
		return 0, false
	}
	return units.Rate(math.Round(f * 1e9)), true
}

// shares is by what nccl-tests divides a buffer for its count: it counts what one rank contributes, or gets.
func shares(c algo.Collective, ranks int) int64 {
	switch c {
	case algo.AllGather, algo.ReduceScatter, algo.AllToAll, algo.Gather, algo.Scatter:
		return int64(max(ranks, 1))
	}
	return 1
}

// redop is what nccl-tests prints for the operation where nothing else was asked for.
func redop(c algo.Collective) string {
	switch c {
	case algo.AllReduce, algo.Reduce, algo.ReduceScatter, algo.SendRecv:
		return "sum"
	}
	return "none"
}

// root is the rank that a collective has where nothing else was asked for; -1 = it has none.
func root(c algo.Collective) int {
	switch c {
	case algo.Broadcast, algo.Reduce, algo.Gather, algo.Scatter:
		return 0
	}
	return -1
}
