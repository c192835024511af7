package msccl

import (
	"errors"
	"fmt"
	"slices"

	"collsim/sim/input"
)

// player plays an algorithm on symbolic data by its dependencies alone, so that what holds for it holds for every timing.
type player struct {
	a      *Algorithm
	cells  []cells
	holds  [][]*value // by GPU and cell
	lanes  []state    // by block, GPU by GPU
	first  []int32    // GPU -> its first lane
	wire   map[connection][]parcel
	told   map[place]clock // by awaited step, the clock at its end
	depth  map[place]int32
	access [][]access // by GPU and cell
	sent   []int      // chunks, by GPU
	held   int        // ticks of all clocks
	proof  Proof
}

// state is how far a block is.
type state struct {
	at    place
	lane  int32
	clock clock
	depth int32 // hops of the longest chain that ends here
}

// parcel is a message on its way.
type parcel struct {
	values []*value
	clock  clock
	depth  int32
	from   place
}

// Verify proves an algorithm right, or says at which step of which block it is not: a chunk read before anything is in it,
// chunks added that do not belong together, two blocks that touch a chunk without one waiting for the other, a block that
// waits for ever, a result that is not what the collective promises. Its error is a *Fault.
//
// It takes time and memory for all steps, times the blocks that have been heard of where blocks wait for one another. A file
// that would take gigabytes is refused, by an error that is no Fault.
func (a *Algorithm) Verify() (*Proof, error) {
	proof, err := a.newPlayer().play()
	if problems := (input.Problems)(nil); errors.As(err, &problems) {
		return nil, &Fault{problems}
	}
	return proof, err
}

// play plays all there is.
func (x *player) play() (*Proof, error) {
	for moved := true; moved; {
		moved = false
		for i := range x.lanes {
			for {
				went, err := x.step(&x.lanes[i])
				if err != nil {
					return nil, err
				}
				if !went {
					break
				}
				moved = true
			}
		}
	}
	if err := x.stuck(); err != nil {
		return nil, err
	}
	if err := x.result(); err != nil {
		return nil, err
	}
	return &x.proof, nil
}

func (a *Algorithm) newPlayer() *player {
	x := &player{a: a, wire: map[connection][]parcel{}, told: map[place]clock{}, depth: map[place]int32{}}
	x.proof.moved = map[place]moved{}
	for g := range a.GPUs {
		x.first = append(x.first, int32(len(x.lanes)))
		for b := range a.GPUs[g].Blocks {
			x.lanes = append(x.lanes, state{at: place{int32(g), int32(b), 0}, lane: int32(len(x.lanes))})
		}
	}
	n := int32(len(a.GPUs))
	x.sent = make([]int, n)
	for g := range n {
		c := a.cellsOf(g)
		x.cells = append(x.cells, c)
		x.holds = append(x.holds, make([]*value, c.count))
		x.access = append(x.access, make([]access, c.count))
		in, _ := a.given(g)
		for k := range in {
			x.holds[g][c.in+k] = single(a.from(g, k), g)
		}
	}
	return x
}

// mostHeld ticks take a gibibyte.
const mostHeld = 1 << 27

// large refuses to go on.
func (x *player) large(p place) error {
	const million = 1_000_000
	return fmt.Errorf("%s:%d:1: the algorithm is too large to be proved: here %d million numbers tell who waits for whom; valid: at most %d million, by fewer thread blocks or deps",
		x.a.File, x.a.at(p).Line, x.held/million, mostHeld/million)
}

// fault is one problem, at a step.
func (x *player) fault(p place, format string, args ...any) error {
	at := input.Where{File: x.a.File, Line: x.a.at(p).Line, Column: 1}
	return input.Problems{{Where: at, What: p.String() + " " + fmt.Sprintf(format, args...)}}
}

