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
// time, and memory for the lanes and the messages in flight.
type walker[M any] struct {
	s     *Schedule
	visit func(place, Step, M) (M, error) // what was received, to what is sent

	next  []int32 // by rank*Lanes + lane: the step to play
	ended []bool
	waits []bool // sleeping until another lane of the rank has signalled
	peer  []int32
	boxes map[edge]*box[M] // messages on their way
	edges []edge           // keys of boxes, in order of first use
	ready []int32
}

// edge is where messages match.
type edge struct{ from, to, lane int32 }

// box holds the messages of an edge, oldest first.
type box[M any] struct {
	sent []envelope[M]
	head int
}

// envelope is a message and the step that sent it.
type envelope[M any] struct {
	message M
	by      place
}

// walk plays every step of s once, in some order that its dependencies allow. It stops at the first error of visit, and
// finds deadlocks, peers that do not exist and messages that nobody receives.
func walk[M any](s *Schedule, visit func(place, Step, M) (M, error)) error {
	lanes := s.Parties() * s.Lanes
	w := &walker[M]{
		s: s, visit: visit, boxes: map[edge]*box[M]{},
		next: make([]int32, lanes), ended: make([]bool, lanes), waits: make([]bool, lanes), peer: make([]int32, lanes),
	}
	for i := lanes - 1; i >= 0; i-- {
		w.peer[i] = -1
		w.ready = append(w.ready, i)
	}
	err := w.play()
	if f := (*Fault)(nil); errors.As(err, &f) {
		f.ranks = int32(s.Call.Ranks)
	}
	return err
}

func (w *walker[M]) play() error {
	for len(w.ready) > 0 {
		i := w.ready[len(w.ready)-1]
		w.ready = w.ready[:len(w.ready)-1]
		if err := w.advance(i); err != nil {
			return err
		}
	}
	if err := w.deadlock(); err != nil {
		return err
	}
	return w.leftOver()
}

// advance plays a lane as far as it goes.
func (w *walker[M]) advance(i int32) error {
	at := place{i / w.s.Lanes, i % w.s.Lanes, 0}
	for {
		at.index = w.next[i]
		st, ok := w.s.Step(at.rank, at.lane, at.index)
		if !ok {
			w.ended[i] = true
			return nil
		}
		if err := w.sane(at, st); err != nil {
			return err
		}
		if st.WaitLane >= 0 && w.next[at.rank*w.s.Lanes+st.WaitLane] <= st.WaitStep {
			w.waits[i] = true
			return nil
		}
		var got M
		if st.Recv >= 0 {
			b := w.boxes[edge{st.Recv, at.rank, at.lane}]
			if b == nil || b.head == len(b.sent) {
				w.peer[i] = st.Recv
				return nil
			}
			got = b.take()
		}
		give, err := w.visit(at, st, got)
		if err != nil {
			return err
		}
		w.next[i]++
		w.wake(at, st, give)
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
func (w *walker[M]) sane(at place, st Step) error {
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

// wake delivers what a step sends and rouses the lanes that can go on because of it.
func (w *walker[M]) wake(at place, st Step, give M) {
	if st.Send >= 0 {
		e := edge{at.rank, st.Send, at.lane}
		b := w.boxes[e]
		if b == nil {
			b = &box[M]{}
			w.boxes[e], w.edges = b, append(w.edges, e)
		}
		b.sent = append(b.sent, envelope[M]{give, at})
		if to := st.Send*w.s.Lanes + at.lane; w.peer[to] == at.rank {
			w.peer[to] = -1
			w.ready = append(w.ready, to)
		}
	}
	if st.Signal {
		for i := at.rank * w.s.Lanes; i < (at.rank+1)*w.s.Lanes; i++ {
			if w.waits[i] {
				w.waits[i] = false
				w.ready = append(w.ready, i)
			}
		}
	}
}

func (b *box[M]) take() M {
	m := b.sent[b.head].message
	b.sent[b.head] = envelope[M]{}
	b.head++
	if b.head == len(b.sent) {
		b.sent, b.head = b.sent[:0], 0
	}
	return m
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
			i = st.Recv*w.s.Lanes + at.lane
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
	for _, e := range w.edges {
		b := w.boxes[e]
		if b.head == len(b.sent) {
			continue
		}
		if at := b.sent[b.head].by; worst == nil || before(at, first) {
			first, worst = at, at.fault("sends to %s, which never receives it", w.s.Party(e.to))
		}
	}
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
