package plots

import (
	"cmp"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"

	"collsim/fabric"
)

// serverRows is the order of a server's rows, from the network down.
var serverRows = []fabric.Kind{fabric.NIC, fabric.CPU, fabric.PCIeSwitch, fabric.Memory, fabric.GPU, fabric.NVSwitch}

// server draws a server in full between two edges and returns where it ends. GPUs stand at equal distances; everything
// else stands over the middle of what hangs on it.
func (m *wireMap) server(node int32, left, right, top vg.Length, title string) vg.Length {
	rows := map[fabric.Kind][]fabric.DeviceID{}
	for d := range m.graph.Devices {
		if v := &m.graph.Devices[d]; v.Node == node {
			rows[v.Kind] = append(rows[v.Kind], fabric.DeviceID(d))
		}
	}
	hidden := m.thin(rows)
	y := top + plain.leading() + gap + deviceHeight/2
	if len(rows[fabric.CPU]) > 1 && len(rows[fabric.NIC]) == 0 {
		y += gap
	}
	middle := map[fabric.Kind]vg.Length{}
	last := y
	for _, k := range serverRows {
		if len(rows[k]) > 0 {
			middle[k] = y
			last = y
			y += rowPitch
		}
	}
	m.row(rows[fabric.GPU], left+gap, right-gap, middle[fabric.GPU])
	for _, k := range []fabric.Kind{fabric.PCIeSwitch, fabric.CPU, fabric.Memory, fabric.NVSwitch, fabric.NIC} {
		m.over(rows[k], left+gap, right-gap, middle[k])
	}
	bottom := last + deviceHeight/2 + gap
	if m.equals(rows[fabric.GPU]) > 0 {
		bottom += rowPitch * 1.3 // room for cables between GPUs, which pass below
	}
	if hidden > 0 {
		title += ", but for " + counted(hidden, "device") + " more"
	}
	m.frames = append(m.frames, frame{left, top, right, bottom, title})
	return bottom
}

// thin leaves out of a server's rows what hangs on GPUs that are not drawn, and returns how many devices that are.
func (m *wireMap) thin(rows map[fabric.Kind][]fabric.DeviceID) (hidden int) {
	if len(rows[fabric.GPU]) <= mostInRow {
		return 0
	}
	shown, _ := few(rows[fabric.GPU])
	near := map[fabric.DeviceID]bool{}
	for _, d := range shown {
		near[d] = true
	}
	for _, k := range []fabric.Kind{fabric.Memory, fabric.PCIeSwitch, fabric.CPU, fabric.NIC} {
		all := rows[k]
		rows[k] = slices.DeleteFunc(slices.Clone(all), func(d fabric.DeviceID) bool { return !m.touches(d, near) })
		for _, d := range rows[k] {
			near[d] = true
		}
		hidden += len(all) - len(rows[k])
	}
	return hidden + len(rows[fabric.GPU]) - len(shown)
}

// touches says whether a device is wired to any of some others, or to nothing that could be among them.
func (m *wireMap) touches(d fabric.DeviceID, others map[fabric.DeviceID]bool) bool {
	return slices.ContainsFunc(m.graph.Out(d), func(id fabric.LinkID) bool {
		to := m.graph.Links[id].To
		return others[to] && m.graph.Devices[to].Kind != m.graph.Devices[d].Kind
	})
}

// over places a row over the middles of what its devices are wired to and that has a place already, pushed apart where
// they would overlap.
func (m *wireMap) over(devices []fabric.DeviceID, left, right, y vg.Length) {
	if len(devices) == 0 {
		return
	}
	type stand struct {
		d fabric.DeviceID
		x vg.Length
	}
	stands := make([]stand, len(devices))
	for i, d := range devices {
		stands[i] = stand{d, m.middle(d, (left+right)/2)}
	}
	slices.SortStableFunc(stands, func(a, b stand) int { return cmp.Compare(a.x, b.x) })
	pitch := min((right-left)/vg.Length(len(devices)), 56)
	m.name(devices, max(pitch-4, widestDevice/vg.Length(len(devices))))
	for i := range stands { // those over one place stand around it
		j := i
		for j < len(stands) && stands[j].x == stands[i].x {
			j++
		}
		if n := j - i; n > 1 {
			middle := stands[i].x
			for k := i; k < j; k++ {
				stands[k].x = middle + (vg.Length(k-i)-vg.Length(n-1)/2)*pitch
			}
		}
	}
	for i := range stands {
		stands[i].x = max(stands[i].x, left+pitch/2+pitch*vg.Length(i))
		if i > 0 {
			stands[i].x = max(stands[i].x, stands[i-1].x+pitch)
		}
	}
	for i := len(stands) - 1; i >= 0; i-- {
		stands[i].x = min(stands[i].x, right-pitch/2-pitch*vg.Length(len(stands)-1-i))
		m.box(stands[i].d, stands[i].x, y, max(pitch-4, widestDevice/vg.Length(len(devices))))
	}
}

