package plots

import (
	"fmt"
	"image/color"
	"io"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"collsim/fabric"
	"collsim/fabric/topofile"
)

// Topology draws what is wired to what, in layers: switches of the network on top, tier by tier, then servers with their
// NICs, CPUs, PCIe switches, GPUs and NVSwitches. Where all servers do not fit with all they hold, each is one box, and
// the first is drawn in full below. What is still too much is left out, and the picture says how much. format is one of
// Formats; caption says how the figure was made. Nothing is written on an error.
func Topology(w io.Writer, format string, g *fabric.Graph, caption string) error {
	typist := newTypist()
	m := newWireMap(typist, g)
	m.lay(m.header(""))
	return finish(w, format, []*wireMap{m}, m.legend(m.bottom+2*gap), caption)
}

// finish draws all that has been laid out, and the caption below.
func finish(w io.Writer, format string, maps []*wireMap, bottom vg.Length, caption string) error {
	typist := maps[0].typist
	lines := fold(typist, command, caption, pageWidth-2*margin)
	s, err := newSheet(format, typist, pageWidth, bottom+gap+vg.Length(len(lines))*command.leading()+margin)
	if err != nil {
		return err
	}
	for _, m := range maps {
		m.draw(s)
	}
	y := bottom + gap + command.leading()/2
	for _, line := range lines {
		s.write(margin, y, 0, command, faint, line)
		y += command.leading()
	}
	return s.writeTo(w)
}

// Sizes of what a topology is made of, in points.
const (
	deviceHeight = vg.Length(18)
	rowPitch     = vg.Length(52) // from one row's middle to the next one's
	tierPitch    = vg.Length(74)
	widestDevice = vg.Length(64)
	fullColumn   = vg.Length(38) // that a GPU needs in a server drawn in full
	mostInRow    = 24            // devices in a row that are drawn; of more the first and the last
	headOfRow    = 9             // how many of them are the first
)

var small = typeface{size: 7.5}

// wireMap is a topology whose devices have places on the page.
type wireMap struct {
	typist text.Handler
	graph  *fabric.Graph
	cables []topofile.Cable
	tier   []int
	frames []frame
	boxes  []deviceBox
	place  map[fabric.DeviceID]int // device -> its box
	labels map[fabric.DeviceID]string
	called func(fabric.DeviceID) string // what labels say of a device
	wires  []wire
	words  []wordsAt
	start  vg.Length // of the map on the page
	bottom vg.Length // of what has been laid out
	loads  *loads    // nil = cables are drawn as what they are
}

// frame is a rectangle around what belongs together.
type frame struct {
	left, top, right, bottom vg.Length
	title                    string
}

// deviceBox is a device on the page.
type deviceBox struct {
	x, y, wide vg.Length // the middle, and how wide it is
	kind       fabric.Kind
	label      string
}

// wire is a line from box to box, straight or bent.
type wire struct {
	points []vg.Point // y runs down
	color  color.NRGBA
	thick  vg.Length
	cut    bool // it is down
	load   int  // thousandths of the run that it was busy, where loads are drawn
}

// wordsAt is a text on the page, centred.
type wordsAt struct {
	x, y vg.Length
	font typeface
	ink  color.NRGBA
	line string
}

func newWireMap(typist text.Handler, g *fabric.Graph) *wireMap {
	m := &wireMap{typist: typist, graph: g, cables: topofile.Cables(g), tier: topofile.Tier(g), place: map[fabric.DeviceID]int{}, labels: map[fabric.DeviceID]string{}}
	m.called = m.inside
	return m
}

// header is the title, behind words of whoever draws the map; it returns where the rest begins.
func (m *wireMap) header(before string) vg.Length {
	g := m.graph
	title := g.Name
	if title == "" {
		title = "graph"
	}
	if g.Nodes > 1 {
		title = strconv.Itoa(g.Nodes) + " x " + title
		if _, preset := fabric.FindPreset(g.Name); !preset {
			title = g.Name + ", " + strconv.Itoa(g.Nodes) + " nodes"
		}
	}
	if g.Network != "" {
		title += ", " + g.Network
	}
	title += ": " + counted(len(g.GPUs), "GPU")
	if len(g.NICs) > 0 {
		title += ", " + counted(len(g.NICs), "NIC")
	}
	if before != "" {
		title = before + ": " + title
	}
	y := m.start + margin + headline.leading()/2
	for _, line := range fold(m.typist, headline, title, pageWidth-2*margin) {
		m.words = append(m.words, wordsAt{margin + width(m.typist, headline, line)/2, y, headline, ink, line})
		y += headline.leading()
	}
	return y + gap
}

