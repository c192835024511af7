package algo

import (
	"cmp"
	"slices"

	"collsim/sim/units"
)

// Counts is what a schedule costs before any fabric is known.
type Counts struct {
	Rounds        int         // distinct rounds: the textbook count; slices and channels never change it
	Depth         int         // longest chain of messages, each sent by a lane after it has received the one before
	PipelineSteps int         // longest chain of steps that send; a step follows its lane's, the one it waits for, and its sender's
	Messages      int64       // zero-byte ones included, and those from and to seats
	Bytes         units.Bytes // payload of all messages together
	Sent          units.Bytes // by the rank that sends most
	Received      units.Bytes // by the rank that receives most
	Reduced       units.Bytes // combined at the rank that combines most

	SentBy []units.Bytes // by rank
}

// Count counts a schedule. Where channels, slices or ranks do alike, it plays one of each kind only: see
// [Schedule.Symmetry]. It takes O(steps) time, and memory for the lanes and the messages in flight. A schedule that
// deadlocks or loses messages is an error; whether its data is right is [Check]'s to say.
func Count(s *Schedule) (Counts, error) { return CountWhile(s, nil) }

// CountWhile is Count for who may lose interest: every so many steps it asks whether to go on, and ends with [ErrUnwanted]
// where it must not. nil = it goes on.
func CountWhile(s *Schedule, goOn func() bool) (Counts, error) {
	asked := &asked{goOn: goOn}
	c, err := countAll(s, asked)
	if asked.over {
		return Counts{}, ErrUnwanted
	}
	return c, err
}

func countAll(s *Schedule, asked *asked) (Counts, error) {
	if c, ok := countApart(s, asked); ok {
		return c, nil
	} // else who looks at every channel will say better where it is wrong
	fold, even := s.likeness()
	if fold.Copies() > 1 {
		if c, err := countFolded(s, fold, asked); err == nil {
			c.unfold(s, even)
			return c.Counts, nil
		}
	}
	c, err := countFolded(s, s.whole(), asked)
	if err != nil {
		return Counts{}, err
	}
	c.settle()
	return c.Counts, nil
}

// countFolded counts what the representatives of a fold do.
func countFolded(s *Schedule, fold Fold, asked *asked) (*counter, error) {
	if c, ok := countRepeating(s, fold, asked); ok {
		return c, nil
	}
	c := newCounter(s, fold, asked)
	return c, walkFolded(s, fold, c.visit)
}

func newCounter(s *Schedule, fold Fold, asked *asked) *counter {
	ranks := min(int32(s.Call.Ranks), fold.Stride)
	c := &counter{asked: asked, ranks: ranks, lanes: s.Lanes, reached: make([]reach, fold.Stride*s.Lanes), signals: map[int32][]signal{}}
	c.SentBy = make([]units.Bytes, ranks)
	c.received, c.reduced = make([]units.Bytes, ranks), make([]units.Bytes, ranks)
	return c
}

// settle sums up what was counted by rank and by round.
func (c *counter) settle() {
	for _, seen := range c.rounds {
		if seen {
			c.Rounds++
		}
	}
	c.Sent, c.Received, c.Reduced = slices.Max(c.SentBy), slices.Max(c.received), slices.Max(c.reduced)
}

type counter struct {
	Counts
	asked             *asked
	ranks, lanes      int32 // of those that are played
	rounds            []bool
	reached           []reach
	signals           map[int32][]signal // by rank*lanes + lane, ascending
	received, reduced []units.Bytes
}

// reach is how long the chains are that end at a step.
type reach struct{ depth, pipeline int32 }

func (a reach) join(b reach) reach { return reach{max(a.depth, b.depth), max(a.pipeline, b.pipeline)} }

// signal is how far a lane had come at a step for which others may wait.
type signal struct {
	step  int32
	reach reach
}

func (c *counter) visit(at place, st Step, got reach) (reach, error) {
	if !c.asked.step() {
		return reach{}, ErrUnwanted
	}
	lane := at.rank*c.lanes + at.lane
	now := &c.reached[lane]
	if st.WaitLane >= 0 && !st.Paced {
		*now = now.join(c.signalled(at.rank*c.lanes+st.WaitLane, st.WaitStep))
	}
	if st.Recv >= 0 {
		*now = now.join(got)
	}
	c.weigh(at.rank, &st)
	give := *now
	if st.Send >= 0 {
		if st.Round < 0 || st.Round >= maxSteps {
			return reach{}, at.fault("sends in round %d", st.Round)
		}
		now.pipeline++
		give = reach{now.depth + 1, now.pipeline}
		c.Depth, c.PipelineSteps = max(c.Depth, int(give.depth)), max(c.PipelineSteps, int(give.pipeline))
		c.Messages++
		for int32(len(c.rounds)) <= st.Round {
			c.rounds = append(c.rounds, false)
		}
		c.rounds[st.Round] = true
	}
	if st.Signal {
		c.signals[lane] = append(c.signals[lane], signal{at.index, *now})
	}
	return give, nil
}

// signalled is how far a lane had come at a step that signals.
func (c *counter) signalled(lane, step int32) reach {
	all := c.signals[lane]
	i, _ := slices.BinarySearchFunc(all, step, func(s signal, step int32) int { return cmp.Compare(s.step, step) })
	return all[i].reach
}

// weighAll counts the bytes of all steps of so many ranks.
func (c *counter) weighAll(s *Schedule, ranks int32) {
	for rank, st := range s.Steps(ranks) {
		if !c.asked.step() {
			return
		}
		c.weigh(rank, &st)
	}
}

// weigh counts the bytes of a step. What a seat sends is no rank's, and neither is what it gets.
func (c *counter) weigh(rank int32, st *Step) {
	if st.Send >= 0 {
		c.Bytes += st.Bytes
	}
	if rank >= c.ranks {
		return
	}
	if st.Send >= 0 {
		c.SentBy[rank] += st.Bytes
	}
	if st.Recv >= 0 {
		c.received[rank] += st.Bytes
		if st.Reduce {
			c.reduced[rank] += st.Bytes
		}
	}
}
