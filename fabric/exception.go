package fabric

import (
	"slices"
	"strconv"
	"strings"

	"collsim/sim/units"
)

// exceptions applies what the user says of single links, devices and nodes, and returns the nodes that are unlike the
// others for it.
func (b *builder) exceptions() (odd map[int]bool) {
	odd = map[int]bool{}
	for _, s := range b.set {
		part, figure, ok := partFigure(s.name)
		switch {
		case !ok:
		case isLink(part):
			b.exceptLink(s, part, figure, odd)
		default:
			b.exceptDevice(s, part, figure, odd)
		}
	}
	b.narrowings()
	for _, name := range b.spec.Down {
		b.cut(name, odd)
	}
	b.graph.cut = slices.ContainsFunc(b.graph.Links, func(l Link) bool { return l.Down })
	return odd
}

// touch notes that the nodes of some devices are unlike the others.
func (b *builder) touch(odd map[int]bool, devices ...DeviceID) {
	for _, d := range devices {
		odd[int(b.graph.Devices[d].Node)] = true
	}
}

// exceptLink changes one figure of one link. Lanes and generations wait until all rates are known.
func (b *builder) exceptLink(s *applied, name, figure string, odd map[int]bool) {
	s.used = true
	l := b.link(name, s.where)
	switch {
	case l == nil:
		return
	case slices.Contains(pcieFigures, figure):
		b.exceptLanes(s, l, name)
	case l.figure(figure) == s.value:
		b.warn(s.where, "changed nothing: it is %v already", s.value)
	}
	b.touch(odd, l.From, l.To)
	l.override(figure, s.value)
	b.shallow(l, s.where)
}

// exceptLanes says what keeps a link from having lanes and a generation of its own.
func (b *builder) exceptLanes(s *applied, l *Link, name string) {
	if l.Medium != "pcie" {
		b.problems.add(s.where, "%s is a link of %s; lanes and generations are those of PCIe, so set %s.rate", name, l.Medium, name)
	}
	if slices.ContainsFunc(b.set, func(t *applied) bool { return t.name == name+".rate" }) {
		b.problems.add(s.where, "the rate of %s is set too; lanes and generation would set it again", name)
	}
}

// exceptDevice changes one figure of one device.
func (b *builder) exceptDevice(s *applied, name, figure string, odd map[int]bool) {
	s.used = true
	g := b.graph
	id, ok := b.find(name, s.where)
	if !ok {
		return
	}
	d := &g.Devices[id]
	switch {
	case !slices.ContainsFunc(forwarders, func(f forwarder) bool { return f.kind == d.Kind }):
		b.problems.add(s.where, "%s is a %v: packets do not pass through it, so it has no %s", name, d.Kind, figure)
		return
	case d.OutputQueued() && figure != "latency":
		b.warn(s.where, "changed nothing: %s keeps its packets in one memory, output by output", name)
	case d.figure(figure) == s.value:
		b.warn(s.where, "changed nothing: it is %v already", s.value)
	}
	b.touch(odd, id)
	switch figure {
	case "latency":
		d.Latency = units.Duration(s.value.Int)
	case "queueing":
		d.Queueing = Queueing(slices.Index(names(VirtualOutput, Input), s.value.Word))
	case "arbitration":
		d.Arbitration = Arbitration(slices.Index(names(RoundRobin, OldestFirst), s.value.Word))
	}
}

// figure is the present value of one figure of a device.
func (d *Device) figure(name string) Value {
	switch name {
	case "latency":
		return DurationOf(d.Latency)
	case "queueing":
		return WordOf(d.Queueing.String())
	}
	return WordOf(d.Arbitration.String())
}

// cut takes down a link, one way, a device with all its links, or a node with all its devices.
func (b *builder) cut(name string, odd map[int]bool) {
	g, where := b.graph, "down."+name
	if isLink(name) {
		if l := b.link(name, where); l != nil {
			l.Down = true
			b.touch(odd, l.From, l.To)
		}
		return
	}
	if node, ok := b.node(name); ok {
		for d := range g.Devices {
			if int(g.Devices[d].Node) == node {
				b.unplug(DeviceID(d), odd)
			}
		}
		return
	}
	if d, ok := b.find(name, where); ok {
		b.unplug(d, odd)
	}
}

// node is the number of a node that a name means: node2.
func (b *builder) node(name string) (node int, ok bool) {
	digits, ok := strings.CutPrefix(name, "node")
	node, err := strconv.Atoi(digits)
	return node, ok && err == nil && node >= 0 && node < b.graph.Nodes && name == "node"+strconv.Itoa(node)
}

// unplug takes down all links of a device.
func (b *builder) unplug(d DeviceID, odd map[int]bool) {
	g := b.graph
	for _, id := range slices.Concat(g.Out(d), g.In(d)) {
		g.Links[id].Down = true
		b.touch(odd, g.Links[id].From, g.Links[id].To)
	}
}

// link finds a link by its name; nil, and a problem, where there is none.
func (b *builder) link(name, where string) *Link {
	g := b.graph
	for id := range g.Links {
		if l := &g.Links[id]; g.named(l, name) {
			return l
		}
	}
	names := make([]string, len(g.Links))
	for id := range g.Links {
		names[id] = g.LinkName(LinkID(id))
	}
	b.problems.add(where, "%v", unknown{"there is no link", name, names})
	return nil
}

// named tells whether a link has a name, without making it.
func (g *Graph) named(l *Link, name string) bool {
	from, to := g.Devices[l.From].Name, g.Devices[l.To].Name
	return len(name) == len(from)+1+len(to) && name[len(from)] == '>' && strings.HasPrefix(name, from) && strings.HasSuffix(name, to)
}

// find finds a device by its name; not ok, and a problem, where there is none.
func (b *builder) find(name, where string) (id DeviceID, ok bool) {
	g := b.graph
	for id := range g.Devices {
		if g.Devices[id].Name == name {
			return DeviceID(id), true
		}
	}
	names := make([]string, len(g.Devices))
	for id := range g.Devices {
		names[id] = g.Devices[id].Name
	}
	b.problems.add(where, "%v", unknown{"there is no device or node", name, names})
	return 0, false
}
