package msccl

import (
	"fmt"
	"strconv"

	"collsim/sim/input"
)

// check finds what is wrong without playing: peers and chunks that do not exist, blocks that share an end of a
// connection, sends that no receive answers.
func (a *Algorithm) check(gpus int64) input.Problems {
	c := checker{a: a}
	if gpus != int64(len(a.GPUs)) {
		c.wrong(1, fmt.Sprintf("algo: ngpus is %d, but %d GPUs follow", gpus, len(a.GPUs)), "")
	}
	for g := range a.GPUs {
		for b := range a.GPUs[g].Blocks {
			c.block(int32(g), int32(b))
		}
	}
	if n := int32(len(a.GPUs)); a.shares() && n > 0 && a.Chunks%n != 0 {
		c.wrong(1, fmt.Sprintf("algo: nchunksperloop is %d, which %d GPUs cannot share", a.Chunks, n), "a multiple of "+strconv.Itoa(int(n)))
	}
	if len(c.problems) == 0 {
		c.match()
	}
	return c.problems
}

type checker struct {
	a        *Algorithm
	problems input.Problems
}

func (c *checker) wrong(line int, what, valid string) {
	if len(c.problems) <= mostProblems {
		at := input.Where{File: c.a.File, Line: line, Column: 1}
		c.problems = append(c.problems, input.Problem{Where: at, What: what, Valid: valid})
	}
}

func (c *checker) block(g, n int32) {
	b := &c.a.GPUs[g].Blocks[n]
	for _, peer := range []int32{b.Send, b.Recv} {
		if peer == g || peer >= int32(len(c.a.GPUs)) {
			c.wrong(b.Line, fmt.Sprintf("gpu %d, thread block %d: %d is no peer", g, n, peer), "another GPU, 0 to "+strconv.Itoa(len(c.a.GPUs)-1)+", or -1")
		}
	}
	for i := range b.Steps {
		c.step(place{g, n, int32(i)}, b, &b.Steps[i])
	}
}

func (c *checker) step(at place, b *Block, s *Step) {
	if s.Kind.sends() && b.Send < 0 {
		c.wrong(s.Line, at.String()+" sends, but its thread block has nobody to send to", "send of the <tb>")
	}
	if s.Kind.receives() && b.Recv < 0 {
		c.wrong(s.Line, at.String()+" receives, but its thread block has nobody to receive from", "recv of the <tb>")
	}
	if s.Kind != Nop && s.Count == 0 {
		c.wrong(s.Line, at.String()+" moves no chunk", "cnt of at least 1")
	}
	if s.readsLocal() {
		c.span(at, s, s.Src, "srcbuf, srcoff")
	}
	if s.writesLocal() {
		c.span(at, s, s.Dst, "dstbuf, dstoff")
	}
	if s.Block < 0 {
		return
	}
	blocks := c.a.GPUs[at.gpu].Blocks
	switch {
	case s.Block >= int32(len(blocks)) || s.Block == at.block:
		c.wrong(s.Line, fmt.Sprintf("%s waits for thread block %d", at, s.Block), "depid: another thread block of this GPU, or -1")
	case s.After < 0 || s.After >= int32(len(blocks[s.Block].Steps)):
		c.wrong(s.Line, fmt.Sprintf("%s waits for step %d of thread block %d, which has %d", at, s.After, s.Block, len(blocks[s.Block].Steps)), "deps: a step of that block")
	case !blocks[s.Block].Steps[s.After].Awaited:
		c.wrong(s.Line, fmt.Sprintf("%s waits for step %d of thread block %d, which tells nobody (hasdep is 0)", at, s.After, s.Block), "hasdep=1 on that step, or another dep")
	}
}

// readsLocal reports whether a step reads chunks of its own GPU: what it sends, copies, or combines with what comes.
func (s *Step) readsLocal() bool {
	return s.Kind == Send || s.Kind == Copy || s.Kind.combines()
}

// writesLocal reports whether it leaves something in a buffer.
func (s *Step) writesLocal() bool {
	switch s.Kind {
	case Receive, ReceiveCopySend, ReceiveReduceCopy, ReceiveReduceCopySend, Copy, Reduce:
		return true
	}
	return false
}

