package compare

import (
	"encoding/json"
	"fmt"
	"slices"

	"collsim/scenarios"
	"collsim/sim/units"
)

// Schema is the value of the schema key of a comparison.
const Schema = "collsim.comparison/v1"

// Comparison says who wins where.
type Comparison struct {
	Schema       string        `json:"schema"`
	Name         string        `json:"name,omitempty"`
	ModelVersion string        `json:"model_version"`
	Fabric       string        `json:"fabric"`
	Collective   string        `json:"collective"`
	Library      string        `json:"library"`
	Fidelity     string        `json:"fidelity"`
	FidelityNote string        `json:"fidelity_note"`
	Unit         string        `json:"unit"` // ranks or nodes
	Names        []string      `json:"names"`
	Scales       []int         `json:"scales"`
	Sizes        []units.Bytes `json:"sizes"`
	Places       []Place       `json:"places"` // by scale, then by size
	Crossings    []Crossing    `json:"crossings"`
	Warnings     []string      `json:"warnings"`
	Partial      string        `json:"partial,omitempty"` // what the answer lacks because it was interrupted
}

// Place is what came out at a scale and a size.
type Place struct {
	Scale   int         `json:"scale"`
	Bytes   units.Bytes `json:"bytes"`
	Winners []string    `json:"winners"` // several are a tie
	Second  string      `json:"second"`  // "" = there is none
	Margin  json.Number `json:"margin"`  // what the second takes over what the winners take, three decimals, rounded down; 1.000 of ties, 0 without a second
	Cells   []Cell      `json:"cells"`   // of the competitors, in the order of the names

	winners []int
	second  int // below 0 = there is none
}

// Answer plays the grid, and then what the searches for crossings ask for. Where play ends it with an error, the comparison
// holds what is known.
func (g *Grid) Answer(play Play) (*Comparison, error) {
	c := &Comparison{Schema: Schema, ModelVersion: scenarios.ModelVersion, Unit: g.Unit, Names: g.Names, Scales: g.Scales, Sizes: g.Sizes,
		Places: []Place{}, Crossings: []Crossing{}, Warnings: []string{}}
	k := newKnown()
	for _, p := range g.points() {
		k.cell(p)
	}
	if err := k.play(play); err != nil {
		c.Partial = "the grid was not played to its end; no crossing was searched for"
		c.places(g, k)
		return c, err
	}
	c.places(g, k)
	for {
		crossings, ok := g.crossings(k)
		if ok {
			c.Crossings = append(c.Crossings, crossings...)
			c.explain(g, k)
			return c, nil
		}
		if err := k.play(play); err != nil {
			c.Partial = "the search for crossings was not played to its end"
			return c, err
		}
	}
}

// crossings are those of all lines; ok is false where something has to be played first.
func (g *Grid) crossings(k *known) (all []Crossing, ok bool) {
	ok = true
	add := func(some []Crossing, found bool) { all, ok = append(all, some...), ok && found }
	for _, l := range g.lines() {
		if !g.Pairs {
			add(k.winning(&l, len(g.Names)))
			continue
		}
		for a := range g.Names {
			for b := a + 1; b < len(g.Names); b++ {
				add(k.pairwise(&l, a, b))
			}
		}
	}
	return all, ok
}

// places says who wins at each place of the grid.
func (c *Comparison) places(g *Grid, k *known) {
	for _, scale := range g.Scales {
		for _, n := range g.Sizes {
			p := Place{Scale: scale, Bytes: n, Winners: []string{}, second: -1}
			for of := range g.Names {
				cell, ok := k.cells[Point{of, scale, n}]
				if !ok {
					cell.Refused = "not played"
				}
				p.Cells = append(p.Cells, cell)
			}
			p.judge(g.Names)
			c.Places = append(c.Places, p)
		}
	}
}

// judge finds the winners and the second.
func (p *Place) judge(names []string) {
	for of := range p.Cells {
		c := &p.Cells[of]
		switch {
		case c.Refused != "":
		case len(p.winners) == 0 || c.Total < p.Cells[p.winners[0]].Total:
			if len(p.winners) > 0 {
				p.second = p.winners[0]
			}
			p.winners = []int{of}
		case c.Total == p.Cells[p.winners[0]].Total:
			p.winners = append(p.winners, of)
		case p.second < 0 || c.Total < p.Cells[p.second].Total:
			p.second = of
		}
	}
	p.Winners = named(names, p.winners)
	p.Margin = "0"
	if p.second >= 0 {
		p.Second = names[p.second]
	}
	if m := p.Thousandths(); m > 0 {
		p.Margin = json.Number(fmt.Sprintf("%d.%03d", m/1000, m%1000))
	}
}

// Thousandths is what the second takes over what the winners take; 1000 of ties, 0 without a second.
func (p *Place) Thousandths() int64 {
	switch {
	case len(p.winners) > 1:
		return 1000
	case p.second < 0 || p.Cells[p.winners[0]].Total == 0:
		return 0
	}
	return perThousand(p.Cells[p.second].Total, p.Cells[p.winners[0]].Total)
}

// Winner is the number of the first of the winners; below 0 = nothing can run.
func (p *Place) Winner() int {
	if len(p.winners) == 0 {
		return -1
	}
	return p.winners[0]
}

// named are the names of some competitors.
func named(names []string, some []int) []string {
	all := make([]string, len(some))
	for i, of := range some {
		all[i] = names[of]
	}
	return all
}

// Wins tells whether a competitor is among the winners.
func (p *Place) Wins(of int) bool { return slices.Contains(p.winners, of) }
