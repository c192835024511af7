package scenarios

import (
	"fmt"
	"math"
	"math/big"

	"collsim/sim/units"
)

// longestRun is half of what a clock of 63 bits of picoseconds can show: about 53 days.
const longestRun = units.Duration(math.MaxInt64 / 2)

// holds refuses a run whose messages could take more simulated time than the clock can show: all their bytes, one after
// the other, over the slowest link, and through copies and reductions. Runs that are refused are far beyond any machine.
func (b *bound) holds() error {
	total := new(big.Int)
	spend := func(n units.Bytes, times int64, r units.Rate) {
		x := new(big.Int).Mul(big.NewInt(int64(n)), big.NewInt(times))
		x.Mul(x, big.NewInt(1e12))
		total.Add(total, x.Div(x, new(big.Int).SetUint64(uint64(r))))
	}
	slowest, header := units.Rate(math.MaxInt64), int64(0)
	for i := range b.graph.Links {
		l := &b.graph.Links[i]
		slowest = min(slowest, l.Rate)
		if l.Frame > 0 {
			header = max(header, int64((l.Header+l.Frame-1)/l.Frame))
		}
	}
	if len(b.graph.Links) > 0 {
		spend(b.counts.Bytes, 1+header, slowest)
	}
	for _, w := range []struct {
		bytes units.Bytes
		times int64
		rate  units.Rate
	}{
		{b.counts.Bytes, 1, b.host.ReduceRate}, {b.counts.Bytes, 2, b.host.CopyRate}, {b.counts.Bytes, 2, b.host.BounceRate},
		{b.schedule.Call.Bytes, 1, b.host.Strided}, {b.schedule.Call.Bytes, 1, b.host.Serialize},
	} {
		if w.rate > 0 {
			spend(w.bytes, w.times, w.rate)
		}
	}
	uncounted := b.scenario.Bytes > math.MaxInt64/64/units.Bytes(b.scenario.Ranks) // their sum may have left 63 bits
	if uncounted || total.Cmp(big.NewInt(int64(longestRun))) > 0 {
		return fmt.Errorf("bytes: all messages one after the other would take more than %d days, more than the simulated clock holds; valid: fewer bytes, or faster links", int64(longestRun/units.Second)/86400)
	}
	return nil
}
