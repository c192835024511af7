package packet

import (
	"math/bits"

	"collsim/sim/units"
)

// arrival is a head on the cable of a port, and when it is at the far end.
type arrival struct {
	at     units.Time
	packet int32
	port   int32
}

// calendar is arrivals in order of instants and then of links: 64 days that come round again (Brown 1988).
type calendar struct {
	next  units.Time // no later than the first arrival; never = there is none
	count int32
	gone  int    // of the arrivals of the day
	some  uint64 // bit d: day d mod 64 has arrivals
	day   int64  // none is on an earlier one
	shift uint8  // a day is 1<<shift picoseconds
	days  [64][]arrival
}

// span makes days long enough that all heads under way at a time are of 63 days in a row.
func (c *calendar) span(d units.Duration) { c.shift = uint8(max(0, bits.Len64(uint64(d)/62))) }

func (c *calendar) add(one arrival) {
	c.count++
	day := int64(one.at) >> c.shift
	switch {
	case c.some == 0:
		c.day, c.gone = day, 0
	case day < c.day:
		if c.day = day; c.gone > 0 {
			bug("a head arrives at %d ps, before one that has landed", one.at)
		}
	case day-c.day >= 64:
		bug("a head arrives at %d ps, %d days of 2^%d ps ahead", one.at, day-c.day, c.shift)
	}
	list := append(c.days[day&63], one)
	j, least := len(list)-1, 0
	if day == c.day {
		least = c.gone
	}
	for ; j > least && list[j-1].after(&one); j-- {
		list[j] = list[j-1]
	}
	list[j] = one
	c.days[day&63] = list
	c.some |= 1 << uint(day&63)
	c.next = min(c.next, one.at)
}

func (a *arrival) after(b *arrival) bool { return a.at > b.at || a.at == b.at && a.port > b.port }

// take returns the first head if it arrives before an instant, or in it over a link no higher than port.
func (c *calendar) take(before units.Time, port int32) (one arrival, ok bool) {
	if c.some == 0 {
		c.next = never
		return one, false
	}
	c.day += int64(bits.TrailingZeros64(bits.RotateLeft64(c.some, -int(c.day&63))))
	list := c.days[c.day&63]
	if one = list[c.gone]; one.at > before || one.at == before && one.port > port {
		c.next = one.at
		return one, false
	}
	c.count--
	if c.gone++; c.gone == len(list) {
		c.days[c.day&63] = list[:0]
		c.some &^= 1 << uint(c.day&63)
		c.gone = 0
	}
	return one, true
}
