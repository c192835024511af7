package scenarios

import (
	"cmp"
	"errors"
	"fmt"

	"collsim/algo"
	"collsim/algo/nccl"
	"collsim/sim/units"
)

// Stretch is a range of sizes at which one of the ways that library nccl could take is fastest, as simulated.
type Stretch struct {
	From, To  units.Bytes
	Algorithm string         // of a scenario
	Protocol  string         // of a scenario
	Total     units.Duration // at From
	Own       string         // what NCCL itself takes at From, in its own words
	OwnTotal  units.Duration // and how long that takes
	Rule      string         // the line that NCCL's example tuner plug-in loads

	way nccl.Prediction
}

// Fastest tells what is fastest at some sizes, smallest first, and between them: where two sizes that follow one another
// differ it halves the gap until it is a percent. What is fastest only between two sizes that agree is not seen. The last
// stretch ends at the last size. The sizes are played by each.
func (x *Bench) Fastest(sizes []units.Bytes, watch Watch, each Each) ([]Stretch, error) {
	b := &x.base
	if b.nccl == nil {
		return nil, errors.New("library: " + b.scenario.Library + " chooses nothing; valid: " + ncclLibrary)
	}
	coll := algo.Collective(b.scenario.Collective)
	if _, ok := b.nccl.tuning.Rule(coll, 0, 0, 0, 0); !ok {
		return nil, fmt.Errorf("collective: a tuner of NCCL does not see %s, which goes by sends and receives", coll)
	}
	at, errs := make([]Stretch, len(sizes)), make([]error, len(sizes))
	each(len(sizes), func(i int) { at[i], errs[i] = x.fastest(sizes[i], watch) })
	if err := cmp.Or(errs...); err != nil {
		return nil, err
	}
	var all []Stretch
	for i := range at {
		if n := len(all); n > 0 && all[n-1].like(&at[i]) {
			continue
		} else if n > 0 {
			next, err := x.between(&at[i-1], &at[i], watch)
			if err != nil {
				return nil, err
			}
			all[n-1].To = next.From - 1
			at[i] = next
		}
		all = append(all, at[i])
	}
	if n := len(all); n > 0 {
		all[n-1].To = sizes[len(sizes)-1]
	}
	for i := range all {
		s := &all[i]
		s.Rule, _ = b.nccl.tuning.Rule(coll, s.From, s.To, s.way.Method, s.way.Protocol)
	}
	return all, nil
}

func (s *Stretch) like(t *Stretch) bool {
	return s.way.Method == t.way.Method && s.way.Protocol == t.way.Protocol
}

// between is where something else than low becomes fastest, to about a percent.
func (x *Bench) between(low, high *Stretch, watch Watch) (Stretch, error) {
	near, far := *low, *high
	for far.From-near.From > max(1, far.From/100) {
		middle, err := x.fastest((near.From+far.From)/2, watch)
		if err != nil {
			return far, err
		}
		if middle.like(low) {
			near = middle
		} else {
			far = middle
		}
	}
	return far, nil
}

// fastest plays all that library nccl could take for n bytes; the first in its order on a tie.
func (x *Bench) fastest(n units.Bytes, watch Watch) (Stretch, error) {
	b := x.base
	b.scenario.Bytes, b.asked.Bytes = n, n
	own, err := b.nccl.tuning.Take(algo.Collective(b.scenario.Collective), n, b.asked.wish())
	if err != nil {
		return Stretch{}, err
	}
	all, err := b.ways(b.asked.wish(), watch)
	if err != nil {
		return Stretch{}, err
	}
	best := fastest(all)
	if best == nil {
		return Stretch{}, fmt.Errorf("algorithm: there is nothing that library %s could take", ncclLibrary)
	}
	s := Stretch{From: n, Algorithm: best.Algorithm, Protocol: best.Protocol.String(), Total: best.total, way: best.Prediction}
	for i := range all {
		if w := &all[i]; w.Method == own.Method && w.Protocol == own.Protocol {
			s.Own, s.OwnTotal = w.Method.String()+"/"+w.Protocol.Word(), w.total
		}
	}
	return s, nil
}
