package plots

import (
	"errors"
	"io"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// The page, in points.
const (
	pageWidth = vg.Length(720)
	margin    = vg.Length(18)
	gap       = vg.Length(8) // between neighbours
	barHeight = vg.Length(28)
	barPitch  = vg.Length(42) // from one bar's top to the next one's
	widest    = vg.Length(190)
	overhang  = vg.Length(5) // of the bound's mark over a bar's edge
)

var (
	headline = typeface{size: 13, bold: true}
	strong   = typeface{size: 10, bold: true}
	plain    = typeface{size: 9}
	command  = typeface{size: 8, machine: true}
)

// leading is the distance of the lines of a text.
func (t typeface) leading() vg.Length { return t.size * 1.4 }

// Breakdown draws one horizontal bar a result, which stacks the critical path's components, with the lower bound as a
// mark at the bar's edges. format is one of Formats; caption says how the figure was made. Nothing is written on an error.
func Breakdown(w io.Writer, format string, results []scenarios.Result, caption string) error {
	if len(results) == 0 {
		return errors.New("no results, so there is no breakdown to draw")
	}
	typist := newTypist()
	f := layOut(typist, results, caption)
	s, err := newSheet(format, typist, pageWidth, f.height())
	if err != nil {
		return err
	}
	f.draw(s)
	return s.writeTo(w)
}

// figure is a breakdown whose texts have been chosen and measured.
type figure struct {
	results     []scenarios.Result
	title       []string
	labels      []label
	key         []keyLine
	caption     []string
	axis        scale
	left, right vg.Length // edges of the bars
}

// label is what stands at a bar's left.
type label struct{ name, detail string }

func layOut(typist text.Handler, results []scenarios.Result, caption string) figure {
	f := figure{results: results}
	title, labels := describe(results)
	f.title = fold(typist, headline, title, pageWidth-2*margin)
	f.caption = fold(typist, command, caption, pageWidth-2*margin)
	f.key = key(typist, results, pageWidth-2*margin)
	var longest units.Duration
	var names, totals vg.Length
	for i, l := range labels {
		l = label{shorten(typist, strong, l.name, widest), shorten(typist, plain, l.detail, widest)}
		f.labels = append(f.labels, l)
		names = max(names, width(typist, strong, l.name), width(typist, plain, l.detail))
		totals = max(totals, width(typist, strong, results[i].Total.Short()))
		longest = max(longest, results[i].Total, results[i].Bound.Total)
	}
	f.axis = newScale(Axis{Name: "time on the critical path", Unit: Time}, 0, int64(longest))
	f.left = margin + names + gap
	f.right = pageWidth - margin - totals - gap
	f.axis.from, f.axis.to = f.left, f.right
	return f
}

func (f *figure) height() vg.Length {
	return f.keyTop() + vg.Length(len(f.key))*plain.leading()*1.2 + gap + vg.Length(len(f.caption))*command.leading() + margin
}

func (f *figure) barsTop() vg.Length {
	return margin + vg.Length(len(f.title))*headline.leading() + gap
}

func (f *figure) axisTop() vg.Length { return f.barsTop() + vg.Length(len(f.results))*barPitch }

func (f *figure) keyTop() vg.Length { return f.axisTop() + 3*plain.leading() }

// at is the place of an instant on the page.
func (f *figure) at(d units.Duration) vg.Length {
	return f.axis.at(int64(d))
}

func (f *figure) draw(s *sheet) {
	y := margin + headline.leading()/2
	for _, line := range f.title {
		s.write(margin, y, 0, headline, ink, line)
		y += headline.leading()
	}
	f.drawAxis(s)
	for i := range f.results {
		f.drawBar(s, i)
	}
	f.drawKey(s)
	y = f.height() - margin - vg.Length(len(f.caption))*command.leading() + command.leading()/2
	for _, line := range f.caption {
		s.write(margin, y, 0, command, faint, line)
		y += command.leading()
	}
}

func (f *figure) drawAxis(s *sheet) {
	top, bottom := f.barsTop(), f.axisTop()
	for _, d := range f.axis.ticks() {
		x := f.axis.at(d)
		s.line(x, top, x, bottom+3, 0.5, rule)
		s.write(x, bottom+3+plain.leading()/2, -0.5, plain, faint, f.axis.label(d))
	}
	s.line(f.left, bottom, f.right, bottom, 0.75, faint)
	s.write((f.left+f.right)/2, bottom+3+plain.leading()*1.5, -0.5, plain, faint, f.axis.title())
}

func (f *figure) drawBar(s *sheet, i int) {
	r := &f.results[i]
	top := f.barsTop() + vg.Length(i)*barPitch + (barPitch-barHeight)/2
	bottom, middle := top+barHeight, top+barHeight/2
	if f.labels[i].detail == "" {
		s.write(f.left-gap, middle, -1, strong, ink, f.labels[i].name)
	} else {
		s.write(f.left-gap, middle-strong.leading()/2, -1, strong, ink, f.labels[i].name)
		s.write(f.left-gap, middle+plain.leading()/2, -1, plain, faint, f.labels[i].detail)
	}
	shares := ledger.Shares(r.CriticalPath[:])
	var before units.Duration
	for c, d := range r.CriticalPath {
		if d > 0 {
			f.drawSegment(s, ledger.Component(c), f.at(before), f.at(before+d), top, bottom, shares[c])
		}
		before += d
	}
	end := f.at(r.Total)
	total := r.Total.Short()
	s.box(end+gap/2, top, end+1.5*gap+width(s.typist, strong, total), bottom, paper) // no tick's line through the number
	s.write(end+gap, middle, 0, strong, ink, total)
	if r.Bound.Total > 0 {
		x := f.at(r.Bound.Total)
		s.line(x, top-overhang, x, top+3, 2, mark)
		s.line(x, bottom-3, x, bottom+overhang, 2, mark)
	}
}

// drawSegment draws one component of a bar and names it as fully as it has room for.
func (f *figure) drawSegment(s *sheet, c ledger.Component, left, right, top, bottom vg.Length, share int) {
	s.box(left, top, right, bottom, Color(c))
	if right-left < 3 {
		return
	}
	s.line(right, top, right, bottom, 0.75, paper)
	for _, words := range []string{c.String() + " " + percent(share), percent(share)} {
		if width(s.typist, plain, words)+gap <= right-left {
			s.write((left+right)/2, (top+bottom)/2, -0.5, plain, contrast(Color(c)), words)
			return
		}
	}
}