// step plays the next step of a lane, if what it waits for has happened.
func (x *player) step(l *state) (went bool, err error) {
	b := &x.a.GPUs[l.at.gpu].Blocks[l.at.block]
	if int(l.at.step) == len(b.Steps) {
		return false, nil
	}
	s := &b.Steps[l.at.step]
	if s.Block >= 0 {
		clock, over := x.told[place{l.at.gpu, s.Block, s.After}]
		if !over {
			return false, nil
		}
		x.follow(l, clock, x.depth[place{l.at.gpu, s.Block, s.After}])
	}
	var came []*value
	if s.Kind.receives() {
		k := connection{b.Recv, l.at.gpu, b.Channel}
		if len(x.wire[k]) == 0 {
			return false, nil
		}
		p := x.wire[k][0]
		x.wire[k] = x.wire[k][1:]
		x.follow(l, p.clock, p.depth)
		x.held -= len(p.clock)
		came = p.values
		x.proof.moved[l.at] = moved{partsOf(came), p.depth - 1}
	}
	l.clock = l.clock.next(l.lane)
	sent, err := x.move(l, s, came)
	if err != nil {
		return false, err
	}
	switch {
	case s.Kind.sends():
		x.send(l, b, s, sent)
	case !s.Kind.receives():
		x.proof.moved[l.at] = moved{partsOf(sent), l.depth}
	}
	if s.Awaited {
		x.told[l.at] = x.noted(l)
		x.depth[l.at] = l.depth
	}
	if x.held > mostHeld {
		return false, x.large(l.at)
	}
	l.at.step++
	return true, nil
}

// follow makes what a lane does next happen after something.
func (x *player) follow(l *state, c clock, depth int32) {
	before := len(l.clock)
	l.clock, l.depth = l.clock.after(c), max(l.depth, depth)
	x.held += len(l.clock) - before
}

// noted is the clock of a lane as it is now.
func (x *player) noted(l *state) clock {
	x.held += len(l.clock)
	return slices.Clone(l.clock)
}

func (x *player) send(l *state, b *Block, s *Step, values []*value) {
	k := connection{l.at.gpu, b.Send, b.Channel}
	x.wire[k] = append(x.wire[k], parcel{values, x.noted(l), l.depth + 1, l.at})
	x.proof.Rounds = max(x.proof.Rounds, int(l.depth)+1)
	x.proof.Messages++
	x.proof.Chunks += int(s.Count)
	x.sent[l.at.gpu] += int(s.Count)
	x.proof.Most = max(x.proof.Most, x.sent[l.at.gpu])
	x.proof.moved[l.at] = moved{partsOf(values), l.depth}
}

func partsOf(values []*value) []int32 {
	parts := make([]int32, len(values))
	for i, v := range values {
		parts[i] = v.part
	}
	return parts
}

// move does what a step does to the buffers, and returns what it sends on.
func (x *player) move(l *state, s *Step, came []*value) ([]*value, error) {
	if s.Kind == Nop {
		return nil, nil
	}
	sent := make([]*value, 0, s.Count)
	for j := range s.Count {
		var v *value
		if came != nil {
			v = came[j]
		}
		if s.readsLocal() {
			have, err := x.read(l, s.Src, j)
			if err != nil {
				return nil, err
			}
			if v, err = x.with(l, v, have); err != nil {
				return nil, err
			}
		}
		if s.Kind == Reduce {
			have, err := x.read(l, s.Dst, j)
			if err != nil {
				return nil, err
			}
			if v, err = x.with(l, have, v); err != nil {
				return nil, err
			}
		}
		if s.writesLocal() {
			if err := x.write(l, s.Dst, j, v); err != nil {
				return nil, err
			}
		}
		sent = append(sent, v)
	}
	return sent, nil
}

// with is the sum of what a step has and what it reads, or what it reads alone.
func (x *player) with(l *state, v, have *value) (*value, error) {
	if v == nil {
		return have, nil
	}
	sum, wrong := v.plus(have)
	if wrong != "" {
		return nil, x.fault(l.at, "%s", wrong)
	}
	return sum, nil
}
