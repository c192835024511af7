package compare

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"collsim/sim/units"
)

// What an axis may have: values, and values at equal factors, whose powers are numbers of many digits.
const (
	mostPlaces = 1000
	mostEqual  = 200
	mostFactor = 1024
	mostBytes  = units.Bytes(1) << 50
)

// rangeForms is how an axis can be written.
const rangeForms = "a list such as 8,64; a range such as 8..256, which doubles; 8..256:x4, by factors; 8..64:+8, by steps; 8..256:20, 20 values at equal factors"

// ParseSizes reads sizes: "8B..4GiB" by doubling, "8B..4GiB:x4", "1KiB..64KiB:+1KiB", "8B..4GiB:100" at equal factors, or
// a list of sizes and ranges. They come out ascending. Errors are *units.ParseError.
func ParseSizes(text string) ([]units.Bytes, error) {
	values, err := axis(text, func(word string) (int64, error) {
		n, err := units.ParseBytes(word)
		if err == nil && n > mostBytes {
			err = &units.ParseError{Text: word, Problem: "too large", Valid: "at most 1 PiB"}
		}
		return int64(n), err
	})
	sizes := make([]units.Bytes, len(values))
	for i, v := range values {
		sizes[i] = units.Bytes(v)
	}
	return sizes, err
}

// ParseScales reads how many ranks or nodes there are, as [ParseSizes] reads sizes.
func ParseScales(text string) ([]int, error) {
	const most = 1 << 20
	values, err := axis(text, func(word string) (int64, error) {
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil || n < 1 || n > most {
			return 0, &units.ParseError{Text: word, Problem: "not a number of them", Valid: "1 to 1048576"}
		}
		return n, nil
	})
	scales := make([]int, len(values))
	for i, v := range values {
		scales[i] = int(v)
	}
	return scales, err
}

// axis reads a list of values and ranges.
func axis(text string, value func(string) (int64, error)) ([]int64, error) {
	var all []int64
	for item := range strings.SplitSeq(text, ",") {
		some, err := span(strings.TrimSpace(item), value)
		if err != nil {
			return nil, err
		}
		if all = append(all, some...); len(all) > mostPlaces {
			return nil, &units.ParseError{Text: text, Problem: "too many values", Valid: "at most " + strconv.Itoa(mostPlaces)}
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// span reads one value or one range.
func span(item string, value func(string) (int64, error)) ([]int64, error) {
	from, rest, ranged := strings.Cut(item, "..")
	if item == "" || ranged && (from == "" || rest == "") {
		return nil, &units.ParseError{Text: item, Problem: "not a value or a range", Valid: rangeForms}
	}
	low, err := value(strings.TrimSpace(from))
	if err != nil || !ranged {
		return []int64{low}, err
	}
	to, how, stepped := strings.Cut(rest, ":")
	high, err := value(strings.TrimSpace(to))
	if err != nil {
		return nil, err
	}
	if low > high {
		return nil, &units.ParseError{Text: item, Problem: "a range that ends before it begins", Valid: "the smaller end first"}
	}
	if !stepped {
		how = "x2"
	}
	return steps(item, low, high, strings.TrimSpace(how), value)
}

// steps are the values of a range; its end is always one of them.
func steps(item string, low, high int64, how string, value func(string) (int64, error)) ([]int64, error) {
	wrong := &units.ParseError{Text: item, Problem: "not a way to go through a range: " + strconv.Quote(how), Valid: rangeForms}
	var next func(int64) int64
	if by, ok := strings.CutPrefix(how, "x"); ok {
		factor, err := strconv.ParseInt(by, 10, 32)
		if err != nil || factor < 2 || factor > mostFactor {
			return nil, wrong
		}
		if low == 0 {
			return nil, &units.ParseError{Text: item, Problem: "a range by factors cannot begin at 0", Valid: "the first size by itself, such as 0B,8B..1KiB"}
		}
		next = func(v int64) int64 { return v * factor } // at most 60 bits
	} else if by, ok := strings.CutPrefix(how, "+"); ok {
		step, err := value(by)
		if err != nil || step < 1 {
			return nil, wrong
		}
		next = func(v int64) int64 { return v + step }
	} else {
		n, err := strconv.Atoi(how)
		if err != nil || n < 2 || n > mostEqual || low == 0 {
			return nil, wrong
		}
		return equalFactors(low, high, n), nil
	}
	var all []int64
	for v := low; v < high; v = next(v) {
		if all = append(all, v); len(all) > mostPlaces {
			return nil, &units.ParseError{Text: item, Problem: "too many values", Valid: "at most " + strconv.Itoa(mostPlaces)}
		}
	}
	return append(all, high), nil
}

// equalFactors are n values from low to high whose logarithms lie at equal distances, rounded down: value i is the largest
// whose power of n-1 is not above low to the n-1-i times high to the i.
func equalFactors(low, high int64, n int) []int64 {
	power := func(v int64, by int) *big.Int { return new(big.Int).Exp(big.NewInt(v), big.NewInt(int64(by)), nil) }
	var all []int64
	for i := range n {
		limit := power(low, n-1-i)
		limit.Mul(limit, power(high, i))
		from, above := low, high+1
		for above-from > 1 {
			if middle := from + (above-from)/2; power(middle, n-1).Cmp(limit) <= 0 {
				from = middle
			} else {
				above = middle
			}
		}
		all = append(all, from)
	}
	return slices.Compact(all)
}
