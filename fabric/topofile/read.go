package topofile

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"collsim/fabric"
	"collsim/sim/input"
	"collsim/sim/units"
)

// unequal says that two sides of a link cannot be paired.
type unequal struct {
	l    *Link
	n, m int
}

func (u unequal) Error() string {
	if u.l.All {
		return fmt.Sprintf("%d devices on the left times %d on the right are too many links", u.n, u.m)
	}
	return fmt.Sprintf("%d devices on the left, %d on the right; valid: one number divides the other, or join: all", u.n, u.m)
}

// Keys that a graph has: in a file of its own a schema as well.
var (
	graphKeys  = []string{"name", "preset", "devices", "links"}
	fileKeys   = append([]string{"schema"}, graphKeys...)
	deviceKeys = append([]string{"kind", "node"}, fabric.DeviceFigures()...)
	linkKeys   = append([]string{"medium", "count", "join"}, fabric.LinkFigures()...)
	joins      = []string{"rows", "all"}
)

// Keys are those by which a graph is written.
func Keys() []string { return slices.Clone(graphKeys) }

// mostProblems ends the reading of a file that is nothing but mistakes.
const mostProblems = 1000

// asGraph says what a graph file is to be.
var asGraph = input.Kind{
	Schema: Schema, Like: "as topo export --format yaml writes them", Alone: "one graph a file", Repeat: "a range, such as gpu0..7",
}

// Parse reads a graph file as far as its keys; name is what messages call it. What they hold is for Read, which may be told
// of a graph from several places. A file that is not strict YAML has no root.
func Parse(name string, data []byte) (root *input.Node, problems input.Problems) {
	if root, problems = input.Parse(name, data, asGraph); len(problems) > 0 {
		return nil, problems
	}
	r := &reader{}
	for _, f := range root.Fields {
		if f.Name == "schema" {
			if text, ok := r.scalar(f.Value, "schema", Schema); ok && text != Schema {
				r.problem(f.Value.Where, "schema: a version that this program does not know", text, Schema)
			}
		} else if !slices.Contains(graphKeys, f.Name) {
			r.unknown(f.Where, "unknown key of a graph", f.Name, fileKeys)
		}
	}
	if root.Form == input.Mapping && root.Get("schema") == nil {
		r.problem(root.Where, "schema: is missing", "", Schema)
	}
	return root, r.problems
}

// Read makes a document of a mapping with name, preset, devices and links. prefix stands before these in messages:
// "fabric." in a scenario. Everything that is wrong is told at once.
func Read(root *input.Node, prefix string) (*Document, input.Problems) {
	r := &reader{prefix: prefix, document: &Document{}, places: map[string]input.Where{}, refused: map[string]bool{}}
	r.root(root)
	r.check(root)
	if len(r.problems) > 0 {
		return nil, r.problems.Sorted()
	}
	return r.document, nil
}

type reader struct {
	prefix   string
	document *Document
	problems input.Problems
	places   map[string]input.Where // "devices.gpu0..7" -> where it stands
	refused  map[string]bool        // lines that had problems of their own
}

func (r *reader) problem(at input.Where, what, text, valid string) {
	r.problems = append(r.problems, input.Problem{Where: at, What: what, Text: text, Valid: valid})
}

func (r *reader) unknown(at input.Where, what, text string, valid []string) {
	r.problems = append(r.problems, input.Problem{Where: at, What: what, Text: text, Hint: input.Meant(text, valid), Valid: strings.Join(valid, ", ")})
}

func (r *reader) root(root *input.Node) {
	if root.Form != input.Mapping {
		r.problem(root.Where, "a graph must be a mapping", root.Text, strings.Join(fileKeys, ", "))
		return
	}
	for _, f := range root.Fields {
		path := r.prefix + f.Name
		switch f.Name {
		case "name":
			r.document.Name, _ = r.scalar(f.Value, path, "text")
		case "preset":
			r.document.Preset, _ = r.scalar(f.Value, path, "the server whose figures hold")
		case "devices":
			r.lines(f.Value, path, "name: kind, such as gpu0..7: gpu", r.device)
		case "links":
			r.lines(f.Value, path, "a <-> b: medium, such as gpu0..7 <-> nvswitch0: nvlink", r.link)
		}
	}
	for _, name := range []string{"devices", "links"} {
		if v := root.Get(name); v == nil && !(name == "links" && len(r.document.Devices) == 1) {
			r.problem(root.Where, r.prefix+name+": is missing", "", "name: {...} lines")
			r.refused[name] = true
		}
	}
}

