package scenarios

// spread gives a tree the one form in which trees are merged: "fabric: star" is written out as "fabric: {preset: star}"
// and "ranks: 12" as "ranks: {count: 12}", workload.bytes moves to bytes, what stands in fabric.set moves to set, and parameters have their own names
// instead of aliases. It refuses a parameter that is set twice.
func (r *reader) spread(n *node) *node {
	if n.form != mapping {
		return n
	}
	for _, short := range []struct{ name, means string }{{"fabric", "preset"}, {"ranks", "count"}, {"workload", "kind"}} {
		for _, f := range n.fields {
			if f.name == short.name && f.value.form == scalar {
				f.value = nest([]string{short.means}, f.value)
				n = n.with(f)
			}
		}
	}
	return r.gather(r.lift(r.inline(n)))
}

// lift moves what stands as workload.bytes to bytes.
func (r *reader) lift(n *node) *node {
	inner := n.at("workload", "bytes")
	if inner == nil {
		return n
	}
	if n.get("bytes") != nil {
		r.problem(inner.where, "workload.bytes: stands beside bytes", inner.text, "one of the two")
	}
	w := n.get("workload")
	return n.with(field{"workload", w.where, w.without("bytes")}).with(field{"bytes", inner.where, inner})
}

// gather brings all settings of a tree together under set.
func (r *reader) gather(n *node) *node {
	inner, set := n.at("fabric", "set"), n.get("set")
	if inner == nil && set == nil || inner != nil && inner.form != mapping || set != nil && set.form != mapping {
		return n // what is no mapping is refused when it is read
	}
	all := &node{form: mapping}
	seen := map[string]bool{}
	for i, from := range []*node{inner, set} {
		if from == nil {
			continue
		}
		all.where = from.where
		for _, f := range from.fields {
			if p, ok := r.catalogue.parameter(f.name); ok {
				f.name = p.Name
			}
			if seen[f.name] {
				r.problem(f.where, [...]string{"fabric.set", "set"}[i]+": "+f.name+" is set twice", "", "one of the two")
				continue
			}
			seen[f.name] = true
			all.fields = append(all.fields, f)
		}
	}
	if inner != nil {
		fabric := n.get("fabric")
		n = n.with(field{"fabric", fabric.where, fabric.without("set")})
	}
	return n.with(field{"set", all.where, all})
}
