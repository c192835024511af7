package plots

import (
	"image/color"
	"io"

	"gonum.org/v1/plot/vg"

	"collsim/scenarios"
	"collsim/sim/ledger"
)

// sampleRow is what replicates say of one thing: the total, or a group of components.
type sampleRow struct {
	name   string
	sample *scenarios.Sample
	pen    pen
}

// Percentiles draws what the replicates of results say: a row for the total and one a group of components, from the
// smallest to the largest, with the median and the interval that holds the true one. Results without replicates are
// left out. format is one of Formats; caption says how the figure was made. Nothing is written on an error.
func Percentiles(w io.Writer, format string, results []scenarios.Result, caption string) error {
	var with []scenarios.Result
	for i := range results {
		if results[i].Replicates != nil {
			with = append(with, results[i])
		}
	}
	if len(with) == 0 {
		return errEmpty
	}
	title, labels := describe(with)
	var rows []sampleRow
	longest := int64(1)
	for i := range with {
		rows = append(rows, sampleRows(&with[i], labels[i].name, len(with) > 1)...)
		longest = max(longest, int64(with[i].Replicates.Total.Max))
	}
	f := newChart(title, caption, newScale(Axis{Name: "time on the critical path", Unit: Time}, 0, longest), newScale(Axis{}, 1, 1), 0)
	var names vg.Length
	for _, r := range rows {
		names = max(names, width(f.typist, plain, r.name))
	}
	f.x.from = margin + names + gap
	f.tall = vg.Length(len(rows)) * tornadoPitch
	f.place()
	for _, l := range layers {
		f.key.add(f.typist, l.words, patch(mix(ink, l.percent+20)))
	}
	f.key.add(f.typist, "median", func(s *sheet, left, y vg.Length) {
		s.line(left+sampleWide-swatch, y-swatch/2, left+sampleWide-swatch, y+swatch/2, 2, ink)
	})
	s, err := f.sheet(format)
	if err != nil {
		return err
	}
	for _, n := range f.x.ticks() {
		s.line(f.x.at(n), f.top(), f.x.at(n), f.bottom()+3, 0.25, rule)
	}
	for i, r := range rows {
		f.sampleRow(s, r, f.top()+(vg.Length(i)+0.5)*tornadoPitch)
	}
	f.columns(s)
	s.line(f.x.from, f.bottom(), f.x.to, f.bottom(), 0.75, faint)
	return s.writeTo(w)
}

func sampleRows(r *scenarios.Result, name string, many bool) []sampleRow {
	first := "total"
	if many {
		first = name + ", total"
	}
	rows := []sampleRow{{first, &r.Replicates.Total, pen{hue: hue{color: ink}}}}
	for g := range ledger.Groups {
		if s := &r.Replicates.Groups[g]; s.Max > 0 {
			rows = append(rows, sampleRow{g.String(), s, pen{hue: hue{color: groupColor(g)}}})
		}
	}
	return rows
}

// groupColor is the colour of the first component of a group that is dark enough for its hue to be seen when thinned.
func groupColor(g ledger.Group) color.NRGBA {
	for k := range ledger.Components {
		if k.Group() == g && contrast(Color(k)) == paper {
			return Color(k)
		}
	}
	return ink
}

// sampleRow draws the fields of one row, its median and what it says in numbers.
func (c *chart) sampleRow(s *sheet, r sampleRow, y vg.Length) {
	b := Band{Min: int64(r.sample.Min), P50: int64(r.sample.P50.At), P95: int64(r.sample.P95.At), P99: int64(r.sample.P99.At), Max: int64(r.sample.Max)}
	for _, l := range layers {
		s.box(c.x.at(l.low(b)), y-tornadoBar/2, max(c.x.at(l.high(b)), c.x.at(l.low(b))+1), y+tornadoBar/2, mix(r.pen.color, l.percent+20))
	}
	s.line(c.x.at(b.P50), y-tornadoBar/2-2, c.x.at(b.P50), y+tornadoBar/2+2, 2, r.pen.color)
	s.write(c.x.from-gap/2, y, -1, plain, ink, r.name)
	words := "p50 " + r.sample.P50.At.Short() + ", p99 " + r.sample.P99.At.Short()
	wide := width(s.typist, small, words)
	if at := c.x.at(b.Max) + gap; at+wide <= pageWidth-margin {
		s.write(at, y, 0, small, ink, words)
	} else {
		s.write(c.x.at(b.Min)-gap/2, y, -1, small, ink, words)
	}
}
