package algo

// clocks prove that lanes which share pieces never race: each lane knows how many steps of every lane are complete
// (vector clocks; Fidge 1988, Mattern 1989), learnt by waiting and by receiving. A nil *clocks checks nothing: schedules
// with one lane a channel share nothing.
type clocks struct {
	lanes   int32
	known   [][]int32 // by rank*lanes + lane
	signals map[place][]int32
	counts  slab[int32]
	reads   [][]int32 // by rank: cell*lanes + lane -> the lane's last step that read the cell, plus 1
}

func newClocks(s *Schedule, cells int) *clocks {
	k := &clocks{lanes: s.Lanes, signals: map[place][]int32{}}
	n := s.Parties() * s.Lanes
	k.known = make([][]int32, n)
	for i := range k.known {
		k.known[i] = make([]int32, n)
	}
	k.reads = make([][]int32, s.Parties())
	for r := range k.reads {
		k.reads[r] = make([]int32, cells*int(s.Lanes))
	}
	return k
}

// enter learns from what the step waits for and receives.
func (k *clocks) enter(at place, st Step, got parcel) {
	if k == nil {
		return
	}
	mine := k.known[at.rank*k.lanes+at.lane]
	if st.WaitLane >= 0 {
		learn(mine, k.signals[place{at.rank, st.WaitLane, st.WaitStep}])
	}
	learn(mine, got.clock)
}

func learn(mine, theirs []int32) {
	for i, n := range theirs {
		mine[i] = max(mine[i], n)
	}
}

// leave counts the step as complete and returns what its message tells.
func (k *clocks) leave(at place, st Step) []int32 {
	if k == nil {
		return nil
	}
	mine := k.known[at.rank*k.lanes+at.lane]
	mine[at.rank*k.lanes+at.lane] = at.index + 1
	if st.Send < 0 && !st.Signal {
		return nil
	}
	snapshot := k.counts.take(len(mine))
	copy(snapshot, mine)
	if st.Signal {
		k.signals[at] = snapshot
	}
	return snapshot
}

// read notes that a step reads cell i, which must not race with who wrote it.
func (k *clocks) read(at place, i int32, from *cell) error {
	if k == nil {
		return nil
	}
	k.reads[at.rank][i*k.lanes+at.lane] = at.index + 1
	return k.after(at, from.lane, from.step)
}

// write checks that a step may overwrite cell i: not while another lane writes it, nor before one that reads it is done.
func (k *clocks) write(at place, i int32, into *cell) error {
	if k == nil {
		return nil
	}
	for lane := range k.lanes {
		if n := k.reads[at.rank][i*k.lanes+lane]; n > 0 {
			if err := k.after(at, lane, n-1); err != nil {
				return err
			}
		}
	}
	return k.after(at, into.lane, into.step)
}

func (k *clocks) after(at place, lane, step int32) error {
	if lane < 0 || lane == at.lane || k.known[at.rank*k.lanes+at.lane][at.rank*k.lanes+lane] > step {
		return nil
	}
	return at.fault("races with lane %d step %d, which touches the same chunk: neither waits for the other", lane, step)
}
