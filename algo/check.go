package algo

import (
	"collsim/sim/units"
)

// Check proves a schedule right on symbolic data, or says at which rank, lane and step it is wrong. It plays the
// schedule by its dependencies, so what holds here holds for every timing:
//
//   - every rank ends with what its collective promises, each contribution in once; a barrier's exits all depend on all
//     entries;
//   - no deadlock, no message without a receiver;
//   - two lanes of a rank never touch the same piece unless one waits for the other, directly or through messages;
//   - Bytes of each step are those of the pieces that move;
//   - rounds grow along dependencies (see [Schedule]).
//
// Memory is ranks x labels x channels x slices cells and as many sets of ranks/64 words: meant for proofs at small sizes,
// which carry over to all sizes where the rule is the same.
func Check(s *Schedule) error { return newChecker(s).run() }

// parcel is a message in flight.
type parcel struct {
	pieces []piece
	bytes  units.Bytes
	round  int32
}

type checker struct {
	*memory
	batches int32
	rounds  []progress // by (rank*Lanes + lane)*batches + batch
	signals map[signalled]progress
	saw     func(message) // of each message as it is received; may be nil
}

// signalled names a step that signals, and the batch that it is about.
type signalled struct{ rank, lane, step, batch int32 }

// message is what an observer of a check sees.
type message struct {
	from, to, lane, round int32
	cells                 []int32 // of the receiver
	after                 []cell  // what they then hold
	bytes                 units.Bytes
	reduce                bool
}

func newChecker(s *Schedule) *checker {
	c := &checker{memory: newMemory(s), batches: 1, signals: map[signalled]progress{}}
	if b := s.Call.Batch; b > 0 {
		c.batches = int32((s.Call.Slices + b - 1) / b)
	}
	c.rounds = make([]progress, s.Parties()*s.Lanes*c.batches)
	for i := range c.rounds {
		c.rounds[i] = progress{-1, -1}
	}
	return c
}

