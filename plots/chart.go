package plots

import (
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

const plotHeight = vg.Length(280)

// chart is the frame of a figure with two axes: title on top, then the plot, a key and the caption.
type chart struct {
	typist         text.Handler
	title, caption []string
	x, y           scale
	head           vg.Length // between title and plot, for what a figure writes there
	tall           vg.Length // the plot
	key            keyRows
}

// newChart measures the texts of a figure and gives the axes their places.
func newChart(title, caption string, x, y scale, head vg.Length) *chart {
	c := &chart{typist: newTypist(), x: x, y: y, head: head, tall: plotHeight}
	c.title = fold(c.typist, headline, title, pageWidth-2*margin)
	c.caption = fold(c.typist, command, caption, pageWidth-2*margin)
	var wide vg.Length
	for _, n := range c.y.ticks() {
		wide = max(wide, width(c.typist, plain, c.y.label(n)))
	}
	c.x.from, c.x.to = margin+wide+gap, pageWidth-margin-gap
	c.place()
	return c
}

// place puts the y axis below title and head.
func (c *chart) place() {
	top := margin + vg.Length(len(c.title))*headline.leading() + gap/2 + plain.leading() + c.head
	c.y.from, c.y.to = top+c.tall, top
}

func (c *chart) top() vg.Length    { return c.y.to }
func (c *chart) bottom() vg.Length { return c.y.from }

func (c *chart) keyTop() vg.Length { return c.bottom() + 3*plain.leading() }

func (c *chart) height() vg.Length {
	return c.keyTop() + c.key.height() + gap + vg.Length(len(c.caption))*command.leading() + margin
}

// sheet is the page with everything on it but what the figure shows.
func (c *chart) sheet(format string) (*sheet, error) {
	s, err := newSheet(format, c.typist, pageWidth, c.height())
	if err != nil {
		return nil, err
	}
	y := margin + headline.leading()/2
	for _, line := range c.title {
		s.write(margin, y, 0, headline, ink, line)
		y += headline.leading()
	}
	y = c.height() - margin - vg.Length(len(c.caption))*command.leading() + command.leading()/2
	for _, line := range c.caption {
		s.write(margin, y, 0, command, faint, line)
		y += command.leading()
	}
	c.key.draw(s, c.keyTop())
	return s, nil
}

// grid draws the lines and numbers of both axes.
func (c *chart) grid(s *sheet) {
	for _, n := range c.x.fine() {
		s.line(c.x.at(n), c.top(), c.x.at(n), c.bottom(), 0.25, hair)
	}
	for _, n := range c.y.fine() {
		s.line(c.x.from, c.y.at(n), c.x.to, c.y.at(n), 0.25, hair)
	}
	c.rows(s)
	for _, n := range c.x.ticks() {
		s.line(c.x.at(n), c.top(), c.x.at(n), c.bottom()+3, 0.5, rule)
	}
	c.columns(s)
	s.line(c.x.from, c.top(), c.x.from, c.bottom(), 0.75, faint)
	s.line(c.x.from, c.bottom(), c.x.to, c.bottom(), 0.75, faint)
}

// rows draws the lines, numbers and title of the y axis.
func (c *chart) rows(s *sheet) {
	for _, n := range c.y.ticks() {
		y := c.y.at(n)
		s.line(c.x.from-3, y, c.x.to, y, 0.5, rule)
		s.write(c.x.from-gap/2-1, y, -1, plain, faint, c.y.label(n))
	}
	s.write(margin, c.top()-c.head-plain.leading()/2-gap/2, 0, plain, faint, c.y.title())
}

// columns writes the numbers and the title of the x axis. A number that would stand over the page's edge moves inward.
func (c *chart) columns(s *sheet) {
	for _, n := range c.x.ticks() {
		words := c.x.label(n)
		half := width(c.typist, plain, words) / 2
		x := min(c.x.at(n), pageWidth-margin-half)
		s.write(x, c.bottom()+3+plain.leading()/2, -0.5, plain, faint, words)
	}
	s.write((c.x.from+c.x.to)/2, c.bottom()+3+plain.leading()*1.5, -0.5, plain, faint, c.x.title())
}

var hair = rgb(0xE6E6E6)

// next starts a row.
func (k *keyRows) next() { k.rows = append(k.rows, nil) }

// keyRows is a key in rows: each entry a sample and words.
type keyRows struct{ rows [][]keyEntry }

type keyEntry struct {
	left  vg.Length
	words string
	draw  func(s *sheet, left, y vg.Length) // the sample, sampleWide wide
}

const sampleWide = vg.Length(22)

// add puts an entry behind the last one, or into the next row.
func (k *keyRows) add(typist text.Handler, words string, draw func(s *sheet, left, y vg.Length)) {
	words = shorten(typist, plain, words, pageWidth-2*margin-sampleWide-gap)
	left := margin
	if n := len(k.rows); n > 0 && len(k.rows[n-1]) > 0 {
		last := k.rows[n-1][len(k.rows[n-1])-1]
		left = last.left + sampleWide + gap/2 + width(typist, plain, last.words) + 2*gap
	}
	wide := sampleWide + gap/2 + width(typist, plain, words)
	if len(k.rows) == 0 || left > margin && left+wide > pageWidth-margin {
		k.next()
		left = margin
	}
	n := len(k.rows) - 1
	k.rows[n] = append(k.rows[n], keyEntry{left, words, draw})
}

func (k *keyRows) height() vg.Length { return vg.Length(len(k.rows)) * plain.leading() * 1.2 }

func (k *keyRows) draw(s *sheet, top vg.Length) {
	y := top + plain.leading()*0.6
	for _, row := range k.rows {
		for _, e := range row {
			e.draw(s, e.left, y)
			s.write(e.left+sampleWide+gap/2, y, 0, plain, ink, e.words)
		}
		y += plain.leading() * 1.2
	}
}

// patch is the sample of a coloured field.
func patch(fill color.Color) func(s *sheet, left, y vg.Length) {
	return func(s *sheet, left, y vg.Length) {
		s.box(left+sampleWide-swatch*2, y-swatch/2, left+sampleWide, y+swatch/2, fill)
	}
}
