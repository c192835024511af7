package topofile

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"collsim/fabric"
)

// Line is a line of a Sketch: a device, or several that are alike, or a cable.
type Line struct {
	Branch string // what draws the tree: "│  └─ "
	Text   string // "8 x gpu", "nvswitch0"
	Link   string // rate, latency and medium of what joins it to the line above; "" = nothing does
}

// Sketch draws a graph as a tree: servers that are alike once, devices of a server below what they hang on, then the
// network. Devices that are alike share a line.
func Sketch(g *fabric.Graph) []Line {
	s := newSketch(g)
	members := make([][]fabric.DeviceID, g.Nodes+1)
	for d := range g.Devices {
		n := g.Devices[d].Node
		if n < 0 {
			n = int32(g.Nodes)
		}
		members[n] = append(members[n], fabric.DeviceID(d))
	}
	var all group
	for n := range g.Nodes {
		name := "node" + strconv.Itoa(n)
		if n > 0 && s.twins(members[n-1], members[n]) {
			all.again(name)
			continue
		}
		b := s.section(int32(n), slices.Clone(members[n]))
		b.stem, b.name = "node", name
		all.add(b)
	}
	var lines []Line
	for _, b := range all.lines {
		lines = b.lines(lines, "", "", false)
	}
	if network := s.section(-1, members[g.Nodes]); len(network.below) > 0 {
		network.stem, network.name = "network", "network"
		lines = network.times(1).lines(lines, "", "", false)
	}
	return lines
}

type sketch struct {
	graph  *fabric.Graph
	high   []int
	below  [][]Cable         // what hangs on a device
	above  []int             // on how many devices of its node a device hangs
	beside map[int32][]Cable // node -> cables between equals
	last   Cable             // whose figures were asked for last
	text   string            // and what they were
}

func newSketch(g *fabric.Graph) *sketch {
	s := &sketch{graph: g, high: heights(g), below: make([][]Cable, len(g.Devices)), above: make([]int, len(g.Devices)), beside: map[int32][]Cable{}, last: Cable{Up: -1, Down: -1}}
	for _, c := range cables(g, s.high) {
		node := g.Devices[c.High].Node
		inside := node == g.Devices[c.Low].Node
		switch {
		case c.Level && inside:
			s.beside[node] = append(s.beside[node], c)
		case c.Level:
			s.beside[-1] = append(s.beside[-1], c)
		default:
			s.below[c.High] = append(s.below[c.High], c)
			if inside {
				s.above[c.Low]++
			}
		}
	}
	return s
}

// twins tells that the sections of two nodes are the same for certain: device by device, as they stand in the graph.
func (s *sketch) twins(a, b []fabric.DeviceID) bool {
	if len(a) != len(b) || len(a) == 0 {
		return false
	}
	g, apart := s.graph, b[0]-a[0]
	node, other := g.Devices[a[0]].Node, g.Devices[b[0]].Node
	same := func(c, d []Cable) bool {
		return slices.EqualFunc(c, d, func(c, d Cable) bool {
			return d.Low == c.Low+apart && d.High == c.High+apart && g.Devices[c.Low].Node == node && g.Devices[d.Low].Node == other && s.alike(c, d)
		})
	}
	for i, d := range a {
		v, w := &g.Devices[d], &g.Devices[b[i]]
		if b[i] != d+apart || v.Latency != w.Latency || s.high[d] != s.high[b[i]] || s.above[d] != s.above[b[i]] || short(v) != short(w) || !same(s.below[d], s.below[b[i]]) {
			return false
		}
	}
	return same(s.beside[node], s.beside[other])
}

// alike tells that the figures of two cables read alike for certain.
func (s *sketch) alike(c, d Cable) bool {
	both := func(a, b fabric.LinkID) bool {
		return a < 0 && b < 0 || a >= 0 && b >= 0 && alike(&s.graph.Links[a], &s.graph.Links[b])
	}
	return both(c.Up, d.Up) && both(c.Down, d.Down)
}

// figures are those of a cable; those of the one before it are often the same.
func (s *sketch) figures(c Cable) string {
	if s.last.Up < 0 && s.last.Down < 0 || !s.alike(c, s.last) {
		s.last, s.text = c, c.Figures(s.graph)
	}
	return s.text
}

// branch is a device with what hangs on it.
type branch struct {
	stem, name string // gpu, gpu3
	note       string // its latency
	link       string
	below      []branches
	cross      bool // a cable between equals
}

// branches are several that are alike.
type branches struct {
	branch
	names []string
}

func (b branch) times(n int) branches { return branches{b, slices.Repeat([]string{b.name}, n)} }