// lines reads the lines of a mapping.
func (r *reader) lines(v *input.Node, path, valid string, read func(path string, f input.Field)) {
	if v.Form != input.Mapping {
		r.problem(v.Where, path+": must be a mapping", v.Text, valid)
		r.refused[strings.TrimPrefix(path, r.prefix)] = true
		return
	}
	for _, f := range v.Fields {
		if len(r.problems) > mostProblems {
			return
		}
		where := strings.TrimPrefix(path, r.prefix) + "." + f.Name
		r.places[where] = f.Where
		before := len(r.problems)
		read(path+"."+f.Name, f)
		r.refused[where] = len(r.problems) > before
	}
}

func (r *reader) scalar(v *input.Node, path, valid string) (text string, ok bool) {
	switch v.Form {
	case input.Scalar:
		return v.Text, true
	case input.Empty:
		r.problem(v.Where, path+": has no value", "", valid)
	default:
		r.problem(v.Where, path+": must be a single value", "", valid)
	}
	return "", false
}

// device reads one line of devices. A word alone is the kind.
func (r *reader) device(path string, f input.Field) {
	d := Device{Names: f.Name, Kind: fabric.Kinds, Node: Unsaid}
	v := f.Value
	if v.Form == input.Scalar {
		v = &input.Node{Form: input.Mapping, Where: v.Where, Fields: []input.Field{{Name: "kind", Where: v.Where, Value: v}}}
	}
	if v.Form != input.Mapping {
		r.problem(v.Where, path+": must be a kind or a mapping", v.Text, "{kind: gpu}")
		v = &input.Node{Form: input.Mapping}
	} else if v.Get("kind") == nil {
		r.problem(f.Where, path+".kind: is missing", "", strings.Join(fabric.KindNames(), ", "))
	}
	if kind := v.Get("kind"); kind != nil {
		if text, ok := r.scalar(kind, path+".kind", strings.Join(fabric.KindNames(), ", ")); ok {
			if i := slices.Index(fabric.KindNames(), text); i >= 0 {
				d.Kind = fabric.Kind(i)
			} else {
				r.unknown(kind.Where, path+".kind: unknown", text, fabric.KindNames())
			}
		}
	}
	for _, g := range v.Fields {
		switch {
		case g.Name == "kind":
		case g.Name == "node":
			d.Node = r.node(g.Value, path+".node")
		case slices.Contains(fabric.DeviceFigures(), g.Name):
			if d.Kind == fabric.Kinds {
				continue
			}
			p, err := fabric.DeviceParameter(d.Kind, g.Name)
			if err != nil {
				r.problem(g.Where, path+"."+g.Name+": "+err.Error(), "", "")
				continue
			}
			d.Figures = r.figure(d.Figures, g, path, p)
		default:
			r.unknown(g.Where, "unknown key in "+path, g.Name, deviceKeys)
		}
	}
	r.document.Devices = append(r.document.Devices, d)
}

func (r *reader) node(v *input.Node, path string) int {
	const valid = "a whole number from 0, or none for a device between servers"
	text, ok := r.scalar(v, path, valid)
	if !ok {
		return Unsaid
	}
	if text == "none" {
		return None
	}
	n, err := strconv.ParseInt(text, 10, 21)
	if err != nil || n < 0 {
		r.problem(v.Where, path+": not a node", text, valid)
		return Unsaid
	}
	return int(n)
}

