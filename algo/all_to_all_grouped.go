package algo

// Grouped all-to-all, NCCL's send and receive of a group (NCCL src/enqueue.cc): every rank sends each block straight to its
// destination, to many at the same time (Call.Peers), slice by slice, and receives as many. Whose turn it is goes by the distance in nodes, 0, 1,
// 3, 6, 10, ... (triangular numbers, which meet every residue of a power of two once), then by the distance in the node, so
// that all ranks of a node are busy with different peers. Messages share ports: no closed form.
//
//	round 0, a lane each
//	0 -> 1 -> 2 -> 3 -> 0      0 <-> 2   1 <-> 3            0 -> 3 -> 2 -> 1 -> 0
var _ = register(Algorithm{
	Collective: AllToAll, Name: "grouped", Sliced: true, Loops: true, Groups: true,
	Doc:    "Every rank sends each block straight to its destination, to many destinations at the same time. No byte travels twice, in as few rounds as peers are served together.",
	Source: "NCCL src/enqueue.cc and src/init.cc (p2p schedule)",
	build:  grouped,
	form:   form{rounds: groupRounds},
})

// grouped: lane k of a channel serves distances k, k+w, k+2w, ... of the order, for w peers at once. It sends a batch of
// slices to one peer; then, for every slice that it receives from the opposite one, it sends another; then it goes on to the
// next distance.
func grouped(call Call) (*Schedule, error) {
	p, k, w := int32(call.Ranks), int32(call.Slices), int32(atOnce(call))
	ahead := k
	if call.Batch > 0 {
		ahead = int32(call.Batch)
	}
	turns := distances(p, int32(call.PerNode))
	l := newLayout(call, p, true)
	return l.regular(rotating(1, stay, 0), w, func(rank, lane, i int32) (s Step, ok bool) {
		c, line, q, away := l.home(rank, lane)
		round := i / (2 * k)
		at := line + round*w
		if at >= int32(len(turns)) {
			return s, false
		}
		slot, to := turns[at], q
		sends, slice := taking(i-round*2*k, k, ahead)
		if sends {
			to = mod(q+slot, p)
			s.send(to, one(slot), round)
		} else {
			s.receive(mod(q-slot, p), one(slot), round, false)
		}
		s.Slice = slice
		block := one(l.peer(to, away)) // as large as its destination's chunk
		s.Bytes = l.size(c, slice, &block)
		l.carry(&s, away)
		l.place(&s, c)
		return s, true
	}), nil
}

// taking is what step i with a peer is, of k slices sent and k received: so many are sent ahead of what is received.
func taking(i, k, ahead int32) (sends bool, slice int32) {
	switch turn := i - ahead; {
	case turn < 0:
		return true, i
	case turn >= 2*(k-ahead):
		return false, i - k
	case turn%2 == 0:
		return false, turn / 2
	default:
		return true, ahead + turn/2
	}
}
