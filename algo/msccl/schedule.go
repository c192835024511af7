package msccl

import (
	"fmt"

	"collsim/algo"
	"collsim/sim/units"
)

// Schedule is the algorithm as a schedule, to be timed: n bytes, cut into loops that follow one another, each of which is
// the file once. Its bytes are those of the parts that move, each cut by collsim's rule, so that sizes that do not divide
// are exact as well. Proof is what Verify found. Task number k of a step is the k-th of the local works that are returned:
// what a GPU copies or combines by itself.
func (a *Algorithm) Schedule(n units.Bytes, loops, perNode int, proof *Proof) (*algo.Schedule, []Local, error) {
	switch {
	case loops < 1:
		return nil, nil, fmt.Errorf("msccl: %d loops: at least one", loops)
	case a.Collective == "":
		return nil, nil, fmt.Errorf("msccl: %s: collsim knows no size of a %s", a.File, a.Custom)
	}
	c := compiler{a: a, proof: proof, ends: map[place]meeting{}, total: a.parts(), bytes: n, loops: loops, tasks: map[Local]int32{}}
	c.of, c.channels = a.lanesOf()
	c.lanes = int32(len(c.channels))
	c.made = make([][]made, int32(len(a.GPUs))*c.lanes)
	for g := range a.GPUs {
		for b := range a.GPUs[g].Blocks {
			c.block(int32(g), int32(b))
		}
	}
	c.meet()
	for _, steps := range c.made {
		if len(steps) > mostPlayed/loops {
			return nil, nil, fmt.Errorf("msccl: %s: %d loops of %d steps are too many: at most %d of a lane", a.File, loops, len(steps), mostPlayed)
		}
	}
	return c.schedule(perNode), c.local, nil
}

// mostPlayed keeps the indices of a lane within 32 bits.
const mostPlayed = 1 << 30

// Local is work of a GPU by itself.
type Local struct {
	Combines bool // else it copies
	Bytes    units.Bytes
}

// compiler makes the steps of a schedule.
type compiler struct {
	a        *Algorithm
	proof    *Proof
	of       map[half]int32
	channels []int32
	lanes    int32
	made     [][]made // by GPU x lanes + lane
	ends     map[place]meeting
	unmet    []need
	total    int32 // parts of the buffer
	bytes    units.Bytes
	loops    int
	local    []Local
	tasks    map[Local]int32
}

// made is a step of a lane and the parts that it moves.
type made struct {
	step  algo.Step
	parts []int32
}

// meeting is a step of a lane of some GPU.
type meeting struct{ lane, step int32 }

// need is a step of a lane that waits for a step of the file, found once all are made.
type need struct {
	gpu  int32
	mine meeting
	on   place
}

// block makes the steps of a thread block, on its lane or on the two of its halves.
func (c *compiler) block(g, n int32) {
	b := &c.a.GPUs[g].Blocks[n]
	in, out := c.lanesOfBlock(g, n)
	last := meeting{-1, -1}
	for i := range b.Steps {
		at, s := place{g, n, int32(i)}, &b.Steps[i]
		m := c.proof.moved[at]
		both := in == out && s.Kind.receives() && s.Kind.sends()
		if s.Block >= 0 {
			last = c.await(g, in, out, last, place{g, s.Block, s.After}, s, m.round)
		}
		if s.Kind == Copy || s.Kind == Reduce {
			st := still(m.round)
			st.Task = c.task(s.Kind, m.parts)
			last = c.add(g, in, last, st, nil)
		}
		if s.Kind.receives() {
			st := still(m.round)
			st.Recv, st.Reduce = b.Recv, s.Kind.combines()
			if both {
				st.Send = b.Send
			}
			last = c.add(g, in, last, st, m.parts)
		}
		if s.Kind.sends() && !both {
			st := still(m.round)
			st.Send = b.Send
			last = c.add(g, out, last, st, m.parts)
		}
		if s.Awaited && s.Kind == Nop && s.Block < 0 {
			last = c.add(g, in, last, still(m.round), nil)
		}
		if s.Awaited {
			c.made[g*c.lanes+last.lane][last.step].step.Signal = true
		}
		c.ends[at] = last
	}
}

// still is a step that does nothing.
func still(round int32) algo.Step {
	return algo.Step{Recv: -1, Send: -1, WaitLane: -1, WaitStep: -1, Round: round}
}

