package scenarios

import (
	"fmt"
	"math/big"
	"reflect"
	"slices"

	"collsim/fabric"
	"collsim/sim/units"
)

// Interval is between what the total lies by the uncertainties that the parameters state: each is moved to both of its
// ends, alone, and what they take from the total and add to it is combined by the root of the sum of squares, each side
// by itself and rounded outwards, as of errors that know nothing of each other.
type Interval struct {
	Total       units.Duration `json:"total_ps"`
	Low         units.Duration `json:"low_ps"`
	High        units.Duration `json:"high_ps"`
	Parameters  []Influence    `json:"parameters"` // largest influence first; those without any are left out
	Indifferent []string       `json:"without_influence"`
	Set         []string       `json:"set"`     // by the scenario, and taken as exact
	Unknown     []string       `json:"unknown"` // not varied: figures above 0 whose default states no range
	Note        string         `json:"note,omitempty"`
}

// Influence is what the uncertainty of one parameter does to the total.
type Influence struct {
	Name        string         `json:"parameter"`
	Value       string         `json:"value"`
	Low         string         `json:"low"`
	High        string         `json:"high"`
	Uncertainty string         `json:"uncertainty"` // as stated
	AtLow       units.Duration `json:"total_at_low_ps"`
	AtHigh      units.Duration `json:"total_at_high_ps"`
	Note        string         `json:"note,omitempty"` // why an end cannot be run; its total is then the base
}

// uncertain is a parameter and its runs at both ends.
type uncertain struct {
	Influence
	ends [2]*rerun
}

// Intervals runs every scenario of the file, to which results are the answers, with each parameter at both ends of its
// stated range, and adds to each result what that gives. Each run is at the level of its result, and is its first
// replicate.
func (f *File) Intervals(results []Result, watch Watch, each Each) error {
	var all [][]uncertain
	var runs []*rerun
	for i := range results {
		results[i].Interval = &Interval{Total: results[i].Total, Parameters: []Influence{}, Indifferent: []string{}, Set: []string{}, Unknown: []string{}}
		of, err := f.uncertain(i, &results[i])
		if err != nil {
			return err
		}
		all = append(all, of)
		for j := range of {
			runs = append(runs, of[j].ends[:]...)
		}
	}
	watch = watch.with(func(p *Progress) { p.Study, p.Runs = "interval", len(runs) })
	each(len(runs), func(i int) { runs[i].play(watch) })
	for i := range results {
		if err := results[i].Interval.combine(all[i]); err != nil {
			return err
		}
	}
	return nil
}

// uncertain are the parameters of scenario i whose range is known; the others are named in the result's interval.
func (f *File) uncertain(i int, r *Result) ([]uncertain, error) {
	s, _ := f.asked(i, r)
	base, err := bind(s, nil)
	if err != nil {
		return nil, err
	}
	if base.draws() {
		r.Interval.Note = oneDraw
	}
	var all []uncertain
	for _, p := range s.parametersOf() {
		v, set, ok := s.value(p)
		d, _ := s.defaultOf(p)
		low, high, known := p.Range(d)
		switch {
		case !ok || p.Quantity == fabric.WordQuantity || p.Quantity == fabric.WeightsQuantity || p.Quantity == fabric.YesNoQuantity:
		case set:
			r.Interval.Set = append(r.Interval.Set, p.Name)
		case !known && v.Int > 0:
			r.Interval.Unknown = append(r.Interval.Unknown, p.Name)
		case known && low != high:
			u := uncertain{Influence: Influence{Name: p.Name, Value: exact(v), Low: exact(low), High: exact(high), Uncertainty: d.Uncertainty, AtLow: r.Total, AtHigh: r.Total}}
			for j, end := range []fabric.Value{low, high} {
				u.ends[j] = f.end(i, r, base, p.Name, end)
			}
			all = append(all, u)
		}
	}
	return all, nil
}

// end is scenario i with one parameter at an end of its range.
func (f *File) end(i int, r *Result, base *bound, name string, v fabric.Value) *rerun {
	s, level := f.asked(i, r)
	s.set(name, v)
	return &rerun{variant: r.Variant, name: name + " " + v.String(), of: s, level: level, base: base, total: r.Total}
}

// like tells whether two scenarios run alike: whatever a run reads is the same. Schedules are, where graphs are and only
// parameters differ.
func (b *bound) like(o *bound) bool {
	return reflect.DeepEqual(b.host, o.host) && reflect.DeepEqual(b.tasks(), o.tasks()) && slices.Equal(b.start, o.start) && alike(b.graph, o.graph)
}

// alike tells whether messages fare alike on two graphs. Routes follow from what is wired to what.
func alike(g, h *fabric.Graph) bool {
	return g.Packet == h.Packet && g.Lanes == h.Lanes && g.Retry == h.Retry &&
		g.Nodes == h.Nodes && g.GPUsPerNode == h.GPUsPerNode && g.NICsPerNode == h.NICsPerNode &&
		slices.Equal(g.Links, h.Links) && slices.Equal(g.Devices, h.Devices) && slices.Equal(g.GPUs, h.GPUs) && slices.Equal(g.NICs, h.NICs)
}

// combine sums up what came out.
func (v *Interval) combine(all []uncertain) error {
	for i := range all {
		u := &all[i]
		for j, at := range []*units.Duration{&u.AtLow, &u.AtHigh} {
			x := u.ends[j]
			if err := x.stopped(); err != nil {
				return err
			}
			if x.err != nil {
				u.Note = fmt.Sprintf("%s: %v", x.name, x.err)
				continue
			}
			*at = x.total
		}
		if u.AtLow == v.Total && u.AtHigh == v.Total && u.Note == "" {
			v.Indifferent = append(v.Indifferent, u.Name)
			continue
		}
		v.Parameters = append(v.Parameters, u.Influence)
	}
	slices.SortStableFunc(v.Parameters, func(a, b Influence) int {
		return cmpDescending(max(a.less(v.Total), a.more(v.Total)), max(b.less(v.Total), b.more(v.Total)))
	})
	var less, more []units.Duration
	for i := range v.Parameters {
		less, more = append(less, v.Parameters[i].less(v.Total)), append(more, v.Parameters[i].more(v.Total))
	}
	v.Low, v.High = max(0, v.Total-root(less)), v.Total+root(more)
	return nil
}

// less is by how much the total can be shorter, more by how much it can be longer.
func (p *Influence) less(total units.Duration) units.Duration {
	return max(0, total-min(p.AtLow, p.AtHigh))
}

func (p *Influence) more(total units.Duration) units.Duration {
	return max(0, max(p.AtLow, p.AtHigh)-total)
}

// root is the root of the sum of squares, rounded up.
func root(all []units.Duration) units.Duration {
	sum := new(big.Int)
	for _, d := range all {
		x := big.NewInt(int64(d))
		sum.Add(sum, x.Mul(x, x))
	}
	r := new(big.Int).Sqrt(sum)
	if new(big.Int).Mul(r, r).Cmp(sum) < 0 {
		r.Add(r, big.NewInt(1))
	}
	return units.Duration(r.Int64())
}
