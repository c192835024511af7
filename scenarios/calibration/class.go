package calibration

import (
	"fmt"
	"slices"
	"strings"

	"collsim/fabric"
)

// Kinds of classes.
const (
	GPU     = "gpu"     // a generation of GPUs and the links between them
	Network = "network" // what connects servers, with the software that drives it
	Site    = "site"    // one machine: values over those of both other classes, from a fit to its own measurements
)

// Class is the machines that one set of values holds for.
type Class struct {
	Kind   string
	Name   string
	About  string  // one sentence: which machines, and where the values come from
	Values []Value // by name
}

// Value is what a parameter is on the machines of a class.
type Value struct {
	Parameter string
	Value     fabric.Value
	Low, High fabric.Value // between these it lies on eight of ten sites; the value itself where a site's has no interval
	Source    string       // data sheet, NCCL's source, or fitted to which tables
}

// Sort brings the values into the order of their names.
func (c *Class) Sort() {
	slices.SortFunc(c.Values, func(a, b Value) int { return strings.Compare(a.Parameter, b.Parameter) })
}

// Named says what is wrong with the name of the class; nil = nothing.
func (c *Class) Named() error {
	if c.Name == "" || strings.Trim(c.Name, nameLetters) != "" {
		return fmt.Errorf("not a name: %q; valid: small letters, digits and -", c.Name)
	}
	return nil
}

// Find gives the value of a parameter; ok is false where the class has none.
func (c *Class) Find(parameter string) (v Value, ok bool) {
	i, ok := slices.BinarySearchFunc(c.Values, parameter, func(v Value, name string) int { return strings.Compare(v.Parameter, name) })
	if !ok {
		return Value{}, false
	}
	return c.Values[i], true
}

// Settings are the values as settings, in the order of their names.
func (c *Class) Settings() []fabric.Setting {
	all := make([]fabric.Setting, len(c.Values))
	for i, v := range c.Values {
		all[i] = fabric.Setting{Name: v.Parameter, Value: v.Value}
	}
	return all
}
