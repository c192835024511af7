package fabric

import (
	"fmt"
	"slices"
	"strings"

	"collsim/sim/units"
)

// Wired makes a Graph of a wiring. Ranks are its GPUs, node by node, in each node as they stand in the wiring. The error,
// if any, is Problems.
func Wired(w Wiring) (*Graph, []Remark, error) {
	if problems := w.Check(); len(problems) > 0 {
		return nil, nil, problems
	}
	b := newWirer(&w)
	b.frame(&w)
	b.solder(&w)
	b.remember()
	for _, gpu := range b.graph.GPUs {
		b.engine(gpu)
	}
	if len(b.problems) > 0 {
		return nil, nil, b.problems
	}
	b.finish()
	if len(b.problems) == 0 {
		b.graph.router = newFreely(b.graph)
		b.cutOff()
	}
	if len(b.problems) == 0 {
		b.graph.untangle()
		b.unbounced()
	}
	b.settle()
	if len(b.problems) > 0 {
		return nil, nil, b.problems
	}
	return b.graph, b.warnings, nil
}

// wirer is a builder of a wiring.
type wirer struct {
	builder
	parts []Parameter // of media and devices, with the defaults that hold wherever there is such a part
}

func newWirer(w *Wiring) *wirer {
	b := &wirer{builder: builder{spec: Spec{Preset: w.Preset, Set: w.Set, Down: w.Down, Seed: w.Seed}}}
	b.preset, _ = FindPreset(w.Preset)
	b.parts = ethernet()
	for _, m := range media {
		b.parts = append(b.parts, m.parameters()...)
	}
	for _, f := range forwarders {
		b.parts = append(b.parts, f.parameters()...)
	}
	b.resolve()
	return b
}

// adopt gives parameters of a part that the preset does not have the defaults that hold wherever there is one, and those
// that it has none for what the wiring says. Whatever is left has no value: see known.
func (b *wirer) adopt(part string, own []Setting) {
	for _, p := range b.parts {
		figure, ok := strings.CutPrefix(p.Name, part+".")
		if !ok || b.known(p.Name) {
			continue
		}
		d, ok := p.Default("")
		if i := slices.IndexFunc(own, func(s Setting) bool { return s.Name == figure }); i >= 0 && !ok {
			d, ok = Default{Value: own[i].Value}, true
		}
		if ok {
			b.set = append(b.set, &applied{name: p.Name, value: d.Value, used: true})
		}
	}
}

// known is whether a parameter has a value here.
func (b *wirer) known(name string) bool {
	if slices.ContainsFunc(b.set, func(s *applied) bool { return s.name == name }) {
		return true
	}
	p, ok := Find(b.parameters, name)
	if ok {
		_, ok = b.standard(p)
	}
	return ok
}

// missing reports figures of a part that neither the wiring nor the preset states.
func (b *wirer) missing(part, where string, own []Setting) bool {
	b.adopt(part, own)
	var figures []string
	for _, p := range b.parts {
		figure, ok := strings.CutPrefix(p.Name, part+".")
		if !ok || b.known(p.Name) || slices.ContainsFunc(own, func(s Setting) bool { return s.Name == figure }) {
			continue
		}
		figures = append(figures, figure)
	}
	if len(figures) == 0 {
		return false
	}
	text := fmt.Sprintf("%s: %s has no %s that would tell; say it here, or set %s.%s", strings.Join(figures, ", "), b.preset.Name, part, part, figures[0])
	if problem := (Remark{where, text}); !slices.Contains(b.problems, problem) {
		b.problems = append(b.problems, problem)
	}
	return true
}

// frame adds the devices, and says which are ranks and NICs.
func (b *wirer) frame(w *Wiring) {
	g := b.empty(w.Name)
	b.graph = g
	for i := range w.Devices {
		d := &w.Devices[i]
		g.Nodes = max(g.Nodes, d.Node+1)
		id := g.AddDevice(b.box(d))
		switch d.Kind {
		case GPU:
			g.GPUs = append(g.GPUs, id)
		case NIC:
			g.NICs = append(g.NICs, id)
		}
	}
	byNode := func(a, c DeviceID) int { return int(g.Devices[a].Node - g.Devices[c].Node) }
	slices.SortStableFunc(g.GPUs, byNode)
	slices.SortStableFunc(g.NICs, byNode)
	b.spec.Nodes, b.spec.GPUsPerNode = g.Nodes, len(g.GPUs)/g.Nodes
	g.GPUsPerNode, g.NICsPerNode = b.spec.GPUsPerNode, len(g.NICs)/g.Nodes
}

