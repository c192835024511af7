package algo

import (
	"errors"
	"fmt"
	"strings"
)

// place names a step of a schedule.
type place struct{ rank, lane, index int32 }

func (p place) String() string {
	return fmt.Sprintf("rank %d lane %d step %d", p.rank, p.lane, p.index)
}

// Fault is something wrong with a schedule, at one of its steps.
type Fault struct {
	Rank, Lane, Step int32 // Rank counts on into the seats
	What             string
	ranks            int32 // of the schedule; 0 = not known
}

func (f *Fault) Error() string {
	who := fmt.Sprintf("rank %d", f.Rank)
	if f.ranks > 0 {
		who = party(f.Rank, f.ranks)
	}
	return fmt.Sprintf("algo: %s lane %d step %d: %s", who, f.Lane, f.Step, f.What)
}

// fault makes a Fault of a place.
func (p place) fault(format string, args ...any) error {
	return &Fault{Rank: p.rank, Lane: p.lane, Step: p.index, What: fmt.Sprintf(format, args...)}
}

// walker plays a schedule by its dependencies alone: no clock, sends never block, messages carry an M. It takes O(steps)
// time, and memory for the lanes and the messages in flight. Lanes take turns, a message each, so that none runs far ahead
// of the others and few messages are in flight.
//
// Folded, it plays the representatives only: a message arrives at the representative of its receiver, from whom that sees
// sending.
type walker[M any] struct {
	s     *Schedule
	fold  Fold
	visit func(place, Step, M) (M, error) // what was received, to what is sent

	next  []int32 // by rank*Lanes + lane: the step to play
	ended []bool
	waits []bool  // sleeping until another lane of the rank has signalled
	peer  []int32 // who sends what the lane sleeps for; -1 = it does not
	mail  mail[M]
	ready []int32 // a circle of lanes that can go on: so many of them, from the first on
	first int
	count int
}

// whole is the fold of a schedule that leaves out nothing.
func (s *Schedule) whole() Fold { return Fold{Ranks: s.Parties(), Stride: s.Parties()} }

// walk plays every step of s once, in some order that its dependencies allow. It stops at the first error of visit, and
// finds deadlocks, peers that do not exist and messages that nobody receives.
func walk[M any](s *Schedule, visit func(place, Step, M) (M, error)) error {
	return walkFolded(s, s.whole(), visit)
}

// walkFolded is walk for the representatives of a fold that leaves s as it is.
func walkFolded[M any](s *Schedule, fold Fold, visit func(place, Step, M) (M, error)) error {
	lanes := fold.Stride * s.Lanes
	w := &walker[M]{
		s: s, fold: fold, visit: visit, mail: newMail[M](lanes), ready: make([]int32, lanes),
		next: make([]int32, lanes), ended: make([]bool, lanes), waits: make([]bool, lanes), peer: make([]int32, lanes),
	}
	for i := range lanes {
		w.peer[i] = -1
		w.rouse(i)
	}
	err := w.play()
	if f := (*Fault)(nil); errors.As(err, &f) {
		f.ranks = int32(s.Call.Ranks)
	}
	return err
}

func (w *walker[M]) play() error {
	for w.count > 0 {
		i := w.ready[w.first]
		if w.first, w.count = w.first+1, w.count-1; w.first == len(w.ready) {
			w.first = 0
		}
		if err := w.advance(i); err != nil {
			return err
		}
	}
	if err := w.deadlock(); err != nil {
		return err
	}
	return w.leftOver()
}

// rouse puts a lane behind those that can go on.
func (w *walker[M]) rouse(i int32) {
	at := w.first + w.count
	if at >= len(w.ready) {
		at -= len(w.ready)
	}
	w.ready[at] = i
	w.count++
}

// advance plays a lane until it has sent something, or as far as it goes.
func (w *walker[M]) advance(i int32) error {
	at := place{i / w.s.Lanes, i % w.s.Lanes, 0}
	for {
		at.index = w.next[i]
		st, ok := w.s.Step(at.rank, at.lane, at.index)
		if !ok {
			w.ended[i] = true
			return nil
		}
		if err := w.sane(at, &st); err != nil {
			return err
		}
		if st.WaitLane >= 0 && w.next[at.rank*w.s.Lanes+st.WaitLane] <= st.WaitStep {
			w.waits[i] = true
			return nil
		}
		var got M
		if st.Recv >= 0 {
			if got, ok = w.mail.take(st.Recv, i); !ok {
				w.peer[i] = st.Recv
				return nil
			}
		}
		give, err := w.visit(at, st, got)
		if err != nil {
			return err
		}
		w.next[i]++
		if st.Signal {
			w.signal(at.rank)
		}
		if st.Send >= 0 {
			w.deliver(at, st.Send, give)
			w.rouse(i)
			return nil
		}
	}
}

