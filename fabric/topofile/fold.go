package topofile

import (
	"slices"
	"strconv"
	"strings"
)

// span is a run of names that count up: gpu0, gpu1 and so on.
type span struct {
	head        string
	first, last int
}

// spanOf is the span of a single name; ok is false where no number ends it that can count up.
func spanOf(name string) (s span, ok bool) {
	head, number := tail(name)
	n, err := strconv.Atoi(number)
	return span{head, n, n}, err == nil && strconv.Itoa(n) == number
}

func (s span) String() string {
	if s.first == s.last {
		return s.head + strconv.Itoa(s.first)
	}
	return s.head + strconv.Itoa(s.first) + ".." + strconv.Itoa(s.last)
}

// then is s lengthened by the span behind it; ok is false where t does not go on with s.
func (s span) then(t span) (longer span, ok bool) {
	return span{s.head, s.first, t.last}, s.head == t.head && t.first == s.last+1
}

func (s span) len() int { return s.last - s.first + 1 }

// foldDevices puts devices in a row that differ in the number at the end of their names into one line.
func foldDevices(all []Device) []Device {
	var folded []Device
	var run span
	for _, d := range all {
		s, ok := spanOf(d.Names)
		if n := len(folded); n > 0 && ok && folded[n-1].alike(&d) {
			if longer, ok := run.then(s); ok {
				run = longer
				folded[n-1].Names = run.String()
				continue
			}
		}
		run = s
		if !ok {
			run = span{head: "\x00"} // nothing goes on with it
		}
		folded = append(folded, d)
	}
	return folded
}

func (d *Device) alike(e *Device) bool {
	return d.Kind == e.Kind && d.Node == e.Node && slices.Equal(d.Figures, e.Figures)
}

// strand is a link while links are being folded.
type strand struct {
	Link
	from, to span
	counts   bool // both names end in numbers
}

// foldLinks puts links in a row into one line that stands for them in the same order: many to one, one to many, one to
// one, and then rows of equal length to devices that count up.
func foldLinks(all []Link) []Link {
	var strands []strand
	for _, l := range all {
		s := strand{Link: l}
		var from, to bool
		s.from, from = spanOf(l.From)
		s.to, to = spanOf(l.To)
		s.counts = from && to
		strands = append(strands, s)
	}
	strands = foldStrands(strands, strand.join)
	strands = foldStrands(strands, strand.stack)
	links := make([]Link, len(strands))
	for i, s := range strands {
		links[i] = s.Link
		if s.counts {
			links[i].From, links[i].To = s.from.String(), s.to.String()
		}
	}
	return links
}

func foldStrands(all []strand, join func(s, t strand) (strand, bool)) []strand {
	var folded []strand
	for _, t := range all {
		if n := len(folded); n > 0 && folded[n-1].counts && t.counts && folded[n-1].alike(&t.Link) {
			if longer, ok := join(folded[n-1], t); ok {
				folded[n-1] = longer
				continue
			}
		}
		folded = append(folded, t)
	}
	return folded
}

func (l *Link) alike(m *Link) bool {
	return l.OneWay == m.OneWay && l.All == m.All && l.Medium == m.Medium && l.Count == m.Count && l.Note == m.Note && slices.Equal(l.Figures, m.Figures)
}

// join lengthens a run of single links by one.
func (s strand) join(t strand) (strand, bool) {
	from, fromGrows := s.from.then(t.from)
	to, toGrows := s.to.then(t.to)
	switch {
	case fromGrows && s.to == t.to && s.to.len() == 1:
		s.from = from
	case toGrows && s.from == t.from && s.from.len() == 1:
		s.to = to
	case fromGrows && toGrows && s.from.len() == s.to.len():
		s.from, s.to = from, to
	default:
		return s, false
	}
	return s, true
}

// stack joins rows of the same length: gpu0..1 to pcie0 and gpu2..3 to pcie1 are gpu0..3 to pcie0..1.
func (s strand) stack(t strand) (strand, bool) {
	from, fromGrows := s.from.then(t.from)
	to, toGrows := s.to.then(t.to)
	a, b := s.from.len(), s.to.len()
	rows := t.to.len() == 1 && a%b == 0 && a/b == t.from.len() && t.from.len() > 1
	columns := t.from.len() == 1 && b%a == 0 && b/a == t.to.len() && t.to.len() > 1
	if !fromGrows || !toGrows || !rows && !columns {
		return s, false
	}
	s.from, s.to = from, to
	return s, true
}

// inEachNode puts what stands the same in every node into ranges over nodes, where all nodes are alike: node0..3/gpu0..7.
// within says which lines are those of nodes; the others stay behind them, in their order.
func (d *Document) inEachNode(nodes int) {
	if nodes < 2 {
		return
	}
	devices, restOfDevices, ok := common(d.Devices, nodes, func(v *Device) []*string { return []*string{&v.Names} }, (*Device).alike)
	links, restOfLinks, alike := common(d.Links, nodes, func(l *Link) []*string { return []*string{&l.From, &l.To} }, (*Link).alike)
	if ok && alike {
		d.Devices, d.Links = append(devices, restOfDevices...), append(links, foldNodes(restOfLinks)...)
	}
}

// foldNodes puts links of one node after the other to one device into a line.
func foldNodes(all []Link) []Link {
	var folded []Link
	first, last := 0, -2 // nodes of the present run
	for _, l := range all {
		at := nodeOf(l.From)
		rest := l.From[strings.IndexByte(l.From, '/')+1:]
		if n := len(folded); n > 0 && at >= 0 && at == last+1 && folded[n-1].To == l.To && !strings.Contains(l.To, "..") && folded[n-1].alike(&l) {
			if before := folded[n-1].From; before[strings.IndexByte(before, '/')+1:] == rest {
				last = at
				folded[n-1].From = span{"node", first, last}.String() + "/" + rest
				continue
			}
		}
		first, last = at, at
		if at < 0 {
			last = -2
		}
		folded = append(folded, l)
	}
	return folded
}

// common are the lines of node 0, said of all nodes, where the lines of each node are the same. names are those parts
// of a line that name devices.
func common[T any](all []T, nodes int, names func(*T) []*string, alike func(a, b *T) bool) (each, rest []T, ok bool) {
	perNode := make([][]T, nodes)
	for i := range all {
		line := all[i]
		node, inside := -1, true
		for _, name := range names(&line) {
			n := nodeOf(*name)
			inside = inside && n >= 0 && n < nodes && (node < 0 || n == node)
			node = n
		}
		if !inside {
			rest = append(rest, line)
			continue
		}
		for _, name := range names(&line) {
			*name = (*name)[strings.IndexByte(*name, '/')+1:]
		}
		perNode[node] = append(perNode[node], line)
	}
	for _, lines := range perNode[1:] {
		same := slices.EqualFunc(lines, perNode[0], func(a, b T) bool {
			return alike(&a, &b) && slices.EqualFunc(names(&a), names(&b), func(x, y *string) bool { return *x == *y })
		})
		if !same {
			return nil, nil, false
		}
	}
	for i := range perNode[0] {
		for _, name := range names(&perNode[0][i]) {
			*name = "node0.." + strconv.Itoa(nodes-1) + "/" + *name
		}
	}
	return perNode[0], rest, true
}