func (c *checker) run() error {
	if err := raceless(c.s); err != nil {
		return err
	}
	if err := walk(c.s, c.visit); err != nil {
		return err
	}
	for r := range c.p {
		for i := range c.cells[r] {
			if err := c.settled(r, int32(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// settled compares a cell with what the collective promises.
func (c *checker) settled(r, i int32) error {
	want, wanted := c.last(r, i)
	if !wanted {
		return nil
	}
	have := &c.cells[r][i]
	at := place{r, have.lane, have.step}
	switch {
	case !have.held:
		return at.fault("rank %d ends without %s", r, c.describe(want))
	case have.id != want:
		return at.fault("rank %d ends with %s instead of %s", r, c.describe(have.id), c.describe(want))
	case (c.s.Collective.reduces() || c.s.Collective == Barrier) && !have.who.equal(c.all):
		return at.fault("rank %d ends with %s of ranks %v only", r, c.describe(want), have.who)
	}
	return nil
}

// visit plays one step on the symbolic data.
func (c *checker) visit(at place, st Step, got parcel) (parcel, error) {
	if st.Chunks.Count < 1 || st.Chunks.Count > c.s.Labels || st.Chunks.Run < 1 || st.Slice < 0 || st.Slice >= c.slices {
		return parcel{}, at.fault("moves %+v, slice %d, of %d labels and %d slices", st.Chunks, st.Slice, c.s.Labels, c.slices)
	}
	if err := c.grow(at, st, got); err != nil {
		return parcel{}, err
	}
	if st.Recv >= 0 {
		if err := c.receive(at, st, got); err != nil {
			return parcel{}, err
		}
	}
	var give parcel
	if st.Send >= 0 {
		var err error
		if give, err = c.send(at, st); err != nil {
			return parcel{}, err
		}
	}
	return give, nil
}

// target is the cell that member j of a step's chunks names.
func (c *checker) target(at place, st Step, j int32) int32 {
	return c.index(c.s.Channels[at.lane], st.Slice, st.Chunks.label(j, c.s.Labels))
}

func (c *checker) receive(at place, st Step, got parcel) error {
	if int32(len(got.pieces)) != st.Chunks.Count {
		return at.fault("receives %d chunks from %s where it expects %d", len(got.pieces), c.s.Party(st.Recv), st.Chunks.Count)
	}
	if got.bytes != st.Bytes {
		return at.fault("receives %d bytes from %s where it expects %d", got.bytes, c.s.Party(st.Recv), st.Bytes)
	}
	for j, arrived := range got.pieces {
		i := c.target(at, st, int32(j))
		if c.fixed() && arrived.id != int64(i) {
			return at.fault("puts %s from %s where %s belongs", c.describe(arrived.id), c.s.Party(st.Recv), c.describe(int64(i)))
		}
		if err := c.put(at, st, &c.cells[at.rank][i], arrived); err != nil {
			return err
		}
	}
	if c.saw != nil {
		c.saw(c.message(at, st, got))
	}
	return nil
}

// fixed reports whether a piece keeps its place in the buffer wherever it goes.
func (c *checker) fixed() bool {
	switch c.s.Collective {
	case AllToAll, SendRecv, Barrier:
		return false
	}
	return true
}

// message tells an observer what has just been received.
func (c *checker) message(at place, st Step, got parcel) message {
	m := message{from: st.Recv, to: at.rank, lane: at.lane, round: got.round, bytes: got.bytes, reduce: st.Reduce}
	for j := range st.Chunks.Count {
		i := c.target(at, st, j)
		m.cells, m.after = append(m.cells, i), append(m.after, c.cells[at.rank][i])
	}
	return m
}

// put combines an arrived piece with a cell, or replaces it.
func (c *checker) put(at place, st Step, into *cell, arrived piece) error {
	switch {
	case c.s.Collective == Barrier:
		if st.Reduce {
			return at.fault("reduces, but a barrier has no data")
		}
		arrived.who = c.union(arrived.who, into.who)
	case !st.Reduce:
	case !c.s.Collective.reduces():
		return at.fault("reduces, but %s only moves data", c.s.Collective)
	case !into.held:
		return at.fault("combines %s from %s with nothing", c.describe(arrived.id), c.s.Party(st.Recv))
	default:
		if twice, ok := into.who.common(arrived.who); ok {
			return at.fault("adds rank %d's %s, which is in already", twice, c.describe(arrived.id))
		}
		arrived.who = c.union(arrived.who, into.who)
	}
	*into = cell{piece: arrived, held: true, lane: at.lane, step: at.index}
	return nil
}

func (c *checker) send(at place, st Step) (parcel, error) {
	give := parcel{round: st.Round, pieces: c.pieces.take(int(st.Chunks.Count))}
	for j := range st.Chunks.Count {
		i := c.target(at, st, j)
		from := &c.cells[at.rank][i]
		if !from.held {
			return give, at.fault("sends %s, which it does not hold", c.describe(from.id))
		}
		give.pieces[j] = from.piece
		give.bytes += c.size(from.id)
	}
	if give.bytes != st.Bytes {
		return give, at.fault("says %d bytes, but its chunks have %d", st.Bytes, give.bytes)
	}
	return give, nil
}

// progress is how far a lane's rounds have come with a batch.
type progress struct{ sent, got int32 }

// batch is which batch the slice of a step is in.
func (c *checker) batch(st *Step) int32 {
	if c.s.Call.Batch == 0 {
		return 0
	}
	return st.Slice / int32(c.s.Call.Batch)
}

// grow checks that rounds grow along dependencies, batch by batch.
func (c *checker) grow(at place, st Step, got parcel) error {
	batch := c.batch(&st)
	now := &c.rounds[(at.rank*c.s.Lanes+at.lane)*c.batches+batch]
	if st.WaitLane >= 0 && !st.Paced {
		other := c.signals[signalled{at.rank, st.WaitLane, st.WaitStep, batch}]
		now.sent, now.got = max(now.sent, other.sent), max(now.got, other.got)
	}
	if st.Recv >= 0 {
		if c.slices == 1 && got.round < max(now.sent, now.got) {
			return at.fault("receives round %d after round %d", got.round, max(now.sent, now.got))
		}
		now.got = max(now.got, got.round)
		if st.Send < 0 && st.Round != got.round {
			return at.fault("says round %d, but the message is of round %d", st.Round, got.round)
		}
	}
	if st.Send >= 0 {
		if st.Round < 0 || st.Round < now.sent || st.Round <= now.got {
			return at.fault("sends in round %d after sending in round %d and receiving round %d", st.Round, now.sent, now.got)
		}
		now.sent = st.Round
	}
	if st.Signal {
		c.signals[signalled{at.rank, at.lane, at.index, batch}] = *now
	}
	return nil
}
