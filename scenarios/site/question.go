package site

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"collsim/fabric"
	"collsim/scenarios"
	"collsim/scenarios/trial"
	"collsim/sim/units"
)

// Question is what is fitted to what.
type Question struct {
	Trials     []*trial.Trial // logs of one machine
	Parameters []string       // none = those that the logs can tell apart
	Rows       Rows
	// Watch hears of each step of the search, and how bad its figures are; nil = nobody does.
	Watch func(round int, cost float64)
	// Alive is asked before each run, at the same time by several. Its error ends the fit; nil = nobody is asked.
	Alive func() error
}

// point is a row of a trial.
type point struct {
	trial, row int
	used       bool
}

// points are all rows, with those that are fitted marked.
func (q *Question) points() (all []point, used int) {
	for t := range q.Trials {
		turn, last := 0, units.Bytes(-1)
		for i := range q.Trials[t].Rows {
			n := q.Trials[t].Rows[i].Bytes
			if n != last {
				turn, last = turn+1, n
			}
			p := point{t, i, q.Rows.takes(turn, n)}
			if p.used {
				used++
			}
			all = append(all, p)
		}
	}
	return all, used
}

// least is how many rows of different sizes a fit needs, however few figures it is of: two to fit one by, and one that
// tells whether it is the right one.
const least = 3

// enough refuses rows that are too few.
func (q *Question) enough(points []point) error {
	var sizes []units.Bytes
	for _, p := range points {
		if n := q.Trials[p.trial].Rows[p.row].Bytes; p.used && !slices.Contains(sizes, n) {
			sizes = append(sizes, n)
		}
	}
	if len(sizes) < least {
		return fmt.Errorf("the rows that are to be fitted are of %s, which is too few; valid: %d sizes and more", counted(len(sizes)), least)
	}
	return nil
}

func counted(sizes int) string {
	if sizes == 1 {
		return "one size"
	}
	return fmt.Sprintf("%d sizes", sizes)
}

// usual are the figures that are fitted where nothing is asked for, the most telling first: a later one is left as it is
// where the rows cannot tell it from those before it.
var usual = []string{
	"host.launch", "host.nccl.launch.thread", "host.nccl.launch.issue", "host.nccl.link.efficiency", "host.nccl.nvls.efficiency",
	"host.nccl.net.efficiency", "host.nccl.net.ll", "host.nccl.net.simple", "host.nccl.net.ll128", "host.nccl.p2p.peer",
	"host.nccl.p2p.efficiency", "host.nccl.p2p.net-efficiency", "host.nccl.block.ll", "host.nccl.block.simple", "host.nccl.block.ll128",
	"host.nccl.nvls.start", "host.nccl.hop.ll", "host.nccl.hop.simple", "host.nccl.hop.ll128", "host.nccl.nvls.piece", "host.nccl.piece.simple",
	"host.nccl.piece.ll", "host.nccl.piece.ll128", "host.nccl.proxy.ll-rate", "host.nccl.net.rise", "host.nccl.net.read", "host.nccl.p2p.issue", "host.nccl.tree.share", "host.nccl.warps.share",
	"host.nccl.collnet.efficiency", "host.nccl.launch.channel", "host.nccl.gap.simple", "host.nccl.gap.ll128", "host.nccl.link.duplex",
	"host.nccl.proxy.work", "host.nccl.proxy.fetch", "host.nccl.launch.rooted", "host.nccl.p2p.group", "host.nccl.launch.graph-saves",
}

// spot is a figure that may be fitted.
type spot struct {
	fabric.Parameter
	start  fabric.Value
	usual  bool    // it starts where its class has it
	common bool    // all machines of its class have it so
	spread float64 // of its logarithm on machines of its class, as a standard deviation, or in a search; 0 = there is no class
}

// spots are the figures that are asked for, or the usual ones. Those that are 0 are left out of the usual ones: a factor
// does not move them.
func (q *Question) spots() ([]spot, error) {
	names, asked := q.Parameters, true
	if len(names) == 0 {
		names, asked = usual, false
	}
	s := &q.Trials[0].Scenario
	var all []spot
	for _, name := range names {
		p, err := parameter(name)
		if err != nil {
			return nil, err
		}
		v, ok := s.ValueOf(p)
		switch {
		case !ok && asked:
			return nil, fmt.Errorf("%s: it has no value where the fit could begin; valid: --set %s=VALUE beside it", name, name)
		case !ok:
			continue
		case !continuous(p.Quantity) || v.Int == fabric.Auto:
			return nil, fmt.Errorf("%s: %s is not a figure that can be a little more or less; valid: a duration, a rate or a share", name, v)
		case v.Int <= 0 && asked:
			return nil, fmt.Errorf("%s: it is 0, which no factor changes; valid: --set %s=VALUE beside it, above 0, where the fit begins", name, name)
		case v.Int > 0 && !slices.ContainsFunc(all, func(o spot) bool { return o.Name == p.Name }):
			all = append(all, spotOf(s, p, v))
		}
	}
	return all, nil
}

// eightOfTen is how many standard deviations lie between the ends of a range that holds in eight of ten cases.
const eightOfTen = 2 * 1.2816

// spotOf is a figure, and what its class knows of it.
func spotOf(s *scenarios.Scenario, p fabric.Parameter, start fabric.Value) spot {
	v, ok := s.Classed(p.Name)
	of := spot{Parameter: p, start: start, usual: ok && v.Value == start, common: ok && v.Low == v.High}
	if ok && v.Low.Int > 0 { // a range may end at what is possible: the other side tells more
		low, at, high := float64(v.Low.Int), float64(v.Value.Int), float64(v.High.Int)
		of.spread = 2 * math.Log(math.Max(at/low, high/at)) / eightOfTen
	}
	return of
}

func continuous(q fabric.Quantity) bool {
	return q == fabric.DurationQuantity || q == fabric.RateQuantity || q == fabric.ProbabilityQuantity
}

// parameter finds a figure of fabric or host by its name.
func parameter(name string) (fabric.Parameter, error) {
	if p, ok := fabric.Find(hostParameters(), name); ok {
		return p, nil
	}
	if strings.HasPrefix(name, "host.") {
		return fabric.Parameter{}, fmt.Errorf("there is no parameter %s; valid: those of docs/model.md, such as %s", name, strings.Join(usual[:4], ", "))
	}
	return fabric.ParameterOf(name)
}
