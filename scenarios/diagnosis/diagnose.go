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
	t, alive := q.Trial, q.Alive
	if alive == nil {
		alive = func() error { return nil }
	}
	d := &Diagnosis{Rows: make([]Row, len(t.Rows))}
	wrong := make([]error, len(t.Rows))
	each(len(t.Rows), func(i int) {
		if wrong[i] = alive(); wrong[i] == nil {
			d.Rows[i], wrong[i] = look(t, i)
		}
	})
	for _, err := range wrong {
		if err != nil {
			return nil, err
		}
	}
	d.sum()
	var err error
	if d.Round, err = roundOf(t, d.Rows); err != nil || d.Healthy {
		return d, err
	}
	d.Causes, err = q.explain(t.Thinned(most), each, alive)
	return d, err
}

// look simulates a row and asks how far that can be trusted.
func look(t *trial.Trial, i int) (Row, error) {
	of := &t.Rows[i]
	answer, err := t.Run(i, nil)
	if err != nil {
		return Row{}, err
	}
	r := Row{Bytes: of.Bytes, Measured: of.Measured, Simulated: of.Expected(answer.Total), Algorithm: answer.Algorithm, Protocol: answer.Protocol, Regime: regimeOf(&answer)}
	if of.Offset != 0 {
		return r, nil // what a run that was well took is no matter of calibrations
	}
	low, high, ok, err := t.Band(i)
	if ok {
		r.Low, r.High = low, high
	}
	return r, err
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

// explain tries all causes.
func (q Question) explain(t *trial.Trial, each trial.Each, alive func() error) ([]Explained, error) {
	x := &explainer{Trial: t, each: each, alive: alive}
	errors, err := x.errors(t, nil)
	if err != nil {
		return nil, err
	}
	x.gap = misfit(errors)
	var all []Explained
	for _, c := range Causes() {
		if slices.Contains(q.Not, c.Name) || slices.Contains(q.Not, string(c.Group)) {
			continue
		}
		ways := c.Ways(t)
		if len(ways) == 0 {
			continue
		}
		e, err := x.explain(c, ways)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	rank(all)
	return all, nil
}
