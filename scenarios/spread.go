package scenarios

// spread gives a tree the one form in which trees are merged: "fabric: star" is written out as "fabric: {preset: star}"
// and "ranks: 12" as "ranks: {count: 12}", what stands in fabric.set moves to set, and parameters have their own names
// instead of aliases. It refuses a parameter that is set twice.
func (r *reader) spread(n *node) *node {
	if n.form != mapping {
		return n
	}
	for _, short := range []struct{ name, means string }{{"fabric", "preset"}, {"ranks", "count"}} {
		for _, f := range n.fields {
			if f.name == short.name && f.value.form == scalar {
				f.value = nest([]string{short.means}, f.value)
				n = n.with(f)
			}
		}
	}
	inner, set := n.at("fabric", "set"), n.get("set")
	merged := &node{form: mapping}
	for i, from := range []*node{inner, set} {
		if from == nil {
			continue
		}
		if from.form != mapping {
			return n // refused when it is read
		}
		merged.where = from.where
		for _, f := range from.fields {
			merged = r.setting(merged, f, [...]string{"fabric.set", "set"}[i])
		}
	}
	if inner != nil {
		for _, f := range n.fields {
			if f.name == "fabric" {
				f.value = f.value.without("set")
				n = n.with(f)
			}
		}
	}
	if inner == nil && set == nil {
		return n
	}
	return n.with(field{"set", merged.where, merged})
}

func (r *reader) setting(set *node, f field, path string) *node {
	if p, ok := r.catalogue.parameter(f.name); ok {
		f.name = p.Name
	}
	if set.get(f.name) != nil {
		r.problem(f.where, path+": "+f.name+" is set twice", "", "one of the two")
		return set
	}
	return set.with(f)
}
