package diagnosis

import (
	"math"
	"slices"

	"collsim/scenarios"
	"collsim/scenarios/trial"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Diagnosis is what a log says about its machine.
type Diagnosis struct {
	Rows     []Row
	Measured Line // effective latency and rate
	Expected Line
	Round    Round
	Median   float64 // of |ln(simulated/measured)|, over all rows
	Within   int     // rows within the band of the calibrations; all, where there is no band but rows are close
	Healthy  bool
	Causes   []Explained // the most telling first; those that explain nothing come last
}

// Row is a line of the log beside what is simulated.
type Row struct {
	Bytes     units.Bytes
	Measured  units.Duration
	Simulated units.Duration
	Low, High units.Duration // between what eight of ten machines lie; 0 = nobody says
	Algorithm string
	Protocol  string
	Regime    string // latency, bandwidth, or switch: the first row of another algorithm or protocol
}

// The regimes of a row.
const (
	Latency   = "latency"
	Switch    = "switch"
	Bandwidth = "bandwidth"
)

// Error is ln(simulated/measured).
func (r *Row) Error() float64 { return math.Log(float64(r.Simulated) / float64(r.Measured)) }

// Within tells whether the measured time lies where it is expected.
func (r *Row) Within() bool {
	if r.High > 0 && r.Low <= r.Measured && r.Measured <= r.High {
		return true
	}
	return math.Abs(r.Error()) < scale
}

// most is how many rows causes are tried on; more of them say the same.
const most = 12

// healthy is how many of ten rows lie within the band, or close, on a machine that nothing is wrong with.
const healthy = 8

// Question is what is asked of a log.
type Question struct {
	*trial.Trial
	Not []string // causes and groups of them that are ruled out by other means
	// Alive is asked before each run, at the same time by several. Its error, a *scenarios.Stopped, ends the work; nil =
	// nobody is asked.
	Alive func() error
}

// Diagnose answers it.
func (q Question) Diagnose(each trial.Each) (*Diagnosis, error) {
	alive := q.Alive
	if alive == nil {
		alive = func() error { return nil }
	}
	t, err := q.Trial.Settled(each)
	if err != nil {
		return nil, err
	}
	d := &Diagnosis{Rows: make([]Row, len(t.Rows))}
	influences := make([][]scenarios.Influence, len(t.Rows))
	wrong := make([]error, len(t.Rows))
	each(len(t.Rows), func(i int) {
		if wrong[i] = alive(); wrong[i] == nil {
			d.Rows[i], influences[i], wrong[i] = look(t, i)
		}
	})
	for _, err := range wrong {
		if err != nil {
			return nil, err
		}
	}
	d.sum()
	if d.Round, err = roundOf(t, d.Rows); err != nil || d.Healthy {
		return d, err
	}
	d.Causes, err = q.explain(&explainer{Trial: t, each: each, alive: alive, influences: influences})
	return d, err
}

// look simulates a row and asks how far that can be trusted.
func look(t *trial.Trial, i int) (Row, []scenarios.Influence, error) {
	of := &t.Rows[i]
	var answer scenarios.Timing
	var influences []scenarios.Influence
	var err error
	if of.Offset != 0 { // what a run that was well took is no matter of calibrations
		answer, err = t.Run(i, nil)
	} else {
		answer, influences, err = t.Influences(i)
	}
	r := Row{Bytes: of.Bytes, Measured: of.Measured, Simulated: of.Expected(answer.Total), Algorithm: answer.Algorithm, Protocol: answer.Protocol, Regime: regimeOf(&answer)}
	if len(influences) > 0 {
		r.Low, r.High = scenarios.BandOf(answer.Total, influences)
	}
	return r, influences, err
}

// regimeOf is whether bytes or what is paid without them takes more of the critical path.
func regimeOf(t *scenarios.Timing) string {
	bytes := t.Critical[ledger.Serialize] + t.Critical[ledger.Reduce] + t.Critical[ledger.Prepare] + t.Critical[ledger.Arbitrate]
	if 2*bytes >= t.Total {
		return Bandwidth
	}
	return Latency
}

// sum sums rows up.
func (d *Diagnosis) sum() {
	var measured, expected []sample
	var errors []float64
	for i := range d.Rows {
		r := &d.Rows[i]
		if i > 0 && (r.Algorithm != d.Rows[i-1].Algorithm || r.Protocol != d.Rows[i-1].Protocol) {
			r.Regime = Switch
		}
		measured, expected = append(measured, sample{r.Bytes, r.Measured}), append(expected, sample{r.Bytes, r.Simulated})
		errors = append(errors, r.Error())
		if r.Within() {
			d.Within++
		}
	}
	d.Measured, d.Expected = lineOf(measured), lineOf(expected)
	d.Median = medianSize(errors)
	d.Healthy = 10*d.Within >= healthy*len(d.Rows)
}

// explain tries all causes on a part of the rows, and those on all of them that come near the best.
func (q Question) explain(x *explainer) ([]Explained, error) {
	some, err := x.on(x.Spread(most))
	if err != nil {
		return nil, err
	}
	var all []Explained
	for _, c := range q.possible() {
		ways := c.Ways(x.Trial)
		if len(ways) == 0 {
			continue
		}
		e, err := some.explain(c, ways)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	rank(all)
	near := 0
	for near < len(all) && all[near].unlikely-all[0].unlikely < wide*odds {
		near++
	}
	if near < 2 || len(x.Rows) <= most {
		return all, nil
	}
	if x, err = x.on(x.Spread(len(x.Rows))); err != nil {
		return nil, err
	}
	best, err := x.repeat(all[:near])
	return append(best, all[near:]...), err
}

// wide is by how much farther than what a log does not decide causes may be from the best to be tried on all rows.
const wide = 3

// possible are the causes that are not ruled out.
func (q Question) possible() []Cause {
	return slices.DeleteFunc(Causes(), func(c Cause) bool {
		return slices.Contains(q.Not, c.Name) || slices.Contains(q.Not, string(c.Group))
	})
}

// telling is what share of the gap a cause must explain to be named.
const telling = 0.2

// Named are the causes that explain something, the most likely first, five at most: they take a good part of the gap off,
// and half of the rows are nearer than without them, whatever else may differ on such machines.
func (d *Diagnosis) Named() (all []Explained) {
	for i := range d.Causes {
		if e := &d.Causes[i]; e.Share >= telling && e.Median < d.Median && len(all) < 5 {
			all = append(all, *e)
		}
	}
	return all
}
