package scenarios

import (
	"strconv"
	"strings"
)

// mostNamed is how many jobs, groups or kinds of background traffic there may be.
const mostNamed = 64

// named are several things of one kind by their names: jobs, groups, background traffic.
type named struct {
	what  string // one of them
	keys  []key
	begin func(d *draft, name string) // a new one is read
	also  []key                       // keys that stand beside the names
}

func (z named) valid() string { return "name: {" + strings.Join(names(z.keys, top), ", ") + "}" }

func (z named) read(r *reader, path string, n *node, d *draft) {
	if n.Form != mapping || len(n.Fields) == 0 {
		r.problem(n.Where, path+": must be a mapping", n.Text, z.valid())
		return
	}
	if len(n.Fields) > mostNamed+len(z.also) {
		r.problem(n.Where, path+": too many", strconv.Itoa(len(n.Fields)), "at most "+strconv.Itoa(mostNamed))
		return
	}
	beside := &node{Form: mapping, Where: n.Where}
	for _, f := range n.Fields {
		switch {
		case z.beside(f.Name):
			beside = beside.With(f)
		case !isName(f.Name):
			r.problem(f.Where, path+": not a name for "+z.what, f.Name, "letters, digits, - and _")
		default:
			z.begin(d, f.Name)
			group{z.keys, ""}.read(r, path+"."+f.Name, f.Value, d)
		}
	}
	r.fields(z.also, path+".", beside, d)
}

func (z named) beside(name string) bool {
	for _, k := range z.also {
		if k.name == name {
			return true
		}
	}
	return false
}

func (z named) schema(c *Catalogue) ordered {
	one := c.mapping(z.keys, top)
	for _, k := range z.also { // whose names fit the pattern as well
		one = anyOf(one, append(ordered{{"description", k.doc}}, k.shape.schema(c)...))
	}
	return ordered{{"type", "object"}, {"minProperties", 1}, {"patternProperties", ordered{{"^[A-Za-z0-9_-]+$", one}}}, {"additionalProperties", false}}
}
