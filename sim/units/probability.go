package units

import "strings"

// Probability is how likely something is, in parts per billion: exact, and drawn without floating point.
type Probability int64

// Certain is the probability of what always happens.
const Certain = Probability(1e9)

var probabilities = quantity{
	noun: "a probability", whole: "parts per billion",
	units: []unit{{"%", 1e7, 1}, {"ppm", 1e3, 1}, {"ppb", 1, 1}},
	valid: "%, ppm (parts per million), ppb (parts per billion)", most: 1<<63 - 1, hint: func(string) string { return "" },
}

// ParseProbability reads "0.1 %", "20 ppm", "5 ppb", exactly. What is not a whole number of parts per billion, or lies
// outside 0 to 100 %, is a *ParseError.
func ParseProbability(text string) (Probability, error) {
	n, err := probabilities.parse(text)
	if err == nil && n > uint64(Certain) {
		err = &ParseError{Text: text, Problem: "a probability cannot be above 100 %", Valid: "0 % to 100 %"}
	}
	return Probability(n), err
}

// ProbabilityUnits lists the units that ParseProbability reads.
func ProbabilityUnits() []string { return probabilities.names() }

// Exact writes p so that ParseProbability gives p again: "1000000 ppb".
func (p Probability) Exact() string { return format(uint64(p)) + " ppb" }

// String writes p exactly, in percent down to a thousandth of one, then in parts per million and per billion.
func (p Probability) String() string {
	switch n := uint64(p); {
	case n == 0 || n >= 1e4:
		return fraction(n, 1e7) + " %"
	case n >= 1e3:
		return fraction(n, 1e3) + " ppm"
	}
	return p.Exact()
}

// fraction writes n over a power of ten with the decimals that it needs.
func fraction(n, by uint64) string {
	whole, rest := n/by, n%by
	if rest == 0 {
		return format(whole)
	}
	return format(whole) + "." + strings.TrimRight(format(by + rest)[1:], "0")
}
