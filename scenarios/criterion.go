package scenarios

import (
	"fmt"
	"math/big"
	"strings"

	"collsim/sim/input"
	"collsim/sim/units"
)

// Criterion is what a result is judged by against others: "total > 1.05x", "rounds > 30".
type Criterion struct {
	text     string
	said     string // the metric as it is written
	base, of string // the results that it compares with, and that it is about
	aside    bool   // another one than it would be about by itself
	metric   metric
	operator string
	than     *sum
}

// The results that a criterion can name.
const (
	earlier = "before"
	later   = "after"
)

// operators are how a metric can stand to a bound; one that begins another comes behind it.
var operators = []string{">=", "<=", "!=", ">", "<", "="}

// criterionForm is how a criterion is written.
const criterionForm = "METRIC > FACTORx of the earlier result, or METRIC > QUANTITY, such as 'total > 1.05x', 'busbw < 0.95x', 'rounds > 30', 'share.queue > 10 %', 'total > 1.02 x before.total + 1 us'"

// ParseCriterion reads a criterion: a metric, one of > >= < <= = !=, and a factor (1.05x) of what the metric
// was, or a sum of quantities and metrics, those of the two results with before. or after. in front. Errors are
// *units.ParseError.
func ParseCriterion(text string) (*Criterion, error) {
	return ParseAmong(text, earlier, later)
}

// ParseAmong reads a criterion of several results that have names: a factor (1.05x) is one of base, a metric without a
// name in front is of the result called of, and those of others have NAME. in front.
func ParseAmong(text, base, of string, others ...string) (*Criterion, error) {
	name, operator, right := judging(text)
	if name == "" || right == "" {
		return nil, &units.ParseError{Text: text, Problem: "not a condition", Valid: criterionForm}
	}
	c := &Criterion{text: name + " " + operator + " " + right, said: name, base: base, of: of, operator: operator}
	named := map[string]bool{base: true, of: true}
	for _, other := range others {
		named[other] = true
	}
	if head, rest, ok := strings.Cut(name, "."); ok && named[head] {
		c.of, c.aside, name = head, head != of, rest
	}
	var ok bool
	if c.metric, ok = findMetric(name); !ok {
		return nil, &units.ParseError{Text: name, Problem: "no result has this metric", Hint: input.Meant(name, metricNames()), Valid: metricsValid()}
	}
	if c.metric.of == labels {
		return nil, &units.ParseError{Text: name, Problem: "a word, not a number", Valid: criterionForm}
	}
	if factor, ok := strings.CutSuffix(right, "x"); ok && !strings.Contains(right, " ") {
		right = factor + " x " + base + "." + name
	}
	p := &parser{of: c.metric.of, variant: of, variants: named}
	var err error
	c.than, err = p.parse(right)
	return c, err
}

// judging cuts a criterion at its operator, which is the first that does not stand in the name of a link: sent[a>b].
func judging(text string) (name, operator, right string) {
	inside := false
	for i := range text {
		switch {
		case text[i] == '[', text[i] == ']':
			inside = text[i] == '['
		case inside:
		default:
			for _, o := range operators {
				if rest, ok := strings.CutPrefix(text[i:], o); ok {
					return strings.TrimSpace(text[:i]), o, strings.Join(strings.Fields(rest), " ")
				}
			}
		}
	}
	return "", "", ""
}

func (c *Criterion) String() string { return c.text }

// Holds tells whether the criterion is true of two results, and says of what figures. Its error is that one of them is
// undefined.
func (c *Criterion) Holds(before, after *Result) (holds bool, says string, err error) {
	return c.Among(func(name string) *Result {
		if name == c.base {
			return before
		}
		return after
	})
}

// Among is Holds of the results that the names stand for, each of which there must be.
func (c *Criterion) Among(result func(name string) *Result) (holds bool, says string, err error) {
	got, err := c.metric.value(result(c.of))
	if err != nil {
		return false, "", fmt.Errorf("%s is %w", c.said, err)
	}
	bound, err := c.than.value(result)
	if err != nil {
		return false, "", err
	}
	switch order := got.Cmp(bound); c.operator {
	case ">":
		holds = order > 0
	case ">=":
		holds = order >= 0
	case "<":
		holds = order < 0
	case "<=":
		holds = order <= 0
	case "=":
		holds = order == 0
	default:
		holds = order != 0
	}
	return holds, fmt.Sprintf("%s is %s, and the bound is %s%s", c.said, c.metric.of.format(got), c.metric.of.format(c.told(bound)), c.against(result(c.base), got)), nil
}

// told is a bound as it is told: a factor of picoseconds, bytes or bytes a second in whole ones, rounded down.
func (c *Criterion) told(bound *big.Rat) *big.Rat {
	if c.metric.of > rates {
		return bound
	}
	return new(big.Rat).SetInt(new(big.Int).Div(bound.Num(), bound.Denom()))
}

// against says how many times the earlier figure the later one is.
func (c *Criterion) against(before *Result, got *big.Rat) string {
	was, err := c.metric.value(before)
	if err != nil || was.Sign() == 0 || c.aside {
		return ""
	}
	return fmt.Sprintf("; it was %s (%s times that)", c.metric.of.format(was), new(big.Rat).Quo(got, was).FloatString(3))
}
