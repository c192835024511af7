package scenarios

import (
	"slices"
	"strconv"
	"strings"

	"collsim/fabric"
	"collsim/fabric/topofile"
	"collsim/sim/input"
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

// graph reads the graph of a tree, where it has one.
func (r *reader) graph(n *node, d *draft) (there bool) {
	f := n.Get("fabric")
	if f.Get("devices") == nil && f.Get("links") == nil {
		return false
	}
	for _, name := range []string{"nodes", "gpus-per-node", "network", "transport", "nics"} {
		if v := f.Get(name); v != nil {
			r.problem(v.Where, "fabric."+name+": stands beside devices, which say it themselves", v.Text, "one of the two")
		}
	}
	root := &node{Form: mapping, Where: f.Where}
	for _, name := range topofile.Keys() {
		for _, g := range f.Fields {
			if g.Name == name && (name != "preset" || d.Fabric.Preset != "") { // else it has been refused
				root.Fields = append(root.Fields, g)
			}
		}
	}
	document, problems := topofile.Read(root, "fabric.")
	r.problems = append(r.problems, problems...)
	if d.Fabric.Preset == "" {
		d.Fabric.Preset = topofile.DefaultPreset
	}
	d.Fabric.Graph = document
	return true
}

// inline puts what a graph file says in the place of its name. What stands beside the name holds.
func (r *reader) inline(n *node) *node {
	f := n.Get("fabric")
	path := f.Get("graph")
	if path == nil || path.Form != scalar {
		return n
	}
	if r.catalogue.Open == nil {
		r.problem(path.Where, "fabric.graph: no file can be read here", path.Text, "devices and links in the scenario itself")
		return n
	}
	data, err := r.catalogue.Open(path.Text)
	if err != nil {
		r.problem(path.Where, "fabric.graph: cannot read it: "+err.Error(), path.Text, "a graph file, by its place from here")
		return n
	}
	root, problems := topofile.Parse(path.Text, data)
	if root == nil {
		r.problems = append(r.problems, problems...)
		return n
	}
	if root.Form != mapping || root.Get("devices") == nil {
		r.problem(path.Where, "fabric.graph: this file holds no graph", path.Text, "schema: "+topofile.Schema+", devices, links")
		return n
	}
	r.problems = append(r.problems, problems...)
	file := path.Text[strings.LastIndexAny(path.Text, "/\\")+1:]
	called, _, _ := strings.Cut(file, ".")
	whole := input.Nest([]string{"name"}, &node{Text: called, Where: path.Where}) // where the file has no name of its own
	whole.Where = root.Where
	for _, g := range root.Fields {
		if slices.Contains(topofile.Keys(), g.Name) {
			value := *g.Value
			value.Whole = g.Name == "devices" || g.Name == "links"
			whole = whole.With(field{Name: g.Name, Where: g.Where, Value: &value})
		}
	}
	return n.With(field{Name: "fabric", Where: f.Where, Value: whole.Merge(f.Without("graph"))})
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
func members(v *node) ordered {
	var o ordered
	for _, f := range v.Fields {
		switch n, err := strconv.Atoi(f.Value.Text); {
		case f.Value.Form == mapping:
			o.add(f.Name, members(f.Value))
		case err == nil && (f.Name == "node" || f.Name == "count"):
			o.add(f.Name, n)
		default:
			o.add(f.Name, f.Value.Text)
		}
	}
	return o
}
