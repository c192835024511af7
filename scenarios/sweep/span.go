package sweep

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"collsim/scenarios"
	"collsim/sim/input"
	"collsim/sim/units"
)

// spelled is a value and where it was written.
type spelled struct {
	text  string
	where scenarios.Where
}

// formOfValues is what values look like, for messages.
const formOfValues = "[1 KiB, 1 MiB], 1 KiB..1 MiB:x2, 1..8:+1, {from: 1, to: 8, step: 1} or {log: 1 KiB..1 GiB, step: x2}"

// values reads the values of one path: a list, a range or a log range. A single value is a list of one.
func (r *reader) values(f input.Field) []spelled {
	n := f.Value
	path := "sweep.axes." + f.Name
	switch n.Form {
	case input.List:
		return r.list(path, n)
	case input.Mapping:
		return r.span(path, n)
	case input.Scalar:
		if first, rest, ok := strings.Cut(n.Text, ".."); ok {
			last, step, said := strings.Cut(rest, ":")
			if !said {
				r.problem(n.Where, path+": how to get from one end to the other", n.Text, first+".."+last+":+1 or "+first+".."+last+":x2")
				return nil
			}
			return r.between(path, n, first, last, strings.TrimPrefix(step, "+"))
		}
		return []spelled{{n.Text, n.Where}}
	}
	r.problem(n.Where, path+": has no values", "", formOfValues)
	return nil
}

// list reads values one by one.
func (r *reader) list(path string, n *input.Node) []spelled {
	if len(n.Items) == 0 {
		r.problem(n.Where, path+": has no values", "", formOfValues)
	}
	var all []spelled
	for _, item := range n.Items {
		text, ok := inWords(item)
		if !ok {
			r.problem(item.Where, path+": a value must be a single word or a list of words", item.Text, formOfValues)
			continue
		}
		for _, was := range all {
			if was.text == text {
				r.problem(item.Where, path+": stands twice", text, "each value once")
			}
		}
		all = append(all, spelled{text, item.Where})
	}
	return all
}

// inWords writes a value as a flag has it.
func inWords(n *input.Node) (text string, ok bool) {
	switch n.Form {
	case input.Scalar:
		return n.Text, true
	case input.List:
		var words []string
		for _, item := range n.Items {
			if item.Form != input.Scalar {
				return "", false
			}
			words = append(words, item.Text)
		}
		return "[" + strings.Join(words, ", ") + "]", true
	}
	return "", false
}

// span reads {from, to, step} or {log, step}.
func (r *reader) span(path string, n *input.Node) []spelled {
	word := map[string]string{}
	for _, f := range n.Fields {
		known := f.Name == "from" || f.Name == "to" || f.Name == "step" || f.Name == "log"
		if !known {
			r.problem(f.Where, path+": unknown key", f.Name, "from, to, step; log, step; or zip")
			return nil
		}
		if f.Value.Form != input.Scalar {
			r.problem(f.Value.Where, path+"."+f.Name+": must be a single value", "", formOfValues)
			return nil
		}
		word[f.Name] = f.Value.Text
	}
	if log, ok := word["log"]; ok {
		first, last, two := strings.Cut(log, "..")
		if !two || word["from"] != "" || word["to"] != "" {
			r.problem(n.Get("log").Where, path+".log: must be FIRST..LAST and stand without from and to", log, "{log: 1 KiB..1 GiB, step: x2}")
			return nil
		}
		step := word["step"]
		if step == "" {
			step = "x2"
		}
		if !strings.HasPrefix(step, "x") {
			r.problem(n.Get("step").Where, path+".step: a log range is multiplied", step, "x2, x4, x10")
			return nil
		}
		return r.between(path, n, first, last, step)
	}
	if word["from"] == "" || word["to"] == "" {
		r.problem(n.Where, path+": a range needs from and to", "", formOfValues)
		return nil
	}
	return r.between(path, n, word["from"], word["to"], word["step"])
}

// between lists the values from first to last; step is added, or multiplies where it begins with x. "" = 1.
func (r *reader) between(path string, n *input.Node, first, last, step string) []spelled {
	refuse := func(what, text string) []spelled {
		r.problem(n.Where, path+": "+what, text, formOfValues)
		return nil
	}
	first, last, step = strings.TrimSpace(first), strings.TrimSpace(last), strings.TrimSpace(step)
	factor := int64(1)
	added := step
	if by, ok := strings.CutPrefix(step, "x"); ok {
		f, err := strconv.ParseInt(strings.TrimSpace(by), 10, 32)
		if err != nil || f < 2 {
			return refuse("a range is multiplied by a whole number from 2", step)
		}
		factor, added = f, ""
	}
	q, ends, ok := measured(first, last, added)
	if !ok {
		return refuse("the ends and the step of a range must be of one kind, with their units", first+".."+last+step)
	}
	low, high, add := ends[0], ends[1], ends[2]
	switch {
	case factor == 1 && added == "" && q.name == "":
		add = 1
	case factor == 1 && added == "":
		return refuse("a range of quantities needs a step", first+".."+last)
	case factor == 1 && add <= 0:
		return refuse("a step must be above 0", step)
	case factor > 1 && low <= 0:
		return refuse("a range that is multiplied must begin above 0", first)
	}
	switch {
	case high < low:
		return refuse("the range ends before it begins", first+".."+last)
	case factor == 1 && (high-low)/add >= mostPoints:
		return refuse("too many values, at most "+strconv.Itoa(mostPoints), first+".."+last)
	}
	var all []spelled
	for v := low; ; v = v*factor + add {
		all = append(all, spelled{q.print(v), n.Where})
		if v > (high-add)/factor {
			return all
		}
	}
}

