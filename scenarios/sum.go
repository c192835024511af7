package scenarios

import (
	"errors"
	"math/big"
	"strings"

	"collsim/sim/input"
	"collsim/sim/units"
)

// sum is the right-hand side of a condition: "3.5 x ring.total + 1 ms".
type sum struct {
	text  string
	terms []term
}

// term is a factor times a quantity, or times a metric of a result.
type term struct {
	factor  *big.Rat
	variant string   // of the metric
	metric  *metric  // nil = a quantity
	value   *big.Rat // of the quantity
}

// constant is the sum's value if it mentions no metric.
func (s *sum) constant() (*big.Rat, bool) {
	total := new(big.Rat)
	for _, t := range s.terms {
		if t.metric != nil {
			return nil, false
		}
		total.Add(total, new(big.Rat).Mul(t.factor, t.value))
	}
	return total, true
}

// value works the sum out; result finds the result of a variant.
func (s *sum) value(result func(variant string) *Result) (*big.Rat, error) {
	total := new(big.Rat)
	for _, t := range s.terms {
		v := t.value
		if t.metric != nil {
			r := result(t.variant)
			if r == nil {
				return nil, errors.New("there is no result of variant " + t.variant)
			}
			var err error
			if v, err = t.metric.value(r); err != nil {
				return nil, errors.New(t.metric.name + " is " + err.Error())
			}
		}
		total.Add(total, new(big.Rat).Mul(t.factor, v))
	}
	return total, nil
}

// parser reads right-hand sides in the context of one metric of one variant.
type parser struct {
	of       dimension
	variant  string          // whose metrics are meant by a name without a variant; "" = any one's
	variants map[string]bool // of the file
}

const mostTerms = 16

// parse reads terms joined by + and -, which stand between spaces. Errors are *units.ParseError.
func (p *parser) parse(text string) (*sum, error) {
	s := &sum{text: text}
	var term []string
	sign := int64(1)
	flush := func() error {
		t, err := p.term(text, term)
		if err != nil {
			return err
		}
		t.factor.Mul(t.factor, whole64(sign))
		s.terms = append(s.terms, t)
		term = term[:0]
		return nil
	}
	for i, word := range strings.Fields(text) {
		if word != "+" && word != "-" {
			term = append(term, word)
			continue
		}
		if i > 0 || word == "+" {
			if err := flush(); err != nil {
				return nil, err
			}
		}
		sign = 1
		if word == "-" {
			sign = -1
		}
		if len(s.terms) >= mostTerms {
			return nil, &units.ParseError{Text: text, Problem: "too many terms", Valid: "at most 16"}
		}
	}
	return s, flush()
}

func (p *parser) term(text string, fields []string) (term, error) {
	t := term{factor: big.NewRat(1, 1), variant: p.variant}
	if len(fields) > 1 && fields[1] == "x" {
		f, err := parseRatio(fields[0])
		if err != nil {
			return t, err
		}
		t.factor = big.NewRat(f.Num, f.Den)
		fields = fields[2:]
	}
	name := strings.Join(fields, " ")
	if name == "" {
		return t, &units.ParseError{Text: text, Problem: "a term is missing", Valid: "terms such as 41.2 us or 3.5 x ring.total, with + or - between"}
	}
	if name[0] >= '0' && name[0] <= '9' {
		var err error
		t.value, err = p.of.parse(name)
		return t, err
	}
	if head, rest, ok := strings.Cut(name, "."); ok && p.variants[head] {
		t.variant, name = head, rest
	}
	m, ok := findMetric(name)
	if !ok {
		return t, &units.ParseError{Text: name, Problem: "neither a quantity nor a metric", Hint: input.Meant(name, metricNames()), Valid: p.valid()}
	}
	if m.of != p.of {
		return t, &units.ParseError{Text: name, Problem: m.of.String() + " where " + p.of.String() + " is expected", Valid: p.valid()}
	}
	t.metric = &m
	return t, nil
}

// valid lists what may stand in the place of a term.
func (p *parser) valid() string {
	var names []string
	for _, m := range metrics() {
		if m.of == p.of {
			names = append(names, m.name)
		}
	}
	text := p.of.String() + ", or one of " + strings.Join(names, ", ")
	if len(p.variants) > 0 {
		text += ", behind VARIANT. for another variant's"
	}
	return text
}

// parse reads a quantity of a dimension.
func (d dimension) parse(text string) (*big.Rat, error) {
	switch d {
	case spans:
		v, err := units.ParseDuration(text)
		return whole64(int64(v)), err
	case sizes:
		v, err := units.ParseBytes(text)
		return whole64(int64(v)), err
	case rates:
		v, err := units.ParseRate(text)
		return new(big.Rat).SetUint64(uint64(v)), err
	case ratios:
		f, err := parseRatio(text)
		return big.NewRat(f.Num, max(1, f.Den)), err
	case shares:
		number, ok := strings.CutSuffix(text, "%")
		number = strings.TrimRight(number, " ")
		f, err := parseRatio(number)
		if !ok || err != nil || strings.Contains(number, "/") {
			return nil, &units.ParseError{Text: text, Problem: "not a percentage", Valid: "a number and %, such as 95 %"}
		}
		return big.NewRat(f.Num, 100*f.Den), nil
	}
	n, err := parseWhole(text)
	return whole64(n), err
}

// format writes a value of a dimension for a reader, exactly where it is a whole number.
func (d dimension) format(v *big.Rat) string {
	if d == shares {
		text := new(big.Rat).Mul(v, whole64(100)).FloatString(6)
		return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + " %"
	}
	if !v.IsInt() || !v.Num().IsInt64() {
		return v.FloatString(3) + [...]string{" ps", " B", " B/s", "", ""}[d]
	}
	n := v.Num().Int64()
	switch d {
	case spans:
		return twice(units.Duration(n).String(), units.Duration(n).Exact())
	case sizes:
		return twice(units.Bytes(n).String(), units.Bytes(n).Exact())
	case rates:
		return twice(units.Rate(n).String(), units.Rate(n).Exact())
	}
	return v.Num().String()
}

func twice(short, exact string) string {
	if short == exact {
		return exact
	}
	return short + " (" + exact + ")"
}
