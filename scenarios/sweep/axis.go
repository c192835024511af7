package sweep

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"collsim/scenarios"
	"collsim/sim/input"
)

// What a sweep may have at most.
const (
	mostPoints     = 1_000_000
	mostReplicates = 10_000
)

// seedPath is the path of the axis that replicates are, and variantPath that of the axis that variants are.
const (
	seedPath    = "seed"
	variantPath = "variant"
)

// axis is an axis with the places where it was written.
type axis struct {
	Axis
	at     []scenarios.Where   // of each path
	wheres [][]scenarios.Where // of each value, by path
}

// length is how many values it has.
func (a *axis) length() int { return len(a.Values) }

// reader gathers what is wrong with axes.
type reader struct{ problems scenarios.Problems }

func (r *reader) problem(where scenarios.Where, what, text, valid string) {
	r.problems = append(r.problems, scenarios.Problem{Where: where, What: what, Text: text, Valid: valid})
}

// axes reads what stands under sweep:, in its order; variants come first and replicates last.
func axes(file string, b *scenarios.Base) ([]axis, error) {
	n := b.Sweep
	if n == nil || n.Form != input.Mapping {
		return nil, scenarios.Problems{{Where: scenarios.Where{File: file}, What: "sweep: is missing", Valid: "sweep: {axes: {bytes: [1 KiB, 1 MiB]}}, or --set 'sweep.axes.bytes=[1 KiB, 1 MiB]'"}}
	}
	r := &reader{}
	var all []axis
	if len(b.Variants) > 0 {
		all = append(all, variantsOf(b))
	}
	for _, f := range n.Fields {
		switch f.Name {
		case "axes":
			all = append(all, r.axes(b, f)...)
		case "replicates":
		default:
			r.problems = append(r.problems, scenarios.Problem{Where: f.Where, What: "unknown key in sweep", Text: f.Name,
				Hint: input.Meant(f.Name, []string{"axes", "replicates"}), Valid: "axes, replicates"})
		}
	}
	if again := n.Get("replicates"); again != nil {
		all = append(all, r.replicates(again)...)
	}
	r.once(b, all)
	if len(r.problems) > 0 {
		return nil, r.problems.Sorted()
	}
	return all, nil
}

// variantsOf is the axis of the file's variants.
func variantsOf(b *scenarios.Base) axis {
	a := axis{Axis: Axis{Name: variantPath, Paths: []string{variantPath}}, at: make([]scenarios.Where, 1)}
	for _, name := range b.Variants {
		a.Values = append(a.Values, Values{{variantPath, name}})
		a.wheres = append(a.wheres, make([]scenarios.Where, 1))
	}
	return a
}

// replicates are the seeds from 1 up, in an axis of their own.
func (r *reader) replicates(n *input.Node) []axis {
	count, err := strconv.Atoi(n.Text)
	if n.Form != input.Scalar || err != nil || count < 1 || count > mostReplicates {
		r.problem(n.Where, "sweep.replicates: not a number of replicates", n.Text, "a whole number, 1 to "+strconv.Itoa(mostReplicates))
		return nil
	}
	a := axis{Axis: Axis{Name: seedPath, Paths: []string{seedPath}}, at: []scenarios.Where{n.Where}}
	for seed := 1; seed <= count; seed++ {
		a.add(Values{{seedPath, strconv.Itoa(seed)}}, []scenarios.Where{n.Where})
	}
	return []axis{a}
}

func (a *axis) add(v Values, where []scenarios.Where) {
	a.Values, a.wheres = append(a.Values, v), append(a.wheres, where)
}

// axes reads the mapping of axes.
func (r *reader) axes(b *scenarios.Base, f input.Field) []axis {
	if f.Value.Form != input.Mapping || len(f.Value.Fields) == 0 {
		r.problem(f.Value.Where, "sweep.axes: must be a mapping", f.Value.Text, "path: values, such as bytes: [1 KiB, 1 MiB]")
		return nil
	}
	var all []axis
	for _, g := range flat(f.Value) {
		if zip := g.Value.Get("zip"); zip != nil {
			all = append(all, r.zip(g, zip))
			continue
		}
		all = append(all, r.single(g))
	}
	return all
}

// flat joins the names of nested mappings to paths: flags write sweep.axes.fabric.nodes that way.
func flat(n *input.Node) []input.Field {
	var all []input.Field
	for _, f := range n.Fields {
		v := f.Value
		if v.Form != input.Mapping || len(v.Fields) == 0 || v.Get("from") != nil || v.Get("log") != nil || v.Get("zip") != nil || v.Get("to") != nil || v.Get("step") != nil {
			all = append(all, f)
			continue
		}
		for _, inner := range flat(v) {
			inner.Name = f.Name + "." + inner.Name
			all = append(all, inner)
		}
	}
	return all
}

// single reads the values of one path.
func (r *reader) single(f input.Field) axis {
	a := axis{Axis: Axis{Name: f.Name, Paths: []string{f.Name}}, at: []scenarios.Where{f.Where}}
	for _, v := range r.values(f) {
		a.add(Values{{f.Name, v.text}}, []scenarios.Where{v.where})
	}
	return a
}

// zip reads the values of paths that change together.
func (r *reader) zip(f input.Field, zip *input.Node) axis {
	a := axis{Axis: Axis{Name: f.Name}}
	if zip.Form != input.Mapping || len(zip.Fields) == 0 || len(f.Value.Fields) > 1 {
		r.problem(zip.Where, "sweep.axes."+f.Name+": a zip is a mapping and stands alone", zip.Text, "zip: {nic.rate: [200 Gb/s, 400 Gb/s], fabric.nodes: [2, 4]}")
		return a
	}
	fields := flat(zip)
	columns := make([][]spelled, len(fields))
	for i, g := range fields {
		columns[i] = r.values(g)
		a.Paths, a.at = append(a.Paths, g.Name), append(a.at, g.Where)
		if n := len(columns[0]); len(columns[i]) != n && len(columns[i]) > 0 && n > 0 {
			r.problem(g.Where, fmt.Sprintf("sweep.axes.%s: %d values beside the %d of %s", f.Name, len(columns[i]), n, fields[0].Name), g.Name, "as many values for every path of a zip")
			return a
		}
	}
	for k := range columns[0] {
		var v Values
		var where []scenarios.Where
		for i := range columns {
			if k < len(columns[i]) {
				v, where = append(v, Value{fields[i].Name, columns[i][k].text}), append(where, columns[i][k].where)
			}
		}
		a.add(v, where)
	}
	return a
}

// ofTheFile are keys that are of the file as a whole: no value of theirs changes an answer.
var ofTheFile = []string{"schema", "name", "description", "claim", "differs", "try", "variant", "expect", "sweep"}

// once refuses paths that stand twice, on two axes or beside a flag, and those that no axis can have.
func (r *reader) once(b *scenarios.Base, all []axis) {
	seen := map[string]bool{}
	for _, a := range all {
		for i, path := range a.Paths {
			head, _, _ := strings.Cut(path, ".")
			switch {
			case path == variantPath && a.at[i] == (scenarios.Where{}): // the variants of the file
			case slices.Contains(ofTheFile, head):
				r.problem(a.at[i], "sweep.axes: this key is of the file as a whole", path, "a key or parameter that answers depend on, such as bytes")
			case seen[path]:
				r.problem(a.at[i], "sweep.axes: this path stands on two axes", path, "each path once")
			case b.Flagged(path):
				r.problem(a.at[i], "sweep.axes: a flag gives this path one value", path, "the axis or the flag, not both")
			}
			seen[path] = true
		}
	}
}
