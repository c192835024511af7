package fabric

import (
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
	b := &wirer{builder: builder{spec: Spec{Preset: w.Preset, Set: w.Set, Down: w.Down, Seed: w.Seed}}, cache: map[string]Value{}}
	b.preset, _ = FindPreset(w.Preset)
	b.resolve()
	b.general = anyPart()
	b.frame(&w)
	b.solder(&w)
	if len(b.problems) > 0 {
		return nil, nil, b.problems
	}
	b.sockets()
	b.graph.rings = nodeRings(b.graph)
	b.exceptions()
	b.retry()
	b.idle()
	if len(b.problems) > 0 {
		return nil, nil, b.problems
	}
	b.graph.router = newFreely(b.graph)
	b.graph.cutOff(&b.problems)
	if len(b.problems) > 0 {
		return nil, nil, b.problems
	}
	return b.graph, b.warnings, nil
}

// anyPart are the parameters of media and devices, with the defaults that hold wherever there is such a part.
func anyPart() []Parameter {
	var all []Parameter
	for _, m := range media {
		all = append(all, m.parameters()...)
	}
	for _, f := range forwarders {
		all = append(all, f.parameters()...)
	}
	return all
}

// wirer is a builder of a wiring.
type wirer struct {
	builder
	general []Parameter      // with the defaults that hold wherever there is such a part
	cache   map[string]Value // parameters that have been asked for
}

// frame adds the devices, and says which are ranks and NICs.
func (b *wirer) frame(w *Wiring) {
	g := &Graph{
		Name: w.Name, Packet: units.Bytes(b.value("packet.size").Int), Lanes: 1, Escapes: 1,
		Routing: Policy(slices.Index(policies, b.value("routing.policy").Word)), Seed: w.Seed,
	}
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
	d := Device{Kind: w.Kind, Name: w.Name, Node: int32(w.Node)}
	if !slices.ContainsFunc(forwarders, func(f forwarder) bool { return f.kind == w.Kind }) {
		return d
	}
	kind := w.Kind.String()
	if v, ok := b.figureOf(w.Figures, kind, "latency", w.Where); ok {
		d.Latency = units.Duration(v.Int)
	}
	d.Seat = seatOf(w.Kind, func(name string) Value {
		v, _ := b.figureOf(w.Figures, kind, strings.TrimPrefix(name, kind+"."), w.Where)
		return v
	})
	if v, ok := b.figureOf(w.Figures, kind, "queueing", w.Where); ok {
		d.Queueing = Queueing(slices.Index(names(VirtualOutput, Input), v.Word))
	}
	if v, ok := b.figureOf(w.Figures, kind, "arbitration", w.Where); ok {
		d.Arbitration = Arbitration(slices.Index(names(RoundRobin, OldestFirst), v.Word))
	}
	return d
}

// figureOf is a figure that a part of the wiring states itself, or else that of its kind, which is a medium or a kind of
// device. Where the preset knows neither, that is a problem, unless any value would do.
func (b *wirer) figureOf(own []Setting, kind, figure, where string) (v Value, ok bool) {
	for _, f := range own {
		if f.Name == figure {
			return f.Value, true
		}
	}
	name := kind + "." + figure
	if v, ok := b.known(name); ok {
		return v, true
	}
	if p, ok := Find(b.general, name); ok {
		if d, ok := p.Default(""); ok { // what holds for all presets that have such a part
			return d.Value, true
		}
	}
	b.problems.add(where, "no %s: %s has no %s that would have one; say it here, or set %s", figure, b.preset.Name, kind, name)
	return Value{}, false
}

// known is what a parameter is here; ok is false where neither a setting nor the preset says.
func (b *wirer) known(name string) (v Value, ok bool) {
	if v, ok := b.cache[name]; ok {
		return v, true
	}
	for _, s := range b.set {
		ok = ok || s.name == name
	}
	if p, found := Find(b.parameters, name); found && !ok {
		_, ok = p.Default(b.preset.Name)
	}
	if ok {
		v = b.value(name)
		b.cache[name] = v
	}
	return v, ok
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
	for _, figure := range linkFigures {
		if v, ok := b.figureOf(w.Figures, l.Medium, figure, w.Where); ok {
			l.override(figure, v)
		}
	}
	if from, to = min(from, to), max(from, to); from == CPU && to == PCIeSwitch && !slices.ContainsFunc(w.Figures, func(s Setting) bool { return s.Name == "shared" }) {
		l.Shared = b.value("uplink.shared").Int == 1
	}
	l.Rate *= units.Rate(max(w.Count, 1))
	if l.Buffer == Auto {
		return l, true
	}
	b.shallow(&l, w.Where)
	return l, false
}
