package algo

// CollNet all-reduce (SHARP: Graham et al. 2016; NCCL's CollNetDirect): in every node each GPU adds up one chunk, sent
// straight to it by the others; it hands the sum to its leaf switch. Leaves add up what comes from below and pass it on,
// up to one switch, which has the sum of all; copies go down the same tree; then the GPUs of a node gather. A node sends n
// bytes into the network and receives n, where a ring needs 2n(k-1)/k. Messages of a round share ports: no closed form.
//
//	4 nodes of 1, one switch s0
//	round 0                                                 round 1
//	0 --all--> s0   1 --all--> s0   2 --all--> s0   ...     s0 --all--> 0   s0 --all--> 1   ...
var _ = register(Algorithm{
	Collective: AllReduce, Name: "collnet", Sliced: true, Site: InNetwork,
	Doc:    "The GPUs of a node add up among themselves, and the switches of the network add up what the nodes send and return the result. Every byte crosses a NIC once each way, whatever the number of nodes.",
	Source: "Graham et al. 2016, Scalable hierarchical aggregation protocol (SHArP); NCCL src/transport/coll_net.cc (CollNetDirect)",
	build:  collnet,
	form: form{rounds: func(call Call) int {
		rounds := 2 * int(call.Seats.height()+1)
		if call.PerNode > 1 {
			rounds += 2
		}
		return rounds
	}},
})

// The lanes of collnet inside a node.
const (
	spread   = iota // to the GPU that adds up
	assemble        // from the GPU that has the sum
	insideLanes
)

func collnet(call Call) (*Schedule, error) {
	g := int32(call.PerNode)
	n := network{g: g, heads: g, before: insideLanes, first: min(g-1, 1)}
	l := newLayout(call, g, false)
	if err := n.bind("collnet", call, l); err != nil {
		return nil, err
	}
	s := l.schedule(n.riseOf(g), func(party, lane, i int32) (s Step, ok bool) {
		c, k, q := l.spot(party, lane)
		if party < n.p {
			ok = n.rank(&s, party, q, k, i)
		} else {
			ok = n.seat(&s, c, party-n.p, k, i)
		}
		if ok {
			l.finish(&s, c)
		}
		return s, ok
	})
	s.Seats = n.taken()
	return s, nil
}

// rank is the step of a rank, at position q, on a lane.
func (n *network) rank(s *Step, rank, q, lane, i int32) bool {
	local, peers := q%n.g, n.g-1
	seat := n.p + n.seats.Of[rank]
	level := n.level[n.seats.Of[rank]]
	if inside := lane < insideLanes; inside && i >= 2*peers*n.slices || !inside && i >= n.slices {
		return false
	}
	switch lane {
	case spread: // everything leaves before anything is waited for
		n.inside(s, local, i, scatterAll, 0)
		s.Signal = i >= n.slices*peers && i%peers == peers-1
		s.spread(q-local, 1)
		return true
	case n.riseOf(local):
		s.send(seat, one(local), n.first+n.height-level)
		if peers > 0 {
			s.WaitLane, s.WaitStep = spread, n.slices*peers+i*peers+peers-1
		}
	case n.fallOf(local):
		s.receive(seat, one(local), n.first+n.height+1+level, false)
		s.Signal = peers > 0
	case assemble:
		n.inside(s, local, i, gatherAll, n.first+2*n.height+2)
		if i < n.slices*peers && i%peers == 0 {
			s.WaitLane, s.WaitStep = n.fallOf(local), i/peers
		}
		s.spread(q-local, 1)
		return true
	default: // of another chunk
		return false
	}
	s.Slice = i
	return true
}

// inside is a step among the GPUs of a node: the sends of all slices, then the receives of all slices.
func (n *network) inside(s *Step, local, i int32, step func(s *Step, p, q, i, round int32) bool, round int32) {
	peers := n.g - 1
	half := i / (n.slices * peers)
	i -= half * n.slices * peers
	step(s, n.g, local, half*peers+i%peers, round)
	s.Slice = i / peers
}
