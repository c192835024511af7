package units

import (
	"math"
	"math/bits"
)

// Time is an instant: picoseconds since the start of the run. 2^63 ps is 106 days.
type Time int64

// Duration is a span of time in picoseconds.
type Duration int64

// Bytes counts bytes: payload or wire bytes, never bits.
type Bytes int64

// Rate is a transfer rate in bytes per second. Zero means "no rate given" and is refused wherever bytes would cross it.
type Rate uint64

// Never is later than every instant a run can reach.
const Never = Time(math.MaxInt64)

// The spans of time from which others are built.
const (
	Picosecond  Duration = 1
	Nanosecond           = 1000 * Picosecond
	Microsecond          = 1000 * Nanosecond
	Millisecond          = 1000 * Microsecond
	Second               = 1000 * Millisecond
)

// Decimal and binary sizes: GB is 10^9 bytes, GiB is 2^30.
const (
	KB  Bytes = 1e3
	MB  Bytes = 1e6
	GB  Bytes = 1e9
	KiB Bytes = 1 << 10
	MiB Bytes = 1 << 20
	GiB Bytes = 1 << 30
)

// Add returns the instant d after t.
func (t Time) Add(d Duration) Time { return t + Time(d) }

// Sub returns the span from u to t.
func (t Time) Sub(u Time) Duration { return Duration(t - u) }

// Over returns the exact time n bytes take at rate r, rounded up to a whole picosecond. It panics on a zero rate, a
// negative n, and a span beyond the 106 days that a Duration holds.
//
// Callers that send back to back keep the byte count since the busy period began and call Over on the sum, so that the
// rounding never accumulates.
func (r Rate) Over(n Bytes) Duration {
	if n < 0 {
		panic("units: negative bytes")
	}
	hi, lo := bits.Mul64(uint64(n), 1e12)
	if hi >= uint64(r) {
		panic("units: a span beyond 106 days, or a zero rate")
	}
	q, rem := bits.Div64(hi, lo, uint64(r))
	if rem != 0 {
		q++
	}
	if q > math.MaxInt64 {
		panic("units: a span beyond 106 days")
	}
	return Duration(q)
}
