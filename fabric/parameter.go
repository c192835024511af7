package fabric

import (
	"slices"
	"strconv"
	"strings"

	"collsim/sim/units"
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
)

func (q Quantity) String() string {
	return [...]string{"rate", "duration", "bytes", "count", "word", "yes or no"}[q]
}

// Auto as a Value's Int stands for the word auto: the size or count that the builder works out.
const Auto = -1

// Value is what a parameter is set to. Values compare with ==.
type Value struct {
	Quantity Quantity
	Int      int64  // bytes per second, picoseconds, bytes, a count, or 1 for yes; Auto where that is allowed
	Word     string // of a WordQuantity
}

// RateOf, and its like below, make values.
func RateOf(r units.Rate) Value         { return Value{Quantity: RateQuantity, Int: int64(r)} }
func DurationOf(d units.Duration) Value { return Value{Quantity: DurationQuantity, Int: int64(d)} }
func SizeOf(b units.Bytes) Value        { return Value{Quantity: SizeQuantity, Int: int64(b)} }
func CountOf(n int64) Value             { return Value{Quantity: CountQuantity, Int: n} }
func WordOf(w string) Value             { return Value{Quantity: WordQuantity, Word: w} }
func YesNoOf(yes bool) Value {
	v := Value{Quantity: YesNoQuantity}
	if yes {
		v.Int = 1
	}
	return v
}

// String writes v as a scenario file would.
func (v Value) String() string {
	switch {
	case v.Quantity == WordQuantity:
		return v.Word
	case v.Quantity == YesNoQuantity:
		return [...]string{"no", "yes"}[v.Int]
	case v.Int == Auto:
		return "auto"
	case v.Quantity == RateQuantity:
		return units.Rate(v.Int).Short()
	case v.Quantity == DurationQuantity:
		return units.Duration(v.Int).Short()
	case v.Quantity == SizeQuantity:
		return units.Bytes(v.Int).Short()
	}
	return strconv.FormatInt(v.Int, 10)
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
	Preset      string // the preset it holds for; "" = every preset that has none of its own
	Value       Value
	Source      string // data sheet, paper or measurement; a prior to be verified says so
	Uncertainty string // +-20 %
}

// Default is the parameter's value in a preset; ok is false where the preset has no such part.
func (p Parameter) Default(preset string) (d Default, ok bool) {
	for _, d := range p.Defaults {
		if d.Preset == preset {
			return d, true
		}
	}
	if preset == "" {
		return Default{}, false
	}
	return p.Default("")
}

// Find looks a parameter up by its name or alias in a list.
func Find(parameters []Parameter, name string) (Parameter, bool) {
	i := slices.IndexFunc(parameters, func(p Parameter) bool {
		return p.Name == name || p.Alias != "" && p.Alias == name
	})
	if i < 0 {
		return Parameter{}, false
	}
	return parameters[i], true
}

// problem says what is wrong with setting p to v; "" = nothing.
func (p Parameter) problem(v Value) string {
	switch {
	case v.Quantity != p.Quantity:
		return "is a " + v.Quantity.String() + ", but " + p.Name + " is a " + p.Quantity.String()
	case p.Quantity == WordQuantity:
		if !slices.Contains(p.Words, v.Word) {
			return "is not one of " + strings.Join(p.Words, ", ")
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
