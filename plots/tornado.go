package plots

import (
	"image/color"
	"io"
	"math/bits"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// Bar is one line of a tornado: the totals at both ends of a parameter, or with one thing changed.
type Bar struct {
	Name      string
	Low, High int64  // totals; the base where there is one end only
	AtLow     string // what gives the total Low, such as "50 GB/s"; "" = nothing is written
	AtHigh    string
}

// TornadoSheet is what Tornado draws: how far each change moves a total, largest first.
type TornadoSheet struct {
	Title string
	Name  string // of the axis, such as "total"
	Base  int64
	Unit  Unit
	Bars  []Bar
}

// Sizes of a tornado.
const (
	tornadoPitch = vg.Length(22)
	tornadoBar   = vg.Length(13)
	mostBars     = 16
)

var (
	faster = rgb(0x4A8474) // than the base: the green of what physics takes
	slower = rgb(0xAF6F13) // the brown of what waiting adds
)

// tornado is one panel whose texts have been measured.
type tornado struct {
	TornadoSheet
	typist        text.Handler
	title         []string
	top           vg.Length
	hidden        int       // bars that have no room
	left, right   vg.Length // of the bars
	least, most   int64     // how far any total is below and above the base
	scale         scale     // of changes
	reserve, tail vg.Length // for the words at the left and at the right ends
}

// Tornado draws how far each change moves a total, one panel a sheet: to the left what makes it smaller, to the right
// what makes it larger. format is one of Formats; caption says how the figure was made. Nothing is written on an error.
func Tornado(w io.Writer, format string, sheets []TornadoSheet, caption string) error {
	if len(sheets) == 0 {
		return errEmpty
	}
	typist := newTypist()
	var panels []*tornado
	height := margin
	for _, t := range sheets {
		p := layOutTornado(typist, t, height)
		panels = append(panels, p)
		height = p.bottom() + 3*plain.leading() + gap
	}
	lines := fold(typist, command, caption, pageWidth-2*margin)
	s, err := newSheet(format, typist, pageWidth, height+vg.Length(len(lines))*command.leading()+margin)
	if err != nil {
		return err
	}
	for _, p := range panels {
		p.draw(s)
	}
	y := height + command.leading()/2
	for _, line := range lines {
		s.write(margin, y, 0, command, faint, line)
		y += command.leading()
	}
	return s.writeTo(w)
}

func layOutTornado(typist text.Handler, t TornadoSheet, top vg.Length) *tornado {
	p := &tornado{TornadoSheet: t, typist: typist, top: top, title: fold(typist, headline, t.Title, pageWidth-2*margin)}
	if n := len(p.Bars); n > mostBars {
		p.hidden = n - mostBars
		p.Bars = p.Bars[:mostBars]
	}
	p.Bars = slices.Clone(p.Bars)
	var names vg.Length
	for i := range p.Bars {
		b := &p.Bars[i]
		b.Name = shorten(typist, plain, b.Name, widest*1.3)
		names = max(names, width(typist, plain, b.Name))
		b.AtLow, b.AtHigh = p.words(b.Low, b.AtLow), p.words(b.High, b.AtHigh)
		p.least, p.most = max(p.least, t.Base-b.Low), max(p.most, b.High-t.Base)
		if b.Low < t.Base {
			p.reserve = max(p.reserve, width(typist, small, b.AtLow))
		}
		if b.High > t.Base {
			p.tail = max(p.tail, width(typist, small, b.AtHigh))
		}
	}
	p.scale = newScale(Axis{Name: t.Name, Unit: t.Unit}, 0, max(p.least, p.most))
	p.left = margin + names + gap + p.reserve + gap
	p.right = pageWidth - margin - p.tail - gap
	return p
}

// words are what stands at the end of a bar: what gives this total, and how many percent it is from the base.
func (p *tornado) words(total int64, what string) string {
	if p.Base > 0 {
		change := total - p.Base
		sign := "+"
		if change < 0 {
			sign, change = "-", -change
		}
		if what != "" {
			what += ", "
		}
		what += sign + percent(thousandths(change, p.Base))
	}
	return shorten(p.typist, small, what, widest/1.5)
}

func (p *tornado) barsTop() vg.Length {
	return p.top + vg.Length(len(p.title))*headline.leading() + gap + plain.leading()
}

func (p *tornado) bottom() vg.Length { return p.barsTop() + vg.Length(len(p.Bars))*tornadoPitch }

// at is the place of a change.
func (p *tornado) at(change int64) vg.Length {
	if p.least+p.most == 0 {
		return p.left
	}
	return p.left + (p.right-p.left)*vg.Length(float64(change+p.least)/float64(p.least+p.most))
}

func (p *tornado) draw(s *sheet) {
	y := p.top + headline.leading()/2
	for _, line := range p.title {
		s.write(margin, y, 0, headline, ink, line)
		y += headline.leading()
	}
	p.grid(s)
	for i, b := range p.Bars {
		middle := p.barsTop() + (vg.Length(i)+0.5)*tornadoPitch
		s.write(p.left-p.reserve-2*gap, middle, -1, plain, ink, b.Name)
		for _, side := range []struct {
			total int64
			words string
			align text.XAlignment
			fill  color.Color
		}{{b.Low, b.AtLow, -1, faster}, {b.High, b.AtHigh, 0, slower}} {
			change := side.total - p.Base
			if change < 0 != (side.align < 0) || change == 0 {
				continue
			}
			s.box(p.at(0), middle-tornadoBar/2, p.at(change), middle+tornadoBar/2, side.fill)
			away := gap / 2 * vg.Length(2*side.align+1)
			s.write(p.at(change)+away, middle, side.align, small, ink, side.words)
		}
	}
	s.line(p.at(0), p.barsTop(), p.at(0), p.bottom(), 1, ink)
}

// grid draws the axis of changes, with the base on top.
func (p *tornado) grid(s *sheet) {
	base := p.Name + " " + p.Unit.brief(p.Base)
	if p.hidden > 0 {
		base += ", and " + counted(p.hidden, "smaller change") + " that have no room"
	}
	s.write(inside(p.at(0), width(s.typist, strong, base)/2), p.barsTop()-plain.leading()/2, -0.5, strong, ink, base)
	end := vg.Length(0)
	for n := -p.least / p.scale.step; n <= p.most/p.scale.step; n++ {
		change := n * p.scale.step
		words := p.scale.unit.write(max(change, -change))
		if change > 0 {
			words = "+" + words
		} else if change < 0 {
			words = "-" + words
		}
		x, half := p.at(change), width(s.typist, plain, words)/2
		s.line(x, p.barsTop(), x, p.bottom()+3, 0.5, rule)
		if x-half < end+gap/2 {
			continue
		}
		end = x + half
		s.write(x, p.bottom()+3+plain.leading()/2, -0.5, plain, faint, words)
	}
	title := "change of the " + p.Name
	if p.scale.unit.name != "" {
		title += ", " + p.scale.unit.name
	}
	s.write(inside((p.left+p.right)/2, width(s.typist, plain, title)/2), p.bottom()+3+plain.leading()*1.5, -0.5, plain, faint, title)
}

// thousandths is a over b, rounded down; at most 99,999.
func thousandths(a, b int64) int {
	hi, lo := bits.Mul64(uint64(a), 1000)
	if hi >= uint64(b) {
		return 99_999
	}
	q, _ := bits.Div64(hi, lo, uint64(b))
	return int(min(q, 99_999))
}