func (c *checker) span(at place, s *Step, w Where, valid string) {
	n := c.a.GPUs[at.gpu].Chunks[w.Buffer]
	if w.Offset < 0 || int64(w.Offset)+int64(s.Count) > int64(n) {
		c.wrong(s.Line, fmt.Sprintf("%s names chunks %d to %d of buffer %s, which has %d", at, w.Offset, int64(w.Offset)+int64(s.Count)-1, w.Buffer, n), valid+": chunks of the buffer")
	}
}

// connection is a way from one GPU to another, of one channel.
type connection struct{ from, to, channel int32 }

// ends of a connection, as blocks; -1 = none.
type ends struct{ sender, receiver int32 }

// match looks at every connection from both ends: one block each, equally many messages, of the same numbers of chunks.
func (c *checker) match() {
	order, of := c.a.connections()
	for _, k := range order {
		e := of[k]
		switch {
		case e.sender == shared:
			c.wrong(c.line(k.from), fmt.Sprintf("gpu %d: two thread blocks send to gpu %d on channel %d", k.from, k.to, k.channel), "one thread block for each peer and channel")
			continue
		case e.receiver == shared:
			c.wrong(c.line(k.to), fmt.Sprintf("gpu %d: two thread blocks receive from gpu %d on channel %d", k.to, k.from, k.channel), "one thread block for each peer and channel")
			continue
		}
		sent, got := c.messages(k.from, e.sender, Kind.sends), c.messages(k.to, e.receiver, Kind.receives)
		for i := range max(len(sent), len(got)) {
			switch {
			case i >= len(got):
				s := c.a.at(sent[i])
				c.wrong(s.Line, fmt.Sprintf("%s sends to gpu %d on channel %d, which never receives it: %d sends, %d receives", sent[i], k.to, k.channel, len(sent), len(got)), "a receive for each send")
			case i >= len(sent):
				s := c.a.at(got[i])
				c.wrong(s.Line, fmt.Sprintf("%s receives from gpu %d on channel %d, which never sends it: %d sends, %d receives", got[i], k.from, k.channel, len(sent), len(got)), "a send for each receive")
			case c.a.at(sent[i]).Count != c.a.at(got[i]).Count:
				s := c.a.at(got[i])
				c.wrong(s.Line, fmt.Sprintf("%s receives %d chunks, but %s sends %d", got[i], s.Count, sent[i], c.a.at(sent[i]).Count), "the same cnt")
			default:
				continue
			}
			break
		}
	}
}

func (c *checker) line(gpu int32) int { return c.a.GPUs[gpu].Line }

// messages are the steps of a block that send, or that receive, in order.
func (c *checker) messages(gpu, block int32, which func(Kind) bool) []place {
	if block < 0 {
		return nil
	}
	var all []place
	for i := range c.a.GPUs[gpu].Blocks[block].Steps {
		if p := (place{gpu, block, int32(i)}); which(c.a.at(p).Kind) {
			all = append(all, p)
		}
	}
	return all
}

// shared marks an end that two blocks claim.
const shared = -2

// connections lists them in the order of the file, with the blocks at their ends.
func (a *Algorithm) connections() (order []connection, of map[connection]ends) {
	of = map[connection]ends{}
	claim := func(k connection, block int32, end func(*ends) *int32) {
		e, known := of[k]
		if !known {
			e = ends{-1, -1}
			order = append(order, k)
		}
		if at := end(&e); *at == -1 {
			*at = block
		} else {
			*at = shared
		}
		of[k] = e
	}
	for g := range a.GPUs {
		for n := range a.GPUs[g].Blocks {
			b := &a.GPUs[g].Blocks[n]
			if b.Send >= 0 {
				claim(connection{int32(g), b.Send, b.Channel}, int32(n), func(e *ends) *int32 { return &e.sender })
			}
			if b.Recv >= 0 {
				claim(connection{b.Recv, int32(g), b.Channel}, int32(n), func(e *ends) *int32 { return &e.receiver })
			}
		}
	}
	return order, of
}
