package units_test

import (
	"math"
	"testing"

	"collsim/sim/units"
)

func TestDurationShort(t *testing.T) {
	for d, want := range map[units.Duration]string{
		0:                 "0 ps",
		1:                 "1 ps",
		999:               "999 ps",
		1000:              "1 ns",
		1234:              "1.234 ns",
		123_400_000:       "123.4 us",
		123_449_999:       "123.4 us",
		123_450_000:       "123.5 us",
		4_100_000:         "4.1 us",
		9_999_499:         "9.999 us",
		9_999_500:         "10 us",
		999_950_000:       "1 ms",
		999_949_999:       "999.9 us",
		12_340_000_000:    "12.34 ms",
		1_000_000_000_000: "1 s",
		math.MaxInt64:     "9223372 s",
		-4_100_000:        "-4.1 us",
	} {
		if got := d.Short(); got != want {
			t.Errorf("%d ps is written %q, not %q", int64(d), got, want)
		}
	}
}

func TestBytesShort(t *testing.T) {
	for b, want := range map[units.Bytes]string{
		0: "0 B", 1: "1 B", 1000: "1 KB", 1023: "1.023 KB", 1024: "1 KiB", 1536: "1.536 KB", 64 << 20: "64 MiB",
		1 << 40: "1 TiB", 125_829_120: "120 MiB", 125_829_121: "125.8 MB",
	} {
		if got := b.Short(); got != want {
			t.Errorf("%d bytes are written %q, not %q", int64(b), got, want)
		}
	}
}

func TestRateShort(t *testing.T) {
	if got := units.Rate(48_123_456_789).Short(); got != "48.12 GB/s" {
		t.Errorf("got %q", got)
	}
}
