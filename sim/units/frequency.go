package units

import "math"

// Frequency is a clock rate in hertz.
type Frequency uint64

// Over is the exact time n cycles take at frequency f, rounded up to a whole picosecond.
func (f Frequency) Over(cycles int64) Duration { return Rate(f).Over(Bytes(cycles)) }

var frequencies = quantity{
	noun: "a frequency", whole: "hertz",
	units: []unit{{"Hz", 1, 1}, {"kHz", 1e3, 1}, {"MHz", 1e6, 1}, {"GHz", 1e9, 1}},
	valid: "Hz, kHz, MHz, GHz", most: math.MaxInt64, hint: func(string) string { return "" },
}

var cycles = []scale{{"Hz", 1}, {"kHz", 1e3}, {"MHz", 1e6}, {"GHz", 1e9}}

// ParseFrequency reads "3 GHz", exactly. What is not a whole number of hertz is a *ParseError.
func ParseFrequency(text string) (Frequency, error) {
	n, err := frequencies.parse(text)
	return Frequency(n), err
}

// Exact writes f so that ParseFrequency gives f again: "3000000000 Hz".
func (f Frequency) Exact() string { return format(uint64(f)) + " Hz" }

// String writes f exactly where five digits are enough ("3.5 GHz"), else in hertz.
func (f Frequency) String() string {
	if s, ok := brief(uint64(f), cycles); ok {
		return s
	}
	return f.Exact()
}
