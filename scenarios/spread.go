package scenarios

import "collsim/sim/input"

// spread gives a tree the one form in which trees are merged: "fabric: star" is written out as "fabric: {preset: star}"
// and "ranks: 12" as "ranks: {count: 12}", workload.bytes moves to bytes, what stands in fabric.set moves to set, and parameters have their own names
// instead of aliases. It refuses a parameter that is set twice.
func (r *reader) spread(n *node) *node {
	if n.Form != mapping {
		return n
	}
	for _, short := range []struct{ name, means string }{{"fabric", "preset"}, {"ranks", "count"}, {"workload", "kind"}} {
		for _, f := range n.Fields {
			if f.Name == short.name && f.Value.Form == scalar {
				f.Value = input.Nest([]string{short.means}, f.Value)
				n = n.With(f)
			}
		}
	}
	return r.gather(r.lift(r.inline(r.enclose(r.circle(n)))))
}

// lift moves what stands as workload.bytes to bytes.
func (r *reader) lift(n *node) *node {
	inner := n.At("workload", "bytes")
	if inner == nil {
		return n
	}
	if n.Get("bytes") != nil {
		r.problem(inner.Where, "workload.bytes: stands beside bytes", inner.Text, "one of the two")
	}
	w := n.Get("workload")
	return n.With(field{Name: "workload", Where: w.Where, Value: w.Without("bytes")}).With(field{Name: "bytes", Where: inner.Where, Value: inner})
}

// gather brings all settings of a tree together under set.
func (r *reader) gather(n *node) *node {
	inner, set := n.At("fabric", "set"), n.Get("set")
	if inner == nil && set == nil || inner != nil && inner.Form != mapping || set != nil && set.Form != mapping {
		return n // what is no mapping is refused when it is read
	}
	all := &node{Form: mapping}
	seen := map[string]bool{}
	for i, from := range []*node{inner, set} {
		if from == nil {
			continue
		}
		all.Where = from.Where
		for _, f := range from.Fields {
			if p, ok := r.catalogue.parameter(f.Name); ok {
				f.Name = p.Name
			}
			if seen[f.Name] {
				r.problem(f.Where, [...]string{"fabric.set", "set"}[i]+": "+f.Name+" is set twice", "", "one of the two")
				continue
			}
			seen[f.Name] = true
			all.Fields = append(all.Fields, f)
		}
	}
	if inner != nil {
		fabric := n.Get("fabric")
		n = n.With(field{Name: "fabric", Where: fabric.Where, Value: fabric.Without("set")})
	}
	return n.With(field{Name: "set", Where: all.Where, Value: all})
}
