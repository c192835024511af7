package algo

// CollNet all-reduce by chains (SHARP: Graham et al. 2016; NCCL's CollNetChain): in every node the buffer passes along a
// chain of GPUs, each of which adds its own, to the one at the NIC, the head, which hands the sum to its leaf switch. The
// switches go on as in collnet; the result comes back to the head and down the chain. A link inside a node carries n bytes
// each way, whatever the size of the node, and needs no switch there; each GPU of the chain adds a hop. Channels have
// chains of their own, each with the head by which its ring enters the node. What goes to a switch takes another way than
// what goes to a GPU: no closed form.
//
//	2 nodes of 2, one switch s0
//	round 0           round 1             round 2             round 3
//	1 --all--> 0      0 --all--> s0       s0 --all--> 0       0 --all--> 1
//	3 --all--> 2      2 --all--> s0       s0 --all--> 2       2 --all--> 3
var _ = register(Algorithm{
	Collective: AllReduce, Name: "collnet_chain", Sliced: true, Site: InNetwork, whole: true,
	Doc:    "The GPUs of a node add up along a chain that ends at the NIC, and the switches of the network add up what the nodes send and return the result, which goes back down the chain. It needs no switch between the GPUs; every GPU of a node costs two rounds.",
	Source: "Graham et al. 2016, Scalable hierarchical aggregation protocol (SHArP); NCCL src/transport/coll_net.cc and src/graph/connect.cc (CollNetChain)",
	build:  collnetChain,
	form:   form{rounds: func(call Call) int { return 2*(call.PerNode-1) + 2*int(call.Seats.height()+1) }},
})

func collnetChain(call Call) (*Schedule, error) {
	g := int32(call.PerNode)
	n := network{g: g, heads: 1, first: g - 1}
	l := newLayout(call, 1, false)
	if err := n.bind("collnet_chain", call, l); err != nil {
		return nil, err
	}
	s := l.schedule(n.riseOf(1), func(party, lane, slice int32) (s Step, ok bool) {
		c, k, q := l.spot(party, lane)
		switch {
		case party >= n.p:
			ok = n.seat(&s, c, party-n.p, k, slice)
		case slice < n.slices:
			n.link(&s, party, q, k, slice)
			ok = true
		}
		if ok {
			l.finish(&s, c)
		}
		return s, ok
	})
	s.Seats = n.taken()
	return s, nil
}

// link is the step of a rank, at position q, on its lane up the chain or down.
func (n *network) link(s *Step, rank, q, lane, slice int32) {
	v := q % n.g // how far from the head
	seat := n.p + n.seats.Of[rank]
	level := n.level[n.seats.Of[rank]]
	s.still()
	s.Chunks, s.Slice = one(0), slice
	tail := v == n.g-1
	if lane == n.riseOf(0) {
		if !tail {
			s.Recv, s.Reduce = q+1, true
		}
		if s.Send, s.Round = q-1, n.first-v; v == 0 {
			s.Send, s.Round = seat, n.first+n.height-level
		}
		return
	}
	if s.Recv, s.Round = q-1, n.first+2*n.height+1+v; v == 0 {
		s.Recv, s.Round = seat, n.first+n.height+1+level
	}
	if !tail {
		s.Send, s.Round = q+1, n.first+2*n.height+2+v
	}
}
