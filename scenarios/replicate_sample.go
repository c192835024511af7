package scenarios

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Replicates sums up runs that differ in nothing but chance. The rest of a result is the run of replicate Shown.
type Replicates struct {
	Count      int     `json:"count"`
	Shown      int     `json:"shown"`              // the first, which is the run without replicates
	Confidence int     `json:"confidence_percent"` // at least so likely does an interval hold the true percentile
	Total      Sample  `json:"total"`
	Groups     Samples `json:"groups"` // of the critical path; percentiles of groups do not sum to those of the total
}

// Samples are a Sample for each group of components.
type Samples [ledger.Groups]Sample

// Sample is how a duration varies over replicates.
type Sample struct {
	Mean units.Duration `json:"mean_ps"` // rounded down
	Min  units.Duration `json:"min_ps"`
	Max  units.Duration `json:"max_ps"`
	P50  Percentile     `json:"p50"`
	P95  Percentile     `json:"p95"`
	P99  Percentile     `json:"p99"`
	Tail *json.Number   `json:"p95_over_p50"` // three decimals, rounded down; null = p50 is 0
}

// Percentile is a value that a share of all replicates does not exceed (the lowest such replicate), and between which
// other replicates the true percentile lies. A bound is null where there are too few replicates to tell.
type Percentile struct {
	At   units.Duration  `json:"ps"`
	Low  *units.Duration `json:"low_ps"`
	High *units.Duration `json:"high_ps"`
}

// confidence of the intervals of percentiles, in percent: at most half of the rest lies on each side.
const confidence = 95

// percentiles are the shares of which results tell, in percent.
var percentiles = [3]int{50, 95, 99}

// order is which of n sorted values are the percentiles and the ends of their intervals, counted from 1; 0 = none.
type order struct{ at, low, high [len(percentiles)]int }

func orderOf(n int) order {
	var o order
	for i, p := range percentiles {
		o.at[i] = (n*p + 99) / 100
		o.low[i] = unlikely(n, p)
		if u := unlikely(n, 100-p); u > 0 {
			o.high[i] = n + 1 - u
		}
	}
	return o
}

// unlikely is the largest l for which fewer than l of n draws fall below the p-th percentile with a probability of at
// most half of what confidence leaves: a binomial distribution, summed exactly, because a float that errs in its last
// bit would choose another replicate on another machine.
func unlikely(n, p int) int {
	whole := new(big.Int).Exp(big.NewInt(100), big.NewInt(int64(n)), nil)
	limit := whole.Mul(whole, big.NewInt(100-confidence)) // over 200
	term := new(big.Int).Exp(big.NewInt(int64(100-p)), big.NewInt(int64(n)), nil)
	term.Mul(term, big.NewInt(200))
	sum, step := new(big.Int), new(big.Int)
	for k := range n {
		if sum.Add(sum, term); sum.Cmp(limit) > 0 {
			return k
		}
		term.Mul(term, step.SetInt64(int64((n-k)*p)))
		term.Quo(term, step.SetInt64(int64((k+1)*(100-p))))
	}
	return n
}

// sample sums values up; it sorts them.
func (o *order) sample(values []units.Duration) Sample {
	s := Sample{Mean: mean(values)}
	slices.Sort(values)
	s.Min, s.Max = values[0], values[len(values)-1]
	for i, p := range []*Percentile{&s.P50, &s.P95, &s.P99} {
		p.At = values[o.at[i]-1]
		p.Low, p.High = nth(values, o.low[i]), nth(values, o.high[i])
	}
	if s.P50.At > 0 {
		tail := json.Number(decimals(s.P95.At, s.P50.At, 3))
		s.Tail = &tail
	}
	return s
}

// nth is the n-th of sorted values from 1; nil = there is none.
func nth(values []units.Duration, n int) *units.Duration {
	if n == 0 {
		return nil
	}
	v := values[n-1]
	return &v
}

// mean is rounded down. Values are not negative.
func mean(values []units.Duration) units.Duration {
	var hi, lo uint64
	for _, v := range values {
		var carry uint64
		lo, carry = bits.Add64(lo, uint64(v), 0)
		hi += carry
	}
	q, _ := bits.Div64(hi, lo, uint64(len(values)))
	return units.Duration(q)
}

// decimals writes a/b with so many decimals, rounded down.
func decimals(a, b units.Duration, places int) string {
	power := power10(places)
	x := new(big.Int).Mul(big.NewInt(int64(a)), big.NewInt(power))
	x.Quo(x, big.NewInt(int64(b)))
	whole, rest := new(big.Int).QuoRem(x, big.NewInt(power), new(big.Int))
	return fmt.Sprintf("%d.%0*d", whole, places, rest)
}

// MarshalJSON writes every group in the order of the ledger.
func (s Samples) MarshalJSON() ([]byte, error) {
	var o ordered
	for g := range ledger.Groups {
		o.add(g.String(), s[g])
	}
	return o.MarshalJSON()
}

// UnmarshalJSON reads what MarshalJSON wrote; unknown groups are an error.
func (s *Samples) UnmarshalJSON(data []byte) error {
	var m map[string]Sample
	if err := json.Unmarshal(data, &m); err != nil {
		return err
	}
	for g := range ledger.Groups {
		s[g] = m[g.String()]
		delete(m, g.String())
	}
	if len(m) > 0 {
		return fmt.Errorf("%d groups that this version does not know", len(m))
	}
	return nil
}
