package scenarios

import "collsim/sim/input"

// Base is a scenario file to which values are still to be added: what it lacks an assignment may say. So nothing but its
// form has been checked.
type Base struct {
	Name     string
	Variants []string    // in the order of the file; none = it has none
	Sweep    *input.Node // its axes; nil = it has none

	catalogue *Catalogue
	source    string
	root      *node
	over      *node // what flags say
}

// Base reads a file and flags to lay over it; name is what messages call the file.
func (c *Catalogue) Base(name string, data []byte, flags []Flag) (*Base, error) {
	root, problems := input.Parse(name, data, asScenario)
	over, wrong := c.overlay(flags)
	if problems = append(problems, wrong...); len(problems) > 0 {
		return nil, problems.Sorted()
	}
	r := &reader{catalogue: c}
	b := &Base{Name: name, catalogue: c, source: name, root: r.spread(root).Without("expect", "sweep"), over: r.spread(over)}
	b.Sweep = root.Get("sweep")
	if said := b.over.Get("sweep"); said != nil {
		b.Sweep, b.over = b.Sweep.Merge(said), b.over.Without("sweep")
	}
	if n := root.Get("name"); n != nil && n.Form == scalar {
		b.Name = n.Text
	}
	if v := root.Get("variants"); v != nil {
		for _, f := range v.Fields {
			b.Variants = append(b.Variants, f.Name)
		}
	}
	if len(r.problems) > 0 {
		return nil, r.problems.Sorted()
	}
	return b, nil
}

// Flagged tells whether a flag says what is at a path.
func (b *Base) Flagged(path string) bool {
	return b.over.At(b.catalogue.path("set", path)...) != nil
}

// Assignment gives the key or parameter at a path a value, as the flag --set does, and knows where both were written.
type Assignment struct {
	Path, Value string
	At, Where   Where // of the path and of the value
}

// Assign lays assignments over one variant ("" = the file has none), whose scenario is then the only one of the file. What
// is wrong with them is told at their places. Expectations are left out.
func (b *Base) Assign(variant string, all []Assignment) (*File, error) {
	root := b.root
	if v := root.Get("variants"); v != nil {
		only := &node{Form: mapping, Where: v.Where}
		for _, one := range v.Fields {
			if one.Name == variant {
				only.Fields = append(only.Fields, one)
			}
		}
		root = root.With(field{Name: "variants", Where: v.Where, Value: only})
	}
	over := b.over
	for _, a := range all {
		n := leaf(a.Path, a.Value, a.Where)
		path := b.catalogue.path("set", a.Path)
		for i := len(path) - 1; i >= 0; i-- {
			n = &node{Form: mapping, Where: a.At, Fields: []field{{Name: path[i], Where: a.At, Value: n}}}
		}
		over = over.Merge(n)
	}
	return b.catalogue.file(b.source, root, over)
}
