package scenarios

import (
	"strconv"
	"strings"

	"collsim/sim/units"
)

// ratioDigits keeps numerators and denominators of factors below 10^9, so that products with them stay exact.
const ratioDigits = 9

// parseRatio reads a factor exactly: "1.4" is 7/5; "4/3" is a factor as well.
func parseRatio(text string) (Ratio, error) {
	refuse := func() (Ratio, error) {
		return Ratio{}, &units.ParseError{Text: text, Problem: "not a factor", Valid: "a number such as 1.4 or 4/3, of at most 9 digits"}
	}
	numerator, denominator, divided := strings.Cut(text, "/")
	whole, fraction, pointed := strings.Cut(numerator, ".")
	if len(whole)+len(fraction) > ratioDigits || len(denominator) > ratioDigits {
		return refuse()
	}
	if whole == "" || pointed && (fraction == "" || divided) {
		return refuse()
	}
	num, err := strconv.ParseUint(whole+fraction, 10, 63)
	if err != nil {
		return refuse()
	}
	den := power10(len(fraction))
	if divided {
		d, err := strconv.ParseUint(denominator, 10, 63)
		if err != nil || d == 0 {
			return refuse()
		}
		den = int64(d)
	}
	return Ratio{int64(num), den}.reduced(), nil
}

func power10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// reduced is r in lowest terms. The zero Ratio is 1.
func (r Ratio) reduced() Ratio {
	if r.Den == 0 {
		return Ratio{1, 1}
	}
	a, b := r.Num, r.Den
	for b != 0 {
		a, b = b, a%b
	}
	return Ratio{r.Num / a, r.Den / a}
}

// String writes r as a decimal number where that is exact in nine digits, else as a fraction.
func (r Ratio) String() string {
	r = r.reduced()
	for decimals := range ratioDigits {
		power := power10(decimals)
		if power%r.Den != 0 || r.Num > (1e9-1)/(power/r.Den) {
			continue
		}
		s := strconv.FormatInt(r.Num*(power/r.Den), 10)
		for len(s) <= decimals {
			s = "0" + s
		}
		if decimals == 0 {
			return s
		}
		return s[:len(s)-decimals] + "." + s[len(s)-decimals:]
	}
	return strconv.FormatInt(r.Num, 10) + "/" + strconv.FormatInt(r.Den, 10)
}
