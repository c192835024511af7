package plots

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"

	"collsim/fabric"
	"collsim/fabric/topofile"
	"collsim/sim/units"
)

var kindColors = [fabric.Kinds]color.NRGBA{
	fabric.GPU: rgb(0x9BC496), fabric.CPU: rgb(0xD39A21), fabric.PCIeSwitch: rgb(0xECE3AF), fabric.NIC: rgb(0xA0DAFD),
	fabric.NVSwitch: rgb(0x4A8474), fabric.Switch: rgb(0x1139BF), fabric.Memory: rgb(0xBB92B7),
}

var (
	mediumColors = map[string]color.NRGBA{
		"nvlink": rgb(0x4A8474), "c2c": rgb(0x5D3547), "pcie": rgb(0xAF6F13), "socket": rgb(0xD39A21), "network": rgb(0x598CFE), "trunk": rgb(0x152555),
	}
	ground = rgb(0xF7F7F5)
)

func mediumColor(name string) color.NRGBA {
	if c, ok := mediumColors[name]; ok {
		return c
	}
	return faint
}

// thickness tells slow links from fast ones at a glance.
func thickness(r units.Rate) vg.Length {
	switch {
	case r >= 200_000_000_000:
		return 2
	case r >= 40_000_000_000:
		return 1.2
	}
	return 0.8
}

// connect draws a wire for each cable between boxes. In the frame of a server that is one box several cables to the same
// switch are one wire.
func (m *wireMap) connect() {
	first := len(m.wires)
	type way struct{ x0, y0, x1, y1 vg.Length }
	drawn := map[way]int{}
	for _, c := range m.cables {
		low, ok := m.place[c.Low]
		high, and := m.place[c.High]
		if !ok || !and {
			continue
		}
		a, b := &m.boxes[low], &m.boxes[high]
		w := way{a.x, a.y, b.x, b.y}
		if at, ok := drawn[w]; !ok {
			drawn[w] = len(m.wires)
			m.wires = append(m.wires, m.wire(c, a, b))
		} else if m.loads != nil && m.loads.of(c) > m.wires[at].load {
			m.wires[at].carry(m.loads.of(c))
		}
	}
	if m.loads != nil {
		slices.SortStableFunc(m.wires[first:], func(a, b wire) int { return cmp.Compare(a.load, b.load) }) // the busiest on top
	}
	if len(m.wires)-first > mostThick {
		for i := range m.wires[first:] {
			m.wires[first+i].thick *= 0.4
		}
	}
}

// carry draws a wire as what is so busy.
func (w *wire) carry(load int) {
	class := loadClasses[classOf(load)]
	w.load, w.color, w.thick = load, class.color, class.thick
}

// mostThick wires are drawn at full thickness; more would be one black field.
const mostThick = 96

func (m *wireMap) wire(c topofile.Cable, a, b *deviceBox) wire {
	id := max(c.Up, c.Down)
	l := &m.graph.Links[id]
	w := wire{color: mediumColor(l.Medium), thick: thickness(c.Rate(m.graph))}
	if m.loads != nil {
		w.carry(m.loads.of(c))
	}
	for _, id := range []fabric.LinkID{c.Up, c.Down} {
		w.cut = w.cut || id >= 0 && m.graph.Links[id].Down
	}
	if a.y == b.y {
		w.points = m.bow(a, b)
		return w
	}
	if a.y < b.y {
		a, b = b, a
	}
	w.points = []vg.Point{{X: a.x, Y: a.y - deviceHeight/2}, {X: b.x, Y: b.y + deviceHeight/2}}
	return w
}

// bow joins two boxes of a row by an arc: below GPUs, above everything else; straight between CPUs that have none between
// them.
func (m *wireMap) bow(a, b *deviceBox) []vg.Point {
	if a.x > b.x {
		a, b = b, a
	}
	distance := b.x - a.x
	between := slices.ContainsFunc(m.boxes, func(c deviceBox) bool { return c.y == a.y && c.x > a.x && c.x < b.x })
	if a.kind == fabric.CPU && !between {
		return []vg.Point{{X: a.x + a.wide/2, Y: a.y}, {X: b.x - b.wide/2, Y: b.y}}
	}
	depth := min(10+distance*0.16, rowPitch*1.25)
	side := deviceHeight / 2
	if a.kind != fabric.GPU {
		depth, side = -depth, -side
		depth = max(depth, -rowPitch*0.9)
		if a.kind == fabric.CPU {
			depth = max(depth, -(rowPitch-deviceHeight)*0.8)
		}
	}
	const steps = 32
	points := make([]vg.Point, steps+1)
	for i := range points {
		t := vg.Length(i) / steps
		points[i] = vg.Point{X: a.x + distance*t, Y: a.y + side + 4*depth*t*(1-t)}
	}
	return points
}

