package fabric

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"collsim/sim/units"
	"collsim/sim/words"
)

// Quantity is what a parameter measures.
type Quantity uint8

// The quantities.
const (
	RateQuantity     Quantity = iota // bytes per second
	DurationQuantity                 // picoseconds
	SizeQuantity                     // bytes
	CountQuantity                    // a whole number, of what Parameter.Unit says
	WordQuantity                     // one of Parameter.Words
	YesNoQuantity
	FrequencyQuantity   // hertz
	ProbabilityQuantity // parts per billion
	WeightsQuantity     // a whole number for each of several classes: 4,2,1
)

func (q Quantity) String() string {
	return [...]string{"rate", "duration", "bytes", "count", "word", "yes or no", "frequency", "probability", "list of weights"}[q]
}

// Auto as a Value's Int stands for the word auto: the size or count that the builder works out.
const Auto = -1

// Value is what a parameter is set to. Values compare with ==.
type Value struct {
	Quantity Quantity
	Int      int64  // bytes per second, picoseconds, bytes, a count, hertz, parts per billion, or 1 for yes; Auto where that is allowed
	Word     string // of a WordQuantity; the numbers of a WeightsQuantity, with commas between
}

// RateOf makes the value of a rate, at most 2^63 - 1 bytes per second.
func RateOf(r units.Rate) Value { return Value{Quantity: RateQuantity, Int: int64(r)} }

// DurationOf makes the value of a duration.
func DurationOf(d units.Duration) Value { return Value{Quantity: DurationQuantity, Int: int64(d)} }

// SizeOf makes the value of a number of bytes.
func SizeOf(b units.Bytes) Value { return Value{Quantity: SizeQuantity, Int: int64(b)} }

// CountOf makes the value of a whole number; the parameter says of what.
func CountOf(n int64) Value { return Value{Quantity: CountQuantity, Int: n} }

// WordOf makes the value of a word.
func WordOf(w string) Value { return Value{Quantity: WordQuantity, Word: w} }

// YesNoOf makes the value of a switch.
func YesNoOf(yes bool) Value {
	v := Value{Quantity: YesNoQuantity}
	if yes {
		v.Int = 1
	}
	return v
}

// FrequencyOf makes the value of a clock rate, at most 2^63 - 1 hertz.
func FrequencyOf(f units.Frequency) Value { return Value{Quantity: FrequencyQuantity, Int: int64(f)} }

// ProbabilityOf makes the value of a probability.
func ProbabilityOf(p units.Probability) Value {
	return Value{Quantity: ProbabilityQuantity, Int: int64(p)}
}

// String writes v as a scenario file would.
func (v Value) String() string {
	switch {
	case v.Quantity == WordQuantity, v.Quantity == WeightsQuantity:
		return v.Word
	case v.Int == Auto:
		return "auto"
	case v.Quantity == YesNoQuantity:
		return [...]string{"no", "yes"}[v.Int&1]
	case v.Quantity == RateQuantity:
		return units.Rate(v.Int).String()
	case v.Quantity == DurationQuantity:
		return units.Duration(v.Int).String()
	case v.Quantity == SizeQuantity:
		return units.Bytes(v.Int).String()
	case v.Quantity == FrequencyQuantity:
		return units.Frequency(v.Int).String()
	case v.Quantity == ProbabilityQuantity:
		return units.Probability(v.Int).String()
	}
	return strconv.FormatInt(v.Int, 10)
}

// exact is String without rounding.
func (v Value) exact() string {
	switch {
	case v.Int == Auto:
	case v.Quantity == RateQuantity:
		return units.Rate(v.Int).Exact()
	case v.Quantity == DurationQuantity:
		return units.Duration(v.Int).Exact()
	case v.Quantity == SizeQuantity:
		return units.Bytes(v.Int).Exact()
	}
	return v.String()
}

// Parameter is a figure of the model that a user can set. Packages below register theirs in this same form.
type Parameter struct {
	Name     string // pcie.latency
	Alias    string // another name that is understood; "" = none
	Quantity Quantity
	Unit     string   // of a count: nodes, ports
	Words    []string // of a word: those allowed
	Auto     bool     // the word auto is allowed
	Least    int64    // smallest value allowed
	Most     int64    // largest value allowed; 0 = no limit
	Doc      string   // two sentences for someone who meets it for the first time
	Defaults []Default
}

