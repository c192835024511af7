package page

import (
	"cmp"
	"slices"

	"collsim/sim/units"
)

// filling is by how much a column of a row's buffers becomes fuller.
type filling struct {
	at     int64
	row    int32
	column int32
	by     int64
}

// buffersTold is how full the buffers of all rows are when a window begins, and what becomes fuller in it; null where nothing
// is known. Where several ranks share a row their buffers are one column, which changes in steps of a part of the window.
func (s *stage) buffersTold(w window) any {
	fill := s.film.Filling
	if fill == nil {
		return nil
	}
	columns, column := fill.Columns, func(c int) int32 { return int32(c) }
	if s.folded != "" {
		columns, column = 1, func(int) int32 { return 0 }
	}
	full, times, now := make([]int64, columns), make([]int64, len(s.rows)), make([][]int64, len(s.rows))
	for c, n := range fill.Full {
		full[column(c)] += n
	}
	for i := range s.rows {
		now[i], times[i] = make([]int64, columns), int64(len(s.rows[i].parties))
		for _, p := range s.rows[i].parties {
			for c, n := range fill.Start[p] {
				now[i][column(c)] += n
			}
		}
	}
	var all []filling
	for i := range s.film.Messages {
		m := &s.film.Messages[i]
		g, row := s.film.Gain(i), s.row[m.To]
		if g == nil || row < 0 || m.Taken > w.until {
			continue
		}
		for _, f := range g.Fills {
			switch c := column(int(f.Column)); {
			case f.By == 0:
			case m.Taken <= w.from:
				now[row][c] += f.By
			default:
				all = append(all, filling{int64(m.Taken), row, c, f.By})
			}
		}
	}
	if s.folded != "" {
		all = gathered(all, bins{w.from, w.until, mostBins})
	}
	told := body{{"reduces", s.film.Reductions}, {"columns", columns}, {"full", full}, {"times", times}, {"start", now}}
	return append(told, fillingsTold(all)...)
}

// fillingsTold are the columns of fillings, in order of time.
func fillingsTold(all []filling) body {
	slices.SortStableFunc(all, func(a, b filling) int { return cmp.Compare(a.at, b.at) })
	n := len(all)
	at, by, rows, columns := make([]int64, n), make([]int64, n), make([]int32, n), make([]int32, n)
	for i, f := range all {
		at[i], by[i], rows[i], columns[i] = f.at, f.by, f.row, f.column
	}
	return body{{"at_ps", at}, {"row", rows}, {"column", columns}, {"by", by}}
}

// gathered adds up what the same buffers get in the same bin, at the last instant at which they get it.
func gathered(all []filling, b bins) []filling {
	type part struct {
		row, column int32
		bin         int
	}
	at := map[part]int{}
	kept := all[:0:0]
	for _, f := range all {
		k := part{f.row, f.column, b.of(min(units.Time(f.at), b.until-1))}
		if n, known := at[k]; known {
			kept[n].by += f.by
			kept[n].at = max(kept[n].at, f.at)
			continue
		}
		at[k] = len(kept)
		kept = append(kept, f)
	}
	return kept
}