// idle tells whether a step that moves nothing does nothing else that shows either.
func (s *Step) idle() bool { return s.WaitLane < 0 && !s.Signal && s.Task == 0 && s.Mark == 0 }

// others says who there is to talk to.
func (w *walker[M]) others() string {
	text := fmt.Sprintf("the other ranks are 0..%d", w.s.Call.Ranks-1)
	if w.s.Seats > 0 {
		text += fmt.Sprintf(", the seats s0..s%d", w.s.Seats-1)
	}
	return text
}

// sane refuses steps that name what does not exist.
func (w *walker[M]) sane(at place, st *Step) error {
	n := w.s.Parties()
	switch {
	case st.Recv < -1 || st.Recv >= n || st.Recv == at.rank:
		return at.fault("receives from %s; %s", w.s.Party(st.Recv), w.others())
	case st.Send < -1 || st.Send >= n || st.Send == at.rank:
		return at.fault("sends to %s; %s", w.s.Party(st.Send), w.others())
	case st.Recv < 0 && st.Send < 0 && st.idle():
		return at.fault("neither sends nor receives")
	case st.WaitLane < -1 || st.WaitLane >= w.s.Lanes || st.WaitLane == at.lane:
		return at.fault("waits for lane %d; the other lanes are 0..%d", st.WaitLane, w.s.Lanes-1)
	}
	if st.WaitLane >= 0 {
		other, ok := Step{}, false
		if st.WaitStep >= 0 {
			other, ok = w.s.Step(at.rank, st.WaitLane, st.WaitStep)
		}
		if !ok || !other.Signal {
			return at.fault("waits for lane %d step %d, which does not signal", st.WaitLane, st.WaitStep)
		}
	}
	return nil
}

// deliver sends a message, and rouses the lane that sleeps for it.
func (w *walker[M]) deliver(at place, to int32, give M) {
	lane := w.fold.Rep(to)*w.s.Lanes + at.lane
	from := w.fold.Seen(at.rank, to)
	w.mail.post(from, lane, give, at.index)
	if w.peer[lane] == from {
		w.peer[lane] = -1
		w.rouse(lane)
	}
}

// signal rouses the lanes of a rank that sleep until another has come further.
func (w *walker[M]) signal(rank int32) {
	for i := rank * w.s.Lanes; i < (rank+1)*w.s.Lanes; i++ {
		if w.waits[i] {
			w.waits[i] = false
			w.rouse(i)
		}
	}
}

// deadlock follows who waits for whom from the first lane that has not ended.
func (w *walker[M]) deadlock() error {
	for i := range w.ended {
		if !w.ended[i] {
			return w.chain(int32(i))
		}
	}
	return nil
}

func (w *walker[M]) chain(i int32) error {
	var first place
	var text strings.Builder
	seen := map[int32]bool{}
	for n := 0; ; n++ {
		at := place{i / w.s.Lanes, i % w.s.Lanes, w.next[i]}
		if n == 0 {
			first = at
		} else {
			fmt.Fprintf(&text, "; %s lane %d step %d ", w.s.Party(at.rank), at.lane, at.index)
		}
		if w.ended[i] {
			text.WriteString("does not exist: that lane has ended")
			break
		}
		if seen[i] {
			text.WriteString("closes the cycle")
			break
		}
		seen[i] = true
		st, _ := w.s.Step(at.rank, at.lane, at.index)
		if w.peer[i] >= 0 {
			fmt.Fprintf(&text, "waits for a message from %s", w.s.Party(st.Recv))
			i = w.fold.Rep(st.Recv)*w.s.Lanes + at.lane
		} else {
			fmt.Fprintf(&text, "waits for lane %d step %d of its rank", st.WaitLane, st.WaitStep)
			i = at.rank*w.s.Lanes + st.WaitLane
		}
	}
	return first.fault("deadlock: %s", text.String())
}

// leftOver finds the first message that nobody received.
func (w *walker[M]) leftOver() error {
	var worst error
	var first place
	w.mail.left(func(from, lane, by int32) {
		at := place{from, lane % w.s.Lanes, by}
		if worst == nil || before(at, first) {
			first, worst = at, at.fault("sends to %s, which never receives it", w.s.Party(lane/w.s.Lanes))
		}
	})
	return worst
}

func before(a, b place) bool {
	if a.rank != b.rank {
		return a.rank < b.rank
	}
	if a.lane != b.lane {
		return a.lane < b.lane
	}
	return a.index < b.index
}
