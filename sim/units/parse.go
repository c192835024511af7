package units

import (
	"errors"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// ParseError says why a text is not a quantity.
type ParseError struct {
	Text    string
	Problem string // "a duration needs a unit"
	Hint    string // "did you mean MB (10^6 bytes) or Mb (bits)?"; "" = no idea
	Valid   string // what would be right: "ps, ns, us, ms, s"; "" where the hint says it
}

func (e *ParseError) Error() string {
	return e.Problem + `: "` + e.Text + `"` + Advice(e.Hint, e.Valid)
}

// Advice ends the text of a problem: with a hint, then with what would be valid. Either may be "".
func Advice(hint, valid string) string {
	s := ""
	if hint != "" {
		s = "; " + hint
	}
	switch {
	case valid == "":
		return s
	case strings.HasSuffix(s, "?"):
		return s + " valid: " + valid
	}
	return s + "; valid: " + valid
}

// unit is one word behind a number: value = number * times / by.
type unit struct {
	name      string
	times, by uint64
}

// quantity is what a family of parsers shares.
type quantity struct {
	noun  string // "a duration"
	whole string // "picosecond"
	units []unit
	valid string
	most  uint64
	hint  func(name string) string // for a unit that is not one; "" = no idea
}

var (
	durations = quantity{
		noun: "a duration", whole: "picoseconds",
		units: []unit{{"ps", 1, 1}, {"ns", 1e3, 1}, {"us", 1e6, 1}, {"µs", 1e6, 1}, {"μs", 1e6, 1}, {"ms", 1e9, 1}, {"s", 1e12, 1}},
		valid: "ps, ns, us, ms, s", most: math.MaxInt64, hint: durationHint,
	}
	amounts = quantity{
		noun: "a size", whole: "bytes", units: amountUnits(""),
		valid: "B, KB, MB, GB, TB (10^3..10^12 bytes), KiB, MiB, GiB, TiB (2^10..2^40 bytes), b, Kb, Mb, Gb, Tb (bits)",
		most:  math.MaxInt64, hint: func(name string) string { return amountHint(name, "") },
	}
	rates = quantity{
		noun: "a rate", whole: "bytes per second", units: amountUnits("/s"),
		valid: "B/s, KB/s, MB/s, GB/s, TB/s (10^3..10^12 bytes), KiB/s, MiB/s, GiB/s, TiB/s (2^10..2^40 bytes), b/s, Kb/s, Mb/s, Gb/s, Tb/s (bits)",
		most:  math.MaxUint64, hint: rateHint,
	}
)

func amountUnits(per string) []unit {
	units := []unit{{"B" + per, 1, 1}, {"b" + per, 1, 8}, {"kB" + per, 1e3, 1}}
	for i, prefix := range []string{"K", "M", "G", "T"} {
		units = append(units,
			unit{prefix + "B" + per, sizes[i+1].size, 1},
			unit{prefix + "iB" + per, powers[i+1].size, 1},
			unit{prefix + "b" + per, sizes[i+1].size, 8})
	}
	return units
}

// ParseDuration reads "250 ns", "1.5us", "2 s": a decimal number and a unit, exactly. What is not a whole number of
// picoseconds, is negative or lasts more than 106 days is a *ParseError.
func ParseDuration(text string) (Duration, error) {
	n, err := durations.parse(text)
	return Duration(n), err
}

// ParseBytes reads "64 MiB", "4KB", "8 Gb", exactly. KB, MB, GB, TB are powers of ten, KiB, MiB, GiB, TiB powers of
// two, and Kb, Mb, Gb, Tb are bits. What is not a whole number of bytes is a *ParseError.
func ParseBytes(text string) (Bytes, error) {
	n, err := amounts.parse(text)
	return Bytes(n), err
}

// ParseRate reads "450 GB/s", "400 Gb/s", "2 GiB/s", exactly, with the units of ParseBytes. What is not a whole number
// of bytes per second is a *ParseError.
func ParseRate(text string) (Rate, error) {
	n, err := rates.parse(text)
	return Rate(n), err
}

func (q *quantity) parse(text string) (uint64, error) {
	fail := func(problem, valid string) (uint64, error) {
		return 0, &ParseError{Text: text, Problem: problem, Valid: valid}
	}
	s := strings.TrimSpace(text)
	if strings.HasPrefix(s, "-") {
		return fail(q.noun+" cannot be negative", "0 "+q.units[0].name+" or more")
	}
	end := 0
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || s[end] == '.') {
		end++
	}
	number, name := s[:end], strings.TrimLeft(s[end:], " ")
	if number == "" {
		return fail(q.noun+" begins with a number", "a number and one of "+q.valid)
	}
	mantissa, decimals, err := decimal(number)
	if err != nil {
		return fail(err.Error(), "a number such as 12 or 1.5")
	}
	if name == "" {
		return fail(q.noun+" needs a unit", q.valid)
	}
	if c := name[0]; c == ',' || c == '_' || (c == 'e' || c == 'E') && len(name) > 1 && (name[1] == '+' || name[1] >= '0' && name[1] <= '9') {
		return fail(q.noun+" has a plain number, without separators or exponent", "a number such as 12000 or 1.5, and one of "+q.valid)
	}
	u, ok := q.find(name)
	if !ok {
		if hint := q.hint(name); hint != "" {
			return 0, &ParseError{Text: text, Problem: "not a unit of " + q.noun, Hint: hint}
		}
		return fail("not a unit of "+q.noun, q.valid)
	}
	n, problem := u.scale(mantissa, decimals, q.most)
	switch problem {
	case tooLarge:
		return fail(q.noun+" is too large", "at most "+format(q.most)+" "+q.units[0].name)
	case notWhole:
		return fail(q.noun+" must be a whole number of "+q.whole, "fewer decimals, or a smaller unit")
	}
	return n, nil
}

