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

// Error is ln(simulated/measured).
func (r *Row) Error(simulated units.Duration) float64 {
	return math.Log(float64(simulated) / float64(r.Measured))
}
