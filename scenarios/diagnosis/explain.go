package diagnosis

import (
	"cmp"
	"math"
	"slices"

	"collsim/scenarios"
	"collsim/scenarios/trial"
)

// Explained is a cause that was simulated, in the way and strength that fit best.
type Explained struct {
	Cause
	Detail string  // which way
	Words  string  // how strong; "" = it has no strength
	Share  float64 // of the gap: 1 = all, 0 = none; below 0 = rows are further off with it
	Median float64 // of |ln(simulated/measured)| with it
	Level  bool    // the log does not decide between it and the first
	Failed string  // why it could not be simulated; "" = it could

	best     guess
	ways     int     // that were tried
	unlikely float64 // as the negative logarithm of how likely it is
}

// scale is by how much rows of healthy machines scatter.
const scale = 0.1

// explainer tries causes on a trial.
type explainer struct {
	*trial.Trial
	each       trial.Each
	alive      func() error
	influences [][]scenarios.Influence // on each row
	leeway
	gap float64 // misfit of the scenario as it is
}

// on is an explainer on some of the rows.
func (x *explainer) on(rows []int) (*explainer, error) {
	fewer := *x
	fewer.Trial, fewer.influences = x.Only(rows), nil
	for _, i := range rows {
		fewer.influences = append(fewer.influences, x.influences[i])
	}
	fewer.leeway = leewayOf(fewer.influences)
	errors, err := fewer.errors(fewer.Trial, nil)
	fewer.gap = fewer.misfit(errors)
	return &fewer, err
}

// explain tries all ways of a cause, and gives the best. The error is that it was interrupted.
func (x *explainer) explain(c Cause, ways []Way) (Explained, error) {
	e := Explained{Cause: c, ways: len(ways), best: guess{left: math.Inf(1)}}
	for _, w := range ways {
		g, err := x.guess(w)
		if err == nil {
			g, err = x.refine(g, fewCuts)
		}
		if interrupted(err) {
			return e, err
		}
		if err != nil {
			e.Failed = err.Error()
		} else if g.left < e.best.left {
			e.best = g
		}
	}
	return x.settled(e, moreCuts)
}

// settled finds the strength of the best way, and sums up.
func (x *explainer) settled(e Explained, cuts int) (Explained, error) {
	if len(e.best.errors) == 0 {
		e.Share, e.unlikely = math.Inf(-1), math.Inf(1)
		return e, nil
	}
	best, err := x.refine(e.best, cuts)
	if interrupted(err) {
		return e, err
	}
	e.best, e.Failed, e.Detail = best, "", best.Detail
	if best.free() {
		e.Words = best.Way.Words(math.Exp(best.log))
	}
	e.Share, e.Median = 1-best.left/x.gap, medianSize(best.errors)
	e.unlikely = best.left + math.Log(float64(e.ways))
	return e, nil
}

// repeat tries causes again that other rows were explained by.
func (x *explainer) repeat(all []Explained) ([]Explained, error) {
	again := slices.Clone(all)
	for i := range again {
		e := &again[i]
		g, err := x.at(e.best.Way, e.best.log, e.best.step*(1<<repeated))
		if err == nil {
			e.best = g
			*e, err = x.settled(*e, repeated)
		}
		if err != nil {
			return nil, err
		}
	}
	rank(again)
	return again, nil
}

func medianSize(errors []float64) float64 {
	sizes := make([]float64, len(errors))
	for i, e := range errors {
		sizes[i] = math.Abs(e)
	}
	slices.Sort(sizes)
	return sizes[(len(sizes)-1)/2]
}

// rank orders causes by how likely they are: the less they leave unexplained, and the fewer ways they could show in, each
// of which might have fitted by chance.
func rank(all []Explained) {
	slices.SortStableFunc(all, func(a, b Explained) int { return cmp.Compare(a.unlikely, b.unlikely) })
	for i := range all {
		all[i].Level = all[i].unlikely-all[0].unlikely < odds
	}
}

// odds is below what logarithm of odds the log does not decide between two causes: 7 to 1.
const odds = 2