func (q *quantity) find(name string) (unit, bool) {
	for _, u := range q.units {
		if u.name == name {
			return u, true
		}
	}
	return unit{}, false
}

// decimal reads digits with at most one point as mantissa / 10^decimals, without leading and trailing zeros.
func decimal(s string) (mantissa uint64, decimals int, err error) {
	whole, fraction, pointed := strings.Cut(s, ".")
	if whole == "" || pointed && fraction == "" || strings.Contains(fraction, ".") {
		return 0, 0, errors.New("not a decimal number")
	}
	fraction = strings.TrimRight(fraction, "0")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return 0, 0, nil
	}
	mantissa, err = strconv.ParseUint(digits, 10, 64)
	if err != nil || len(fraction) > 19 {
		return 0, 0, errors.New("more digits than can be read exactly")
	}
	return mantissa, len(fraction), nil
}

type problem uint8

const (
	none problem = iota
	tooLarge
	notWhole
)

// scale is mantissa * times / (by * 10^decimals), which must be whole and at most most.
func (u unit) scale(mantissa uint64, decimals int, most uint64) (uint64, problem) {
	power := uint64(1)
	for range decimals {
		power *= 10 // 10^19 fits
	}
	hi, lo := bits.Mul64(mantissa, u.times)
	for _, divisor := range [...]uint64{u.by, power} {
		var rest uint64
		if hi, lo, rest = divide(hi, lo, divisor); rest != 0 {
			return 0, notWhole
		}
	}
	if hi != 0 || lo > most {
		return 0, tooLarge
	}
	return lo, none
}

// divide is the 128-bit hi, lo over a divisor.
func divide(hi, lo, divisor uint64) (qhi, qlo, rest uint64) {
	qhi, rest = hi/divisor, hi%divisor
	qlo, rest = bits.Div64(rest, lo, divisor)
	return qhi, qlo, rest
}

func durationHint(name string) string {
	switch strings.ToLower(name) {
	case "ps", "ns", "us", "ms", "s":
		return "units are case-sensitive; did you mean " + strings.ToLower(name) + "?"
	case "sec", "secs", "second", "seconds":
		return "did you mean s?"
	case "m", "min", "h":
		return "s is the largest unit; did you mean ms (milliseconds) or a number of seconds?"
	}
	return ""
}

// amountHint guesses from the letters alone what a misspelt size or rate (per = "/s") was meant to be.
func amountHint(name, per string) string {
	const prefixes = "kmgt"
	lower := strings.ToLower(strings.TrimSuffix(name, "s"))
	if lower == "byte" {
		return "did you mean B" + per + "?"
	}
	if lower == "bit" {
		return "did you mean b" + per + "?"
	}
	lower = strings.ToLower(name)
	if strings.HasPrefix(lower, "p") && strings.HasSuffix(lower, "b"+per) {
		return "TB" + per + " and TiB" + per + " are the largest units; 1 PiB is 1024 TiB"
	}
	if lower == "" || !strings.Contains(prefixes, lower[:1]) {
		return ""
	}
	i := strings.Index(prefixes, lower[:1]) + 1
	letter := strings.ToUpper(lower[:1])
	decimalUnit := letter + "B" + per + " (10^" + format(uint64(3*i)) + " bytes)"
	binaryUnit := letter + "iB" + per + " (2^" + format(uint64(10*i)) + " bytes)"
	switch lower[1:] {
	case "":
		return "did you mean " + binaryUnit + " or " + decimalUnit + "?"
	case "b":
		return "did you mean " + decimalUnit + " or " + letter + "b" + per + " (bits)?"
	case "ib":
		return "units are case-sensitive; did you mean " + binaryUnit + "?"
	case "bit", "bits":
		return "did you mean " + letter + "b" + per + " (bits)?"
	case "byte", "bytes":
		return "did you mean " + decimalUnit + " or " + binaryUnit + "?"
	}
	return ""
}

func rateHint(name string) string {
	if before, ok := strings.CutSuffix(name, "ps"); ok && len(before) >= 2 { // Gbps, GBps
		if strings.HasSuffix(before, "b") {
			before += "it" // nobody who writes Gbps means bytes
		}
		return amountHint(before, "/s")
	}
	if before, ok := strings.CutSuffix(name, "/s"); ok {
		return amountHint(before, "/s")
	}
	if _, ok := amounts.find(name); ok {
		return "a rate is per second; did you mean " + name + "/s?"
	}
	return amountHint(name, "/s")
}

// DurationUnits lists the units that ParseDuration reads, and its like below those of the other parsers.
func DurationUnits() []string { return durations.names() }

// SizeUnits lists the units that ParseBytes reads.
func SizeUnits() []string { return amounts.names() }

// RateUnits lists the units that ParseRate reads.
func RateUnits() []string { return rates.names() }

// FrequencyUnits lists the units that ParseFrequency reads.
func FrequencyUnits() []string { return frequencies.names() }

func (q *quantity) names() []string {
	names := make([]string, len(q.units))
	for i := range q.units {
		names[i] = q.units[i].name
	}
	return names
}
