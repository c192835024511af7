package scenarios

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"collsim/sim/input"
)

// expectation is what a metric of one variant must be.
type expectation struct {
	where      Where
	variant    string // "" = of a file without variants
	metric     metric
	conditions []condition
	word       string // of a metric that is a word
}

// condition is one bound of a metric.
type condition struct {
	relation relation
	than     *sum
}

// relation is how a metric stands to a bound.
type relation uint8

const (
	is relation = iota
	above
	below
	atLeast
	atMost
)

var relations = []string{"is", "above", "below", "at-least", "at-most"}

func (r relation) String() string { return relations[r] }

// holds tells whether a value whose comparison with the bound gave order satisfies the relation.
func (r relation) holds(order int) bool {
	return [...]bool{is: order == 0, above: order > 0, below: order < 0, atLeast: order >= 0, atMost: order <= 0}[r]
}

// expectations are metrics and what they must be, in a file with variants under the variant's name. They are read when
// all variants are known.
type expectations struct{}

func (expectations) read(r *reader, path string, n *node, d *draft) { d.expect = n }

// expect reads the expectations of a file. What stands outside a variant holds for every one.
func (r *reader) expect(f *File, n *node) []expectation {
	if n == nil {
		return nil
	}
	if n.Form != mapping {
		r.problem(n.Where, "expect: must be a mapping", n.Text, "metric: value, or variant: {metric: value}")
		return nil
	}
	const most = 10_000
	if len(n.Fields)*len(f.Scenarios) > most {
		r.problem(n.Where, "expect: too many lines for so many variants", "", "at most "+strconv.Itoa(most)+" in all")
		return nil
	}
	var order []string
	variants := map[string]bool{}
	for _, s := range f.Scenarios {
		order = append(order, s.Variant)
		variants[s.Variant] = s.Variant != ""
	}
	var all []expectation
	for _, line := range n.Fields {
		if !variants[line.Name] {
			all = append(all, r.expectAll(line, order, variants)...)
			continue
		}
		if line.Value.Form != mapping {
			r.problem(line.Value.Where, "expect."+line.Name+": must be a mapping", line.Value.Text, "metric: value")
			continue
		}
		for _, inner := range line.Value.Fields {
			if e, ok := r.expectation(inner, line.Name, variants); ok {
				all = append(all, e)
			}
		}
	}
	return all
}

// expectAll reads one line that holds for all variants.
func (r *reader) expectAll(line field, order []string, variants map[string]bool) []expectation {
	if _, ok := findMetric(line.Name); !ok && line.Value.Form == mapping && !ranged(line.Value) {
		names := slices.DeleteFunc(slices.Clone(order), func(s string) bool { return s == "" })
		r.problems = append(r.problems, Problem{Where: line.Where, What: "expect: neither a variant nor a metric", Text: line.Name,
			Hint: input.Meant(line.Name, append(names, metricNames()...)), Valid: "a variant (" + strings.Join(names, ", ") + ") or a metric"})
		return nil
	}
	var all []expectation
	for _, variant := range order {
		if e, ok := r.expectation(line, variant, variants); ok {
			all = append(all, e)
		}
	}
	return all
}

// ranged tells whether a mapping looks like bounds, not like the metrics of a variant.
func ranged(n *node) bool {
	return len(n.Fields) > 0 && slices.Contains(relations, n.Fields[0].Name)
}

func (r *reader) expectation(line field, variant string, variants map[string]bool) (expectation, bool) {
	m, ok := findMetric(line.Name)
	if !ok {
		r.problems = append(r.problems, Problem{Where: line.Where, What: "expect: no result has this metric", Text: line.Name,
			Hint: input.Meant(line.Name, metricNames()), Valid: metricsValid()})
		return expectation{}, false
	}
	e := expectation{where: line.Where, variant: variant, metric: m}
	path := "expect." + m.name
	if m.of == labels {
		text, ok := r.scalar(line.Value, path, "a word")
		e.word = text
		return e, ok
	}
	bounds := []field{{Name: is.String(), Where: line.Where, Value: line.Value}}
	if line.Value.Form == mapping {
		bounds = line.Value.Fields
	}
	p := &parser{of: m.of, variant: variant, variants: variants}
	sound := true
	for _, b := range bounds {
		i := slices.Index(relations, b.Name)
		if i < 0 {
			r.unknown(b.Where, path+": not a bound", b.Name, relations)
			sound = false
			continue
		}
		text, ok := r.scalar(b.Value, path, m.of.String()+", or bounds: "+strings.Join(relations, ", "))
		if !ok {
			sound = false
			continue
		}
		s, err := p.parse(text)
		if err != nil {
			r.refuse(b.Value, path, err)
			sound = false
			continue
		}
		c := condition{relation(i), s}
		if why := e.idle(c); why != "" {
			r.problem(b.Value.Where, path+": "+why, c.relation.String()+" "+text, "a bound that a wrong result would miss")
			sound = false
		}
		e.conditions = append(e.conditions, c)
	}
	if sound && len(e.conditions) == 0 {
		r.problem(line.Value.Where, path+": says nothing", "", strings.Join(relations, ", "))
	}
	if sound && e.empty() {
		r.problem(line.Where, path+": no value can satisfy this", line.Name, "bounds with room between them")
	}
	return e, sound
}

// idle says why a condition could never fail; "" = it could.
func (e *expectation) idle(c condition) string {
	if len(c.than.terms) == 1 {
		t := c.than.terms[0]
		if t.metric != nil && t.metric.name == e.metric.name && t.variant == e.variant {
			return "compares a metric with itself"
		}
	}
	bound, ok := c.than.constant()
	if !ok {
		return ""
	}
	const always = "always holds"
	zero, one := new(big.Rat), whole64(1)
	switch c.relation {
	case above:
		if bound.Cmp(zero) < 0 {
			return always
		}
	case atLeast:
		if bound.Cmp(zero) <= 0 {
			return always
		}
	case below:
		if e.metric.of == shares && bound.Cmp(one) > 0 {
			return always
		}
	case atMost:
		if e.metric.of == shares && bound.Cmp(one) >= 0 {
			return always
		}
	}
	return ""
}

// empty tells whether the bounds that are constants exclude each other, or everything a metric can be.
func (e *expectation) empty() bool {
	type edge struct {
		at     *big.Rat
		strict bool
	}
	low, high := edge{at: new(big.Rat)}, edge{}
	if e.metric.of == shares {
		high.at = whole64(1)
	}
	raise := func(at *big.Rat, strict bool) {
		if c := at.Cmp(low.at); c > 0 || c == 0 && strict {
			low = edge{at, strict}
		}
	}
	lower := func(at *big.Rat, strict bool) {
		if high.at == nil || at.Cmp(high.at) < 0 || at.Cmp(high.at) == 0 && strict {
			high = edge{at, strict}
		}
	}
	for _, c := range e.conditions {
		bound, ok := c.than.constant()
		if !ok {
			continue
		}
		switch c.relation {
		case is:
			raise(bound, false)
			lower(bound, false)
		case above, atLeast:
			raise(bound, c.relation == above)
		case below, atMost:
			lower(bound, c.relation == below)
		}
	}
	if high.at == nil {
		return false
	}
	order := low.at.Cmp(high.at)
	return order > 0 || order == 0 && (low.strict || high.strict)
}
