package scenarios

import (
	"strconv"
	"strings"

	"collsim/fabric"
	"collsim/fabric/topofile"
)

// wires are the lines of a graph that is written by hand: devices or links. Package topofile knows their form; they are
// read when the whole graph is there.
type wires struct{ links bool }

func (wires) read(*reader, string, *node, *draft) {}

func (w wires) schema(c *Catalogue) ordered {
	line := func(short []string, keys ...member) ordered {
		return anyOf(ordered{{"enum", short}}, ordered{{"type", "null"}}, ordered{{"type", "object"}, {"properties", ordered(keys)}, {"additionalProperties", false}})
	}
	var one ordered
	if w.links {
		keys := []member{{"medium", ordered{{"enum", fabric.Media()}}}, {"join", ordered{{"enum", []string{"rows", "all"}}}},
			{"count", integer{1, 1024, nil}.schema(c)}}
		for _, figure := range fabric.LinkFigures() {
			p, _ := fabric.ParameterOf(">." + figure)
			keys = append(keys, member{figure, parameterSchema(p)})
		}
		one = line(fabric.Media(), keys...)
	} else {
		keys := []member{{"kind", ordered{{"enum", fabric.KindNames()}}},
			{"node", anyOf(integer{0, 1 << 20, nil}.schema(c), ordered{{"const", "none"}})}}
		for _, figure := range fabric.DeviceFigures() {
			p, _ := fabric.DeviceParameter(fabric.Switch, figure)
			keys = append(keys, member{figure, parameterSchema(p)})
		}
		one = line(fabric.KindNames(), keys...)
	}
	return ordered{{"type", "object"}, {"additionalProperties", one}}
}

// graphKeys are those of fabric that make a graph.
var graphKeys = []string{"name", "preset", "devices", "links"}

// graph reads the graph of a tree, where it has one.
func (r *reader) graph(n *node, d *draft) (there bool) {
	f := n.get("fabric")
	if f.get("devices") == nil && f.get("links") == nil {
		return false
	}
	for _, name := range []string{"nodes", "gpus-per-node", "network"} {
		if v := f.get(name); v != nil {
			r.problem(v.where, "fabric."+name+": stands beside devices, which say it themselves", v.text, "one of the two")
		}
	}
	root := &topofile.Value{Form: topofile.Mapping, Place: spotOf(f.where)}
	for _, name := range graphKeys {
		for _, g := range f.fields {
			if g.name == name && (name != "preset" || d.Fabric.Preset != "") { // else it has been refused
				root.Fields = append(root.Fields, topofile.Field{Name: name, Place: spotOf(g.where), Value: valueOf(g.value)})
			}
		}
	}
	document, problems := topofile.Read(root, "fabric.")
	for _, p := range problems {
		r.problems = append(r.problems, ofGraph(p))
	}
	if d.Fabric.Preset == "" {
		d.Fabric.Preset = topofile.DefaultPreset
	}
	d.Fabric.Graph = document
	return true
}

// ofGraph is a problem of package topofile.
func ofGraph(p topofile.Problem) Problem {
	return Problem{Where{p.Place.File, p.Place.Line, p.Place.Column, p.Place.Flag}, p.What, p.Text, p.Hint, p.Valid}
}

func spotOf(w Where) topofile.Place {
	return topofile.Place{File: w.File, Line: w.Line, Column: w.Column, Flag: w.Flag}
}

// valueOf is a part of a tree as package topofile sees it.
func valueOf(n *node) *topofile.Value {
	forms := [...]topofile.Form{scalar: topofile.Scalar, mapping: topofile.Mapping, list: topofile.List, empty: topofile.Empty}
	v := &topofile.Value{Form: forms[n.form], Text: n.text, Place: spotOf(n.where)}
	for _, f := range n.fields {
		v.Fields = append(v.Fields, topofile.Field{Name: f.name, Place: spotOf(f.where), Value: valueOf(f.value)})
	}
	for _, item := range n.items {
		v.Items = append(v.Items, valueOf(item))
	}
	return v
}

// inline puts what a graph file says in the place of its name. What stands beside the name holds.
func (r *reader) inline(n *node) *node {
	f := n.get("fabric")
	path := f.get("graph")
	if path == nil || path.form != scalar {
		return n
	}
	if r.catalogue.Open == nil {
		r.problem(path.where, "fabric.graph: no file can be read here", path.text, "devices and links in the scenario itself")
		return n
	}
	data, err := r.catalogue.Open(path.text)
	if err != nil {
		r.problem(path.where, "fabric.graph: cannot read it: "+err.Error(), path.text, "a graph file, by its place from here")
		return n
	}
	root, problems := parse(path.text, data, topofile.Schema)
	r.problems = append(r.problems, problems...)
	if len(problems) > 0 {
		return n
	}
	if root.form != mapping || root.get("devices") == nil {
		r.problem(path.where, "fabric.graph: this file holds no graph", path.text, "schema: "+topofile.Schema+", devices, links")
		return n
	}
	for _, g := range root.fields {
		switch {
		case g.name == "schema":
			constant{topofile.Schema}.read(r, "schema", g.value, nil)
		case !isGraphKey(g.name):
			r.unknown(g.where, "unknown key of a graph", g.name, append([]string{"schema"}, graphKeys...))
		}
	}
	if root.get("schema") == nil {
		r.missing(root, "schema", topofile.Schema)
	}
	file := path.text[strings.LastIndexAny(path.text, "/\\")+1:]
	called, _, _ := strings.Cut(file, ".")
	whole := nest([]string{"name"}, &node{text: called, where: path.where}) // where the file has no name of its own
	whole.where = root.where
	for _, g := range root.fields {
		if isGraphKey(g.name) {
			value := *g.value
			value.whole = g.name == "devices" || g.name == "links"
			whole = whole.with(field{g.name, g.where, &value})
		}
	}
	return n.with(field{"fabric", f.where, whole.merge(f.without("graph"))})
}

func isGraphKey(name string) bool {
	for _, k := range graphKeys {
		if k == name {
			return true
		}
	}
	return false
}

// extent is how many GPUs a graph's nodes have, and how many nodes there are.
func extent(d *topofile.Document) (perNode, nodes int) {
	w, _ := d.Wiring()
	gpus := 0
	for i := range w.Devices {
		if nodes = max(nodes, w.Devices[i].Node+1); w.Devices[i].Kind == fabric.GPU {
			gpus++
		}
	}
	return gpus / max(nodes, 1), nodes
}

// members writes a value of a graph as JSON does.
func members(v *topofile.Value) ordered {
	var o ordered
	for _, f := range v.Fields {
		switch n, err := strconv.Atoi(f.Value.Text); {
		case f.Value.Form == topofile.Mapping:
			o.add(f.Name, members(f.Value))
		case err == nil && (f.Name == "node" || f.Name == "count"):
			o.add(f.Name, n)
		default:
			o.add(f.Name, f.Value.Text)
		}
	}
	return o
}
