package algo

// What NCCL's groups of sends and receives share (NCCL src/enqueue.cc and src/init.cc): a rank serves many peers at the same
// time, and whose turn it is goes by how far away it is.

// atOnce is how many peers a rank serves at the same time.
func atOnce(call Call) int {
	if call.Peers > 0 {
		return call.Peers
	}
	return max(call.Ranks-1, 1)
}

// groupRounds is how often a rank that serves all others must begin with new ones.
func groupRounds(call Call) int { return (call.Ranks - 1 + atOnce(call) - 1) / atOnce(call) }

// distances from a rank to its peers, in the order of their turns.
func distances(p, perNode int32) (turns []int32) {
	nodes := (p + perNode - 1) / perNode
	far := int32(0)
	for i := range int32(1) << ceilLog(nodes) {
		far = (far + i) & (1<<ceilLog(nodes) - 1)
		for d := far * perNode; far < nodes && d < min((far+1)*perNode, p); d++ {
			if d > 0 {
				turns = append(turns, d)
			}
		}
	}
	return turns
}

// star is a group with a root at one end of all its messages: lane k of a channel of the root serves turns k, k+w, k+2w, ...
// for w peers at once, and any other rank has the one lane of its turn.
type star struct {
	p, wide, slices int32
	inward          bool    // to the root
	turns           []int32 // turn -> distance from sender to receiver
	at              []int32 // distance -> turn
}

func newStar(call Call, inward bool) *star {
	g := &star{p: int32(call.Ranks), wide: int32(atOnce(call)), slices: int32(call.Slices), inward: inward, turns: distances(int32(call.Ranks), int32(call.PerNode))}
	g.at = make([]int32, call.Ranks)
	for turn, d := range g.turns {
		g.at[d] = int32(turn)
	}
	return g
}

// step i of a lane at position q: a message between the root and whoever has the turn, of the chunk of the latter.
func (g *star) step(s *Step, q, root, lane, i int32) bool {
	round, slice := i/g.slices, i%g.slices
	owner, turn := q, int32(0)
	if q == root {
		if turn = lane + round*g.wide; turn >= int32(len(g.turns)) {
			return false
		}
		owner = mod(root+g.turns[turn], g.p)
		if g.inward {
			owner = mod(root-g.turns[turn], g.p)
		}
	} else {
		d := mod(q-root, g.p)
		if g.inward {
			d = mod(root-q, g.p)
		}
		if turn = g.at[d]; turn%g.wide != lane || round > 0 {
			return false
		}
		round = turn / g.wide
	}
	switch {
	case q == root && g.inward:
		s.receive(owner, one(owner), round, false)
	case q == root:
		s.send(owner, one(owner), round)
	case g.inward:
		s.send(root, one(owner), round)
	default:
		s.receive(root, one(owner), round, false)
	}
	s.Slice = slice
	return true
}

// schedule is the group of a call.
func (g *star) schedule(call Call) *Schedule {
	l := newLayout(call, g.p, true)
	return l.schedule(g.wide, func(rank, lane, i int32) (s Step, ok bool) {
		c, k, q := l.spot(rank, lane)
		if ok = g.step(&s, q, l.root(c), k, i); ok {
			l.finish(&s, c)
		}
		return s, ok
	})
}
