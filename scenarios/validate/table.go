package validate

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"collsim/sim/units"
)

// Error is ln(simulated/measured).
func (p *Point) Error() float64 {
	return math.Log(float64(p.Simulated.Total) / float64(p.Measured))
}

// Errors of points in a band; a nil band holds all.
func Errors(points []Point, in func(units.Bytes) bool) []float64 {
	var all []float64
	for i := range points {
		if in == nil || in(points[i].Bytes) {
			all = append(all, points[i].Error())
		}
	}
	return all
}

// Line is one row of the table: points of one system and collective, by band.
type Line struct {
	System, Collective string
	Cases              []string
	Bands              []Statistics // one for each of Bands
	All                Statistics
	Choices            []string // algorithm/protocol, as sizes grow
}

// Table groups points of cases by system and collective, in the order of their names. Its last line is all of them.
func Table(points [][]Point) []Line {
	var lines []Line
	var members [][]Point
	for _, of := range points {
		if len(of) == 0 {
			continue
		}
		c := of[0].Case
		l := Line{System: c.SystemName(), Collective: string(c.Log.Collective)}
		i := slices.IndexFunc(lines, func(o Line) bool { return o.System == l.System && o.Collective == l.Collective })
		if i < 0 {
			i = len(lines)
			lines, members = append(lines, l), append(members, nil)
		}
		lines[i].Cases = append(lines[i].Cases, c.ID)
		members[i] = append(members[i], of...)
	}
	lines, members = append(lines, Line{System: "all", Collective: "all"}), append(members, slices.Concat(points...))
	for i := range lines {
		lines[i].fill(members[i])
	}
	last := len(lines) - 1
	lines[last].Choices = nil
	slices.SortStableFunc(lines[:last], func(a, b Line) int {
		return cmp.Or(strings.Compare(a.System, b.System), strings.Compare(a.Collective, b.Collective))
	})
	return lines
}

func (l *Line) fill(points []Point) {
	for _, b := range Bands {
		l.Bands = append(l.Bands, StatisticsOf(Errors(points, b.Holds)))
	}
	l.All = StatisticsOf(Errors(points, nil))
	for i := range points {
		way := points[i].Way()
		if !slices.Contains(l.Choices, way) {
			l.Choices = append(l.Choices, way)
		}
	}
}

// Way is the algorithm and the protocol that a point ran by, or both protocols: in a node, and between nodes.
func (p *Point) Way() string {
	t := &p.Simulated
	if t.Across != t.Protocol {
		return t.Algorithm + "/" + t.Protocol + "+" + t.Across
	}
	return t.Algorithm + "/" + t.Protocol
}
