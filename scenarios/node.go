package scenarios

import "slices"

// form is what a node of a file is.
type form uint8

const (
	scalar form = iota
	mapping
	list
	empty // a key without a value
)

// node is a file, or what flags say, before anything is known about its meaning. Nodes are never changed once built.
type node struct {
	form   form
	text   string // of a scalar
	where  Where
	fields []field // of a mapping, in the order of the file, names distinct
	items  []*node // of a list
	whole  bool    // a mapping that replaces what it is laid over
}

// field is one line of a mapping.
type field struct {
	name  string
	where Where
	value *node
}

func (n *node) get(name string) *node {
	if n == nil || n.form != mapping {
		return nil
	}
	for i := range n.fields {
		if n.fields[i].name == name {
			return n.fields[i].value
		}
	}
	return nil
}

// at follows a path of names; nil = there is nothing.
func (n *node) at(path ...string) *node {
	for _, name := range path {
		n = n.get(name)
	}
	return n
}

// with returns n with one field added, or replaced in its place.
func (n *node) with(f field) *node {
	c := *n
	c.fields = slices.Clone(n.fields)
	for i := range c.fields {
		if c.fields[i].name == f.name {
			c.fields[i] = f
			return &c
		}
	}
	c.fields = append(c.fields, f)
	return &c
}

// without returns n lacking some fields.
func (n *node) without(names ...string) *node {
	c := *n
	c.fields = slices.DeleteFunc(slices.Clone(n.fields), func(f field) bool { return slices.Contains(names, f.name) })
	return &c
}

// merge lays over on top of n: mappings field by field, everything else is replaced.
func (n *node) merge(over *node) *node {
	if n == nil || n.form != mapping || over.form != mapping || over.whole {
		return over
	}
	c := *n
	c.fields = slices.Clone(n.fields)
	index := make(map[string]int, len(c.fields))
	for i := range c.fields {
		index[c.fields[i].name] = i
	}
	for _, f := range over.fields {
		if i, ok := index[f.name]; ok {
			f.value = c.fields[i].value.merge(f.value)
			c.fields[i] = f
			continue
		}
		c.fields = append(c.fields, f)
	}
	return &c
}

// nest wraps a scalar into mappings, one a name of path, all at the same place.
func nest(path []string, leaf *node) *node {
	for i := len(path) - 1; i >= 0; i-- {
		leaf = &node{form: mapping, where: leaf.where, fields: []field{{path[i], leaf.where, leaf}}}
	}
	return leaf
}