// shape is equal of branches that may share a line.
func (b *branch) shape() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s|%s|%s[", b.stem, b.note, b.link)
	for i := range b.below {
		fmt.Fprintf(&s, "%d x %s;", len(b.below[i].names), b.below[i].shape())
	}
	s.WriteByte(']')
	return s.String()
}

// group puts branches that are alike together, where the first of them stands.
type group struct {
	lines []branches
	index map[string]int // shape -> line
	last  int            // the line of the branch that came last
}

// again adds one that is like the one before.
func (g *group) again(name string) {
	g.lines[g.last].names = append(g.lines[g.last].names, name)
}

func (g *group) add(b branch) {
	if len(g.lines) > 0 && b.below == nil {
		if l := &g.lines[g.last]; l.below == nil && l.stem == b.stem && l.note == b.note && l.link == b.link {
			g.again(b.name)
			return
		}
	}
	if g.index == nil {
		g.index = map[string]int{}
	}
	shape := b.shape()
	at, known := g.index[shape]
	if g.last = at; known {
		g.again(b.name)
		return
	}
	g.last = len(g.lines)
	g.index[shape] = g.last
	g.lines = append(g.lines, b.times(1))
}

func folded(all []branch) []branches {
	var g group
	for _, b := range all {
		g.add(b)
	}
	return g.lines
}

// section is what a node holds, or the network: devices on which others hang or that hang on nothing, then cables
// between equals.
func (s *sketch) section(node int32, members []fabric.DeviceID) branch {
	slices.SortStableFunc(members, func(a, b fabric.DeviceID) int {
		return -cmp.Compare(s.high[a], s.high[b])
	})
	var all []branch
	for _, d := range members {
		if hangs := s.above[d]; hangs == 0 || hangs > 1 && len(s.below[d]) > 0 {
			all = append(all, s.device(d, node))
		}
	}
	b := branch{below: folded(all)}
	b.below = append(b.below, s.equals(s.beside[node])...)
	return b
}

// device is a device and what hangs on it; what hangs on several devices is drawn once, elsewhere.
func (s *sketch) device(d fabric.DeviceID, node int32) branch {
	b := s.leaf(d)
	var all []branch
	for _, c := range s.below[d] {
		low := s.leaf(c.Low)
		if s.graph.Devices[c.Low].Node == node && s.above[c.Low] == 1 {
			low = s.device(c.Low, node)
		}
		low.link = s.figures(c)
		all = append(all, low)
	}
	b.below = folded(all)
	return b
}

func (s *sketch) leaf(d fabric.DeviceID) branch {
	v := &s.graph.Devices[d]
	b := branch{name: short(v)}
	b.stem, _ = tail(b.name)
	if v.Latency > 0 {
		b.note = v.Latency.Short()
	}
	return b
}

// short is a device's name without that of its node.
func short(d *fabric.Device) string {
	var room [24]byte
	node := append(strconv.AppendInt(append(room[:0], "node"...), int64(d.Node), 10), '/')
	if len(d.Name) >= len(node) && d.Name[:len(node)] == string(node) {
		return d.Name[len(node):]
	}
	return d.Name
}

// equals are cables between equals, alike ones on one line.
func (s *sketch) equals(cables []Cable) []branches {
	var all []branch
	for _, c := range cables {
		a, b := &s.graph.Devices[c.Low], &s.graph.Devices[c.High]
		stem, _ := tail(short(a))
		other, _ := tail(short(b))
		all = append(all, branch{stem: stem + " - " + other, name: short(a) + " - " + short(b), link: s.figures(c), cross: true})
	}
	return folded(all)
}

// lines draws branches. first goes before the branch itself, rest before what is below; several says that what it hangs
// on is one of several, so that names would be those of the first only.
func (b branches) lines(lines []Line, first, rest string, several bool) []Line {
	n, text := len(b.names), b.title(several)
	if b.note != "" && len(b.below) > 0 {
		text += ", " + b.note
	}
	several = several || n > 1 && b.stem != "node"
	lines = append(lines, Line{first, text, b.link})
	for i := range b.below {
		tee, bar := "├─ ", "│  "
		if i == len(b.below)-1 {
			tee, bar = "└─ ", "   "
		}
		lines = b.below[i].lines(lines, rest+tee, rest+bar, several)
	}
	return lines
}

// title names branches, or says how many there are.
func (b branches) title(several bool) string {
	n := len(b.names)
	names := fold(b.names)
	switch {
	case n == 1 && several && !b.cross && b.stem != "":
		return b.stem
	case n == 1:
		return b.name
	case b.stem == "node":
		return strings.Join(names, ", ") + ": " + strconv.Itoa(n) + " alike"
	case len(names) == 1 && !several && !b.cross:
		return strconv.Itoa(n) + " x " + names[0]
	}
	return strconv.Itoa(n) + " x " + b.stem
}