func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// lay places everything: the network, and below it servers in full, or as boxes with the first in full below.
func (m *wireMap) lay(top vg.Length) {
	g := m.graph
	y := m.tiers(top)
	perServer := max(g.GPUsPerNode, 2)
	full := vg.Length(g.Nodes*perServer)*fullColumn <= pageWidth-2*margin || g.Nodes == 1
	switch {
	case g.GPUsPerNode == 1 && g.NICsPerNode == 0:
		y = m.hosts(y)
	case full:
		wide := (pageWidth - 2*margin + gap) / vg.Length(g.Nodes)
		bottom := y
		for n := range g.Nodes {
			left := margin + vg.Length(n)*wide
			bottom = max(bottom, m.server(int32(n), left, left+wide-gap, y, "node"+strconv.Itoa(n)))
		}
		y = bottom
	default:
		y = m.servers(y) + 2*gap
		m.connect()
		clear(m.place) // what is drawn of node0 is another picture of it
		y = m.server(0, margin, pageWidth-margin, y, "inside node0")
	}
	m.connect()
	m.bottom = y
}

// tiers places the switches of the network, highest tier on top, and returns where servers begin.
func (m *wireMap) tiers(top vg.Length) vg.Length {
	var rows [][]fabric.DeviceID
	for d := range m.graph.Devices {
		v := &m.graph.Devices[d]
		if v.Node >= 0 {
			continue
		}
		at := max(m.tier[d], 1) - 1
		for len(rows) <= at {
			rows = append(rows, nil)
		}
		rows[at] = append(rows[at], fabric.DeviceID(d))
	}
	y := top
	for _, row := range slices.Backward(rows) {
		if len(row) == 0 {
			continue
		}
		if m.equals(row) > 0 {
			y += rowPitch // room for cables between equals, which pass above
		}
		m.row(row, margin, pageWidth-margin, y+deviceHeight/2)
		y += tierPitch
	}
	return y
}

// equals counts cables between devices of a row.
func (m *wireMap) equals(row []fabric.DeviceID) int {
	in := make(map[fabric.DeviceID]bool, len(row))
	for _, d := range row {
		in[d] = true
	}
	n := 0
	for _, c := range m.cables {
		if c.Level && in[c.Low] && in[c.High] {
			n++
		}
	}
	return n
}

// row places devices at equal distances. Of too many it leaves out those between the first and the last, and says so.
func (m *wireMap) row(devices []fabric.DeviceID, left, right, y vg.Length) {
	shown, hidden := few(devices)
	slots := len(shown)
	if hidden > 0 {
		slots++
	}
	pitch := (right - left) / vg.Length(slots)
	m.name(shown, pitch-4)
	slot := 0
	for i, d := range shown {
		if hidden > 0 && i == headOfRow {
			m.words = append(m.words, wordsAt{left + (vg.Length(slot)+0.5)*pitch, y, small, faint, "+ " + strconv.Itoa(hidden)})
			slot++
		}
		m.box(d, left+(vg.Length(slot)+0.5)*pitch, y, pitch-4)
		slot++
	}
}

// inside is a device's name inside its server.
func (m *wireMap) inside(d fabric.DeviceID) string {
	v := &m.graph.Devices[d]
	if at := strings.LastIndexByte(v.Name, '/'); at >= 0 && v.Node >= 0 {
		return v.Name[at+1:]
	}
	return v.Name
}

// name labels the devices of a row: with their names where all have room, else with their numbers, else not at all.
func (m *wireMap) name(devices []fabric.DeviceID, room vg.Length) {
	room = min(room, widestDevice)
	number := func(d fabric.DeviceID) string {
		name := m.called(d)
		return name[len(strings.TrimRight(name, "0123456789")):]
	}
	none := func(fabric.DeviceID) string { return "" }
	for _, words := range []func(fabric.DeviceID) string{m.called, number, none} {
		fits := true
		for _, d := range devices {
			m.labels[d] = words(d)
			fits = fits && width(m.typist, small, words(d))+4 <= room
		}
		if fits {
			return
		}
	}
}

// few are those of a row that are drawn, and how many are not.
func few[T any](all []T) (shown []T, hidden int) {
	if len(all) <= mostInRow {
		return all, 0
	}
	return append(slices.Clone(all[:headOfRow]), all[len(all)-1]), len(all) - headOfRow - 1
}

// box places a device, at most so wide.
func (m *wireMap) box(d fabric.DeviceID, x, y, room vg.Length) {
	wide := min(room, widestDevice, max(width(m.typist, small, m.labels[d])+10, 26))
	m.place[d] = len(m.boxes)
	m.boxes = append(m.boxes, deviceBox{x, y, wide, m.graph.Devices[d].Kind, m.labels[d]})
}
