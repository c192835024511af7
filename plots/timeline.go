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

// Timeline draws what every rank does when: ranks down, time across, coloured by component, one panel a result, all with one
// axis. Rounds are marked where their first messages are posted, messages are thin lines where they are few. Of many ranks some are
// shown, and the panel says which. Results need timelines. format is one of Formats; caption says how the figure was made.
// Nothing is written on an error.
func Timeline(w io.Writer, format string, results []scenarios.Result, caption string) error {
	f, err := layOutTimeline(results, caption)
	if err != nil {
		return err
	}
	s, err := newSheet(format, f.typist, pageWidth, f.height())
	if err != nil {
		return err
	}
	f.draw(s)
	return s.writeTo(w)
}

var errTimeless = errors.New("no timeline, so there is nothing to draw")

// timelineFigure is a figure whose texts have been measured.
type timelineFigure struct {
	typist         text.Handler
	title, caption []string
	panels         []*panel
	key            keyRows
	time           scale
	bottom         vg.Length // of the last panel
}

// panel is one result's part.
type panel struct {
	head     []string
	t        *scenarios.Timeline
	rows     []laneRow
	messages []scenarios.Message
	of       map[[2]int32]int // party and lane -> row
	first    map[int32]int    // party -> its first row
	pitch    vg.Length        // from one row to the next
	top      vg.Length        // of the first row
	axis     scale
}

// laneRow is one lane.
type laneRow struct {
	name  string
	spans []scenarios.Span
}

func (p *panel) bottom() vg.Length { return p.top + vg.Length(len(p.rows))*p.pitch }

// middle is that of a row.
func (p *panel) middle(row int) vg.Length { return p.top + (vg.Length(row)+0.5)*p.pitch }

func layOutTimeline(results []scenarios.Result, caption string) (*timelineFigure, error) {
	f := &timelineFigure{typist: newTypist()}
	title, labels := describe(results)
	f.title = fold(f.typist, headline, title, pageWidth-2*margin)
	f.caption = fold(f.typist, command, caption, pageWidth-2*margin)
	var longest units.Duration
	names := width(f.typist, plain, "round")
	for i := range results {
		r := &results[i]
		if r.Timeline == nil {
			continue
		}
		p := newPanel(r.Timeline)
		p.head = fold(f.typist, plain, timelineWords(r, labels[i].name, p), pageWidth-2*margin)
		for _, row := range p.rows {
			names = max(names, width(f.typist, plain, row.name))
		}
		longest = max(longest, units.Duration(r.Timeline.Until))
		f.panels = append(f.panels, p)
	}
	if len(f.panels) == 0 {
		return nil, errTimeless
	}
	f.time = newScale(Axis{Name: "time", Unit: Time}, 0, int64(longest))
	f.time.from, f.time.to = margin+names+gap, pageWidth-margin-gap
	y := margin + vg.Length(len(f.title))*headline.leading() + gap/2
	for _, p := range f.panels {
		p.axis = f.time
		p.top = y + vg.Length(len(p.head))*plain.leading() + plain.leading() + gap/2 // the rounds stand between
		y = p.bottom() + 2*gap
	}
	f.bottom = y - 2*gap
	f.explain()
	return f, nil
}

// timelineWords are the line over a panel.
func timelineWords(r *scenarios.Result, name string, p *panel) string {
	words := name + ": " + r.Total.Short() + ", " + counted(r.Rounds, "round")
	if p.t.Note != "" {
		words += "; " + p.t.Note
	}
	if n := p.left(); n != "" {
		words += "; " + n
	}
	return words
}

// explain lays out the key.
func (f *timelineFigure) explain() {
	var there [ledger.Components]bool
	for _, p := range f.panels {
		for _, r := range p.rows {
			for i := range r.spans {
				there[r.spans[i].Component] = true
			}
		}
	}
	for c := range ledger.Components {
		if there[c] {
			f.key.add(f.typist, c.String(), patch(Color(c)))
		}
	}
	f.key.next()
	sample := Color(ledger.Propagate)
	f.key.add(f.typist, "high: the rank's own work", func(s *sheet, left, y vg.Length) { s.box(left, y-4.5, left+sampleWide, y+4.5, sample) })
	f.key.add(f.typist, "low: a message to it is on its way", func(s *sheet, left, y vg.Length) { s.box(left, y-2.5, left+sampleWide, y+2.5, sample) })
	f.key.add(f.typist, "pale: its peer has not sent yet, for what the colour says", func(s *sheet, left, y vg.Length) { s.box(left, y-2.5, left+sampleWide, y+2.5, pale(sample)) })
}

func (f *timelineFigure) keyTop() vg.Length { return f.bottom + 3*plain.leading() }

func (f *timelineFigure) height() vg.Length {
	return f.keyTop() + f.key.height() + gap + vg.Length(len(f.caption))*command.leading() + margin
}
