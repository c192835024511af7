package measured

import (
	"math"
	"math/bits"

	"collsim/sim/input"
	"collsim/sim/units"
)

// Probe is a test of perftest between two ends: what is moved, and whether one message is timed or many.
type Probe struct {
	Verb      Verb
	Bandwidth bool // messages follow one another as far as the depth allows; else one goes there and one comes back
}

// Verb is what a probe posts.
type Verb string

// The verbs of perftest that are known.
const (
	Write Verb = "write"
	Read  Verb = "read"
	Send  Verb = "send"
)

// Name is what the flag --probe calls it, and perftest with ib_ before it: "write_lat".
func (p Probe) Name() string {
	if p.Bandwidth {
		return string(p.Verb) + "_bw"
	}
	return string(p.Verb) + "_lat"
}

// Probes are all there are.
func Probes() []Probe {
	var all []Probe
	for _, v := range []Verb{Write, Read, Send} {
		all = append(all, Probe{v, false}, Probe{v, true})
	}
	return all
}

// FindProbe looks a probe up by its name, with or without ib_ before it.
func FindProbe(name string) (Probe, bool) {
	for _, p := range Probes() {
		if name == p.Name() || name == "ib_"+p.Name() {
			return p, true
		}
	}
	return Probe{}, false
}

// ProbeLog is what one run of a probe wrote.
type ProbeLog struct {
	Name     string // what messages call it
	Probe    Probe
	Device   string // "mlx5_0"
	Link     string // "IB", "Ethernet"
	MTU      units.Bytes
	Depth    int // messages under way at most, of a bandwidth
	Rows     []ProbeRow
	Notes    []string // sentences that a writer puts below the head, and that nobody reads back
	Problems input.Problems
}

// ProbeRow is one line of results: of a latency the times, of a bandwidth the rates.
type ProbeRow struct {
	Line       int // of the log, from 1
	Bytes      units.Bytes
	Iterations int64
	Latency    Latency
	Peak       units.Rate // 0 = not looked for
	Average    units.Rate
}

// Latency is half of the time there and back; of reads all of it. A simulation finds one time only: all are equal, and Deviation is 0.
type Latency struct{ Least, Most, Typical, Average, Deviation, P99, P999 units.Duration }

// Always is the latency of an operation that always takes as long.
func Always(d units.Duration) Latency {
	return Latency{Least: d, Most: d, Typical: d, Average: d, P99: d, P999: d}
}

// PerSecond is how many whole bytes a second n bytes in d are; 0 where no time passed.
func PerSecond(n units.Bytes, d units.Duration) units.Rate {
	if d <= 0 || n <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(n), uint64(units.Second))
	if hi >= uint64(d) {
		return math.MaxUint64
	}
	q, _ := bits.Div64(hi, lo, uint64(d))
	return units.Rate(q)
}
