package units_test

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"collsim/sim/units"
)

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]units.Duration{
		"0 ps": 0, "1ps": 1, "250 ns": 250_000, "1.5 us": 1_500_000, "1.5us": 1_500_000, "2 µs": 2_000_000, "2 μs": 2_000_000,
		" 3 ms ": 3_000_000_000, "0.000000000001 s": 1, "9223372.036854775807 s": math.MaxInt64, "007.50 ns": 7500,
		"1.50000000000000000000000000000000 us": 1_500_000,
	} {
		got, err := units.ParseDuration(text)
		if err != nil || got != want {
			t.Errorf("ParseDuration(%q) = %d, %v; want %d", text, int64(got), err, int64(want))
		}
	}
}

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]units.Bytes{
		"0 B": 0, "64 MiB": 64 << 20, "64MB": 64e6, "64 Mb": 8e6, "4 KiB": 4096, "4 KB": 4000, "4 kB": 4000, "0.5 GiB": 1 << 29,
		"8 b": 1, "1 TiB": 1 << 40, "9223372036854775807 B": math.MaxInt64, "0.0009765625 KiB": 1,
	} {
		got, err := units.ParseBytes(text)
		if err != nil || got != want {
			t.Errorf("ParseBytes(%q) = %d, %v; want %d", text, int64(got), err, int64(want))
		}
	}
}

func TestParseRate(t *testing.T) {
	for text, want := range map[string]units.Rate{
		"400 Gb/s": 50e9, "450 GB/s": 450e9, "2 GiB/s": 2 << 30, "3.2 Tb/s": 400e9, "0 B/s": 0, "18446744073709.551615 MB/s": math.MaxUint64,
	} {
		got, err := units.ParseRate(text)
		if err != nil || got != want {
			t.Errorf("ParseRate(%q) = %d, %v; want %d", text, uint64(got), err, uint64(want))
		}
	}
}

func TestParseRefuses(t *testing.T) {
	duration := func(s string) error { _, err := units.ParseDuration(s); return err }
	size := func(s string) error { _, err := units.ParseBytes(s); return err }
	rate := func(s string) error { _, err := units.ParseRate(s); return err }
	for _, c := range []struct {
		parse func(string) error
		text  string
		want  string
	}{
		{duration, "250", `a duration needs a unit: "250"; valid: ps, ns, us, ms, s`},
		{duration, "", `a duration begins with a number: ""; valid: a number and one of ps, ns, us, ms, s`},
		{duration, "-5 ns", `a duration cannot be negative: "-5 ns"; valid: 0 ps or more`},
		{duration, "5 NS", `not a unit of a duration: "5 NS"; units are case-sensitive; did you mean ns?`},
		{duration, "5 min", `not a unit of a duration: "5 min"; s is the largest unit; did you mean ms (milliseconds) or a number of seconds?`},
		{duration, "5 parsec", `not a unit of a duration: "5 parsec"; valid: ps, ns, us, ms, s`},
		{duration, "0.5 ps", `a duration must be a whole number of picoseconds: "0.5 ps"; valid: fewer decimals, or a smaller unit`},
		{duration, "9223372.036854775808 s", `a duration is too large: "9223372.036854775808 s"; valid: at most 9223372036854775807 ps`},
		{duration, "1.2.3 us", `not a decimal number: "1.2.3 us"; valid: a number such as 12 or 1.5`},
		{duration, "1. us", `not a decimal number: "1. us"; valid: a number such as 12 or 1.5`},
		{duration, ".5 us", `not a decimal number: ".5 us"; valid: a number such as 12 or 1.5`},
		{duration, "123456789012345678901 ps", `more digits than can be read exactly: "123456789012345678901 ps"; valid: a number such as 12 or 1.5`},
		{duration, "0.00000000000000000001 s", `more digits than can be read exactly: "0.00000000000000000001 s"; valid: a number such as 12 or 1.5`},
		{duration, "1e3 ps", `a duration has a plain number, without separators or exponent: "1e3 ps"; valid: a number such as 12000 or 1.5, and one of ps, ns, us, ms, s`},
		{size, "64 mb", `not a unit of a size: "64 mb"; did you mean MB (10^6 bytes) or Mb (bits)?`},
		{size, "64 mib", `not a unit of a size: "64 mib"; units are case-sensitive; did you mean MiB (2^20 bytes)?`},
		{size, "64M", `not a unit of a size: "64M"; did you mean MiB (2^20 bytes) or MB (10^6 bytes)?`},
		{size, "64 Gbit", `not a unit of a size: "64 Gbit"; did you mean Gb (bits)?`},
		{size, "64 bytes", `not a unit of a size: "64 bytes"; did you mean B?`},
		{size, "4 b", `a size must be a whole number of bytes: "4 b"; valid: fewer decimals, or a smaller unit`},
		{size, "9 EB", `not a unit of a size: "9 EB"; valid: B, KB, MB, GB, TB (10^3..10^12 bytes), KiB, MiB, GiB, TiB (2^10..2^40 bytes), b, Kb, Mb, Gb, Tb (bits)`},
		{size, "9223372036854775808 B", `a size is too large: "9223372036854775808 B"; valid: at most 9223372036854775807 B`},
		{rate, "400 Gbps", `not a unit of a rate: "400 Gbps"; did you mean Gb/s (bits)?`},
		{rate, "400 GBps", `not a unit of a rate: "400 GBps"; did you mean GB/s (10^9 bytes) or Gb/s (bits)?`},
		{rate, "400 Gb", `not a unit of a rate: "400 Gb"; a rate is per second; did you mean Gb/s?`},
		{rate, "400 gb/s", `not a unit of a rate: "400 gb/s"; did you mean GB/s (10^9 bytes) or Gb/s (bits)?`},
		{rate, "400 Gbit/s", `not a unit of a rate: "400 Gbit/s"; did you mean Gb/s (bits)?`},
	} {
		err := c.parse(c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q\n got  %v\n want %s", c.text, err, c.want)
		}
	}
}

