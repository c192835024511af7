package scenarios

import (
	"errors"
	"slices"
	"strings"

	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim/units"
)

// rerun is a scenario that has been answered, with something changed.
type rerun struct {
	variant string
	name    string // what is changed
	of      Scenario
	level   fidelity
	wired   func(*fabric.Graph) // changes what no parameter can say; nil = nothing
	among   []*bound            // built already, instead of "of": the fastest counts, the first on a tie
	fastest *bound              // of those
	base    *bound              // if the run would be like this one's, total is right already; nil = run it
	total   units.Duration
	err     error
}

// play finds out how long it takes.
func (x *rerun) play(watch Watch) {
	watch = watch.with(func(p *Progress) { p.Variant, p.Change = x.variant, x.name })
	defer watch.ended(x.variant, nil)
	if x.among == nil {
		b, err := bind(x.of, watch)
		if err != nil {
			x.err = err
			return
		}
		x.among = []*bound{b}
	}
	for _, b := range x.among {
		if x.base != nil && b.like(x.base) {
			return
		}
		if x.wired != nil {
			x.wired(b.graph) // built for this run alone
		}
		run, err := b.play(x.level, watch)
		if err != nil {
			x.err = err
			return
		}
		if total := run.Outcome().Total; x.fastest == nil || total < x.total {
			x.fastest, x.total = b, total
		}
	}
}

// stopped is the error of a rerun that a Watch ended, which ends all of them.
func (x *rerun) stopped() error {
	var s *Stopped
	if errors.As(x.err, &s) {
		return s
	}
	return nil
}

// asked is the scenario to which r is the answer, to be changed: one run at the level of the result.
func (f *File) asked(i int, r *Result) (Scenario, fidelity) {
	s := f.Scenarios[i]
	s.Settings = slices.Clone(s.Settings)
	s.Fidelity, s.Replicates = r.Fidelity, 0
	level, _ := fidelityOf(r.Fidelity)
	return s, level
}

// set gives a parameter a value.
func (s *Scenario) set(name string, v fabric.Value) {
	i, found := slices.BinarySearchFunc(s.Settings, name, func(t Setting, name string) int { return strings.Compare(t.Name, name) })
	if !found {
		s.Settings = slices.Insert(s.Settings, i, Setting{Name: name})
	}
	s.Settings[i].Value = exact(v)
}

// value is what a parameter is in the scenario; ok is false where it has no such part or cost. set tells whether the
// scenario says so itself.
func (s *Scenario) value(p fabric.Parameter) (v fabric.Value, set, ok bool) {
	for _, t := range s.Settings {
		if t.Name == p.Name {
			v, err := p.Parse(t.Value)
			return v, true, err == nil
		}
	}
	d, ok := s.defaultOf(p)
	return d.Value, false, ok
}

// holders are what the defaults of a parameter go by: the library of those of package host, transport and preset of the others.
func (s *Scenario) holders(p fabric.Parameter) []string {
	if ofHost(p) {
		return []string{s.Library}
	}
	return []string{s.Fabric.Transport, s.Fabric.Preset}
}

func ofHost(p fabric.Parameter) bool { return strings.HasPrefix(p.Name, "host.") }

// parametersOf are all parameters of fabric and host, and single figures of links and devices that the scenario sets.
func (s *Scenario) parametersOf() []fabric.Parameter {
	all := append(fabric.Parameters(), host.Parameters()...)
	for _, t := range s.Settings {
		if partFigure(t.Name) {
			if p, err := fabric.ParameterOf(t.Name); err == nil {
				all = append(all, p)
			}
		}
	}
	return all
}

// scale multiplies every parameter of which by says so, as far as what is allowed for it.
func (s *Scenario) scale(by func(fabric.Parameter) (factor Ratio, ok bool)) {
	for _, p := range s.parametersOf() {
		factor, scaled := by(p)
		v, _, ok := s.value(p)
		if !scaled || !ok || v.Int <= 0 {
			continue
		}
		v.Int = p.Nearest(v.Int/factor.Den*factor.Num + v.Int%factor.Den*factor.Num/factor.Den)
		s.set(p.Name, v)
	}
}
