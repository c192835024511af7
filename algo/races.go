package algo

import "errors"

// raceless proves that lanes which share pieces never race: two lanes of a rank touch a piece, one of them writing, only if
// one comes to know that the other is done with it, by waiting or by what it receives, directly or through others (vector
// clocks; Fidge 1988, Mattern 1989). Other faults of a schedule are left to those who look for them.
//
// What a lane must know is how far the other lanes of its own rank are. So ranks are looked at in batches, each in a walk
// of its own whose clocks tell of the lanes of the batch only: memory is lanes x lanes of a batch. And where lanes of one
// channel wait for none of another, they neither share pieces with these nor hear of them: a channel is proved by itself.
func raceless(s *Schedule) error {
	if s.Lanes <= int32(s.Call.Channels) {
		return nil // one lane a channel: nothing is shared
	}
	k := s.Lanes / int32(s.Call.Channels)
	for first := int32(0); first < s.Lanes; first += k {
		apart := s.sameChannel(first, k)
		if apart {
			var err error
			if apart, err = raceInLanes(s, first, k); err != nil {
				return err
			}
		}
		if !apart {
			_, err := raceInLanes(s, 0, s.Lanes)
			return err
		}
	}
	return nil
}

// sameChannel tells whether so many lanes from the first on are those of one channel.
func (s *Schedule) sameChannel(first, k int32) bool {
	for lane, channel := range s.Channels {
		if (int32(lane) >= first && int32(lane) < first+k) != (channel == first/k) {
			return false
		}
	}
	return true
}

// raceMemory is how many numbers the clocks of a batch may have, and the notes of who touched what: 16 MiB each.
const raceMemory = 1 << 22

// raceInLanes looks for races among so many lanes of every rank. They are apart if they wait for no others.
func raceInLanes(s *Schedule, first, k int32) (apart bool, err error) {
	apart = true
	part := *s
	part.layout, part.Lanes, part.Channels = nil, k, s.Channels[first:first+k]
	part.Step = func(rank, lane, index int32) (Step, bool) {
		st, ok := s.Step(rank, first+lane, index)
		if ok && st.WaitLane >= 0 {
			st.WaitLane -= first
			apart = apart && st.WaitLane >= 0 && st.WaitLane < k
		}
		return st, ok
	}
	cells := s.Labels * int32(s.Call.Slices)
	if k == s.Lanes {
		cells *= int32(s.Call.Channels)
	}
	parties := s.Parties()
	batch := int32(max(1, raceMemory/max(int64(parties)*int64(k)*int64(k), int64(cells)*int64(k+2))))
	r := newRaces(&part, first, min(batch, parties), cells)
	for ; r.party < parties; r.party += batch {
		r.forget()
		err := walk(&part, r.visit)
		switch race := (*race)(nil); {
		case !apart:
			return false, nil
		case errors.As(err, &race):
			return true, race.fault
		case err != nil:
			return true, nil
		}
	}
	return true, nil
}

// races are the clocks of all lanes, as far as they tell of those of a batch of parties, and who has touched what there.
type races struct {
	s       *Schedule
	first   int32 // lane of the whole schedule that is lane 0 here
	party   int32 // the first of the batch
	parties int32 // in the batch
	cells   int32 // a party
	width   int32 // of a clock: lanes of the batch

	known   []int32 // by lane of any party, then lane of the batch: how many of its steps are complete
	aware   []bool  // by lane of any party: whether it knows of any step at all
	signals map[place][]int32
	spare   [][]int32 // clocks that nobody looks at any more
	reads   []int32   // by party of the batch, cell and lane: the lane's last step that read the cell, plus 1
	wrote   []touch   // by party of the batch and cell
}

// touch is a step of a lane, plus 1; 0 = none.
type touch struct{ lane, step int32 }

// race is a Fault, told from those that are none of raceless's business.
type race struct{ fault error }

func (r *race) Error() string { return r.fault.Error() }
func (r *race) Unwrap() error { return r.fault }

// errNonsense ends a walk over steps that others refuse.
var errNonsense = errors.New("no such chunks")

