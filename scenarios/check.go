package scenarios

import (
	"math/big"
	"slices"
	"strings"
)

// Failure is an expectation that did not come true.
type Failure struct {
	Where    Where
	Variant  string // "" = the file has none
	Metric   string
	Expected string // "below ring.total, which is 41.2 us (41200000 ps)"
	Got      string
}

func (f Failure) String() string {
	name := f.Metric
	if f.Variant != "" {
		name = f.Variant + "." + name
	}
	return f.Where.String() + ": " + name + ": expected " + f.Expected + ", got " + f.Got
}

// Check compares what came out with what the file expects and returns what differs, in the order of the file. Results
// belong to scenarios by their variants.
func (f *File) Check(results []Result) []Failure {
	result := func(variant string) *Result {
		for i := range results {
			if results[i].Variant == variant {
				return &results[i]
			}
		}
		return nil
	}
	var failures []Failure
	for i := range f.expectations {
		failures = append(failures, f.expectations[i].check(result)...)
	}
	return failures
}

func (e *expectation) check(result func(string) *Result) []Failure {
	fail := func(expected, got string) Failure {
		return Failure{e.where, e.variant, e.metric.name, expected, got}
	}
	r := result(e.variant)
	if r == nil {
		return []Failure{fail("a result", "none")}
	}
	if e.metric.name == errorMetric {
		return e.checkError(r, fail)
	}
	if r.Error != "" {
		return []Failure{fail("a result", r.Error)}
	}
	if e.metric.of == labels {
		if got := e.metric.word(r); got != e.word {
			return []Failure{fail(e.word, got)}
		}
		return nil
	}
	var failures []Failure
	got, err := e.metric.value(r)
	for _, c := range e.conditions {
		if err != nil {
			failures = append(failures, fail(c.String(), err.Error()))
			continue
		}
		bound, err := c.than.value(result)
		switch {
		case err != nil:
			failures = append(failures, fail(c.String(), "nothing to compare with: "+err.Error()))
		case !c.relation.holds(got.Cmp(bound)):
			failures = append(failures, fail(c.describe(e.metric.of, bound), e.metric.of.format(got)))
		}
	}
	return failures
}

// errorMetric is the text of the error with which a run ends; expectations name a part of it.
const errorMetric = "error"

func (e *expectation) checkError(r *Result, fail func(expected, got string) Failure) []Failure {
	got := r.Error
	switch {
	case got == "":
		return []Failure{fail("an error that says: "+e.word, "a result")}
	case !strings.Contains(got, e.word):
		return []Failure{fail("an error that says: "+e.word, got)}
	}
	return nil
}

// forgives tells whether the file expects a variant to end with an error.
func (f *File) forgives(variant string) bool {
	return slices.ContainsFunc(f.expectations, func(e expectation) bool { return e.variant == variant && e.metric.name == errorMetric })
}

func (c *condition) String() string {
	if c.relation == is {
		return c.than.text
	}
	return c.relation.String() + " " + c.than.text
}

// describe tells the bound's value as well where it is not what the file says already.
func (c *condition) describe(of dimension, bound *big.Rat) string {
	s := c.String()
	if _, ok := c.than.constant(); !ok || len(c.than.terms) > 1 {
		s += ", which is " + of.format(bound)
	}
	return s
}
