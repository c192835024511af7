package sim

import (
	"math"
	"testing"

	"collsim/sim/units"
)

// laws is one of each distribution, and its quantile function by the mathematics of the textbook.
var laws = []struct {
	Jitter
	quantile func(p float64) float64 // as a multiple of the mean
}{
	{Jitter{Mean: units.Second}, func(float64) float64 { return 1 }},
	{Jitter{Distribution: Uniform, Mean: units.Second}, func(p float64) float64 { return 2 * p }},
	{Jitter{Distribution: Exponential, Mean: units.Second}, func(p float64) float64 { return -math.Log1p(-p) }},
	{Jitter{Distribution: Normal, Mean: units.Second, Deviation: units.Second / 4}, func(p float64) float64 { return 1 + z(p)/4 }},
	{Jitter{Distribution: Normal, Mean: units.Second, Deviation: units.Second}, func(p float64) float64 { return max(0, 1+z(p)) }},
	{Jitter{Distribution: Lognormal, Mean: units.Second, Shape: ShapeOf(1, 2)}, func(p float64) float64 { return math.Exp(z(p)/2 - 0.125) }},
	{Jitter{Distribution: Lognormal, Mean: units.Second, Shape: ShapeOf(3, 2)}, func(p float64) float64 { return math.Exp(1.5*z(p) - 1.125) }},
	{Jitter{Distribution: Pareto, Mean: units.Second, Shape: ShapeOf(3, 1)}, func(p float64) float64 { return 2. / 3 * math.Pow(1-p, -1./3) }},
	{Jitter{Distribution: Pareto, Mean: units.Second, Shape: ShapeOf(3, 2)}, func(p float64) float64 { return 1. / 3 * math.Pow(1-p, -2./3) }},
	{Values(units.Second/2, units.Second/2, 2*units.Second), func(p float64) float64 {
		if p < 2./3 {
			return 0.5
		}
		return 2
	}},
}

func z(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// Quantiles are those of the mathematics, as far as straight lines between 1024 values go: to a ten-thousandth, to a
// thousandth in the tail of the exponential, whose values are spread evenly over what is below them.
func TestQuantiles(t *testing.T) {
	seen := map[Distribution]bool{}
	for _, l := range laws {
		seen[l.Distribution] = true
		for _, p := range []float64{0.0009, 0.01, 0.25, 0.5, 0.6, 0.9, 0.95, 0.99, 0.998} {
			got := float64(l.at(uint64(p*(1<<53))<<11)) / float64(units.Second)
			off := 1e-4
			if l.Distribution == Exponential {
				off = 1e-3
			}
			if want := l.quantile(p); math.Abs(got-want) > off*max(want, 0.1) {
				t.Errorf("%v %+v: quantile %v is %v, want %v", l.Distribution, l.Jitter, p, got, want)
			}
		}
	}
	if len(seen) != int(Distributions) {
		t.Errorf("%d distributions are tested of %d", len(seen), Distributions)
	}
}

// The mean over evenly spread quantiles is the mean that was asked for, but for what a normal loses to the cut at 0
// (which raises it, by 0.0833 at a deviation of one mean) and a Pareto to its tail.
func TestMeans(t *testing.T) {
	const n = 1 << 20
	for _, l := range laws {
		want, off := 1.0, 1e-4
		switch {
		case l.Distribution == Normal && l.Deviation == l.Mean:
			want = 1.08331547
		case l.Distribution == Pareto:
			off = 0.02 // the tail beyond the last of the n
		}
		var sum float64
		for i := range uint64(n) {
			sum += float64(l.at(i<<44+1<<43)) / n
		}
		if got := sum / float64(l.Mean); math.Abs(got-want) > off {
			t.Errorf("%v %+v: mean %v, want %v", l.Distribution, l.Jitter, got, want)
		}
	}
}

// Larger uniform bits never give a shorter duration, from the first to the last.
func TestDrawsGrow(t *testing.T) {
	for _, l := range laws {
		last := units.Duration(0)
		for i := range uint64(1 << 16) {
			d := l.at(i<<48 | i)
			if d < last || d > LongestDraw {
				t.Fatalf("%v: %d after %d at %d", l.Distribution, d, last, i)
			}
			last = d
		}
		for _, u := range []uint64{1<<63 - 1, 1 << 63, math.MaxUint64 - 1, math.MaxUint64} {
			if d := l.at(u); d < 0 || d > LongestDraw {
				t.Errorf("%v at %#x: %d", l.Distribution, u, d)
			}
		}
	}
}

// A lognormal may be asked for by its tail: p99 over p50.
func TestSigmaOf(t *testing.T) {
	for _, ratio := range []struct{ num, den int64 }{{1, 1}, {3, 2}, {16, 5}, {10, 1}, {10_000, 1}} {
		j := Jitter{Distribution: Lognormal, Mean: units.Millisecond, Shape: SigmaOf(ratio.num, ratio.den)}
		p99, p50 := uint64(math.MaxUint64/100*99), uint64(1)<<63
		got, want := float64(j.at(uint64(p99)))/float64(j.at(p50)), float64(ratio.num)/float64(ratio.den)
		if math.Abs(got-want) > 1e-3*want {
			t.Errorf("p99/p50 is %v, want %v", got, want)
		}
	}
	if most := SigmaOf(10_900, 1); most > MaxSigma || most < MaxSigma*99/100 {
		t.Errorf("a tail of 10900 is sigma %d of %d", most, MaxSigma)
	}
}

// Pinned: results must not change between versions or architectures by accident.
func TestLawsArePinned(t *testing.T) {
	want := []units.Duration{1000000000000, 1066961892195, 762456861324, 1020995948056, 1083983792224, 920343737932, 368238560971, 859578688007, 554156586139, 500000000000}
	for i, l := range laws {
		if got := l.Draw(Key{Seed: 1, Entity: 3}); got != want[i] {
			t.Errorf("%v draws %d, pinned %d", l.Distribution, int64(got), int64(want[i]))
		}
	}
}

func TestDrawsAllocateNothing(t *testing.T) {
	for _, l := range laws {
		k := Key{Seed: 1}
		if n := testing.AllocsPerRun(100, func() { k.Index += uint64(l.Jitter.Draw(k)) }); n > 0 {
			t.Errorf("%v allocates %v times", l.Distribution, n)
		}
	}
}

func TestJittersCompare(t *testing.T) {
	a, b := Values(1, 2), Values(1, 2)
	if a != b || a == Values(2, 1) || a.Mean != 2 || a.Values.Len() != 2 || a.Values.At(1) != 2 || a.Values.At(0) != 1 {
		t.Errorf("%+v, %+v", a, b)
	}
}
