package input

import "slices"

// Form is what a node of a file is.
type Form uint8

// The forms of nodes.
const (
	Scalar Form = iota
	Mapping
	List
	Empty // a key without a value
)

// Node is a file, or what flags say, before anything is known about its meaning. Nodes are never changed once built.
type Node struct {
	Form   Form
	Text   string // of a scalar
	Where  Where
	Fields []Field // of a mapping, in the order of the file, names distinct
	Items  []*Node // of a list
	Whole  bool    // a mapping that replaces what it is laid over
}

// Field is one line of a mapping.
type Field struct {
	Name  string
	Where Where // of the name
	Value *Node
}

// Get is the value of a field; nil = there is none.
func (n *Node) Get(name string) *Node {
	if n == nil || n.Form != Mapping {
		return nil
	}
	for i := range n.Fields {
		if n.Fields[i].Name == name {
			return n.Fields[i].Value
		}
	}
	return nil
}

// At follows a path of names; nil = there is nothing.
func (n *Node) At(path ...string) *Node {
	for _, name := range path {
		n = n.Get(name)
	}
	return n
}

// With returns n with one field added, or replaced in its place.
func (n *Node) With(f Field) *Node {
	c := *n
	c.Fields = slices.Clone(n.Fields)
	for i := range c.Fields {
		if c.Fields[i].Name == f.Name {
			c.Fields[i] = f
			return &c
		}
	}
	c.Fields = append(c.Fields, f)
	return &c
}

// Without returns n lacking some fields.
func (n *Node) Without(names ...string) *Node {
	c := *n
	c.Fields = slices.DeleteFunc(slices.Clone(n.Fields), func(f Field) bool { return slices.Contains(names, f.Name) })
	return &c
}

// Merge lays over on top of n: mappings field by field, everything else is replaced.
func (n *Node) Merge(over *Node) *Node {
	if n == nil || n.Form != Mapping || over.Form != Mapping || over.Whole {
		return over
	}
	c := *n
	c.Fields = slices.Clone(n.Fields)
	index := make(map[string]int, len(c.Fields))
	for i := range c.Fields {
		index[c.Fields[i].Name] = i
	}
	for _, f := range over.Fields {
		if i, ok := index[f.Name]; ok {
			f.Value = c.Fields[i].Value.Merge(f.Value)
			c.Fields[i] = f
			continue
		}
		c.Fields = append(c.Fields, f)
	}
	return &c
}

// Nest wraps a scalar into mappings, one a name of path, all at the same place.
func Nest(path []string, leaf *Node) *Node {
	for i := len(path) - 1; i >= 0; i-- {
		leaf = &Node{Form: Mapping, Where: leaf.Where, Fields: []Field{{path[i], leaf.Where, leaf}}}
	}
	return leaf
}
