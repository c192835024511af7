package algo

import (
	"slices"

	"collsim/sim/units"
)

// repeater plays a schedule whose steps repeat, all lanes step by step. Where a step of every lane has left things as they
// were but for lengths of chains, which have all grown alike, the same goes for as many steps as are alike: those are
// counted without being played.
type repeater struct {
	*counter
	s      *Schedule
	fold   Fold
	next   []int32 // by lane
	ends   []int32 // by lane, where the steps that are alike end
	inbox  [][]letter
	outbox []letter
	before standing
}

// letter is a message on its way to a lane, from a rank as that sees it.
type letter struct {
	to, from int32
	reach    reach
}

// standing is what there is after a step of every lane.
type standing struct {
	at                      reach // of lane 0
	reached                 []reach
	letters                 []letter
	messages                int64
	bytes                   units.Bytes
	sent, received, reduced []units.Bytes
}

// countRepeating counts what the representatives of a fold do, of schedules of which it is known where steps repeat. ok is
// false where it cannot, or something is wrong, which walk says better.
func countRepeating(s *Schedule, fold Fold, asked *asked) (c *counter, ok bool) {
	if s.alike == nil || s.Seats > 0 {
		return nil, false
	}
	lanes := fold.Stride * s.Lanes
	r := &repeater{
		counter: newCounter(s, fold, asked), s: s, fold: fold,
		next: make([]int32, lanes), ends: make([]int32, lanes), inbox: make([][]letter, lanes),
	}
	for {
		moved, sound := r.sweep()
		if !sound {
			return nil, false
		}
		if moved == 0 {
			return r.counter, r.ended()
		}
		if moved == len(r.next) {
			r.jump()
		}
	}
}

// sweep plays a step of every lane that has what it needs from sweeps before. It counts them.
func (r *repeater) sweep() (moved int, sound bool) {
	r.outbox = r.outbox[:0]
	for i := range r.next {
		rank, lane := int32(i)/r.s.Lanes, int32(i)%r.s.Lanes
		st, ok := r.s.Step(rank, lane, r.next[i])
		if !ok {
			continue
		}
		if st.WaitLane >= 0 || st.Signal {
			return 0, false
		}
		var got reach
		if st.Recv >= 0 {
			j := slices.IndexFunc(r.inbox[i], func(l letter) bool { return l.from == st.Recv })
			if j < 0 {
				continue
			}
			got = r.inbox[i][j].reach
			r.inbox[i] = slices.Delete(r.inbox[i], j, j+1)
		}
		give, err := r.visit(place{rank, lane, r.next[i]}, st, got)
		if err != nil {
			return 0, false
		}
		if st.Send >= 0 {
			r.outbox = append(r.outbox, letter{r.fold.Rep(st.Send)*r.s.Lanes + lane, r.fold.Seen(rank, st.Send), give})
		}
		r.next[i]++
		moved++
	}
	for _, l := range r.outbox {
		r.inbox[l.to] = append(r.inbox[l.to], l)
	}
	return moved, true
}

// ended reports whether all lanes have played all steps, and nothing is left over.
func (r *repeater) ended() bool {
	for i, n := range r.next {
		if _, more := r.s.Step(int32(i)/r.s.Lanes, int32(i)%r.s.Lanes, n); more || len(r.inbox[i]) > 0 {
			return false
		}
	}
	return true
}

// jump skips steps that are alike, if the last one of every lane was as the one before.
func (r *repeater) jump() {
	now := r.stand()
	was := r.before
	r.before = now
	left := int32(1 << 30)
	for i, n := range r.next {
		if end := r.s.Repeats(int32(i)/r.s.Lanes, int32(i)%r.s.Lanes, n-1); r.ends[i] != end {
			r.ends[i], left = end, 0
		}
		left = min(left, r.ends[i]-n-1)
	}
	by := reach{now.at.depth - was.at.depth, now.at.pipeline - was.at.pipeline}
	if left < 1 || !now.like(&was, by) {
		return
	}
	r.marked(left)
	for i := range r.next {
		r.next[i] += left
		r.reached[i] = r.reached[i].later(by, left)
		for j := range r.inbox[i] {
			r.inbox[i][j].reach = r.inbox[i][j].reach.later(by, left)
		}
	}
	r.Messages += int64(left) * (now.messages - was.messages)
	r.Bytes += units.Bytes(left) * (now.bytes - was.bytes)
	for k := range r.SentBy {
		r.SentBy[k] += units.Bytes(left) * (now.sent[k] - was.sent[k])
		r.received[k] += units.Bytes(left) * (now.received[k] - was.received[k])
		r.reduced[k] += units.Bytes(left) * (now.reduced[k] - was.reduced[k])
	}
	r.before = standing{}
}

// marked marks the rounds of the steps that are skipped: those of alike steps follow one another.
func (r *repeater) marked(steps int32) {
	done := int32(-1)
	for i, n := range r.next {
		st, _ := r.s.Step(int32(i)/r.s.Lanes, int32(i)%r.s.Lanes, n)
		if st.Send < 0 || st.Round == done {
			continue
		}
		done = st.Round
		for int32(len(r.rounds)) < st.Round+steps {
			r.rounds = append(r.rounds, false)
		}
		for k := st.Round; k < st.Round+steps; k++ {
			r.rounds[k] = true
		}
	}
}

// later is a reach after so many steps that each add the same.
func (a reach) later(by reach, steps int32) reach {
	return reach{a.depth + by.depth*steps, a.pipeline + by.pipeline*steps}
}

func (r *repeater) stand() standing {
	n := standing{
		at: r.reached[0], reached: slices.Clone(r.reached), messages: r.Messages, bytes: r.Bytes,
		sent: slices.Clone(r.SentBy), received: slices.Clone(r.received), reduced: slices.Clone(r.reduced),
	}
	for i := range r.inbox {
		n.letters = append(n.letters, r.inbox[i]...)
	}
	return n
}

// like reports whether all chains are as long as they were, and so much.
func (n *standing) like(was *standing, by reach) bool {
	if len(n.reached) != len(was.reached) || len(n.letters) != len(was.letters) {
		return false
	}
	for i := range n.reached {
		if n.reached[i] != was.reached[i].later(by, 1) {
			return false
		}
	}
	for i := range n.letters {
		l := was.letters[i]
		if l.reach = l.reach.later(by, 1); n.letters[i] != l {
			return false
		}
	}
	return true
}
