package algo

import "fmt"

// NVLS tree all-reduce (NCCL's NVLSTree): in every node the NVSwitch adds each chunk up for the GPU that owns it, as in
// NVLS; the owners of a chunk, one a node, add up along a binary tree over the nodes and send the result down again; then
// each stores it to its node by multicast. GPUs of a node take the two trees of the double binary tree in turn, and so does
// a GPU from one channel to the next, whichever chunk it owns there: with an even number of channels each NIC carries n/g
// bytes twice each way at most, a GPU's NVLink n(1 + 1/g). Messages of a round share ports: no closed form.
//
//	2 nodes of 2, seats s0 and s1
//	round 0          round 1            round 2 (up)   round 3 (down)   round 4            round 5
//	r -- both --> s  s -- one --> owner  2 -c0-> 0      0 -c0-> 2        owner -- one --> s  s -- both --> r
//	                                     1 -c1-> 3      3 -c1-> 1
var _ = register(Algorithm{
	Collective: AllReduce, Name: "nvls_tree", Sliced: true, Site: InNode,
	Doc:    "In every node the NVSwitch adds up and copies, and between nodes the GPUs that own a chunk form a tree. Few rounds, and the links inside a node carry the buffer once and a bit.",
	Source: "NCCL src/transport/nvls.cc and src/graph/connect.cc (NVLSTree); Sanders, Speck, Traeff 2009",
	build:  nvlsTree,
	form:   form{rounds: func(call Call) int { return 4 + 2*int(ceilLog(int32(call.Ranks/call.PerNode))) }},
})

// The lanes of an NVLS tree beside those of nvls.
const (
	climb = nvlsLanes + iota
	descend
	nvlsTreeLanes
)

// domains is nvls in k nodes of g, and trees between the owners of each chunk.
type domains struct {
	nvls
	p     int32
	trees [2]tree
	depth int32
	seat  []int32   // rank -> its seat, as a party
	node  [][]int32 // channel -> seat -> the node that stands there in the channel's order
	turn  [][]int32 // channel -> chunk -> its tree
}

func nvlsTree(call Call) (*Schedule, error) {
	p, g := int32(call.Ranks), int32(call.PerNode)
	if p%g != 0 {
		return nil, fmt.Errorf("all_reduce/nvls_tree needs nodes of equal size: %d ranks at %d a node leave %d on the last", p, g, p%g)
	}
	if err := call.KeepsNodes(); err != nil {
		return nil, err
	}
	d := domains{p: p, trees: bothTrees(p/g, 1)}
	d.depth = max(d.trees[0].depth, d.trees[1].depth)
	d.nvls = nvls{g: g, slices: int32(call.Slices), first: up, phases: 4, apart: 2 * d.depth}
	l := newLayout(call, g, false)
	if err := d.place(call, l); err != nil {
		return nil, err
	}
	s := l.schedule(nvlsTreeLanes, func(party, lane, i int32) (s Step, ok bool) {
		c, k, q := l.spot(party, lane)
		if party < p {
			ok = d.step(&s, c, party, q, k, i)
		} else if ok = d.nvls.seat(&s, k, i); ok {
			s.within(g, d.node[c][party-p]*g, party)
		}
		if ok {
			l.finish(&s, c)
		}
		return s, ok
	})
	if p > 1 {
		s.Seats = p / g
	}
	return s, nil
}

// place finds the seat of every rank and, for each channel, the node of every seat.
func (d *domains) place(call Call, l *layout) error {
	if d.p == 1 {
		call.Seats = nil
	}
	if call.Seats != nil {
		if err := call.seated("nvls_tree"); err != nil {
			return err
		}
	}
	nodes := d.p / d.g
	for r := range d.p {
		seat := r / d.g
		if call.Seats != nil {
			seat = call.Seats.Of[r]
			if first := call.Seats.Of[r-r%d.g]; seat != first || seat >= nodes {
				return fmt.Errorf("nvls_tree needs one switch that adds up and copies in every node; rank %d does not share that of rank %d", r, r-r%d.g)
			}
		}
		d.seat = append(d.seat, d.p+seat)
	}
	for c := range int32(call.Channels) {
		of := make([]int32, nodes)
		for i := range of {
			of[i] = -1
		}
		for r := int32(0); r < d.p; r += d.g {
			if of[d.seat[r]-d.p] >= 0 {
				return fmt.Errorf("nvls_tree needs a switch that adds up and copies for every node; that of rank %d serves another node as well: nvls fits there", r)
			}
			of[d.seat[r]-d.p] = l.position(c, r) / d.g
		}
		d.node = append(d.node, of)
		d.turn = append(d.turn, d.turns(call, c))
	}
	return nil
}

// turns are the trees of chunks on channel c, by the number that their owner has in its node: orders turn from one channel to
// the next, and so does the chunk that a GPU owns.
func (d *domains) turns(call Call, c int32) []int32 {
	of := make([]int32, d.g)
	for chunk := range d.g {
		owner := chunk
		if call.Order != nil {
			owner = call.Order[c][chunk]
		}
		of[chunk] = (owner%d.g + c) % 2
	}
	return of
}

// step is the step of a rank, at position q, on a lane of channel c.
func (d *domains) step(s *Step, c, rank, q, lane, i int32) bool {
	node, local := q/d.g, q%d.g
	t := &d.trees[d.turn[c][local]]
	lone := d.p == d.g // one node needs no tree
	switch lane {
	case climb:
		if lone || i >= t.steps(node, d.slices) {
			return false
		}
		t.up(s, node, i, d.depth, one(local))
		if first := i%t.steps(node, 1) == 0; first {
			s.WaitLane, s.WaitStep = sum, s.Slice
		}
	case descend:
		if lone || i >= t.steps(node, d.slices) {
			return false
		}
		t.down(s, node, i, d.depth, climb, one(local))
		s.Signal = (i+1)%t.steps(node, 1) == 0 // what comes back by multicast is written over what is sent on here
	default:
		if !d.nvls.rank(s, local, lane, i) {
			return false
		}
		if lane == back && !lone {
			s.WaitLane, s.WaitStep = descend, (i+1)*t.steps(node, 1)-1
		}
		s.within(d.g, q-local, d.seat[rank])
		return true
	}
	s.Round += 2
	s.spread(local, d.g)
	return true
}

// within turns a step of the g GPUs of a node and their switch, number g, into one of the positions from first on and of
// a seat.
func (s *Step) within(g, first, seat int32) {
	for _, peer := range []*int32{&s.Recv, &s.Send} {
		switch {
		case *peer == g:
			*peer = seat
		case *peer >= 0:
			*peer += first
		}
	}
}
