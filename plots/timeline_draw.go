package plots

import (
	"image/color"
	"strconv"

	"gonum.org/v1/plot/vg"

	"collsim/scenarios"
	"collsim/sim/units"
)

func (f *timelineFigure) draw(s *sheet) {
	y := margin + headline.leading()/2
	for _, line := range f.title {
		s.write(margin, y, 0, headline, ink, line)
		y += headline.leading()
	}
	for _, p := range f.panels {
		p.draw(s)
	}
	for _, n := range f.time.ticks() {
		words := f.time.label(n)
		s.line(f.time.at(n), f.bottom, f.time.at(n), f.bottom+3, 0.5, rule)
		s.write(min(f.time.at(n), pageWidth-margin-width(s.typist, plain, words)/2), f.bottom+3+plain.leading()/2, -0.5, plain, faint, words)
	}
	s.write((f.time.from+f.time.to)/2, f.bottom+3+plain.leading()*1.5, -0.5, plain, faint, f.time.title())
	f.key.draw(s, f.keyTop())
	y = f.height() - margin - vg.Length(len(f.caption))*command.leading() + command.leading()/2
	for _, line := range f.caption {
		s.write(margin, y, 0, command, faint, line)
		y += command.leading()
	}
}

func (p *panel) draw(s *sheet) {
	y := p.top - gap/2 - plain.leading()*1.5 - vg.Length(len(p.head)-1)*plain.leading()
	for _, line := range p.head {
		s.write(margin, y, 0, plain, ink, line)
		y += plain.leading()
	}
	for _, n := range p.axis.ticks() {
		s.line(p.axis.at(n), p.top, p.axis.at(n), p.bottom(), 0.25, hair)
	}
	every := 1
	for vg.Length(every)*p.pitch < plain.leading()*0.85 {
		every *= 2
	}
	for i := range p.rows {
		if i%every == 0 {
			s.write(p.axis.from-gap/2, p.middle(i), -1, plain, faint, p.rows[i].name)
		}
		p.lane(s, i)
	}
	s.line(p.axis.from, p.top, p.axis.from, p.bottom(), 0.75, faint)
	s.line(p.axis.from, p.bottom(), p.axis.to, p.bottom(), 0.75, faint)
	p.rounds(s)
	for i := range p.messages {
		p.arrow(s, &p.messages[i])
	}
}

// lane draws one row. Where more happens than there are places on the page, each place shows what takes most of it.
func (p *panel) lane(s *sheet, i int) {
	spans := p.rows[i].spans
	if most := 2 * int(p.axis.to-p.axis.from); len(spans) > most {
		spans = p.binned(spans)
	}
	spans = alikeJoined(spans)
	y := p.middle(i)
	for j := range spans {
		n := &spans[j]
		half, fill := p.pitch*0.42, Color(n.Component)
		if n.State != scenarios.Working {
			half = p.pitch * 0.22
		}
		if n.State == scenarios.Waiting || n.State == scenarios.Following {
			fill = pale(fill)
		}
		s.box(p.axis.at(int64(n.From)), y-half, p.axis.at(int64(n.To)), y+half, fill)
	}
	for j := 1; j < len(spans) && p.pitch >= 12 && len(spans) < 400; j++ { // a round begins
		if spans[j].Round != spans[j-1].Round && spans[j].Round >= 0 {
			x := p.axis.at(int64(spans[j].From))
			s.line(x, y-p.pitch*0.46, x, y+p.pitch*0.46, 0.75, ink)
		}
	}
}

// alikeJoined makes one of spans that touch and look alike, so that no seam shows between them.
func alikeJoined(spans []scenarios.Span) []scenarios.Span {
	var out []scenarios.Span
	for _, s := range spans {
		if n := len(out) - 1; n >= 0 && out[n].To == s.From && out[n].Component == s.Component && out[n].State == s.State && out[n].Round == s.Round {
			out[n].To = s.To
			continue
		}
		out = append(out, s)
	}
	return out
}

// binned is one span for each point of the axis: of the component and state that have most of it, the first on a tie.
func (p *panel) binned(spans []scenarios.Span) []scenarios.Span {
	bins := int(p.axis.to - p.axis.from)
	edge := func(b int) units.Time { return units.Time(p.axis.high / int64(bins) * int64(b)) }
	var out []scenarios.Span
	first := 0
	for b := range bins {
		from, to := edge(b), edge(b+1)
		for first < len(spans) && spans[first].To <= from {
			first++
		}
		var best scenarios.Span
		var took units.Duration
		for i := first; i < len(spans) && spans[i].From < to; i++ {
			if d := min(spans[i].To, to).Sub(max(spans[i].From, from)); d > took {
				best, took = spans[i], d
			}
		}
		if took > 0 {
			best.From, best.To = from, to
			out = append(out, best)
		}
	}
	return out
}

// rounds marks where the first message of each round is posted, and numbers those that have room.
func (p *panel) rounds(s *sheet) {
	begins := map[int32]units.Time{}
	last := int32(-1)
	for i := range p.t.Messages {
		m := &p.t.Messages[i]
		if at, known := begins[m.Round]; !known || m.Posted < at {
			begins[m.Round] = m.Posted
		}
		last = max(last, m.Round)
	}
	if len(begins) == 0 {
		return
	}
	y := p.top - gap/4 - plain.leading()/2
	s.write(p.axis.from-gap/2, y, -1, plain, faint, "round")
	end := vg.Length(0)
	for n := range last + 1 {
		at, known := begins[n]
		if !known {
			continue
		}
		x, label := p.axis.at(int64(at)), strconv.Itoa(int(n))
		if x < end+gap/2 || x+width(s.typist, plain, label) > pageWidth-margin {
			continue
		}
		s.line(x, p.top-plain.leading(), x, p.top, 0.5, faint)
		s.write(x+2, y, 0, plain, faint, label)
		end = x + 2 + width(s.typist, plain, label)
	}
}

// arrow draws a message from where it is sent to where its last byte arrives.
func (p *panel) arrow(s *sheet, m *scenarios.Message) {
	from, to := p.middle(p.rowOf(m.From, m.Lane)), p.middle(p.rowOf(m.To, m.Lane))
	x0, x1 := p.axis.at(int64(m.Sent)), p.axis.at(int64(m.Arrived))
	s.line(x0, from, x1, to, 0.5, thread)
	s.box(x1-1.25, to-1.25, x1+1.25, to+1.25, thread)
}

var thread = color.NRGBA{R: 0x1A, G: 0x1A, B: 0x1A, A: 0xA0}

// pale is a colour on its way to paper.
func pale(c color.NRGBA) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8((int(a)*35 + int(b)*65) / 100) }
	return color.NRGBA{R: mix(c.R, paper.R), G: mix(c.G, paper.G), B: mix(c.B, paper.B), A: 255}
}
