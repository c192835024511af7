package units

import "strconv"

// Exact writes d so that ParseDuration gives d again, unless it is negative: "12345678 ps".
func (d Duration) Exact() string { return strconv.FormatInt(int64(d), 10) + " ps" }

// Exact writes b so that ParseBytes gives b again, unless it is negative: "67108864 B".
func (b Bytes) Exact() string { return strconv.FormatInt(int64(b), 10) + " B" }

// Exact writes r so that ParseRate gives r again: "50000000000 B/s".
func (r Rate) Exact() string { return format(uint64(r)) + " B/s" }

// String writes d exactly where five digits are enough ("12.345 us"), else as [Duration.Short].
func (d Duration) String() string {
	if s, ok := brief(magnitude(int64(d)), spans); ok {
		return sign(int64(d)) + s
	}
	return d.Short()
}

// String writes t as the span since the start of the run; [Never] is "never".
func (t Time) String() string {
	if t == Never {
		return "never"
	}
	return Duration(t).String()
}

// String writes b exactly as a multiple of a binary unit ("64 MiB") or with at most five digits ("1.5 MB",
// "12,345 B"), else as [Bytes.Short].
func (b Bytes) String() string {
	n := magnitude(int64(b))
	for i := len(powers) - 1; i > 0; i-- {
		if n >= powers[i].size && n%powers[i].size == 0 && n/powers[i].size < 1e5 {
			return sign(int64(b)) + format(n/powers[i].size) + " " + powers[i].name
		}
	}
	if n < 1e5 && (n < 1000 || n%100 != 0) {
		return sign(int64(b)) + grouped(n) + " B"
	}
	if s, ok := brief(n, sizes); ok {
		return sign(int64(b)) + s
	}
	return sign(int64(b)) + short(n, sizes)
}

// String writes r exactly where five digits are enough ("50 GB/s"), else as [Rate.Short].
func (r Rate) String() string {
	if s, ok := brief(uint64(r), sizes); ok {
		return s + "/s"
	}
	return r.Short()
}

// brief writes n in the largest unit that is not above it, if five significant digits say it exactly.
func brief(n uint64, scales []scale) (string, bool) {
	i := len(scales) - 1
	for i > 0 && n < scales[i].size {
		i--
	}
	decimals := 0
	for size := scales[i].size; size > 1; size /= 10 {
		decimals++
	}
	text := point(n, decimals)
	digits := 0
	for j := range len(text) {
		if text[j] != '.' {
			digits++
		}
	}
	return text + " " + scales[i].name, digits <= 5
}

func format(n uint64) string { return strconv.FormatUint(n, 10) }

// grouped writes n with a comma before every third digit from the right.
func grouped(n uint64) string {
	s := format(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

func sign(n int64) string {
	if n < 0 {
		return "-"
	}
	return ""
}
