package scenarios

import (
	"slices"
	"strconv"
	"strings"

	"collsim/sim"
	"collsim/sim/units"
)

// Jitter is a random duration, by its law.
type Jitter struct {
	Distribution string           // "" = none; a name of package sim
	Mean         units.Duration   // of all but empirical
	Deviation    units.Duration   // of normal: its standard deviation
	Sigma        Ratio            // of lognormal; Den 0 = Tail is given instead
	Tail         Ratio            // of lognormal: p99 over p50; Den 0 = Sigma is given instead
	Shape        Ratio            // of pareto: its exponent
	Values       []units.Duration // of empirical
}

// law is j as package sim draws it. Jitter that there is none of is the zero value.
func (j *Jitter) law() sim.Jitter {
	d, ok := sim.ParseDistribution(j.Distribution)
	switch {
	case !ok:
		return sim.Jitter{}
	case d == sim.Empirical:
		return sim.Values(j.Values...)
	}
	law := sim.Jitter{Distribution: d, Mean: j.Mean, Deviation: j.Deviation}
	switch {
	case d == sim.Pareto:
		law.Shape = sim.ShapeOf(j.Shape.Num, j.Shape.Den)
	case j.Tail.Den > 0:
		law.Shape = sim.SigmaOf(j.Tail.Num, j.Tail.Den)
	case j.Sigma.Den > 0:
		law.Shape = sim.ShapeOf(j.Sigma.Num, j.Sigma.Den)
	}
	return law
}

// object is j in the words of a file.
func (j *Jitter) object() ordered {
	o := ordered{{"distribution", j.Distribution}}
	span := func(name string, d units.Duration) {
		if d > 0 {
			o.add(name, d.Exact())
		}
	}
	ratio := func(name string, r Ratio) {
		if r.Den > 0 {
			o.add(name, r.String())
		}
	}
	span("mean", j.Mean)
	span("deviation", j.Deviation)
	ratio("sigma", j.Sigma)
	ratio("tail", j.Tail)
	ratio("shape", j.Shape)
	if len(j.Values) > 0 {
		var all []string
		for _, v := range j.Values {
			all = append(all, v.Exact())
		}
		o.add("values", all)
	}
	return o
}

// What parameters of a law can be at most: sigma as package sim can draw it, and a tail that is below it.
const (
	mostSigma  = int64(sim.MaxSigma >> 32)
	mostTail   = 10_000
	mostShape  = 1000
	mostValues = 1000
)

// lawKeys are the keys of a random duration, whose mean or values are at most so long.
func lawKeys(most units.Duration, into func(*draft) *Jitter) []key {
	return []key{
		{"distribution", "", "Its law.", word{func(*Catalogue) []string { return distributions() }, func(d *draft) *string { return &into(d).Distribution }}, anywhere},
		{"mean", "", "Its mean. A normal law is cut at 0, which raises it.", duration{1, most, func(d *draft) *units.Duration { return &into(d).Mean }}, anywhere},
		{"deviation", "", "Of normal: the standard deviation.", duration{1, most, func(d *draft) *units.Duration { return &into(d).Deviation }}, anywhere},
		{"sigma", "", "Of lognormal: the standard deviation of the logarithm, up to 4. Instead of tail.",
			factor{0, mostSigma, func(d *draft) *Ratio { return &into(d).Sigma }}, anywhere},
		{"tail", "", "Of lognormal: p99 over p50. Instead of sigma.", factor{1, mostTail, func(d *draft) *Ratio { return &into(d).Tail }}, anywhere},
		{"shape", "", "Of pareto: its exponent, above 1; the nearer to 1, the heavier the tail.",
			factor{1, mostShape, func(d *draft) *Ratio { return &into(d).Shape }}, anywhere},
		{"values", "", "Of empirical: what is drawn from, all equally likely.", spansOf{most, func(d *draft) *[]units.Duration { return &into(d).Values }}, anywhere},
	}
}

