package scenarios

import "strings"

// Outcome is what came out where a file expects something, whether that came true or not.
type Outcome struct {
	Variant  string // "" = the file has none
	Metric   string
	Expected string // "above 2 x ring.total, below 1 ms"
	Got      string
}

// Outcomes lists what came out for every expectation, in the order of the file.
func (f *File) Outcomes(results []Result) []Outcome {
	var all []Outcome
	for i := range f.expectations {
		e := &f.expectations[i]
		for j := range results {
			if results[j].Variant == e.variant {
				all = append(all, Outcome{e.variant, e.metric.name, e.expected(), e.got(&results[j])})
			}
		}
	}
	return all
}

// expected is what the file says.
func (e *expectation) expected() string {
	if e.metric.of == labels {
		return e.word
	}
	var bounds []string
	for i := range e.conditions {
		bounds = append(bounds, e.conditions[i].String())
	}
	return strings.Join(bounds, ", ")
}

// got is what came out, or why nothing did.
func (e *expectation) got(r *Result) string {
	switch {
	case r.Error != "":
		return r.Error
	case e.metric.of == labels:
		return e.metric.word(r)
	}
	v, err := e.metric.value(r)
	if err != nil {
		return err.Error()
	}
	return e.metric.of.format(v)
}
