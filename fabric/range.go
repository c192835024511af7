package fabric

import (
	"math"
	"math/big"
	"strings"
)

// Nearest is the allowed value of p that is nearest to n.
func (p Parameter) Nearest(n int64) int64 {
	if p.Most != 0 {
		n = min(n, p.Most)
	}
	return max(n, p.Least)
}

// Range is between what values a default may lie by the words of its uncertainty, as far as p allows them: "+-20 %",
// "-35 / +65 %", "+-12 B", "factor 2", "5 to 10 us", "128 or 512 B", "exact". Words behind those are left aside. ok is
// false where the words give no numbers, such as "as wired", and for what is no number.
func (p Parameter) Range(d Default) (low, high Value, ok bool) {
	v := d.Value
	if strings.HasPrefix(d.Uncertainty, "exact") {
		return v, v, true
	}
	if p.Quantity == WordQuantity || p.Quantity == WeightsQuantity || p.Quantity == YesNoQuantity || v.Int == Auto {
		return v, v, false
	}
	text, _, _ := strings.Cut(strings.NewReplacer(";", "|", ":", "|", ",", "|").Replace(d.Uncertainty), "|")
	words := strings.Fields(text)
	l, h, ok := p.ends(v, words)
	if !ok || l > h {
		return v, v, false
	}
	low, high = v, v
	low.Int, high.Int = p.Nearest(l), p.Nearest(h)
	return low, high, true
}

// ends reads the ends of a range: by a factor, around the value, or the values themselves.
func (p Parameter) ends(v Value, words []string) (low, high int64, ok bool) {
	switch {
	case len(words) < 2:
		return 0, 0, false
	case words[0] == "factor":
		f, ok := new(big.Rat).SetString(words[1])
		if !ok || f.Sign() <= 0 {
			return 0, 0, false
		}
		return scaled(v.Int, new(big.Rat).Inv(f), false), scaled(v.Int, f, true), true
	case strings.HasPrefix(words[0], "+-"):
		part := words[0][2:]
		return p.around(v, part, part, words[1])
	case len(words) > 3 && words[1] == "/" && strings.HasPrefix(words[0], "-") && strings.HasPrefix(words[2], "+"):
		return p.around(v, words[0][1:], words[2][1:], words[3])
	case strings.HasPrefix(words[0], "-"):
		return p.around(v, words[0][1:], "0", words[1])
	}
	return p.between(words)
}

// around is the value less and plus a part of it, or an amount with a unit.
func (p Parameter) around(v Value, less, plus, unit string) (low, high int64, ok bool) {
	if unit == "%" {
		l, lok := new(big.Rat).SetString(less)
		h, hok := new(big.Rat).SetString(plus)
		if !lok || !hok {
			return 0, 0, false
		}
		hundred, one := big.NewRat(100, 1), big.NewRat(1, 1)
		l, h = l.Quo(l, hundred), h.Quo(h, hundred)
		return scaled(v.Int, l.Sub(one, l), false), scaled(v.Int, h.Add(one, h), true), true
	}
	l, err := p.read(less + " " + unit)
	h, wrong := p.read(plus + " " + unit)
	return v.Int - l.Int, v.Int + h.Int, err == nil && wrong == nil
}

// between is "5 to 10 us", "500 ns to 1.5 us", "1 or 2".
func (p Parameter) between(words []string) (low, high int64, ok bool) {
	at := 1
	if words[1] != "to" && words[1] != "or" {
		at = 2
	}
	if len(words) <= at+1 || words[at] != "to" && words[at] != "or" {
		return 0, 0, false
	}
	from, to := words[0], words[at+1]
	if len(words) > at+2 && p.Quantity != CountQuantity {
		unit := words[at+2]
		if to += " " + unit; at == 1 {
			from += " " + unit
		}
	}
	if at == 2 {
		from += " " + words[1]
	}
	l, err := p.read(from)
	h, wrong := p.read(to)
	return l.Int, h.Int, err == nil && wrong == nil
}

// scaled is n x f, not below 0, rounded down or up, at most what 63 bits hold.
func scaled(n int64, f *big.Rat, up bool) int64 {
	x := new(big.Int).Mul(big.NewInt(n), f.Num())
	q, rest := x.QuoRem(x, f.Denom(), new(big.Int))
	if up && rest.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	switch {
	case q.Sign() < 0:
		return 0
	case !q.IsInt64():
		return math.MaxInt64
	}
	return q.Int64()
}