func (m *wireMap) draw(s *sheet) {
	for _, f := range m.frames {
		s.box(f.left, f.top, f.right, f.bottom, ground)
		s.outline(f.left, f.top, f.right, f.bottom, rule)
	}
	for _, w := range m.wires {
		s.path(w.points, w.thick, w.color, false)
		if w.cut {
			s.path(w.points, w.thick+1, mark, true)
		}
	}
	for _, b := range m.boxes {
		if b.wide == 0 {
			continue
		}
		s.box(b.x-b.wide/2, b.y-deviceHeight/2, b.x+b.wide/2, b.y+deviceHeight/2, kindColors[b.kind])
		s.outline(b.x-b.wide/2, b.y-deviceHeight/2, b.x+b.wide/2, b.y+deviceHeight/2, paper)
		s.write(b.x, b.y, -0.5, small, contrast(kindColors[b.kind]), b.label)
	}
	for _, f := range m.frames {
		if f.title != "" {
			y := f.top + plain.leading()/2 + 1
			s.box(f.left+gap/2-2, y-plain.leading()/2, f.left+gap/2+width(s.typist, plain, f.title)+2, y+plain.leading()/2, ground)
			s.write(f.left+gap/2, f.top+plain.leading()/2+1, 0, plain, faint, f.title)
		}
	}
	for _, w := range m.words {
		s.box(w.x-width(s.typist, w.font, w.line)/2-1, w.y-w.font.leading()/2, w.x+width(s.typist, w.font, w.line)/2+1, w.y+w.font.leading()/2, color.NRGBA{})
		s.write(w.x, w.y, -0.5, w.font, w.ink, w.line)
	}
}

// legend lists the kinds of cable, with how many there are, and returns where it ends.
func (m *wireMap) legend(top vg.Length) vg.Length {
	type sort struct {
		medium  string
		rate    units.Rate
		latency units.Duration
	}
	var sorts []sort
	counts := map[sort]int{}
	down := 0
	for _, c := range m.cables {
		l := &m.graph.Links[max(c.Up, c.Down)]
		k := sort{l.Medium, c.Rate(m.graph), l.Latency}
		if counts[k]++; counts[k] == 1 {
			sorts = append(sorts, k)
		}
		for _, id := range []fabric.LinkID{c.Up, c.Down} {
			if id >= 0 && m.graph.Links[id].Down {
				down++
			}
		}
	}
	const most = 24
	r := row{m: m, x: margin, y: top + plain.leading()/2}
	for _, k := range sorts[:min(len(sorts), most)] {
		r.entry(fmt.Sprintf("%d x %s, %s, %v", counts[k], k.medium, k.rate.Short(), k.latency), mediumColor(k.medium), max(thickness(k.rate), 1.5), false)
	}
	if n := len(sorts) - most; n > 0 {
		r.entry(fmt.Sprintf("and %d other kinds of cable", n), ink, 0, false)
	}
	if down > 0 {
		r.entry(counted(down, "link")+" down, each one way", mark, 2, true)
	}
	return r.y + plain.leading()/2
}

// row is a legend being laid out, one entry behind the other.
type row struct {
	m    *wireMap
	x, y vg.Length
}

func (r *row) entry(words string, c color.NRGBA, thick vg.Length, cut bool) {
	m, wide := r.m, 22+width(r.m.typist, plain, words)
	if r.x > margin && r.x+wide > pageWidth-margin {
		r.x, r.y = margin, r.y+plain.leading()*1.2
	}
	if thick > 0 {
		m.wires = append(m.wires, wire{points: []vg.Point{{X: r.x, Y: r.y}, {X: r.x + 16, Y: r.y}}, color: c, thick: thick, cut: cut})
	}
	m.words = append(m.words, wordsAt{r.x + 20 + width(m.typist, plain, words)/2, r.y, plain, ink, words})
	r.x += wide + 2*gap
}

// outline draws the edge of a rectangle.
func (s *sheet) outline(left, top, right, bottom vg.Length, c color.Color) {
	s.path([]vg.Point{{X: left, Y: top}, {X: right, Y: top}, {X: right, Y: bottom}, {X: left, Y: bottom}, {X: left, Y: top}}, 0.5, c, false)
}

// path draws a line through points.
func (s *sheet) path(points []vg.Point, width vg.Length, c color.Color, cut bool) {
	var dashes []vg.Length
	if cut {
		dashes = []vg.Length{3, 3}
	}
	s.stroke(points, width, c, dashes)
}
