package compare

import (
	"encoding/json"

	"collsim/scenarios"
	"collsim/sim/units"
)

// Point is a place that can be played: a competitor, by its number, at a scale and a size.
type Point struct {
	Of    int
	Scale int // ranks or nodes, as the grid counts
	Bytes units.Bytes
}

// Cell is what came out at a point.
type Cell struct {
	Ranks   int                 `json:"ranks,omitempty"`
	Total   units.Duration      `json:"total_ps"`
	Rounds  int                 `json:"rounds"`
	Algbw   scenarios.Bandwidth `json:"algbw_bytes_per_s"`
	Busbw   scenarios.Bandwidth `json:"busbw_bytes_per_s"`
	Bound   units.Duration      `json:"bound_ps"`
	Percent json.Number         `json:"bound_percent"` // of the total that the bound is
	Path    scenarios.Breakdown `json:"critical_path"`
	Hash    string              `json:"hash"`
	Refused string              `json:"refused,omitempty"` // why it cannot run here; "" = it ran

	lost bool // the comparison ended before it was played
}

// Play answers points, in their order. Points that cannot run are cells that say so; an error ends the comparison.
type Play func([]Point) ([]Cell, error)

// Units in which scales are counted.
const (
	Ranks = "ranks"
	Nodes = "nodes"
)

// Grid is what is compared where.
type Grid struct {
	Names  []string // of the competitors
	Unit   string   // Ranks or Nodes
	Scales []int    // ascending
	Sizes  []units.Bytes
	Pairs  bool // crossings of every pair are searched for, not of winners alone
}

// points are all places of the grid, by scale, size and competitor.
func (g *Grid) points() []Point {
	var all []Point
	for _, scale := range g.Scales {
		for _, n := range g.Sizes {
			for of := range g.Names {
				all = append(all, Point{of, scale, n})
			}
		}
	}
	return all
}

// lines are the rows and columns of the grid, along which crossings are searched for: sizes first.
func (g *Grid) lines() []line {
	var all []line
	for _, scale := range g.Scales {
		l := line{over: overBytes, scale: scale}
		for _, n := range g.Sizes {
			l.grid = append(l.grid, int64(n))
		}
		all = append(all, l)
	}
	for _, n := range g.Sizes {
		l := line{over: g.Unit, bytes: n}
		for _, scale := range g.Scales {
			l.grid = append(l.grid, int64(scale))
		}
		all = append(all, l)
	}
	return all
}

// overBytes is said of lines along which the size grows.
const overBytes = "bytes"

// line is a row or a column of the grid.
type line struct {
	over  string // what grows along it: bytes, ranks or nodes
	scale int    // where bytes grow
	bytes units.Bytes
	grid  []int64 // places, ascending
}

// point is a competitor at a place of the line.
func (l *line) point(of int, at int64) Point {
	if l.over == overBytes {
		return Point{of, l.scale, units.Bytes(at)}
	}
	return Point{of, int(at), l.bytes}
}
