package calibration

import (
	"slices"
	"strings"

	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim/input"
)

// Schema is the version of the files.
const Schema = "collsim.calibration/v1"

var asClass = input.Kind{
	Schema: Schema, Like: "as in the files of the package", Alone: "one class a file", Repeat: "a value for each parameter",
}

// Keys of a file and of a value in it.
var (
	fileKeys  = []string{"schema", "kind", "class", "about", "values"}
	valueKeys = []string{"value", "between", "source"}
	kinds     = []string{GPU, Network, Site}
)

const nameLetters = "abcdefghijklmnopqrstuvwxyz0123456789-"

// reader gathers everything that is wrong with a file.
type reader struct {
	site     bool // its values may do without a range
	problems input.Problems
}

// Read reads a class from a file; name is what messages call it. The error is all that is wrong, with its places.
func Read(name string, data []byte) (*Class, error) {
	root, problems := input.Parse(name, data, asClass)
	if len(problems) > 0 {
		return nil, problems
	}
	return ReadTree(root)
}

// ReadTree is Read for a class that stands inside another file.
func ReadTree(root *input.Node) (*Class, error) {
	r := &reader{}
	r.known(root, "", fileKeys)
	if schema := r.word(root, root, "schema"); schema != "" && schema != Schema {
		r.problem(root.Get("schema").Where, "schema: a version that this program does not know", schema, Schema)
	}
	c := &Class{Kind: r.word(root, root, "kind"), Name: r.word(root, root, "class"), About: r.word(root, root, "about")}
	if c.Kind != "" && !slices.Contains(kinds, c.Kind) {
		r.problem(root.Get("kind").Where, "kind: there is no such kind of class", c.Kind, strings.Join(kinds, ", "))
	}
	if c.Name != "" && strings.Trim(c.Name, nameLetters) != "" {
		r.problem(root.Get("class").Where, "class: not a name", c.Name, "small letters, digits and -")
	}
	r.site = c.Kind == Site
	c.Values = r.values(root)
	if len(r.problems) > 0 {
		return nil, r.problems.Sorted()
	}
	c.Sort()
	return c, nil
}

// values reads all of them, in the order of their names.
func (r *reader) values(root *input.Node) []Value {
	n := root.Get("values")
	if n == nil || n.Form != input.Mapping {
		r.problem(root.Where, "values: there are none", "", "a mapping of parameters: host.nccl.hop.ll: {value: 600 ns, between: [400 ns, 900 ns], source: ...}")
		return nil
	}
	var all []Value
	known := host.Parameters()
	for _, f := range n.Fields {
		p, ok := fabric.Find(known, f.Name)
		if !ok {
			r.problem(f.Where, "values: there is no parameter "+f.Name+" of the software path", "", "one of docs/model.md")
			continue
		}
		if !isNumber(p.Quantity) {
			r.problem(f.Where, "values: "+p.Name+" is not a number, so it has no range", "", "a duration, a rate, bytes, a count or a share")
			continue
		}
		all = append(all, r.value(f.Name, p, f.Value))
	}
	return all
}

// isNumber tells quantities that have a range.
func isNumber(q fabric.Quantity) bool {
	return q != fabric.WordQuantity && q != fabric.YesNoQuantity && q != fabric.WeightsQuantity
}

// value reads one: {value: 600 ns, between: [400 ns, 900 ns], source: ...}.
func (r *reader) value(path string, p fabric.Parameter, n *input.Node) Value {
	v := Value{Parameter: p.Name}
	if n.Form != input.Mapping {
		r.problem(n.Where, path+": a value, its range and its source are needed", n.Text, "{value: ..., between: [..., ...], source: ...}")
		return v
	}
	r.known(n, path+".", valueKeys)
	v.Source = r.word(n, n, "source")
	v.Value = r.quantity(path, p, n, n.Get("value"))
	between := n.Get("between")
	if between == nil && r.site {
		v.Low, v.High = v.Value, v.Value
		return v
	}
	if between == nil || between.Form != input.List || len(between.Items) != 2 {
		r.problem(n.Where, path+": between what the value lies is not said", "", "between: [low, high]")
		return v
	}
	v.Low = r.quantity(path, p, n, between.Items[0])
	v.High = r.quantity(path, p, n, between.Items[1])
	if len(r.problems) == 0 && (v.Low.Int > v.Value.Int || v.Value.Int > v.High.Int) {
		r.problem(between.Where, path+": the value does not lie between its ends", v.Value.String(), "low <= value <= high")
	}
	return v
}

func (r *reader) quantity(path string, p fabric.Parameter, in, n *input.Node) fabric.Value {
	if n == nil || n.Form != input.Scalar {
		r.problem(in.Where, path+": a value is missing", "", "value: and two values behind between:")
		return fabric.Value{}
	}
	v, err := p.Parse(n.Text)
	if err != nil {
		r.problem(n.Where, path+": "+err.Error(), "", "")
	} else if v.Int == fabric.Auto {
		r.problem(n.Where, path+": a class says a number", n.Text, "a number")
	}
	return v
}

// word is a scalar field that must be there.
func (r *reader) word(in, n *input.Node, name string) string {
	f := n.Get(name)
	if f == nil || f.Form != input.Scalar || f.Text == "" {
		r.problem(in.Where, name+": is missing", "", name+": and a word or a sentence")
		return ""
	}
	return f.Text
}

// known refuses fields that are not in a list.
func (r *reader) known(n *input.Node, path string, valid []string) {
	for _, f := range n.Fields {
		if !slices.Contains(valid, f.Name) {
			r.problems = append(r.problems, input.Problem{Where: f.Where, What: path + f.Name + ": there is no such key",
				Hint: input.Meant(f.Name, valid), Valid: strings.Join(valid, ", ")})
		}
	}
}

func (r *reader) problem(at input.Where, what, text, valid string) {
	r.problems = append(r.problems, input.Problem{Where: at, What: what, Text: text, Valid: valid})
}
