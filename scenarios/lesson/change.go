package lesson

import (
	"slices"
	"strconv"
	"strings"

	"collsim/fabric"
	"collsim/scenarios"
	"collsim/sim/input"
)

// leaf is a value of a scenario by its path.
type leaf struct{ path, value string }

// leaves spells a scenario out, without what says nothing about the run.
func leaves(f *scenarios.File) []leaf {
	root, problems := input.Parse("", scenarios.Canonical(f.Scenarios[0]), input.Kind{})
	if len(problems) > 0 {
		panic("lesson: " + problems.Error()) // what Canonical writes can be read
	}
	return below(nil, "", root.Without("schema", "name", "description"))
}

func below(all []leaf, path string, n *input.Node) []leaf {
	for _, f := range n.Fields {
		all = below(all, strings.TrimPrefix(path+"."+f.Name, "."), f.Value)
	}
	for i, item := range n.Items {
		all = below(all, path+"."+strconv.Itoa(i), item)
	}
	if n.Form == input.Scalar {
		all = append(all, leaf{path, n.Text})
	}
	return all
}

// changed lists the paths at which two scenarios differ, in the order of the first, then of the second.
func changed(a, b *scenarios.File) []string {
	was, is := leaves(a), leaves(b)
	var paths []string
	for _, l := range append(slices.Clone(was), is...) {
		if (!slices.Contains(was, l) || !slices.Contains(is, l)) && !slices.Contains(paths, l.path) {
			paths = append(paths, l.path)
		}
	}
	return paths
}

// covers tells whether a path is the key, or below it, or changes along with it. Parameters go by their own names in a
// scenario that is spelled out, below set.
func (c *Change) covers(path string) bool {
	return slices.ContainsFunc(append(c.along, c.Key), func(key string) bool {
		if p, ok := fabric.Find(scenarios.Known().Parameters, key); ok {
			key = "set." + p.Name
		}
		return path == key || strings.HasPrefix(path, key+".")
	})
}

// changes sorts what an answer changes: keys of the lesson's, and paths that are none's business.
func (l *Lesson) changes(answer *scenarios.File) (keys, others []string) {
	for _, path := range changed(l.start, answer) {
		i := slices.IndexFunc(l.Change, func(c Change) bool { return c.covers(path) })
		switch {
		case i < 0:
			others = append(others, path)
		case !slices.Contains(keys, l.Change[i].Key):
			keys = append(keys, l.Change[i].Key)
		}
	}
	return keys, others
}

// now looks up what the keys that may change hold, in the words of the scenario.
func (p *parser) now() {
	written, _ := input.Parse(p.file, []byte(p.YAML), asLesson) // it has been loaded
	for i := range p.Change {
		c := &p.Change[i]
		n := written.At("set", c.Key)
		if n == nil {
			n = written.At(strings.Split(c.Key, ".")...)
		}
		if n != nil {
			c.Now = n.Text
		}
	}
}