// middle is the mean place of what a device is wired to.
func (m *wireMap) middle(d fabric.DeviceID, otherwise vg.Length) vg.Length {
	sum, n := vg.Length(0), 0
	for _, id := range m.graph.Out(d) {
		l := &m.graph.Links[id]
		if at, ok := m.place[l.To]; ok && m.graph.Devices[l.To].Node == m.graph.Devices[d].Node && m.graph.Devices[l.To].Kind != m.graph.Devices[d].Kind {
			sum += m.boxes[at].x
			n++
		}
	}
	if n == 0 {
		return otherwise
	}
	return sum / vg.Length(n)
}

// hosts places servers that are one GPU each, and returns where they end.
func (m *wireMap) hosts(top vg.Length) vg.Length {
	m.called = func(d fabric.DeviceID) string { return "node" + strconv.Itoa(int(m.graph.Devices[d].Node)) }
	m.row(m.graph.GPUs, margin, pageWidth-margin, top+deviceHeight/2)
	return top + deviceHeight
}

// servers places each server as a frame with its NICs on top, or with nothing but a title where these do not fit, and
// returns where they end.
func (m *wireMap) servers(top vg.Length) vg.Length {
	g := m.graph
	nodes := make([]int, g.Nodes)
	for n := range nodes {
		nodes[n] = n
	}
	shown, hidden := few(nodes)
	slots := len(shown)
	if hidden > 0 {
		slots++
	}
	pitch := (pageWidth - 2*margin) / vg.Length(slots)
	bottom, slot := top+2*deviceHeight+gap, 0
	for i, n := range shown {
		if hidden > 0 && i == headOfRow {
			m.words = append(m.words, wordsAt{margin + (vg.Length(slot)+0.5)*pitch, (top + bottom) / 2, small, faint, "+ " + strconv.Itoa(hidden)})
			slot++
		}
		left := margin + vg.Length(slot)*pitch + 2
		right := left + pitch - 4
		m.ports(n, left, right, top+gap/2+deviceHeight/2)
		title := "node" + strconv.Itoa(n)
		if width(m.typist, small, title) > right-left-4 {
			title = strconv.Itoa(n)
		}
		m.frames = append(m.frames, frame{left: left, top: top, right: right, bottom: bottom})
		m.words = append(m.words, wordsAt{(left + right) / 2, bottom - deviceHeight/2 - 1, small, ink, title})
		slot++
	}
	return bottom
}

var kindNames = map[fabric.Kind]string{fabric.GPU: "GPU", fabric.NIC: "NIC"}

// ports places the NICs of a server that is one frame; where they have no room all of them stand in its middle, unseen.
func (m *wireMap) ports(node int, left, right, y vg.Length) {
	g := m.graph
	ends, per := g.NICs, g.NICsPerNode
	if per == 0 {
		ends, per = g.GPUs, g.GPUsPerNode
	}
	pitch := (right - left) / vg.Length(per)
	if pitch < 9 {
		words := counted(per, kindNames[g.Devices[ends[0]].Kind])
		if wide := width(m.typist, small, words); wide > right-left-2 {
			words = strconv.Itoa(per)
		}
		m.words = append(m.words, wordsAt{(left + right) / 2, y, small, faint, words})
	}
	m.name(ends[node*per:(node+1)*per], pitch-2)
	for i, d := range ends[node*per : (node+1)*per] {
		if pitch >= 9 {
			m.box(d, left+(vg.Length(i)+0.5)*pitch, y, pitch-2)
			continue
		}
		m.place[d] = len(m.boxes)
		m.boxes = append(m.boxes, deviceBox{(left + right) / 2, y - deviceHeight/4, 0, g.Devices[d].Kind, ""})
	}
}
