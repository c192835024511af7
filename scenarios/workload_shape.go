package scenarios

import (
	"strconv"

	"collsim/sim/input"
	"collsim/sim/units"
)

// shorthand is a group in whose place a single value may stand, which then is its short key.
type shorthand struct{ group }

func (s shorthand) read(r *reader, path string, n *node, d *draft) {
	if n.Form == scalar {
		n = input.Nest([]string{s.short}, n)
	}
	s.group.read(r, path, n, d)
}

// yesNo is yes or no.
type yesNo struct{ into func(*draft) *bool }

func (y yesNo) read(r *reader, path string, n *node, d *draft) {
	s, ok := r.scalar(n, path, "yes, no")
	if !ok {
		return
	}
	switch s {
	case "yes", "true":
		*y.into(d) = true
	case "no", "false":
		*y.into(d) = false
	default:
		r.unknown(n.Where, path+": unknown", s, []string{"yes", "no"})
	}
}

func (yesNo) schema(*Catalogue) ordered { return ordered{{"enum", []any{"yes", "no", true, false}}} }

func affirm(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// bucketSize is a size above 0: nothing fits into a bucket of none.
type bucketSize struct{ size }

func (z bucketSize) read(r *reader, path string, n *node, d *draft) {
	wrong := len(r.problems)
	if z.size.read(r, path, n, d); len(r.problems) == wrong && *z.into(d) == 0 {
		r.problem(n.Where, path+": cannot be zero", n.Text, "a size such as 25 MiB; or leave it out")
	}
}

// sizeList is one or several sizes.
type sizeList struct{ into func(*draft) *[]units.Bytes }

func (z sizeList) read(r *reader, path string, n *node, d *draft) {
	items := n.Items
	if n.Form != list {
		items = []*node{n}
	}
	switch {
	case len(items) == 0:
		r.problem(n.Where, path+": is empty", "", "sizes such as [64 KiB, 1 MiB]")
		return
	case len(items) > mostTensors:
		r.problem(n.Where, path+": too many", strconv.Itoa(len(items)), "at most "+strconv.Itoa(mostTensors))
		return
	}
	all := make([]units.Bytes, len(items))
	for i, item := range items {
		one := size{func(*draft) *units.Bytes { return &all[i] }}
		one.read(r, path, item, d)
	}
	*z.into(d) = all
}

func (z sizeList) schema(c *Catalogue) ordered {
	one := size{}.schema(c)
	return anyOf(one, ordered{{"type", "array"}, {"items", one}, {"minItems", 1}, {"maxItems", mostTensors}})
}
