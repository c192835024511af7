package calibration

import (
	"bufio"
	"fmt"
	"io"

	"collsim/fabric"
	"collsim/sim/units"
)

// Write writes the class so that Read gives it again.
func (c *Class) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "schema: %s\nkind: %s\nclass: %s\nabout: %q\nvalues:\n", Schema, c.Kind, c.Name, c.About)
	for _, v := range c.Values {
		between := ""
		if c.Kind != Site || v.Low != v.High {
			between = fmt.Sprintf(" between: [%s, %s],", Exact(v.Low), Exact(v.High))
		}
		fmt.Fprintf(out, "  %s: {value: %s,%s source: %q}\n", v.Parameter, Exact(v.Value), between, v.Source)
	}
	return out.Flush()
}

// Exact writes a value so that its parameter reads it again: five digits where those say it, else the smallest unit.
func Exact(v fabric.Value) string {
	switch {
	case v.Int == fabric.Auto:
	case v.Quantity == fabric.RateQuantity:
		return exactly(units.Rate(v.Int), units.ParseRate)
	case v.Quantity == fabric.DurationQuantity:
		return exactly(units.Duration(v.Int), units.ParseDuration)
	case v.Quantity == fabric.SizeQuantity:
		return exactly(units.Bytes(v.Int), units.ParseBytes)
	case v.Quantity == fabric.FrequencyQuantity:
		return exactly(units.Frequency(v.Int), units.ParseFrequency)
	}
	return v.String()
}

// exactly is the short form of a quantity if it parses back to the same, else the exact one.
func exactly[T interface {
	comparable
	String() string
	Exact() string
}](quantity T, parse func(string) (T, error)) string {
	if back, err := parse(quantity.String()); err == nil && back == quantity {
		return quantity.String()
	}
	return quantity.Exact()
}
