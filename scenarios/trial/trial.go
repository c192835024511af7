package trial

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"collsim/algo"
	"collsim/scenarios"
	"collsim/scenarios/measured"
	"collsim/sim/units"
)

// Trial is a log and what simulates its rows.
type Trial struct {
	Name     string // of the log
	Scenario scenarios.Scenario
	Rows     []Row // from small to large
}

// Row is one line of a log.
type Row struct {
	Line     int
	Bytes    units.Bytes
	Root     int // of a rooted collective; else 0
	Measured units.Duration
	Chosen   measured.Chosen // by NCCL, where the log says it
	Offset   float64         // ln(simulated/measured) of a run that was well, at this size; 0 = there is none, or the model is exact
	taken    taken
	bench    *scenarios.Bench
}

// taken is an algorithm and a protocol that are given to a row; none = they are chosen.
type taken struct{ algorithm, protocol string }

// Each does n independent things and returns when all are done, in any order or at the same time.
type Each func(n int, do func(i int))

// New takes a log for one of a scenario, whose size is not looked at. The error says why it cannot be one.
func New(s scenarios.Scenario, l *measured.Log) (*Trial, error) {
	if s.Collective != string(l.Collective) {
		return nil, fmt.Errorf("%s is of %s, the scenario of %s; valid: a log of %s", l.Name, l.Collective, s.Collective, s.Collective)
	}
	if err := few(l); err != nil {
		return nil, err
	}
	t := &Trial{Name: l.Name, Scenario: s}
	for _, r := range l.Rows {
		row := Row{Line: r.Line, Bytes: r.Bytes, Measured: r.Time(), Chosen: r.Chosen}
		if r.Bytes == 0 || row.Measured <= 0 {
			continue // NCCL launches nothing, or the row has no time
		}
		if measured.Root(algo.Collective(s.Collective)) >= 0 {
			row.Root = max(0, r.Root)
		}
		t.Rows = append(t.Rows, row)
	}
	slices.SortStableFunc(t.Rows, func(a, b Row) int { return cmp.Compare(a.Bytes, b.Bytes) })
	if err := t.equip(); err != nil {
		return nil, err
	}
	return t, t.sound()
}

// equip gives each row the bench that simulates it. Rows with the same root and the same choice share one.
func (t *Trial) equip() error {
	type sort struct {
		root int
		taken
	}
	benches := map[sort]*scenarios.Bench{}
	for i := range t.Rows {
		r := &t.Rows[i]
		of := sort{r.Root, r.taken}
		if benches[of] == nil {
			s := t.Scenario
			s.Root = r.Root
			if r.taken != (taken{}) {
				s.Algorithm, s.Protocol, s.NCCL.Tuner = r.taken.algorithm, r.taken.protocol, ""
			}
			bench, err := scenarios.NewBench(s)
			if err != nil {
				return err
			}
			benches[of] = bench
		}
		r.bench = benches[of]
	}
	return nil
}

// byTime is the tuner of a scenario that tries everything.
const byTime = "fastest"

// Settled is the trial with what a tuner by simulated times takes for each row given: a plug-in's table is written once, and
// does not know what is wrong with a machine or what values are tried. It also saves trying everything each time.
func (t *Trial) Settled(each Each) (*Trial, error) {
	if t.Scenario.NCCL.Tuner != byTime {
		return t, nil
	}
	answers, err := t.Play(each, nil)
	if err != nil {
		return nil, err
	}
	settled := *t
	settled.Rows = slices.Clone(t.Rows)
	for i := range settled.Rows {
		settled.Rows[i].taken = taken{answers[i].Algorithm, answers[i].Protocol}
	}
	return &settled, settled.equip()
}

// Run simulates a row with parameters set on top of the scenario's.
func (t *Trial) Run(row int, set []scenarios.Setting) (scenarios.Timing, error) {
	r := &t.Rows[row]
	answer, err := r.bench.Run(r.Bytes, set)
	if err != nil {
		err = fmt.Errorf("%s, %v: %w", t.Name, r.Bytes, err)
	}
	return answer, err
}

// Influences are what a row takes, and what the values of calibrations do to it within their ranges.
func (t *Trial) Influences(row int) (scenarios.Timing, []scenarios.Influence, error) {
	r := &t.Rows[row]
	answer, all, err := r.bench.Influences(r.Bytes)
	if err != nil {
		err = fmt.Errorf("%s, %v: %w", t.Name, r.Bytes, err)
	}
	return answer, all, err
}

// Play simulates all rows.
func (t *Trial) Play(each Each, set []scenarios.Setting) ([]scenarios.Timing, error) {
	all, wrong := make([]scenarios.Timing, len(t.Rows)), make([]error, len(t.Rows))
	each(len(t.Rows), func(i int) { all[i], wrong[i] = t.Run(i, set) })
	for _, err := range wrong {
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Error is ln(simulated/measured), less what the model is off by where the machine is well.
func (r *Row) Error(simulated units.Duration) float64 {
	return math.Log(float64(simulated)/float64(r.Measured)) - r.Offset
}

// Expected is what a simulated time is worth at the row: the same, or corrected by what the model is off by.
func (r *Row) Expected(simulated units.Duration) units.Duration {
	return units.Duration(float64(simulated) * math.Exp(-r.Offset))
}

// Beside is the rows whose sizes a run of the same machine has that was well, each corrected by what the model is off by
// there. The error is that they have no size in common.
func (t *Trial) Beside(well *Trial, each Each) (*Trial, error) {
	answers, err := well.Play(each, nil)
	if err != nil {
		return nil, err
	}
	fewer := *t
	fewer.Rows = nil
	for _, r := range t.Rows {
		for i := range well.Rows {
			if w := &well.Rows[i]; w.Bytes == r.Bytes && w.Root == r.Root {
				r.Offset = w.Error(answers[i].Total)
				fewer.Rows = append(fewer.Rows, r)
				break
			}
		}
	}
	if len(fewer.Rows) < fewest {
		return nil, fmt.Errorf("%s and %s have fewer than %d sizes in common; valid: runs over the same sizes", t.Name, well.Name, fewest)
	}
	return &fewer, nil
}

// With is the same rows with another scenario. What is settled stays, unless NCCL's environment is another one.
func (t *Trial) With(s scenarios.Scenario) (*Trial, error) {
	other := &Trial{Name: t.Name, Scenario: s, Rows: slices.Clone(t.Rows)}
	for i := range other.Rows {
		if !slices.Equal(s.NCCL.Env, t.Scenario.NCCL.Env) {
			other.Rows[i].taken = taken{}
		}
	}
	return other, other.equip()
}

// Spread is the numbers of at most so many rows, spread over the sizes.
func (t *Trial) Spread(most int) (rows []int) {
	if len(t.Rows) <= most {
		most = len(t.Rows)
	}
	for i := range most {
		rows = append(rows, i*(len(t.Rows)-1)/max(1, most-1))
	}
	return rows
}

// Only is a trial of some rows.
func (t *Trial) Only(rows []int) *Trial {
	fewer := *t
	fewer.Rows = nil
	for _, i := range rows {
		fewer.Rows = append(fewer.Rows, t.Rows[i])
	}
	return &fewer
}

// Thinned is a trial of at most so many rows, spread over the sizes.
func (t *Trial) Thinned(most int) *Trial { return t.Only(t.Spread(most)) }

// Ports are the links by which one NIC of a node reaches the network and is reached from it.
func (t *Trial) Ports(node, nic int) []string {
	return t.Rows[0].bench.Ports(node, nic)
}
