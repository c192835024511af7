package diagnosis

import "collsim/sim/units"

// Line is effective latency and rate: the line through times over sizes that is nearest to them in proportion.
type Line struct {
	Latency units.Duration // alpha: what no bytes would take
	Rate    units.Rate     // 1/beta, bytes of the buffer a second; 0 = time does not grow
}

type sample struct {
	bytes units.Bytes
	time  units.Duration
}

// lineOf fits the line by least squares, each row weighing by the inverse square of its time.
func lineOf(all []sample) Line {
	var one, x, xx, y, xy float64
	for _, s := range all {
		n, t := float64(s.bytes), float64(s.time)
		w := 1 / (t * t)
		one, x, xx, y, xy = one+w, x+w*n, xx+w*n*n, y+w*t, xy+w*n*t
	}
	whole := one*xx - x*x
	if whole <= 0 {
		return Line{}
	}
	latency, slope := (xx*y-x*xy)/whole, (one*xy-x*y)/whole
	l := Line{Latency: units.Duration(max(0, latency))}
	if slope > 0 {
		l.Rate = units.Rate(float64(units.Second) / slope)
	}
	return l
}
