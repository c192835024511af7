package sim

import (
	"math/bits"

	"collsim/sim/units"
)

// Key names one random draw. Draws are keyed, never sequential: changing one part of a model never shifts the luck of
// another.
type Key struct {
	Seed      uint64
	Replicate uint64
	Entity    uint64 // a rank, a link
	Purpose   uint64 // what the draw is for
	Index     uint64 // which one of them
}

// Draw is 64 uniform bits that depend on the key alone: each field is folded in by the finaliser of SplitMix64
// (Steele, Lea, Flood 2014).
func (k Key) Draw() uint64 {
	h := mix(k.Seed + 0x9e3779b97f4a7c15)
	h = mix(h ^ mix(k.Replicate+0xbf58476d1ce4e5b9))
	h = mix(h ^ mix(k.Entity+0x94d049bb133111eb))
	h = mix(h ^ mix(k.Purpose+0xd6e8feb86659fd93))
	return mix(h ^ mix(k.Index+0xa0761d6478bd642f))
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Distribution is the shape of a random duration.
type Distribution uint8

// The distributions.
const (
	Constant    Distribution = iota // always the mean
	Uniform                         // from 0 to twice the mean
	Exponential                     // memoryless, as waiting for an unrelated event is
	Distributions
)

var distributions = [Distributions]string{"constant", "uniform", "exponential"}

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

// Jitter is a random duration of the given mean. The zero value is none at all.
type Jitter struct {
	Distribution Distribution
	Mean         units.Duration
}

// Draw returns the duration for key. Only integers are used, so every architecture draws the same.
func (j Jitter) Draw(k Key) units.Duration {
	if j.Mean <= 0 {
		return 0
	}
	switch j.Distribution {
	case Uniform:
		hi, _ := bits.Mul64(2*uint64(j.Mean)+1, k.Draw())
		return units.Duration(hi)
	case Exponential:
		hi, lo := bits.Mul64(uint64(j.Mean), exponential(k.Draw()))
		return units.Duration(hi<<(64-quantileBits) | lo>>quantileBits)
	}
	return j.Mean
}

// exponential turns uniform bits into a quantile of the unit exponential, in units of 2^-quantileBits: straight lines
// between the committed quantiles of quantile.go.
func exponential(u uint64) uint64 {
	i := u >> 54
	low, high := exponentialQuantiles[i], exponentialQuantiles[i+1]
	step, _ := bits.Mul64(high-low, u<<10)
	return low + step
}
