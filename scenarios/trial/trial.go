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
	benches  map[int]*scenarios.Bench
}

// Row is one line of a log.
type Row struct {
	Line     int
	Bytes    units.Bytes
	Root     int // of a rooted collective; else 0
	Measured units.Duration
	Chosen   measured.Chosen // by NCCL, where the log says it
	Offset   float64         // ln(simulated/measured) of a run that was well, at this size; 0 = there is none, or the model is exact
}

// Each does n independent things and returns when all are done, in any order or at the same time.
type Each func(n int, do func(i int))

// New takes a log for one of a scenario, whose size is not looked at. The error says why it cannot be one.
func New(s scenarios.Scenario, l *measured.Log) (*Trial, error) {
	if s.Collective != string(l.Collective) {
		return nil, fmt.Errorf("%s is of %s, the scenario of %s; valid: a log of %s", l.Name, l.Collective, s.Collective, s.Collective)
	}
	t := &Trial{Name: l.Name, Scenario: s, benches: map[int]*scenarios.Bench{}}
	for _, r := range l.Rows {
		row := Row{Line: r.Line, Bytes: r.Bytes, Measured: r.Time(), Chosen: r.Chosen}
		if r.Bytes == 0 || row.Measured <= 0 {
			continue // NCCL launches nothing, or the row has no time
		}
		if measured.Root(algo.Collective(s.Collective)) >= 0 {
			row.Root = max(0, r.Root)
		}
		if t.benches[row.Root] == nil {
			s.Root = row.Root
			bench, err := scenarios.NewBench(s)
			if err != nil {
				return nil, err
			}
			t.benches[row.Root] = bench
		}
		t.Rows = append(t.Rows, row)
	}
	slices.SortStableFunc(t.Rows, func(a, b Row) int { return cmp.Compare(a.Bytes, b.Bytes) })
	return t, t.sound()
}

// Run simulates a row with parameters set on top of the scenario's.
func (t *Trial) Run(row int, set []scenarios.Setting) (scenarios.Timing, error) {
	r := &t.Rows[row]
	answer, err := t.benches[r.Root].Run(r.Bytes, set)
	if err != nil {
		err = fmt.Errorf("%s, %v: %w", t.Name, r.Bytes, err)
	}
	return answer, err
}

// Band is between what times the calibrations expect a row on eight of ten machines; ok is false where none holds.
func (t *Trial) Band(row int) (low, high units.Duration, ok bool, err error) {
	r := &t.Rows[row]
	return t.benches[r.Root].Band(r.Bytes)
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

// With is the same rows with another scenario.
func (t *Trial) With(s scenarios.Scenario) (*Trial, error) {
	other := &Trial{Name: t.Name, Scenario: s, Rows: t.Rows, benches: map[int]*scenarios.Bench{}}
	for i := range t.Rows {
		root := t.Rows[i].Root
		if other.benches[root] != nil {
			continue
		}
		s.Root = root
		bench, err := scenarios.NewBench(s)
		if err != nil {
			return nil, err
		}
		other.benches[root] = bench
	}
	return other, nil
}

// Thinned is a trial of at most so many rows, spread over the sizes.
func (t *Trial) Thinned(most int) *Trial {
	if len(t.Rows) <= most {
		return t
	}
	fewer := *t
	fewer.Rows = nil
	for i := range most {
		fewer.Rows = append(fewer.Rows, t.Rows[i*(len(t.Rows)-1)/(most-1)])
	}
	return &fewer
}

// Ports are the links by which one NIC of a node reaches the network and is reached from it.
func (t *Trial) Ports(node, nic int) []string {
	return t.benches[t.Rows[0].Root].Ports(node, nic)
}