// kind is a kind of quantity that ranges can be of. Its values are whole numbers of something.
type kind struct {
	name  string // "" = plain whole numbers, whose step may be left out
	unit  string // that they are counted in
	drawn bool   // an axis of a figure can show them
	parse func(string) (int64, error)
	words func(int64) string // as people write it, maybe rounded
	exact func(int64) string
}

// print writes a value as people do where that says it exactly.
func (k *kind) print(n int64) string {
	text := k.words(n)
	if back, err := k.parse(text); err == nil && back == n {
		return text
	}
	return k.exact(n)
}

// measured finds the kind that all texts are of ("" = 0), and their values.
func measured(texts ...string) (kind, []int64, bool) {
	for _, k := range kinds() {
		var all []int64
		for _, text := range texts {
			n, err := int64(0), error(nil)
			if text != "" {
				n, err = k.parse(text)
			}
			if err == nil {
				all = append(all, n)
			}
		}
		if len(all) == len(texts) {
			return k, all, true
		}
	}
	return kind{}, nil, false
}

// kinds of quantities, the plainest first.
func kinds() []kind {
	plain := func(n int64) string { return strconv.FormatInt(n, 10) }
	return []kind{
		{"", "", true, integer, plain, plain},
		{"a number", "", false, millionths, decimal, decimal},
		{"a size", "B", true, func(s string) (int64, error) { n, err := units.ParseBytes(s); return int64(n), err },
			func(n int64) string { return units.Bytes(n).String() }, func(n int64) string { return units.Bytes(n).Exact() }},
		{"a duration", "ps", true, func(s string) (int64, error) { n, err := units.ParseDuration(s); return int64(n), err },
			func(n int64) string { return units.Duration(n).String() }, func(n int64) string { return units.Duration(n).Exact() }},
		{"a rate", "B/s", true, func(s string) (int64, error) { n, err := units.ParseRate(s); return narrow(uint64(n), err) },
			func(n int64) string { return units.Rate(n).String() }, func(n int64) string { return units.Rate(n).Exact() }},
		{"a frequency", "Hz", false, func(s string) (int64, error) { n, err := units.ParseFrequency(s); return narrow(uint64(n), err) },
			func(n int64) string { return units.Frequency(n).String() }, func(n int64) string { return units.Frequency(n).Exact() }},
		{"a probability", "ppb", false, func(s string) (int64, error) { n, err := units.ParseProbability(s); return int64(n), err },
			func(n int64) string { return units.Probability(n).String() }, func(n int64) string { return units.Probability(n).Exact() }},
	}
}

func narrow(n uint64, err error) (int64, error) {
	if err == nil && n > math.MaxInt64 {
		err = fmt.Errorf("too large for a range")
	}
	return int64(n), err
}

func integer(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err == nil && strconv.FormatInt(n, 10) != text {
		err = fmt.Errorf("not a whole number")
	}
	return n, err
}

// unit of numbers with a point, such as 1.4: they are counted in millionths.
const unit = 1_000_000

func millionths(text string) (int64, error) {
	head, tail, pointed := strings.Cut(text, ".")
	n, err := integer(head)
	if err != nil || n < 0 || n > math.MaxInt64/unit-1 || len(tail) > 6 || pointed && tail == "" {
		return 0, fmt.Errorf("not a number with at most 6 digits behind the point")
	}
	rest, err := strconv.ParseUint((tail + "000000")[:6], 10, 32)
	return n*unit + int64(rest), err
}

func decimal(n int64) string {
	text := fmt.Sprintf("%d.%06d", n/unit, n%unit)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// Numbers are the values of an axis as numbers of its unit ("B", "ps", "B/s" or "", for plain ones); ok is false where they
// are words, or several paths change together.
func (a *Axis) Numbers() (all []int64, unit string, ok bool) {
	if len(a.Paths) != 1 {
		return nil, "", false
	}
	texts := make([]string, len(a.Values))
	for i := range a.Values {
		texts[i] = a.Values[i][0].Text
	}
	k, all, ok := measured(texts...)
	return all, k.unit, ok && k.drawn
}
