package plots

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/plot/vg"

	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// How many rows are drawn: of all results, and of those of one at which only its senders' own bytes wait.
const (
	mostQueues = 12
	mostOwn    = 2
)

// queueHeight is that of one link's row.
const queueHeight = vg.Length(44)

// QueueDepth draws what waits for the links that most waits for, over time: a row a link, with a strip below that says when the
// link sends. Results need timelines. format is one of Formats;
// caption says how the figure was made. Nothing is written on an error.
func QueueDepth(w io.Writer, format string, results []scenarios.Result, caption string) error {
	title, labels := describe(results)
	var rows []queueRow
	longest := units.Time(0)
	for i := range results {
		t := results[i].Timeline
		if t == nil {
			continue
		}
		longest = max(longest, t.Until)
		for _, l := range deepest(t, max(1, mostQueues/len(results))) {
			rows = append(rows, queueRow{labels[i].name, l, t.Until})
		}
	}
	if len(rows) == 0 {
		return errTimeless
	}
	x := newScale(Axis{Name: "time", Unit: Time}, 0, int64(longest))
	peak := int64(0)
	for _, r := range rows {
		peak = max(peak, r.peak())
	}
	c := newChart(title+": bytes that wait for the busiest queues", caption, x, newScale(Axis{Name: "waiting", Unit: Size}, 0, peak), 0)
	c.tall = vg.Length(len(rows)) * (queueHeight + 2*plain.leading())
	c.place()
	c.key.add(c.typist, fmt.Sprintf("bytes that wait; every row is %s high", Size.short(peak)), patch(Color(ledger.Queue)))
	c.key.add(c.typist, "the link sends", patch(Color(ledger.Serialize)))
	c.x.from = margin
	s, err := c.sheet(format)
	if err != nil {
		return err
	}
	for i := range rows {
		rows[i].draw(s, c, i, peak, len(results) > 1)
	}
	s.line(c.x.from, c.bottom(), c.x.to, c.bottom(), 0.75, faint)
	c.columns(s)
	return s.writeTo(w)
}

// queueRow is one link of one result.
type queueRow struct {
	variant string
	link    *scenarios.LinkTrack
	until   units.Time
}

func (r *queueRow) peak() (most int64) {
	for _, d := range r.link.Queue {
		most = max(most, int64(d.Bytes))
	}
	return most
}

// deepest are the links for which most waits, bytes times time. Where others than senders wait for no link, a few of those at
// which their own bytes do are shown.
func deepest(t *scenarios.Timeline, most int) []*scenarios.LinkTrack {
	var all []*scenarios.LinkTrack
	for i := range t.Links {
		if len(t.Links[i].Queue) > 0 {
			all = append(all, &t.Links[i])
		}
	}
	area := func(l *scenarios.LinkTrack) (sum float64) {
		for i, d := range l.Queue {
			end := t.Until
			if i+1 < len(l.Queue) {
				end = l.Queue[i+1].At
			}
			sum += float64(d.Bytes) * float64(end-d.At)
		}
		return sum
	}
	slices.SortStableFunc(all, func(a, b *scenarios.LinkTrack) int { return cmp.Compare(area(b), area(a)) })
	shared := slices.DeleteFunc(slices.Clone(all), func(l *scenarios.LinkTrack) bool { return l.Source })
	if len(shared) > 0 {
		return shared[:min(most, len(shared))]
	}
	return all[:min(most, mostOwn, len(all))]
}

// draw draws row i.
func (r *queueRow) draw(s *sheet, c *chart, i int, peak int64, several bool) {
	top := c.top() + vg.Length(i)*(queueHeight+2*plain.leading())
	words := r.link.Link
	if several {
		words = r.variant + ": " + words
	}
	words += fmt.Sprintf(", at most %s", Size.short(r.peak()))
	if r.link.Source {
		words += " of its own sender"
	}
	s.write(c.x.from, top+plain.leading()/2, 0, plain, ink, words)
	top += plain.leading() + gap/4
	floor := top + queueHeight
	for _, n := range c.x.ticks() {
		s.line(c.x.at(n), top, c.x.at(n), floor, 0.25, hair)
	}
	fill(s, r.steps(c), floor, func(bytes int64) vg.Length { return queueHeight * vg.Length(float64(bytes)/float64(peak)) })
	s.line(c.x.from, floor, c.x.to, floor, 0.5, rule)
	for _, b := range r.link.Busy {
		left, right := c.x.at(int64(b.From)), c.x.at(int64(b.To))
		s.box(left, floor+2, max(right, left+0.1), floor+5, Color(ledger.Serialize))
	}
}

// fill draws steps that touch as one area, so that no seams show between them.
func fill(s *sheet, steps []stepOf, floor vg.Length, high func(int64) vg.Length) {
	var outline []vg.Point
	point := func(x, y vg.Length) { outline = append(outline, vg.Point{X: x, Y: s.height - y}) }
	for i, b := range steps {
		if i == 0 || steps[i-1].right < b.left {
			point(b.left, floor)
		}
		y := floor - high(b.bytes)
		point(b.left, y)
		point(b.right, y)
		if i == len(steps)-1 || b.right < steps[i+1].left {
			point(b.right, floor)
			s.canvas.FillPolygon(Color(ledger.Queue), outline)
			outline = nil
		}
	}
}

// stepOf is a height from one place to another.
type stepOf struct {
	left, right vg.Length
	bytes       int64
}

// steps are what waits as boxes, the highest of those that share a fifth of a point.
func (r *queueRow) steps(c *chart) []stepOf {
	var all []stepOf
	for i, d := range r.link.Queue {
		end := r.until
		if i+1 < len(r.link.Queue) {
			end = r.link.Queue[i+1].At
		}
		if d.Bytes == 0 {
			continue
		}
		b := stepOf{c.x.at(int64(d.At)), c.x.at(int64(end)), int64(d.Bytes)}
		if n := len(all) - 1; n >= 0 && b.left-all[n].left < 0.2 {
			all[n].right, all[n].bytes = b.right, max(all[n].bytes, b.bytes)
			continue
		}
		all = append(all, b)
	}
	return all
}
