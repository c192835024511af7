package fabric

import (
	"testing"

	"collsim/sim/units"
)

func TestRange(t *testing.T) {
	us, ns := units.Microsecond, units.Nanosecond
	for _, c := range []struct {
		words     string
		value     Value
		low, high int64
		ok        bool
	}{
		{"+-20 %", DurationOf(10 * us), int64(8 * us), int64(12 * us), true},
		{"+-100 %", SizeOf(16), 0, 32, true},
		{"+-33 %", CountOf(10), 6, 14, true}, // outwards
		{"+-12 B", SizeOf(30), 18, 42, true},
		{"-35 / +65 %", DurationOf(200 * ns), int64(130 * ns), int64(330 * ns), true},
		{"-0 / +1 %; copies reach 75-85 % of it", RateOf(63e9), 63e9, 63.63e9, true},
		{"-4 %: NCCL reaches 93-98 % of it", RateOf(50e9), 48e9, 50e9, true},
		{"+-1 % raw; copies", RateOf(100e9), 99e9, 101e9, true},
		{"factor 2; one site", DurationOf(5 * us), int64(5 * us / 2), int64(10 * us), true},
		{"factor 1.5", CountOf(3000), 2000, 4500, true},
		{"5 to 10 us", DurationOf(7 * us), int64(5 * us), int64(10 * us), true},
		{"500 ns to 1.5 us", DurationOf(us), int64(us / 2), int64(3 * us / 2), true},
		{"5 to 20 GB/s", RateOf(10e9), 5e9, 20e9, true},
		{"128 or 512 B on some platforms", SizeOf(256), 128, 512, true},
		{"1 or 2", CountOf(2), 1, 2, true},
		{"exact; larger chassis exist", CountOf(64), 64, 64, true},
		{"exact for busy waiting", WordOf("polling"), 0, 0, true},
		{"as wired", DurationOf(25 * ns), 0, 0, false},
		{"0 to milliseconds", DurationOf(0), 0, 0, false},
		{"0 to a whole step of computation", DurationOf(0), 0, 0, false},
		{"a choice: 16 us to 4.3 s", DurationOf(us), 0, 0, false},
		{"prior, to be verified", SizeOf(1), 0, 0, false},
		{"factor many", SizeOf(1), 0, 0, false},
		{"10 to 5 us", DurationOf(us), 0, 0, false},
		{"+-20 %", Value{Quantity: SizeQuantity, Int: Auto}, 0, 0, false},
		{"+-20 %", YesNoOf(true), 0, 0, false},
		{"", SizeOf(1), 0, 0, false},
	} {
		p := Parameter{Name: "x.y", Quantity: c.value.Quantity, Unit: "things", Words: []string{"polling"}, Auto: true}
		low, high, ok := p.Range(Default{Value: c.value, Uncertainty: c.words})
		if !c.ok || c.value.Quantity == WordQuantity {
			c.low, c.high = c.value.Int, c.value.Int
		}
		if ok != c.ok || low.Int != c.low || high.Int != c.high || low.Quantity != c.value.Quantity {
			t.Errorf("%v, %q: %v to %v, %v; want %d to %d, %v", c.value, c.words, low, high, ok, c.low, c.high, c.ok)
		}
	}
}

// What a parameter allows bounds its range; every default that has one lies within.
func TestRangesAreAllowed(t *testing.T) {
	ranges := 0
	for _, p := range Parameters() {
		for _, d := range p.Defaults {
			low, high, ok := p.Range(d)
			if !ok || p.Quantity == WordQuantity || d.Value.Int == Auto {
				continue
			}
			if low != high {
				ranges++
			}
			if low.Int > d.Value.Int || high.Int < d.Value.Int || p.Allows(low) != nil || p.Allows(high) != nil {
				t.Errorf("%s: %v (%s) gives %v to %v", p.Name, d.Value, d.Uncertainty, low, high)
			}
		}
	}
	if ranges < 20 {
		t.Errorf("%d defaults have a range", ranges)
	}
}
