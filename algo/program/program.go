package program

import (
	"fmt"
	"slices"
	"sort"

	"collsim/algo"
	"collsim/sim/units"
)

// Program is a list of operations that every rank performs in order.
type Program struct {
	ranks   int
	seats   int32 // of every call
	perNode int
	main    []algo.Step // the main lane, the same on every rank but for what WaitStep means
	waits   []wait      // by main step: what it waits for
	calls   []call
	streams []stream
	rounds  int32
	bytes   units.Bytes
	lanes   int32 // of all calls together
	skipped int32 // calls that are left out
	known   map[*algo.Schedule]*shape
}

// shape is what is worth remembering of a schedule that is called again and again.
type shape struct {
	rounds  int32   // one more than the highest
	lengths []int32 // steps, by rank x lane
}

// wait names the end of a call on one of its lanes; call -1 = nothing.
type wait struct {
	call int
	lane int32
}

// call is one collective of a stream.
type call struct {
	schedule *algo.Schedule
	stream   int
	place    int   // among the calls of its stream
	entered  int32 // the step of the main lane that enters it
	round    int32 // of its first round
	first    int32 // its first lane, among those of all calls
	skipped  int32 // calls that were left out before it
}

// stream is a set of lanes on which calls follow one another.
type stream struct {
	first    int32 // lane
	channels []int32
	calls    []int
	ends     [][]int32 // rank x lane -> for each call, the index of the step after its last
}

// New returns an empty program for so many ranks, perNode of them a node.
func New(ranks, perNode int) *Program {
	return &Program{ranks: ranks, perNode: perNode, known: map[*algo.Schedule]*shape{}}
}

func still() algo.Step { return algo.Step{Recv: -1, Send: -1, WaitLane: -1} }

func (p *Program) step(s algo.Step, w wait) {
	s.Mark = int32(len(p.main)) + 1
	p.main = append(p.main, s)
	p.waits = append(p.waits, w)
}

// Task does other work.
func (p *Program) Task(task int32) {
	s := still()
	s.Task = task
	p.step(s, wait{call: -1})
}

// Steps is the number of steps of the main lane so far. Every one of them is marked, by its index plus one.
func (p *Program) Steps() int32 { return int32(len(p.main)) }

// Lanes is how many lanes all calls have together.
func (p *Program) Lanes() int32 { return p.lanes }

// Lane tells what a mark below zero means: a call begins or ends on a lane, numbered among the lanes of all calls in the
// order in which they were added.
func Lane(mark int32) (lane int32, ends bool) { return (-1 - mark) / 2, (-1-mark)%2 == 1 }

// mark is the inverse of Lane.
func mark(lane int32, ends bool) int32 {
	if ends {
		return -2 - 2*lane
	}
	return -1 - 2*lane
}

// Call starts a collective on a stream; task is what the main lane does for it first, which is where an executor puts
// the cost of calling the library. It returns the call's number, for Wait.
func (p *Program) Call(s *algo.Schedule, on int, task int32) (int, error) {
	if s.Call.Ranks != p.ranks {
		return 0, fmt.Errorf("program: a collective of %d ranks in a program of %d", s.Call.Ranks, p.ranks)
	}
	if len(p.calls) > 0 && s.Seats != p.seats {
		return 0, fmt.Errorf("program: %s/%s needs %d switches, what was called before %d", s.Collective, s.Algorithm, s.Seats, p.seats)
	}
	p.seats = s.Seats
	for len(p.streams) <= on {
		p.streams = append(p.streams, stream{})
	}
	t := &p.streams[on]
	if t.channels == nil {
		t.channels = s.Channels
	}
	if !slices.Equal(t.channels, s.Channels) {
		return 0, fmt.Errorf("program: %s/%s needs other lanes than what ran on stream %d before", s.Collective, s.Algorithm, on)
	}
	enter := still()
	enter.Task, enter.Signal = task, true
	p.step(enter, wait{call: -1})
	p.calls = append(p.calls, call{s, on, len(t.calls), int32(len(p.main) - 1), p.rounds, p.lanes, p.skipped})
	p.lanes += int32(len(t.channels))
	t.calls = append(t.calls, len(p.calls)-1)
	p.rounds += p.shape(s).rounds
	p.bytes += s.Call.Bytes
	return len(p.calls) - 1, nil
}

// shape measures a schedule, once.
func (p *Program) shape(s *algo.Schedule) *shape {
	if known := p.known[s]; known != nil {
		return known
	}
	of := &shape{}
	for r := range s.Parties() {
		for l := range s.Lanes {
			n := int32(0)
			for step, ok := s.Step(r, l, n); ok; step, ok = s.Step(r, l, n) {
				if step.Recv >= 0 || step.Send >= 0 {
					of.rounds = max(of.rounds, step.Round+1)
				}
				n++
			}
			of.lengths = append(of.lengths, n)
		}
	}
	p.known[s] = of
	return of
}

// Skip leaves a call out: those after it keep the numbers by which their luck goes.
func (p *Program) Skip() { p.skipped++ }

