package plots

import (
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"collsim/scenarios"
	"collsim/sim/ledger"
)

// swatch is the side of the coloured square before a name.
const swatch = vg.Length(9)

// keyLine is one line of the key: a group's name and those of its components that some result has.
type keyLine struct {
	group string // "" on a line that goes on with the group of the line before
	items []keyItem
}

type keyItem struct {
	left      vg.Length
	component ledger.Component
	words     string
}

// boundWords explain the mark of the lower bound.
func (f *figure) boundWords() string {
	if len(f.results) == 1 {
		return "lower bound " + f.results[0].Bound.Total.Short() + ": no run can be faster"
	}
	return "lower bound: no run can be faster"
}

// indent is where the items of a key start.
func indent(typist text.Handler) vg.Length {
	var wide vg.Length
	for g := range ledger.Groups {
		wide = max(wide, width(typist, strong, g.String()))
	}
	return margin + wide + 2*gap
}

// key lays out the components that are not zero in every result. With one result each has its share and duration,
// which the thin segments of its bar have no room for.
func key(typist text.Handler, results []scenarios.Result, wide vg.Length) []keyLine {
	var lines []keyLine
	start := indent(typist)
	shares := ledger.Shares(results[0].CriticalPath[:])
	for g := range ledger.Groups {
		line, x := keyLine{group: g.String()}, start
		for c := range ledger.Components {
			if c.Group() != g || !present(results, c) {
				continue
			}
			words := c.String()
			if len(results) == 1 {
				words += " " + percent(shares[c]) + ", " + results[0].CriticalPath[c].Short()
			}
			end := x + swatch + gap/2 + width(typist, plain, words)
			if len(line.items) > 0 && end > margin+wide {
				lines = append(lines, line)
				line, end, x = keyLine{}, end-x+start, start
			}
			line.items = append(line.items, keyItem{x, c, words})
			x = end + 2*gap
		}
		if len(line.items) > 0 {
			lines = append(lines, line)
		}
	}
	return append(lines, keyLine{group: "mark"})
}

func present(results []scenarios.Result, c ledger.Component) bool {
	for i := range results {
		if results[i].CriticalPath[c] != 0 {
			return true
		}
	}
	return false
}

func (f *figure) drawKey(s *sheet) {
	y := f.keyTop() + plain.leading()*0.6
	for _, line := range f.key {
		s.write(margin, y, 0, strong, ink, line.group)
		for _, item := range line.items {
			s.box(item.left, y-swatch/2, item.left+swatch, y+swatch/2, Color(item.component))
			s.write(item.left+swatch+gap/2, y, 0, plain, ink, item.words)
		}
		if line.group == "mark" {
			x := indent(s.typist)
			s.line(x+swatch/2, y-swatch/2, x+swatch/2, y+swatch/2, 2, mark)
			s.write(x+swatch+gap/2, y, 0, plain, ink, f.boundWords())
		}
		y += plain.leading() * 1.2
	}
}