func newRaces(s *Schedule, first, parties, cells int32) *races {
	lanes, width := s.Parties()*s.Lanes, parties*s.Lanes
	return &races{
		s: s, first: first, parties: parties, cells: cells, width: width,
		known: make([]int32, int(lanes)*int(width)), aware: make([]bool, lanes), signals: map[place][]int32{},
		reads: make([]int32, int(parties)*int(cells)*int(s.Lanes)), wrote: make([]touch, int(parties)*int(cells)),
	}
}

// forget begins another walk.
func (r *races) forget() {
	clear(r.known)
	clear(r.aware)
	clear(r.signals)
	clear(r.reads)
	clear(r.wrote)
}

func (r *races) visit(at place, st Step, got []int32) ([]int32, error) {
	if st.Chunks.Count < 1 || st.Chunks.Count > r.s.Labels || st.Chunks.Run < 1 || st.Slice < 0 || int(st.Slice) >= r.s.Call.Slices {
		return nil, errNonsense
	}
	lane := at.rank*r.s.Lanes + at.lane
	mine := r.known[int(lane)*int(r.width) : (int(lane)+1)*int(r.width)]
	if st.WaitLane >= 0 {
		r.learn(lane, mine, r.signals[place{at.rank, st.WaitLane, st.WaitStep}])
	}
	if got != nil {
		r.learn(lane, mine, got)
		r.spare = append(r.spare, got)
	}
	if at.rank >= r.party && at.rank < r.party+r.parties {
		if err := r.touch(at, &st, mine); err != nil {
			return nil, err
		}
		mine[(at.rank-r.party)*r.s.Lanes+at.lane] = at.index + 1
		r.aware[lane] = true
	}
	if !r.aware[lane] {
		return nil, nil
	}
	if st.Signal {
		r.signals[at] = r.copied(mine)
	}
	if st.Send < 0 {
		return nil, nil
	}
	return r.copied(mine), nil
}

func (r *races) learn(lane int32, mine, theirs []int32) {
	for i, n := range theirs {
		mine[i] = max(mine[i], n)
	}
	r.aware[lane] = r.aware[lane] || theirs != nil
}

func (r *races) copied(clock []int32) []int32 {
	n := len(r.spare) - 1
	if n < 0 {
		return append([]int32(nil), clock...)
	}
	c := r.spare[n]
	r.spare = r.spare[:n]
	copy(c, clock)
	return c
}

// touch notes what a step of the batch writes, and then reads.
func (r *races) touch(at place, st *Step, mine []int32) error {
	channel := int32(0)
	if r.cells > r.s.Labels*int32(r.s.Call.Slices) {
		channel = r.s.Channels[at.lane]
	}
	own := mine[(at.rank-r.party)*r.s.Lanes:][:r.s.Lanes]
	base := (at.rank-r.party)*r.cells + (channel*int32(r.s.Call.Slices)+st.Slice)*r.s.Labels
	for j := range st.Chunks.Count {
		cell := base + st.Chunks.label(j, r.s.Labels)
		read, wrote := r.reads[cell*r.s.Lanes:][:r.s.Lanes], &r.wrote[cell]
		err := r.after(at, own, wrote.lane-1, wrote.step)
		for lane, n := range read {
			if st.Recv >= 0 && err == nil {
				err = r.after(at, own, int32(lane), n)
			}
		}
		if err != nil {
			return err
		}
		if st.Recv >= 0 {
			*wrote = touch{at.lane + 1, at.index + 1}
		}
		if st.Send >= 0 {
			read[at.lane] = at.index + 1
		}
	}
	return nil
}

// after refuses a step that does not know that so many steps of another lane of its rank are complete.
func (r *races) after(at place, own []int32, lane, steps int32) error {
	if steps == 0 || lane == at.lane || own[lane] >= steps {
		return nil
	}
	at.lane += r.first
	return &race{at.fault("races with lane %d step %d, which touches the same chunk: neither waits for the other", lane+r.first, steps-1)}
}
