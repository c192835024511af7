package sim

import (
	"math/bits"

	"collsim/sim/units"
)

// Distribution is the law of a random duration.
type Distribution uint8

// The distributions.
const (
	Constant    Distribution = iota // always the mean
	Uniform                         // from 0 to twice the mean
	Exponential                     // memoryless, as waiting for an unrelated event is
	Normal                          // the sum of many small causes; cut at 0, for a duration cannot be negative
	Lognormal                       // the product of many small causes: a long tail above a steady middle
	Pareto                          // a tail without a scale: rare draws are most of the mean
	Empirical                       // one of a list of values, all equally likely
	Distributions
)

var distributions = [Distributions]string{"constant", "uniform", "exponential", "normal", "lognormal", "pareto", "empirical"}

func (d Distribution) String() string { return distributions[d] }

// ParseDistribution finds a distribution by its name.
func ParseDistribution(name string) (Distribution, bool) {
	for d, s := range distributions {
		if s == name {
			return Distribution(d), true
		}
	}
	return 0, false
}

// Jitter is a random duration of the given mean. The zero value is none at all. Jitters compare with ==.
type Jitter struct {
	Distribution Distribution
	Mean         units.Duration // before what is cut: a Normal's mean rises where it is cut at 0, a Pareto's falls by what lies beyond LongestDraw
	Deviation    units.Duration // of a Normal: its standard deviation
	Shape        Shape          // of a Lognormal: sigma, at most MaxSigma; of a Pareto: its exponent, above 1
	Values       List           // of an Empirical: what is drawn from
}

// LongestDraw is the most that any draw can be. It cuts off what a Pareto has beyond it.
const LongestDraw = 1000 * units.Second

// Draw returns the duration for key. Only integers are used, so every architecture draws the same.
func (j Jitter) Draw(k Key) units.Duration { return j.at(k.Draw()) }

// at turns uniform bits into the duration that so large a share of all draws stays below.
func (j *Jitter) at(u uint64) units.Duration {
	if j.Mean <= 0 {
		return 0
	}
	switch j.Distribution {
	case Uniform:
		hi, _ := bits.Mul64(2*uint64(j.Mean)+1, u)
		return units.Duration(hi)
	case Exponential:
		return units.Duration(times(uint64(j.Mean), exponential(u)))
	case Normal:
		return max(0, j.Mean+units.Duration(signed(uint64(j.Deviation), normal(u))))
	case Lognormal:
		return j.lognormal(u)
	case Pareto:
		return j.pareto(u)
	case Empirical:
		i, _ := bits.Mul64(uint64(j.Values.Len()), u)
		return j.Values.At(int(i))
	}
	return j.Mean
}

// lognormal is mean x exp(sigma z - sigma^2/2), by powers of two.
func (j *Jitter) lognormal(u uint64) units.Duration {
	sigma := times(uint64(j.Shape), log2e)
	half := times(times(sigma, sigma), ln2) / 2
	return scale(j.Mean, signed(sigma, normal(u))-int64(half))
}

// pareto is mean x (a-1)/a x v^(-1/a) for a uniform v.
func (j *Jitter) pareto(u uint64) units.Duration {
	a := uint64(j.Shape)
	hi, lo := bits.Mul64(uint64(j.Mean), a-1<<quantileBits)
	least, _ := bits.Div64(hi, lo, a)
	bitsOfV := halvings(^u)
	exponent, _ := bits.Div64(bitsOfV>>quantileBits, bitsOfV<<quantileBits, a)
	return scale(units.Duration(least), int64(exponent))
}

// Shape is a pure number in units of 2^-32.
type Shape uint64

// MaxSigma is the largest sigma of a lognormal: its p99 is 11,000 times its median.
const MaxSigma Shape = 4 << quantileBits

// ShapeOf is num/den, rounded down; both are positive and num/den is below 2^31.
func ShapeOf(num, den int64) Shape {
	q, _ := bits.Div64(uint64(num)>>quantileBits, uint64(num)<<quantileBits, uint64(den))
	return Shape(q)
}

// SigmaOf is the sigma of a lognormal whose p99 is num/den times its p50; num/den is at least 1.
func SigmaOf(num, den int64) Shape {
	log2 := halvings(uint64(den)) - halvings(uint64(num))
	ln := times(log2, ln2)
	q, _ := bits.Div64(ln>>quantileBits, ln<<quantileBits, normal99)
	return Shape(q)
}

// List is values to draw from, packed so that a Jitter compares with ==.
type List string

// Values makes an empirical Jitter. Its mean is rounded up, so that it is none at all only where all values are 0.
func Values(values ...units.Duration) Jitter {
	packed := make([]byte, 0, 8*len(values))
	var hi, lo uint64
	for _, v := range values {
		for shift := 0; shift < 64; shift += 8 {
			packed = append(packed, byte(uint64(v)>>shift))
		}
		var carry uint64
		lo, carry = bits.Add64(lo, uint64(v), 0)
		hi += carry
	}
	mean, rest := bits.Div64(hi, lo, uint64(max(1, len(values))))
	if rest > 0 {
		mean++
	}
	return Jitter{Distribution: Empirical, Mean: units.Duration(mean), Values: List(packed)}
}

// Len is how many values there are.
func (l List) Len() int { return len(l) / 8 }

// At is value i.
func (l List) At(i int) units.Duration {
	var v uint64
	for shift := 0; shift < 64; shift += 8 {
		v |= uint64(l[8*i+shift/8]) << shift
	}
	return units.Duration(v)
}