// Default is what a parameter is where nobody sets it, and why one may believe it.
type Default struct {
	Preset      string // the preset or transport it holds for; "" = all that have none of their own
	Value       Value
	Source      string // data sheet, paper or measurement; a prior to be verified says so
	Uncertainty string // +-20 %
}

// Default is the parameter's value where some names hold, those that say more first: a transport, then a preset. The
// first of them that has a value of its own decides; names that are "" are passed over. ok is false where there is no such
// part.
func (p Parameter) Default(holders ...string) (d Default, ok bool) {
	for _, holder := range holders {
		if d, ok = p.own(holder); ok && holder != "" {
			return d, true
		}
	}
	return p.own("")
}

// own is the default that is stated for a holder.
func (p *Parameter) own(holder string) (Default, bool) {
	for i := range p.Defaults {
		if p.Defaults[i].Preset == holder {
			return p.Defaults[i], true
		}
	}
	return Default{}, false
}

// Find looks a parameter up by its name or alias in a list.
func Find(parameters []Parameter, name string) (Parameter, bool) {
	for i := range parameters {
		if p := &parameters[i]; p.Name == name || p.Alias != "" && p.Alias == name {
			return *p, true
		}
	}
	return Parameter{}, false
}

// Parse reads a value of p as a scenario file writes it: "450 GB/s", "250 ns", "64 KiB", "8", "yes", a word, or auto
// where p allows it. The error says what would be valid.
func (p Parameter) Parse(text string) (Value, error) {
	v, err := p.read(strings.TrimSpace(text))
	if err != nil {
		return Value{}, err
	}
	if problem := p.problem(v); problem != "" {
		return Value{}, errors.New(strings.TrimSpace(text) + " " + problem)
	}
	return v, nil
}

func (p Parameter) read(text string) (Value, error) {
	if text == "auto" && p.Quantity != WordQuantity {
		return Value{Quantity: p.Quantity, Int: Auto}, nil
	}
	switch p.Quantity {
	case RateQuantity:
		r, err := units.ParseRate(text)
		if err == nil && r > math.MaxInt64 {
			err = errors.New(text + " is faster than any link")
		}
		return RateOf(r), err
	case DurationQuantity:
		d, err := units.ParseDuration(text)
		return DurationOf(d), err
	case SizeQuantity:
		b, err := units.ParseBytes(text)
		return SizeOf(b), err
	case FrequencyQuantity:
		f, err := units.ParseFrequency(text)
		return FrequencyOf(f), err
	case ProbabilityQuantity:
		c, err := units.ParseProbability(text)
		return ProbabilityOf(c), err
	case CountQuantity:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 {
			return Value{}, errors.New(strconv.Quote(text) + " is not a count; valid: a whole number of " + p.Unit)
		}
		return CountOf(n), nil
	case WeightsQuantity:
		return readWeights(text)
	case YesNoQuantity:
		if text != "yes" && text != "no" {
			return Value{}, errors.New(strconv.Quote(text) + " is neither yes nor no")
		}
		return YesNoOf(text == "yes"), nil
	}
	return WordOf(text), nil
}

// Allows is nil where p can be set to v; else the error says what would be valid.
func (p Parameter) Allows(v Value) error {
	if problem := p.problem(v); problem != "" {
		return errors.New(v.String() + " " + problem)
	}
	return nil
}

// problem says what is wrong with setting p to v; "" = nothing.
func (p Parameter) problem(v Value) string {
	switch {
	case v.Quantity != p.Quantity:
		return "is a " + v.Quantity.String() + ", but " + p.Name + " is a " + p.Quantity.String()
	case p.Quantity == WordQuantity:
		if !slices.Contains(p.Words, v.Word) {
			return "is not one of " + strings.Join(p.Words, ", ") + "; the nearest is " + words.Closest(v.Word, p.Words)
		}
	case p.Quantity == WeightsQuantity:
		if _, err := readWeights(v.Word); err != nil {
			return notWeights
		}
	case v.Int == Auto:
		if !p.Auto {
			return "cannot be auto"
		}
	case v.Int < p.Least:
		least := v
		least.Int = p.Least
		return "is below the smallest value allowed, " + least.String()
	case p.Most != 0 && v.Int > p.Most:
		most := v
		most.Int = p.Most
		return "is above the largest value allowed, " + most.String()
	}
	return ""
}