// await lets the next step of a block's lane wait for one of another block. A step waits for one other; so where the block
// has two lanes, steps that do nothing wait for the other half, and for the block.
func (c *compiler) await(g, in, out int32, last meeting, on place, s *Step, round int32) meeting {
	if in != out && last.lane >= 0 {
		last = c.add(g, in, last, still(round), nil)
	}
	c.unmet = append(c.unmet, need{g, meeting{in, int32(len(c.made[g*c.lanes+in]))}, on})
	if s.Kind == Nop || in != out && !s.Kind.receives() {
		last = c.add(g, in, last, still(round), nil)
	}
	return last
}

// lanesOfBlock are the lanes on which a block receives and sends: one, or two.
func (c *compiler) lanesOfBlock(g, n int32) (in, out int32) {
	if lane, ok := c.of[half{g, n, whole}]; ok {
		return lane, lane
	}
	in, receives := c.of[half{g, n, receiving}]
	out, sends := c.of[half{g, n, sending}]
	switch {
	case !receives:
		return out, out
	case !sends:
		return in, in
	}
	return in, out
}

// add puts a step behind those of a lane. Where the one before it is of the block's other half, it waits for that.
func (c *compiler) add(g, lane int32, last meeting, st algo.Step, parts []int32) meeting {
	if last.lane >= 0 && last.lane != lane {
		st.WaitLane, st.WaitStep = last.lane, last.step
		c.made[g*c.lanes+last.lane][last.step].step.Signal = true
	}
	steps := &c.made[g*c.lanes+lane]
	*steps = append(*steps, made{st, parts})
	return meeting{lane, int32(len(*steps) - 1)}
}

// meet tells steps that wait for others of the file where those end.
func (c *compiler) meet() {
	for _, n := range c.unmet {
		end := c.ends[n.on]
		if end.lane == n.mine.lane { // a lane is in order by itself
			continue
		}
		st := &c.made[n.gpu*c.lanes+n.mine.lane][n.mine.step].step
		st.WaitLane, st.WaitStep = end.lane, end.step
	}
}

// task is the number of local work on some parts; of a loop that is a byte longer than others, the longer.
func (c *compiler) task(k Kind, parts []int32) int32 {
	w := Local{Combines: k == Reduce}
	for _, p := range parts {
		w.Bytes += c.size(p, int32(c.loops)-1)
	}
	if c.tasks[w] == 0 {
		c.local = append(c.local, w)
		c.tasks[w] = int32(len(c.local))
	}
	return c.tasks[w]
}

// size of a part in a loop.
func (c *compiler) size(part, loop int32) units.Bytes {
	return algo.Part(c.bytes, int(part%c.total)*c.loops+int(loop), int(c.total)*c.loops)
}

// schedule is the steps as a function, loop after loop.
func (c *compiler) schedule(perNode int) *algo.Schedule {
	ranks := int32(len(c.a.GPUs))
	s := &algo.Schedule{
		Collective: c.a.Collective, Algorithm: c.a.Name, Lanes: c.lanes, Labels: c.total, Channels: c.channels,
		Call: algo.Call{Ranks: int(ranks), PerNode: max(1, perNode), Bytes: c.bytes, Channels: int(c.a.Channels), Slices: c.loops},
	}
	s.Step = func(rank, lane, index int32) (algo.Step, bool) {
		steps := c.made[rank*c.lanes+lane]
		if len(steps) == 0 || index >= int32(len(steps)*c.loops) {
			return algo.Step{}, false
		}
		k := int32(len(steps))
		m, loop := &steps[index%k], index/k
		st := m.step
		st.Slice = loop
		if st.WaitLane >= 0 {
			st.WaitStep += loop * int32(len(c.made[rank*c.lanes+st.WaitLane]))
		}
		for _, p := range m.parts {
			st.Bytes += c.size(p, loop)
		}
		if len(m.parts) > 0 {
			st.Chunks = algo.Chunks{First: m.parts[0] % c.total, Count: int32(len(m.parts)), Run: int32(len(m.parts)), Stride: int32(len(m.parts))}
		}
		return st, true
	}
	return s
}

// Parts is how many parts the buffer is cut into: what a chunk is of it.
func (a *Algorithm) Parts() int { return int(a.parts()) }

// parts is how many parts the buffer of n bytes is cut into.
func (a *Algorithm) parts() int32 {
	if a.Collective != "" {
		return a.Chunks // of an all_to_all, in which each GPU has a buffer of its own, of one of them
	}
	parts := int32(1)
	for g := range a.GPUs {
		parts = max(parts, a.GPUs[g].Chunks[Input])
	}
	return parts
}