// box is a device with its own figures, and the preset's for the others.
func (b *wirer) box(w *WiredDevice) Device {
	d := Device{Kind: w.Kind}
	if slices.ContainsFunc(forwarders, func(f forwarder) bool { return f.kind == w.Kind }) && !b.missing(w.Kind.String(), w.Where, w.Figures) {
		if b.devices[w.Kind] == nil {
			b.devices[w.Kind] = b.template(w.Kind)
		}
		d = *b.devices[w.Kind]
	}
	for _, f := range w.Figures {
		switch f.Name {
		case "latency":
			d.Latency = units.Duration(f.Value.Int)
		case "queueing":
			d.Queueing = Queueing(slices.Index(names(VirtualOutput, Input), f.Value.Word))
		case "arbitration":
			d.Arbitration = Arbitration(slices.Index(names(RoundRobin, OldestFirst), f.Value.Word))
		}
	}
	d.Name, d.Node = w.Name, int32(w.Node)
	return d
}

// solder adds the links.
func (b *wirer) solder(w *Wiring) {
	g := b.graph
	index := make(map[string]DeviceID, len(g.Devices))
	for id := range g.Devices {
		index[g.Devices[id].Name] = DeviceID(id)
	}
	for i := range w.Links {
		l := &w.Links[i]
		from, to := index[l.From], index[l.To]
		cable, auto := b.cable(l, g.Devices[from].Kind, g.Devices[to].Kind)
		cable.From, cable.To = from, to
		b.lay(cable, auto)
		if !l.OneWay {
			cable.From, cable.To = to, from
			b.lay(cable, auto)
		}
	}
}

// remember adds host memory to CPUs that have none, where GPUs talk through it.
func (b *wirer) remember() {
	if !b.bounced() || len(b.problems) > 0 || b.missing("dram", "set.p2p.pcie", nil) || b.missing("memory", "set.p2p.pcie", nil) {
		return
	}
	b.memories(0, 0)
}

// lay adds a link one way. Where its buffer is auto it is worked out.
func (b *wirer) lay(l Link, auto bool) {
	if auto {
		l.Buffer = b.deep(&l)
	}
	b.graph.AddLink(l)
}

// cable is a link with its own figures, and those of its medium for the others.
func (b *wirer) cable(w *WiredLink, from, to Kind) (l Link, auto bool) {
	l.Medium = w.Medium
	if l.Medium == "" {
		l.Medium = MediumBetween(from, to)
	}
	if b.missing(l.Medium, w.Where, w.Figures) {
		return l, false
	}
	for _, figure := range linkFigures {
		if i := slices.IndexFunc(w.Figures, func(s Setting) bool { return s.Name == figure }); i >= 0 {
			l.override(figure, w.Figures[i].Value)
			continue
		}
		l.override(figure, b.value(l.Medium+"."+figure))
		if figure == "rate" && l.Medium == "pcie" && min(from, to) == CPU && max(from, to) == NIC {
			b.slowed(&l)
		}
	}
	if from, to = min(from, to), max(from, to); from == CPU && to == PCIeSwitch && !slices.ContainsFunc(w.Figures, func(s Setting) bool { return s.Name == "shared" }) {
		l.Shared = b.value("uplink.shared").Int == 1
	}
	for _, figure := range []string{"generation", "lanes"} {
		i := slices.IndexFunc(w.Figures, func(s Setting) bool { return s.Name == figure })
		switch {
		case i < 0:
		case l.Medium != "pcie":
			b.problems.add(w.Where, "%s is a figure of pcie links; this is one of %s, so give its rate", figure, l.Medium)
		default:
			l.slot(figure, w.Figures[i].Value)
		}
	}
	l.Rate *= units.Rate(max(w.Count, 1))
	if l.Buffer == Auto {
		return l, true
	}
	b.shallow(&l, w.Where)
	return l, false
}

// AutoBuffer is how deep the buffer of a link is where nothing is said of it.
func (g *Graph) AutoBuffer(l *Link) units.Bytes { return (&builder{graph: g}).deep(l) }
