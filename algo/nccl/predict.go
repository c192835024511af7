package nccl

import (
	"fmt"
	"math/bits"

	"collsim/algo"
	"collsim/sim/units"
)

// Prediction is what NCCL's model expects of one algorithm and protocol at one size.
type Prediction struct {
	Method    Algorithm
	Algorithm string // of package algo
	Protocol  Protocol
	Time      units.Duration // Lag, and the bytes over Rate
	Lag       units.Duration
	Rate      units.Rate
	Why       string // why it is not available; "" = it is
}

// Available says whether NCCL would take it.
func (p Prediction) Available() bool { return p.Why == "" }

// Predict lists what the model expects of all combinations, in NCCL's order. Of sends and receives, which NCCL does not
// model, it lists the one way there is, without a time; of what NCCL has not, nothing.
func (t *Tuning) Predict(coll algo.Collective, n units.Bytes) []Prediction {
	c, ok := index(coll)
	if !ok {
		if groupName(coll) == "" {
			return nil
		}
		g := t.group(coll, n)
		return []Prediction{{Method: Grouped, Algorithm: g.Algorithm, Protocol: g.Protocol}}
	}
	list := make([]Prediction, 0, int(algorithms)*int(protocols))
	for a := range algorithms {
		for p := range protocols {
			list = append(list, t.predict(c, a, p, t.rows[c][a][p], n))
		}
	}
	return list
}

// predict is a row of the table at one size.
func (t *Tuning) predict(c int, a Algorithm, p Protocol, r row, n units.Bytes) Prediction {
	coll := collectives[c]
	x := Prediction{Method: a, Algorithm: a.schedule(coll), Protocol: p, Lag: r.lag, Rate: r.rate, Why: r.reason}
	if t.System.Ranks == 1 {
		x.Lag, x.Rate, x.Why = 0, 0, "one rank needs no other"
		if a == Ring && p == Simple {
			x.Why = ""
		}
		return x
	}
	if r.rate == 0 {
		return x
	}
	x.Rate = r.rate * t.correction(coll, a, p, n) / 10
	if t.plateau(coll, a, p, n) {
		x.Lag = x.Lag * 14 / 10
		if t.System.GPU.Capability < 80 || !t.since(18, 0) {
			x.Lag = r.lag * t.oldPlateau() / 10
		}
	}
	x.Time = x.Lag + x.Rate.Over(n)
	return x
}

// plateau: rings across nodes hold their latency longer than the model would have it.
func (t *Tuning) plateau(coll algo.Collective, a Algorithm, p Protocol, n units.Bytes) bool {
	s := &t.System
	if a != Ring || p != Simple || s.Nodes == 1 || coll != algo.AllReduce {
		return false
	}
	if !t.since(18, 0) {
		return n >= units.Bytes(s.Ranks)*4096
	}
	return n/units.Bytes(t.Channels*s.Ranks) >= 64
}

func (t *Tuning) oldPlateau() units.Duration {
	if t.since(17, 0) && !t.since(18, 0) && t.System.GPU.Capability >= 90 {
		return 15
	}
	return 19
}

// correction in tenths: trees fall short of the model at middle sizes.
func (t *Tuning) correction(coll algo.Collective, a Algorithm, p Protocol, n units.Bytes) units.Rate {
	if coll != algo.AllReduce || n < 64 {
		return 10
	}
	i := bits.Len64(uint64(n>>6)) - 1
	switch {
	case a == Tree && i < 23:
	case a == NVLSTree && i < 24 && t.since(29, 0) && t.System.GPU.Capability >= 100 && t.System.CPU <= AMD:
	default:
		return 10
	}
	if p == LL128 && !t.since(10, 0) {
		return treeLL128Before210(i)
	}
	return treeCorrection[p][i]
}

// treeCorrection by the binary logarithm of bytes over 64.
var treeCorrection = [protocols][24]units.Rate{
	{10, 10, 10, 10, 9, 8, 7, 7, 7, 7, 6, 5, 4, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10},
	{10, 10, 10, 10, 10, 9, 8, 8, 8, 7, 6, 6, 6, 6, 6, 6, 8, 9, 9, 9, 9, 10, 10, 10},
	{9, 9, 9, 9, 9, 9, 9, 8, 7, 6, 6, 5, 5, 5, 5, 6, 7, 8, 7, 7, 8, 9, 9, 9},
}

func treeLL128Before210(i int) units.Rate {
	switch i {
	case 13:
		return 5
	case 16, 17:
		return 7
	case 18:
		return 8
	case 21, 22:
		return 9
	}
	return treeCorrection[LL128][i]
}

// best is the first of the least times, and the best of the others.
func best(list []Prediction) (first, second *Prediction) {
	for i := range list {
		x := &list[i]
		switch {
		case !x.Available():
		case first == nil || x.Time < first.Time:
			first, second = x, first
		case second == nil || x.Time < second.Time:
			second = x
		}
	}
	return first, second
}

// microseconds prints a time as NCCL's tables do, in tenths.
func microseconds(d units.Duration) string {
	tenths := (d + units.Microsecond/20) / (units.Microsecond / 10)
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}