func TestStrings(t *testing.T) {
	for _, c := range []struct {
		got  interface{ String() string }
		want string
	}{
		{units.Duration(0), "0 ps"}, {units.Duration(12_345_000), "12.345 us"}, {units.Duration(12_345_678), "12.35 us"},
		{units.Duration(-12_345_000), "-12.345 us"}, {units.Duration(999_999_999), "1 ms"}, {units.Duration(1_000_000), "1 us"},
		{units.Duration(math.MaxInt64), "9223372 s"}, {units.Time(2_500_000), "2.5 us"}, {units.Never, "never"},
		{units.Bytes(64 << 20), "64 MiB"}, {units.Bytes(12_345), "12,345 B"}, {units.Bytes(1_500_000), "1.5 MB"}, {units.Bytes(999), "999 B"},
		{units.Bytes(1536), "1,536 B"}, {units.Bytes(1500), "1.5 KB"}, {units.Bytes(1234567), "1.235 MB"}, {units.Bytes(-12_345), "-12,345 B"},
		{units.Bytes(120 << 20), "120 MiB"}, {units.Bytes(0), "0 B"},
		{units.Rate(50e9), "50 GB/s"}, {units.Rate(62.5e6), "62.5 MB/s"}, {units.Rate(48_123_456_789), "48.12 GB/s"},
	} {
		if got := c.got.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// FuzzParse compares every accepted text with arbitrary-precision arithmetic, and every quantity with its round trip.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"250 ns", "1.5 us", "64 MiB", "400 Gb/s", "0.000000000001 s", "64 mb", "-1 ps", "1.2.3", "9223372036854775807 ps"} {
		f.Add(s, int64(12_345_678))
		f.Add(s, int64(math.MinInt64))
	}
	scale := map[string]string{"ps": "1", "ns": "1000", "us": "1000000", "µs": "1000000", "μs": "1000000", "ms": "1000000000", "s": "1000000000000",
		"B": "1", "b": "1/8", "KB": "1000", "kB": "1000", "Kb": "125", "KiB": "1024", "MB": "1000000", "Mb": "125000", "MiB": "1048576",
		"GB": "1000000000", "Gb": "125000000", "GiB": "1073741824", "TB": "1000000000000", "Tb": "125000000000", "TiB": "1099511627776"}
	f.Fuzz(func(t *testing.T, text string, n int64) {
		check := func(value uint64, per string) {
			s := strings.TrimSpace(text)
			name := strings.TrimSuffix(strings.TrimLeft(s, "0123456789. "), per)
			number, _ := new(big.Rat).SetString(strings.TrimRight(s[:strings.IndexFunc(s, func(r rune) bool { return !strings.ContainsRune("0123456789.", r) })], " "))
			times, ok := new(big.Rat).SetString(scale[name])
			if number == nil || !ok {
				t.Fatalf("%q was accepted as %d", text, value)
			}
			if want := number.Mul(number, times); !want.IsInt() || want.Num().Cmp(new(big.Int).SetUint64(value)) != 0 {
				t.Fatalf("%q is %v, not %d", text, want, value)
			}
		}
		if d, err := units.ParseDuration(text); err == nil {
			check(uint64(d), "")
		}
		if b, err := units.ParseBytes(text); err == nil {
			check(uint64(b), "")
		}
		if r, err := units.ParseRate(text); err == nil {
			check(uint64(r), "/s")
		}
		if r, err := units.ParseRate(units.Rate(n).Exact()); err != nil || r != units.Rate(n) {
			t.Fatalf("%d comes back as %d, %v", uint64(n), uint64(r), err)
		}
		_, _, _ = units.Duration(n).String(), units.Bytes(n).String(), units.Rate(n).String()
		_, _, _ = units.Duration(n).Short(), units.Bytes(n).Short(), units.Rate(n).Short()
		n &= math.MaxInt64
		if d, err := units.ParseDuration(units.Duration(n).Exact()); err != nil || d != units.Duration(n) {
			t.Fatalf("%d comes back as %d, %v", n, int64(d), err)
		}
		if b, err := units.ParseBytes(units.Bytes(n).Exact()); err != nil || b != units.Bytes(n) {
			t.Fatalf("%d comes back as %d, %v", n, int64(b), err)
		}
	})
}

// A number that is written as people write it says what is wrong with the number, not with the unit.
func TestNumbersWithSeparators(t *testing.T) {
	for _, text := range []string{"1,000 B", "1_000 B", "1e6 B", "2E+3 B"} {
		if _, err := units.ParseBytes(text); err == nil || !strings.Contains(err.Error(), "plain number") {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := units.ParseBytes("1 PiB"); err == nil || !strings.Contains(err.Error(), "1024 TiB") {
		t.Errorf("1 PiB: %v", err)
	}
}

// A hint that asks ends its sentence itself.
func TestAdvice(t *testing.T) {
	for _, c := range []struct{ hint, valid, want string }{
		{"", "", ""},
		{"did you mean ring?", "", "; did you mean ring?"},
		{"", "ring, tree", "; valid: ring, tree"},
		{"did you mean ring?", "ring, tree", "; did you mean ring? valid: ring, tree"},
		{"s is the largest unit", "ps, s", "; s is the largest unit; valid: ps, s"},
	} {
		if got := units.Advice(c.hint, c.valid); got != c.want {
			t.Errorf("hint %q, valid %q: %q, want %q", c.hint, c.valid, got, c.want)
		}
	}
}
