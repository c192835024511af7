package scenarios

import (
	"cmp"
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
	Compute units.Duration `json:"compute_ps"`   // computing while nothing of its own moves
	Hidden  units.Duration `json:"hidden_ps"`    // computing while an operation, or a message of a pipeline, moves: hidden communication
	Exposed units.Duration `json:"exposed_ps"`   // software of communication, or waiting while one of them moves
	Idle    units.Duration `json:"idle_ps"`      // neither: waiting for ranks that come late or still compute, a late start, a stall, what chance adds
	Most    units.Duration `json:"idle_most_ps"` // of the rank that is idle longest in this step
}

// interval is a span of time in which data of a rank moves.
type interval struct{ from, to units.Time }

// tiles cuts the time of one rank into its steps, from the attempt that succeeded on, behind those in vain; the rank begins
// so late in it. The last step lasts until all ranks are done, so that with what was in vain they sum to total.
func (w *work) tiles(rank int32, o *exec.Outcome, vain, late units.Duration) []StepTimes {
	t := &tiler{main: make([]exec.Mark, w.ends[len(w.ends)-1])}
	moving := w.moving(o.Marks[rank], t.main)
	if o.Flights != nil {
		moving = flying(o.Flights[rank])
	}
	t.moving = joined(moving)
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
	steps[k].wait(t, interval{from, units.Time(o.Total)})
	steps[k].Time += units.Time(o.Total).Sub(from)
	for i := range steps {
		steps[i].Step = i + 1
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
	if step.WaitLane < 0 { // a pipeline's message: behind the wait for its sender it moves, is looked at and copied
		until := at.from.Add(min(waited, whole))
		s.Exposed += at.to.Sub(until)
		at.to = until
	}
	s.wait(t, at)
}

// wait books what a rank waits for others.
func (s *StepTimes) wait(t *tiler, at interval) {
	exposed := t.overlap(at)
	s.Exposed += exposed
	s.Idle += at.to.Sub(at.from) - exposed
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
	return all
}

// flying is when messages of a rank of a pipeline move: those that it sends, and those that are sent to it.
func flying(flights []exec.Flight) []interval {
	all := make([]interval, len(flights))
	for i, f := range flights {
		all[i] = interval{f.From, f.To}
	}
	return all
}

// joined brings intervals into order and puts those together that touch each other.
func joined(all []interval) []interval {
	slices.SortFunc(all, func(a, b interval) int { return cmp.Compare(a.from, b.from) })
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
