package msccl

import (
	"errors"
	"fmt"
	"strings"

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
	told   map[place][]int32 // by awaited step, the clock at its end
	depth  map[place]int32
	access [][]access // by GPU and cell
	sent   []int      // chunks, by GPU
	proof  Proof
}

// state is how far a block is.
type state struct {
	at    place
	clock []int32 // for each lane of all GPUs, how many of its steps have happened before
	depth int32   // hops of the longest chain that ends here
}

// parcel is a message on its way.
type parcel struct {
	values []*value
	clock  []int32
	depth  int32
	from   place
}

// Verify proves an algorithm right, or says at which step of which block it is not: a chunk read before anything is in it,
// chunks added that do not belong together, two blocks that touch a chunk without one waiting for the other, a block that
// waits for ever, a result that is not what the collective promises. Its error is a *Fault.
//
// It takes time and memory for all steps, times the blocks of all GPUs where blocks wait for one another.
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
				went, err := x.step(&x.lanes[i], int32(i))
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
	x := &player{a: a, wire: map[connection][]parcel{}, told: map[place][]int32{}, depth: map[place]int32{}}
	x.proof.moved = map[place]moved{}
	for g := range a.GPUs {
		x.first = append(x.first, int32(len(x.lanes)))
		for b := range a.GPUs[g].Blocks {
			x.lanes = append(x.lanes, state{at: place{int32(g), int32(b), 0}})
		}
	}
	for i := range x.lanes {
		x.lanes[i].clock = make([]int32, len(x.lanes))
	}
	n := int32(len(a.GPUs))
	x.sent = make([]int, n)
	for g := range n {
		c := a.cellsOf(g)
		x.cells = append(x.cells, c)
		x.holds = append(x.holds, make([]*value, c.count))
		x.access = append(x.access, make([]access, c.count))
		if a.has(g) {
			for k := range a.GPUs[g].Chunks[Input] {
				x.holds[g][c.of(Input, k)] = single(a.in(g, k), g, n)
			}
		}
	}
	return x
}

// fault is one problem, at a step.
func (x *player) fault(p place, format string, args ...any) error {
	at := input.Where{File: x.a.File, Line: x.a.at(p).Line, Column: 1}
	return input.Problems{{Where: at, What: p.String() + " " + fmt.Sprintf(format, args...)}}
}

// step plays the next step of a lane, if what it waits for has happened.
func (x *player) step(l *state, lane int32) (went bool, err error) {
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
		l.follow(clock, x.depth[place{l.at.gpu, s.Block, s.After}])
	}
	var came []*value
	if s.Kind.receives() {
		k := connection{b.Recv, l.at.gpu, b.Channel}
		if len(x.wire[k]) == 0 {
			return false, nil
		}
		p := x.wire[k][0]
		x.wire[k] = x.wire[k][1:]
		l.follow(p.clock, p.depth)
		came = p.values
		x.proof.moved[l.at] = moved{partsOf(came), p.depth - 1}
	}
	l.clock[lane]++
	sent, err := x.move(l, lane, s, came)
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
		x.told[l.at] = append([]int32(nil), l.clock...)
		x.depth[l.at] = l.depth
	}
	l.at.step++
	return true, nil
}

func (l *state) follow(clock []int32, depth int32) {
	for i, n := range clock {
		l.clock[i] = max(l.clock[i], n)
	}
	l.depth = max(l.depth, depth)
}

func (x *player) send(l *state, b *Block, s *Step, values []*value) {
	k := connection{l.at.gpu, b.Send, b.Channel}
	x.wire[k] = append(x.wire[k], parcel{values, append([]int32(nil), l.clock...), l.depth + 1, l.at})
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
func (x *player) move(l *state, lane int32, s *Step, came []*value) ([]*value, error) {
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
			have, err := x.read(l, lane, s.Src, j)
			if err != nil {
				return nil, err
			}
			if v, err = x.with(l, v, have); err != nil {
				return nil, err
			}
		}
		if s.Kind == Reduce {
			have, err := x.read(l, lane, s.Dst, j)
			if err != nil {
				return nil, err
			}
			if v, err = x.with(l, have, v); err != nil {
				return nil, err
			}
		}
		if s.writesLocal() {
			if err := x.write(l, lane, s.Dst, j, v); err != nil {
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

// stuck is what nobody can go on from, if anything is left.
func (x *player) stuck() error {
	var problems input.Problems
	for i := range x.lanes {
		l := &x.lanes[i]
		b := &x.a.GPUs[l.at.gpu].Blocks[l.at.block]
		if int(l.at.step) == len(b.Steps) {
			continue
		}
		s := &b.Steps[l.at.step]
		why := fmt.Sprintf("waits for a message from gpu %d on channel %d, which is not sent", b.Recv, b.Channel)
		if _, over := x.told[place{l.at.gpu, s.Block, s.After}]; s.Block >= 0 && !over {
			why = fmt.Sprintf("waits for step %d of thread block %d, which does not happen", s.After, s.Block)
		}
		at := input.Where{File: x.a.File, Line: s.Line, Column: 1}
		problems = append(problems, input.Problem{Where: at, What: l.at.String() + " never happens: it " + why})
	}
	if len(problems) == 0 {
		return nil
	}
	return problems
}

// result compares the outputs with what the collective promises.
func (x *player) result() error {
	if x.a.Collective == "" {
		x.proof.Unproved = "a " + x.a.Custom + " promises nothing that is known here"
		return nil
	}
	for g := range int32(len(x.a.GPUs)) {
		for k := range x.a.GPUs[g].Chunks[Output] {
			if wrong := x.wrong(g, k); wrong != "" {
				at := input.Where{File: x.a.File, Line: x.a.GPUs[g].Line, Column: 1}
				return input.Problems{{Where: at, What: fmt.Sprintf("gpu %d ends with %s in chunk %d of its output", g, wrong, k)}}
			}
		}
	}
	return nil
}

// wrong says what is wrong with an output chunk; "" = nothing.
func (x *player) wrong(g, k int32) string {
	want := x.a.out(g, k)
	if want < 0 {
		return ""
	}
	switch have := x.holds[g][x.cells[g].of(Output, k)]; {
	case have == nil:
		return fmt.Sprintf("nothing, where part %d belongs,", want)
	case have.part != want:
		return fmt.Sprintf("%s, where part %d belongs,", have, want)
	case x.a.sums() && have.count() != len(x.a.GPUs):
		return fmt.Sprintf("%s only", strings.TrimSpace(have.String()))
	}
	return ""
}
