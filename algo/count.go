package algo

import "collsim/sim/units"

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

// reach is how long the chains are that end at a step.
type reach struct{ depth, pipeline int32 }

func (a reach) join(b reach) reach { return reach{max(a.depth, b.depth), max(a.pipeline, b.pipeline)} }

// receive counts what a rank gets; what a seat gets is no rank's.
func (c *counter) receive(rank int32, st Step) {
	if rank >= c.ranks {
		return
	}
	c.received[rank] += st.Bytes
	if st.Reduce {
		c.reduced[rank] += st.Bytes
	}
}

// Count counts a schedule. It takes O(steps) time, and memory for the lanes and the messages in flight. A schedule that
// deadlocks or loses messages is an error; whether its data is right is [Check]'s to say.
func Count(s *Schedule) (Counts, error) {
	n := s.Call.Ranks
	c := &counter{ranks: int32(n), lanes: s.Lanes, reached: make([]reach, s.Parties()*s.Lanes), signals: map[place]reach{}}
	c.SentBy = make([]units.Bytes, n)
	c.received, c.reduced = make([]units.Bytes, n), make([]units.Bytes, n)
	if err := walk(s, c.visit); err != nil {
		return Counts{}, err
	}
	for _, seen := range c.rounds {
		if seen {
			c.Rounds++
		}
	}
	for r := range n {
		c.Sent, c.Received, c.Reduced = max(c.Sent, c.SentBy[r]), max(c.Received, c.received[r]), max(c.Reduced, c.reduced[r])
	}
	return c.Counts, nil
}

type counter struct {
	Counts
	ranks, lanes      int32
	rounds            []bool
	reached           []reach
	signals           map[place]reach
	received, reduced []units.Bytes
}

func (c *counter) visit(at place, st Step, got reach) (reach, error) {
	now := &c.reached[at.rank*c.lanes+at.lane]
	if st.WaitLane >= 0 && !st.Paced {
		*now = now.join(c.signals[place{at.rank, st.WaitLane, st.WaitStep}])
	}
	if st.Recv >= 0 {
		*now = now.join(got)
		c.receive(at.rank, st)
	}
	give := *now
	if st.Send >= 0 {
		if st.Round < 0 || st.Round >= maxSteps {
			return reach{}, at.fault("sends in round %d", st.Round)
		}
		now.pipeline++
		give = reach{now.depth + 1, now.pipeline}
		c.Depth, c.PipelineSteps = max(c.Depth, int(give.depth)), max(c.PipelineSteps, int(give.pipeline))
		c.Messages++
		c.Bytes += st.Bytes
		if at.rank < c.ranks {
			c.SentBy[at.rank] += st.Bytes
		}
		for int32(len(c.rounds)) <= st.Round {
			c.rounds = append(c.rounds, false)
		}
		c.rounds[st.Round] = true
	}
	if st.Signal {
		c.signals[at] = *now
	}
	return give, nil
}
