package measured

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"

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

func (t *table) row(l *Log, kind string, element units.Bytes) Row {
	bytes, err := strconv.ParseInt(t.cell("size_bytes"), 10, 64)
	if err != nil || bytes < 1 {
		t.refuse("size_bytes", "not a size in bytes", t.cell("size_bytes"), "1 and more")
	}
	if n := len(l.Rows); n > 0 && l.Rows[n-1].Bytes >= units.Bytes(bytes) {
		t.refuse("size_bytes", "sizes must grow", t.cell("size_bytes"), "more than the line before")
	}
	r := Row{Line: t.line, Bytes: units.Bytes(bytes), Count: Count(l.Collective, l.Ranks, units.Bytes(bytes), element), Type: kind, Redop: Redop(l.Collective), Root: Root(l.Collective)}
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
