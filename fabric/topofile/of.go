package topofile

import (
	"collsim/fabric"
)

// Of makes a document of a graph, which Wired makes the same graph of: all that packets meet is stated, but for figures
// that are the preset's. Nodes that are alike share lines, so that devices and links may be numbered differently; those of
// one device keep their order. Buffers are left out where they are what auto gives.
func Of(g *fabric.Graph, preset string) *Document {
	d := &Document{Name: g.Name, Preset: preset}
	base := newBase(preset)
	for i := range g.Devices {
		d.Devices = append(d.Devices, base.device(&g.Devices[i]))
	}
	done := make([]bool, len(g.Links))
	for i := range g.Links {
		if done[i] {
			continue
		}
		l := base.link(g, fabric.LinkID(i))
		for _, id := range g.Out(g.Links[i].To) {
			if int(id) > i && !done[id] && g.Links[id].To == g.Links[i].From && alikeLinks(base.link(g, id), l) {
				done[id], l.OneWay = true, false
				break
			}
		}
		d.Links = append(d.Links, l)
	}
	for i := range d.Links {
		d.Links[i].Note = ""
	}
	d.Devices, d.Links = foldDevices(d.Devices), foldLinks(d.Links)
	d.inEachNode(g.Nodes)
	return d
}

// base is what a preset's figures are.
type base struct {
	preset     string
	parameters []fabric.Parameter
}

func newBase(preset string) *base { return &base{preset, fabric.Parameters()} }

// is tells whether a parameter has a value in the preset anyway.
func (b *base) is(name string, v fabric.Value) bool {
	p, ok := fabric.Find(b.parameters, name)
	if !ok {
		return false
	}
	d, ok := p.Default(b.preset)
	return ok && d.Value == v
}

func (b *base) device(v *fabric.Device) Device {
	d := Device{Names: v.Name, Kind: v.Kind, Node: Unsaid}
	if d.node(v.Name) != int(v.Node) {
		d.Node = int(v.Node)
	}
	state := func(figure string, value fabric.Value) {
		if _, err := fabric.DeviceParameter(v.Kind, figure); err == nil && !b.is(v.Kind.String()+"."+figure, value) {
			d.Figures = append(d.Figures, fabric.Setting{Name: figure, Value: value})
		}
	}
	state("latency", fabric.DurationOf(v.Latency))
	state("queueing", fabric.WordOf(v.Queueing.String()))
	state("arbitration", fabric.WordOf(v.Arbitration.String()))
	return d
}

// link is a link one way. Its rate and latency are always stated, so that the file can be read.
func (b *base) link(g *fabric.Graph, id fabric.LinkID) Link {
	l := &g.Links[id]
	m := Link{From: g.Devices[l.From].Name, To: g.Devices[l.To].Name, OneWay: true, Medium: l.Medium}
	state := func(figure string, value fabric.Value, always bool) {
		if always || !b.is(l.Medium+"."+figure, value) {
			m.Figures = append(m.Figures, fabric.Setting{Name: figure, Value: value})
		}
	}
	state("rate", fabric.RateOf(l.Rate), true)
	state("latency", fabric.DurationOf(l.Latency), true)
	state("frame", fabric.SizeOf(l.Frame), false)
	state("header", fabric.SizeOf(l.Header), false)
	if l.Buffer != g.AutoBuffer(l) || !b.is(l.Medium+".buffer", fabric.Value{Quantity: fabric.SizeQuantity, Int: fabric.Auto}) {
		state("buffer", fabric.SizeOf(l.Buffer), false)
	}
	if bus := g.Devices[l.From].Kind != g.Devices[l.To].Kind && fabric.MediumBetween(g.Devices[l.From].Kind, g.Devices[l.To].Kind) == "pcie"; bus || !b.is(l.Medium+".shared", fabric.YesNoOf(l.Shared)) {
		state("shared", fabric.YesNoOf(l.Shared), l.Shared)
	}
	state("loss", fabric.ProbabilityOf(l.Loss), false)
	state("mtu", fabric.SizeOf(l.MTU), false)
	return m
}

func alikeLinks(a, b Link) bool { return a.alike(&b) }
