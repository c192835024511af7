package scenarios

import (
	"cmp"
	"encoding/json"
	"slices"

	"collsim/algo/exec"
	"collsim/algo/program"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// StepTimes is how one rank spent a step of a workload. The four parts sum to the step.
type StepTimes struct {
	Step    int            `json:"step"` // counted from 1, those that warm up included
	Time    units.Duration `json:"step_ps"`
	Compute units.Duration `json:"compute_ps"`   // computing while nothing of its own is seen to move
	Hidden  units.Duration `json:"hidden_ps"`    // computing while an operation moves: hidden communication
	Exposed units.Duration `json:"exposed_ps"`   // software of communication, or waiting for an operation that moves
	Idle    units.Duration `json:"idle_ps"`      // neither: waiting for ranks that come late, a late start, a stall, what chance adds
	Most    units.Duration `json:"idle_most_ps"` // of the rank that is idle longest in this step
	Unseen  bool           `json:"-"`            // of a pipeline: when its messages move is not kept, so all computing counts as Compute, and Hidden says nothing
}

// MarshalJSON writes null where what is hidden is unseen.
func (s StepTimes) MarshalJSON() ([]byte, error) {
	type plain StepTimes
	if !s.Unseen {
		return json.Marshal(plain(s))
	}
	return json.Marshal(struct {
		plain
		Hidden *units.Duration `json:"hidden_ps"`
	}{plain: plain(s)})
}

// interval is a span of time in which data of a rank moves.
type interval struct{ from, to units.Time }

// tiles cuts the time of one rank into its steps, from the attempt that succeeded on, behind those in vain; the rank begins
// so late in it. The last step lasts until all ranks are done, so that with what was in vain they sum to total.
func (w *work) tiles(rank int32, marks []exec.Mark, vain, late, total units.Duration) []StepTimes {
	t := &tiler{main: make([]exec.Mark, w.ends[len(w.ends)-1])}
	t.moving = w.moving(marks, t.main)
	steps := make([]StepTimes, len(w.ends))
	from := units.Time(vain + late)
	steps[0].Time, steps[0].Idle = late, late
	k := 0
	for i, m := range t.main {
		for int32(i) >= w.ends[k] {
			k++
		}
		s := &steps[k]
		s.Time += m.At.Sub(from)
		w.segment(s, t, rank, int32(i), interval{from, m.At}, m.Waiting)
		from = m.At
	}
	done := total - units.Duration(from)
	steps[k].Time, steps[k].Idle = steps[k].Time+done, steps[k].Idle+done
	for i := range steps {
		steps[i].Step, steps[i].Unseen = i+1, w.program == nil
	}
	return steps
}

// tiler goes along a rank's main lane and the intervals in which its data moves.
type tiler struct {
	main   []exec.Mark
	moving []interval // in order, apart from each other
	next   int        // the first that does not lie behind
}

// segment books one step of the main lane.
func (w *work) segment(s *StepTimes, t *tiler, rank, index int32, at interval, waited units.Duration) {
	whole := at.to.Sub(at.from)
	if whole == 0 {
		return
	}
	step, _ := w.b.schedule.Step(rank, 0, index)
	if step.Task != 0 {
		switch task := &w.tasks[step.Task-1]; {
		case task.Component.Group() == ledger.Software:
			s.Exposed += whole
		case task.Component == ledger.Compute:
			hidden := t.overlap(at)
			s.Hidden += hidden
			s.Compute += whole - hidden
		default:
			s.Idle += whole
		}
		return
	}
	exposed := whole - min(waited, whole) // of a pipeline's message
	if step.WaitLane >= 0 {
		exposed = t.overlap(at)
	}
	s.Exposed += exposed
	s.Idle += whole - exposed
}

// overlap is how much of a segment data moves in. Segments come in order.
func (t *tiler) overlap(at interval) units.Duration {
	for t.next < len(t.moving) && t.moving[t.next].to <= at.from {
		t.next++
	}
	sum := units.Duration(0)
	for _, m := range t.moving[t.next:] {
		if m.from >= at.to {
			break
		}
		sum += min(m.to, at.to).Sub(max(m.from, at.from))
	}
	return sum
}

// moving fills in the marks of the main lane and returns when operations of the rank move: from their beginnings to
// their ends on each lane, less what they wait for peers that have not come yet, which is taken to be their first part.
func (w *work) moving(marks []exec.Mark, main []exec.Mark) []interval {
	begun := make([]exec.Mark, w.lanes)
	all := make([]interval, 0, w.lanes)
	for _, m := range marks { // a lane of a call begins before it ends
		if m.Number > 0 {
			main[m.Number-1] = m
			continue
		}
		lane, ends := program.Lane(m.Number)
		if !ends {
			begun[lane] = m
			continue
		}
		b := &begun[lane]
		waiting := min(m.Waiting, m.At.Sub(b.At))
		if from := b.At.Add(waiting); from < m.At {
			all = append(all, interval{from, m.At})
		}
	}
	slices.SortFunc(all, func(a, b interval) int { return cmp.Compare(a.from, b.from) })
	return joined(all)
}

// joined puts intervals together that touch each other.
func joined(all []interval) []interval {
	apart := all[:0]
	for _, i := range all {
		if n := len(apart); n > 0 && i.from <= apart[n-1].to {
			apart[n-1].to = max(apart[n-1].to, i.to)
			continue
		}
		apart = append(apart, i)
	}
	return apart
}