// lawNeeds says which keys each distribution has; the last two of lognormal are alternatives.
var lawNeeds = map[string][]string{
	"constant": {"mean"}, "uniform": {"mean"}, "exponential": {"mean"}, "normal": {"mean", "deviation"},
	"lognormal": {"mean", "sigma", "tail"}, "pareto": {"mean", "shape"}, "empirical": {"values"},
}

var lawExamples = map[string]string{
	"mean": "a duration such as 200 ns", "deviation": "a duration such as 50 ns", "sigma": "sigma: 0.5, or tail: 3.2 (p99 over p50)",
	"shape": "a number above 1, such as 2.5", "values": "a list of durations, such as [1 us, 1 us, 40 us]",
}

// law checks that a random duration has what its distribution needs, and drops what the distribution does not look at.
// at is the merged node, nil or a scalar where there is no law.
func (r *reader) law(at *node, path string, j *Jitter) {
	if at == nil || at.Form != mapping {
		return
	}
	if at.Get("distribution") == nil {
		r.missing(at, path+".distribution", strings.Join(distributions(), ", "))
	}
	needs, ok := lawNeeds[j.Distribution]
	if !ok {
		return // missing, or refused already
	}
	for _, name := range needs {
		alternative := name == "sigma" && at.Get("tail") != nil || name == "tail"
		if at.Get(name) == nil && !alternative {
			r.missing(at, path+"."+name, lawExamples[name])
		}
	}
	for _, f := range at.Fields {
		if f.Name != "distribution" && !slices.Contains(needs, f.Name) {
			r.warn(f.Value.Where, path+"."+f.Name+": "+j.Distribution+" has none; this changes nothing", f.Value.Text, "")
			j.drop(f.Name)
		}
	}
	if j.Sigma.Den > 0 && j.Tail.Den > 0 {
		r.problem(at.Get("tail").Where, path+".tail: sigma says it already", at.Get("tail").Text, "one of the two")
	}
	if s := j.Shape; s.Den > 0 && s.Num == s.Den {
		r.problem(at.Get("shape").Where, path+".shape: a Pareto law of exponent 1 has no mean", at.Get("shape").Text, lawExamples["shape"])
	}
}

func (j *Jitter) drop(name string) {
	switch name {
	case "mean":
		j.Mean = 0
	case "deviation":
		j.Deviation = 0
	case "sigma":
		j.Sigma = Ratio{}
	case "tail":
		j.Tail = Ratio{}
	case "shape":
		j.Shape = Ratio{}
	case "values":
		j.Values = nil
	}
}

// spansOf is a list of durations.
type spansOf struct {
	most units.Duration
	into func(*draft) *[]units.Duration
}

func (z spansOf) read(r *reader, path string, n *node, d *draft) {
	if n.Form != list || len(n.Items) == 0 || len(n.Items) > mostValues {
		r.problem(n.Where, path+": must be a list of 1 to "+strconv.Itoa(mostValues)+" durations", n.Text, lawExamples["values"])
		return
	}
	all := []units.Duration{}
	one := &draft{}
	var v units.Duration
	read := duration{0, z.most, func(*draft) *units.Duration { return &v }}
	for _, item := range n.Items {
		read.read(r, path, item, one)
		all = append(all, v)
	}
	*z.into(d) = all
}

func (z spansOf) schema(c *Catalogue) ordered {
	return ordered{{"type", "array"}, {"minItems", 1}, {"maxItems", mostValues}, {"items", duration{}.schema(c)}}
}

// either is a plain value, or a mapping that says more.
type either struct{ plain, more shape }

func (e either) read(r *reader, path string, n *node, d *draft) {
	if n.Form == mapping {
		e.more.read(r, path, n, d)
		return
	}
	e.plain.read(r, path, n, d)
}

func (e either) schema(c *Catalogue) ordered { return anyOf(e.plain.schema(c), e.more.schema(c)) }