// link reads one line of links. A word alone is the medium; nothing at all leaves everything to the kinds of its ends.
func (r *reader) link(path string, f input.Field) {
	from, to, both := strings.Cut(f.Name, "<->")
	if !both {
		var ok bool
		if from, to, ok = strings.Cut(f.Name, "->"); !ok {
			r.problem(f.Where, r.prefix+"links: not a link", f.Name, "a <-> b, or a -> b for one way")
			return
		}
	}
	l := Link{From: strings.TrimSpace(from), To: strings.TrimSpace(to), OneWay: !both}
	delete(r.places, "links."+f.Name)
	r.places["links."+l.key()] = f.Where
	v := f.Value
	switch v.Form {
	case input.Scalar:
		v = &input.Node{Form: input.Mapping, Where: v.Where, Fields: []input.Field{{Name: "medium", Where: v.Where, Value: v}}}
	case input.List:
		r.problem(v.Where, path+": must be a medium or a mapping", "", "{rate: 50 GB/s}")
		return
	}
	before := len(r.problems)
	for _, g := range v.Fields {
		r.linkKey(&l, path, g)
	}
	if len(r.problems) == before {
		r.document.Links = append(r.document.Links, l)
	}
}

func (r *reader) linkKey(l *Link, path string, g input.Field) {
	switch {
	case g.Name == "medium":
		l.Medium = r.word(g.Value, path+".medium", fabric.Media())
	case g.Name == "join":
		l.All = r.word(g.Value, path+".join", joins) == "all"
	case g.Name == "count":
		const valid = "a whole number from 1 to 1024"
		if text, ok := r.scalar(g.Value, path+".count", valid); ok {
			n, err := strconv.ParseUint(text, 10, 16)
			if err != nil || n == 0 || n > 1024 {
				r.problem(g.Value.Where, path+".count: not a number of cables", text, valid)
			}
			l.Count = int(n)
		}
	case slices.Contains(fabric.LinkFigures(), g.Name):
		p, err := fabric.ParameterOf(">." + g.Name)
		if err != nil {
			panic("topofile: " + err.Error()) // the list is fabric's own
		}
		p.Name = g.Name
		l.Figures = r.figure(l.Figures, g, path, p)
	default:
		r.unknown(g.Where, "unknown key in "+path, g.Name, linkKeys)
	}
}

func (r *reader) word(v *input.Node, path string, valid []string) string {
	text, ok := r.scalar(v, path, strings.Join(valid, ", "))
	if ok && !slices.Contains(valid, text) {
		r.unknown(v.Where, path+": unknown", text, valid)
	}
	return text
}

// figure reads a value by its parameter.
func (r *reader) figure(figures []fabric.Setting, f input.Field, path string, p fabric.Parameter) []fabric.Setting {
	path += "." + f.Name
	text, ok := r.scalar(f.Value, path, p.Quantity.String())
	if !ok {
		return figures
	}
	v, err := p.Parse(text)
	var wrong *units.ParseError
	switch {
	case errors.As(err, &wrong):
		r.problems = append(r.problems, input.Problem{Where: f.Value.Where, What: path + ": " + wrong.Problem, Text: wrong.Text, Hint: wrong.Hint, Valid: wrong.Valid})
	case err != nil:
		r.problem(f.Value.Where, path+": "+err.Error(), "", "")
	default:
		return append(figures, fabric.Setting{Name: f.Name, Value: v})
	}
	return figures
}

// check looks at the document as a whole. What a refused line makes wrong elsewhere is left unsaid.
func (r *reader) check(root *input.Node) {
	if r.refused["devices"] || r.refused["links"] || root.Form != input.Mapping {
		return
	}
	w, problems := r.document.Wiring()
	if len(problems) == 0 {
		problems = w.Check()
	}
	for _, p := range problems {
		if !r.refused[p.Where] && len(r.problems) <= mostProblems {
			r.problem(r.place(p.Where, root), r.prefix+p.Where+": "+p.Text, "", "")
		}
	}
}

// place is where the line stands of which package fabric speaks.
func (r *reader) place(where string, root *input.Node) input.Where {
	if at, ok := r.places[where]; ok {
		return at
	}
	if v := root.Get(where); v != nil {
		return v.Where
	}
	return root.Where
}