// Stream is the first lane of a stream, and how many it has, once the schedule has been made.
func (p *Program) Stream(i int) (first, lanes int32) {
	return p.streams[i].first, int32(len(p.streams[i].channels))
}

// Wait makes the main lane wait until a call has ended on this rank.
func (p *Program) Wait(call int) {
	for l := range int32(len(p.streams[p.calls[call].stream].channels)) {
		p.step(still(), wait{call, l})
	}
}

// Schedule is the whole program as one schedule. Its proof is that of its parts.
func (p *Program) Schedule(c algo.Collective, algorithm string) *algo.Schedule {
	channels := []int32{0}
	most := 1
	for i := range p.streams {
		t := &p.streams[i]
		t.first = int32(len(channels))
		channels = append(channels, t.channels...)
		p.lay(t)
	}
	for _, c := range channels {
		most = max(most, int(c)+1)
	}
	return &algo.Schedule{
		Collective: c, Algorithm: algorithm, Lanes: int32(len(channels)), Channels: channels, Seats: p.seats, Step: p.at, Place: p.place,
		Call: algo.Call{Ranks: p.ranks, PerNode: p.perNode, Bytes: p.bytes, Channels: most, Slices: 1},
	}
}

// lay finds out where each call ends on each lane: a first step that waits for the main lane, the schedule's own, and a
// last one that tells the main lane. Seats have no main lane, and the schedule's own steps only.
func (p *Program) lay(t *stream) {
	lanes := len(t.channels)
	t.ends = make([][]int32, (p.ranks+int(p.seats))*lanes)
	for i := range t.ends {
		end := int32(0)
		for _, c := range t.calls {
			end += p.shape(p.calls[c].schedule).lengths[i] + 2*p.edge(int32(i/lanes))
			t.ends[i] = append(t.ends[i], end)
		}
	}
}

// edge is how many steps a call has on a lane before its schedule's own, and as many after them.
func (p *Program) edge(party int32) int32 {
	if int(party) >= p.ranks {
		return 0
	}
	return 1
}

// at is the schedule's Step.
func (p *Program) at(rank, lane, index int32) (algo.Step, bool) {
	edge := p.edge(rank)
	if lane == 0 {
		if edge == 0 {
			return algo.Step{}, false
		}
		return p.mainStep(rank, index)
	}
	t := p.streamOf(lane)
	ends := t.ends[rank*int32(len(t.channels))+lane-t.first]
	place := t.at(rank, lane-t.first, index)
	if place == len(ends) {
		return algo.Step{}, false
	}
	c := &p.calls[t.calls[place]]
	begin := t.begin(rank, lane-t.first, place)
	switch {
	case edge == 0:
	case index == begin:
		s := still()
		s.WaitLane, s.WaitStep, s.Mark = 0, c.entered, mark(c.first+lane-t.first, false)
		return s, true
	case index == ends[place]-1:
		s := still()
		s.Signal, s.Mark = true, mark(c.first+lane-t.first, true)
		return s, true
	}
	s, ok := c.schedule.Step(rank, lane-t.first, index-begin-edge)
	if s.WaitLane >= 0 { // another lane of the same call, behind what runs on it before
		s.WaitStep += t.begin(rank, s.WaitLane, place) + edge
		s.WaitLane += t.first
	}
	s.Round += c.round
	return s, ok
}

// place is the schedule's Place. The main lane is operation 0, call number n is operation n + 1.
func (p *Program) place(rank, lane, index int32) algo.Place {
	if lane == 0 {
		return algo.Place{Step: index}
	}
	t := p.streamOf(lane)
	place := t.at(rank, lane-t.first, index)
	call := t.calls[place]
	return algo.Place{Operation: int32(call) + p.calls[call].skipped + 1, Lane: lane - t.first, Step: index - t.begin(rank, lane-t.first, place)}
}

// at is which of the stream's calls a step of one of its lanes belongs to; how many there are, behind the last.
func (t *stream) at(rank, lane, index int32) int {
	ends := t.ends[rank*int32(len(t.channels))+lane]
	return sort.Search(len(ends), func(i int) bool { return ends[i] > index })
}

// begin is the index of the first step of the stream's call number place on one of its lanes.
func (t *stream) begin(rank, lane int32, place int) int32 {
	if place == 0 {
		return 0
	}
	return t.ends[rank*int32(len(t.channels))+lane][place-1]
}

func (p *Program) streamOf(lane int32) *stream {
	i := sort.Search(len(p.streams), func(i int) bool { return p.streams[i].first > lane }) - 1
	return &p.streams[i]
}

func (p *Program) mainStep(rank, index int32) (algo.Step, bool) {
	if int(index) >= len(p.main) {
		return algo.Step{}, false
	}
	s := p.main[index]
	if w := p.waits[index]; w.call >= 0 {
		c := &p.calls[w.call]
		t := &p.streams[c.stream]
		s.WaitLane = t.first + w.lane
		s.WaitStep = t.ends[rank*int32(len(t.channels))+w.lane][c.place] - 1
	}
	return s, true
}
