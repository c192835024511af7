package plots

import (
	"errors"
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot/vg"

	"collsim/fabric"
	"collsim/fabric/topofile"
	"collsim/scenarios"
)

// loadClass is how links are drawn that are busy for at least so many thousandths of a run.
type loadClass struct {
	from  int
	color color.NRGBA
	thick vg.Length
	words string
}

// loadClasses go from light to dark, and from thin to thick, so that no colour needs to be told from another.
var loadClasses = []loadClass{
	{0, rgb(0xC4C4C4), 0.6, "sent nothing"},
	{1, rgb(0xA8BEE0), 1, "under 25 % busy"},
	{250, rgb(0x6F93CC), 1.5, "25 % or more"},
	{500, rgb(0x3F66AE), 2.1, "50 % or more"},
	{750, rgb(0x1F3A7A), 2.8, "75 % or more"},
	{900, rgb(0x9F2B00), 3.4, "90 % or more"},
}

// loads are how busy the links of a graph were, in thousandths of the run.
type loads struct {
	graph *fabric.Graph
	busy  map[string]int
}

// of is the load of the busier way of a cable.
func (l *loads) of(c topofile.Cable) int {
	most := 0
	for _, id := range []fabric.LinkID{c.Up, c.Down} {
		if id >= 0 {
			most = max(most, l.busy[l.graph.LinkName(id)])
		}
	}
	return most
}

func classOf(thousandths int) int {
	at := 0
	for i, c := range loadClasses {
		if thousandths >= c.from {
			at = i
		}
	}
	return at
}

// LoadSheet is a fabric and what a run did with its links.
type LoadSheet struct {
	Title string // "" = what the fabric is says enough
	Graph *fabric.Graph
	Links *scenarios.Links
}

// Loads draws what is wired to what, as Topology does, with each cable in the colour and thickness of how long the
// busier of its ways was busy; one sheet below the other. format is one of Formats; caption says how the figure was
// made. Nothing is written on an error.
func Loads(w io.Writer, format string, sheets []LoadSheet, caption string) error {
	if len(sheets) == 0 {
		return errEmpty
	}
	var maps []*wireMap
	typist, bottom := newTypist(), vg.Length(0)
	for _, sheet := range sheets {
		l, err := sheet.loads()
		if err != nil {
			return err
		}
		m := newWireMap(typist, sheet.Graph)
		m.loads, m.start = l, bottom
		m.lay(m.header(sheet.Title))
		bottom = m.loadLegend(sheet.Links, m.bottom+2*gap) + gap
		maps = append(maps, m)
	}
	return finish(w, format, maps, bottom-gap, caption)
}

// loads are how busy each link was.
func (s *LoadSheet) loads() (*loads, error) {
	if s.Links == nil || len(s.Links.Edges) == 0 {
		return nil, errors.New("nobody has looked at the links, so there is no load to draw")
	}
	l := &loads{s.Graph, map[string]int{}}
	if run := s.Links.Edges[len(s.Links.Edges)-1]; run > 0 {
		for i := range s.Links.All {
			u := &s.Links.All[i]
			l.busy[u.Link] = max(thousandths(int64(u.Busy), int64(run)), 1)
		}
	}
	return l, nil
}

// loadLegend says what colours mean, how many links are in each class, and which are busiest; it returns where it ends.
func (m *wireMap) loadLegend(links *scenarios.Links, top vg.Length) vg.Length {
	counts := make([]int, len(loadClasses))
	for id := range m.graph.Links {
		counts[classOf(m.loads.busy[m.graph.LinkName(fabric.LinkID(id))])]++
	}
	r := row{m: m, x: margin, y: top + plain.leading()/2}
	for i, c := range loadClasses {
		r.entry(fmt.Sprintf("%s: %s", c.words, counted(counts[i], "link")), c.color, c.thick, false)
	}
	y := r.y + plain.leading()*1.4
	for i := range min(len(links.All), busiest) {
		u := &links.All[i]
		words := fmt.Sprintf("%s: busy %s of the run, %s sent, at most %s waited", u.Link, percent(m.loads.busy[u.Link]), u.Bytes.Short(), u.Peak.Short())
		words = shorten(m.typist, plain, words, pageWidth-2*margin)
		m.words = append(m.words, wordsAt{margin + width(m.typist, plain, words)/2, y, plain, ink, words})
		y += plain.leading()
	}
	return y - plain.leading()/2
}

// busiest links are named in words.
const busiest = 4
