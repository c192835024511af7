package ledger

import "collsim/sim/units"

// Parts is one duration a component: a breakdown.
type Parts [Components]units.Duration

// Sum adds all parts up.
func (p *Parts) Sum() units.Duration {
	var sum units.Duration
	for _, d := range p {
		sum += d
	}
	return sum
}

// Group adds up the parts that belong to g.
func (p *Parts) Group(g Group) units.Duration {
	var sum units.Duration
	for c := range Components {
		if c.Group() == g {
			sum += p[c]
		}
	}
	return sum
}
