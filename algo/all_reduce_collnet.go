package algo

import "fmt"

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

// The lanes of collnet. Each chunk has two of its own, up the switches and down, so that none waits for another.
const (
	spread   = iota // inside a node, to the GPU that adds up
	assemble        // inside a node, from the GPU that has the sum
	rise            // up the switches, of chunk 0
	fall            // down the switches, of chunk 0
)

// riseOf and fallOf are the lanes of chunk j.
func riseOf(j int32) int32 { return rise + 2*j }
func fallOf(j int32) int32 { return fall + 2*j }

// network is collnet over nodes of g. What a seat does for one slice of a chunk is a list of steps, by channel, seat and
// lane.
type network struct {
	g, slices int32
	p         int32
	first     int32 // round in which ranks send to the seats
	height    int32
	seats     *Seating
	level     []int32 // seat -> how far it is below the root
	scripts   [][][][]Step
}

func collnet(call Call) (*Schedule, error) {
	p, g := int32(call.Ranks), int32(call.PerNode)
	if p%g != 0 {
		return nil, fmt.Errorf("all_reduce/collnet needs nodes of equal size: %d ranks at %d a node leave %d on the last", p, g, p%g)
	}
	if err := call.keepsNodes(); err != nil {
		return nil, err
	}
	n := network{g: g, p: p, slices: int32(call.Slices), seats: call.Seats}
	if n.seats == nil || p == 1 {
		n.seats = &Seating{Of: make([]int32, p), Above: []int32{-1}}
	}
	if n.seats.none() {
		return nil, fmt.Errorf("collnet needs switches in the network that add up and copy, in one tree above all nodes; this fabric has none (switch.sharp is no)")
	}
	if g > 1 {
		n.first = 1
	}
	n.level, n.height = n.seats.levels(), n.seats.height()
	l := newLayout(call, g, false)
	for c := range int32(call.Channels) {
		n.scripts = append(n.scripts, n.script(n.members(c, l)))
	}
	s := l.schedule(riseOf(g), func(party, lane, i int32) (s Step, ok bool) {
		c, k, q := l.spot(party, lane)
		if party < p {
			ok = n.rank(&s, party, q, k, i)
		} else {
			ok = n.seat(&s, c, party-p, k, i)
		}
		if ok {
			l.finish(&s, c)
		}
		return s, ok
	})
	if p > 1 {
		s.Seats = int32(len(n.seats.Above))
	}
	return s, nil
}

// members lists, by seat and chunk, who sends that chunk to the seat: positions, then seats below.
func (n *network) members(c int32, l *layout) [][][]int32 {
	of := make([][][]int32, len(n.seats.Above))
	for s := range of {
		of[s] = make([][]int32, n.g)
	}
	for r := range n.p {
		q, s := l.position(c, r), n.seats.Of[r]
		of[s][q%n.g] = append(of[s][q%n.g], q)
	}
	for s, above := range n.seats.Above { // those below come first
		for j := range n.g {
			if above >= 0 && len(of[s][j]) > 0 {
				of[above][j] = append(of[above][j], n.p+int32(s))
			}
		}
	}
	return of
}

// script writes down what each seat does for a slice, lane by lane.
func (n *network) script(members [][][]int32) [][][]Step {
	scripts := make([][][]Step, len(members))
	for s, of := range members {
		scripts[s] = make([][]Step, riseOf(n.g))
		for j, from := range of {
			n.chunk(scripts[s], int32(s), int32(j), from)
		}
	}
	return scripts
}

// chunk writes down what a seat does for a chunk that comes from some members.
func (n *network) chunk(lanes [][]Step, seat, j int32, from []int32) {
	above, level := n.seats.Above[seat], n.level[seat]
	last := len(from) - 1
	for k, m := range from {
		var up, down Step
		up.receive(m, one(j), n.first+n.height-level, k > 0)
		down.send(m, one(j), n.first+n.height+1+level)
		switch {
		case above < 0:
			up.Signal = k == last
		case k == last:
			up.Send = n.p + above
			up.Round++
		}
		switch {
		case k > 0:
		case above >= 0:
			down.Recv = n.p + above
		default:
			down.WaitLane, down.WaitStep = riseOf(j), int32(last)
		}
		lanes[riseOf(j)], lanes[fallOf(j)] = append(lanes[riseOf(j)], up), append(lanes[fallOf(j)], down)
	}
}

// seat is the step of a seat on a lane.
func (n *network) seat(s *Step, c, seat, lane, i int32) bool {
	script := n.scripts[c][seat][lane]
	length := int32(len(script))
	if length == 0 || i >= length*n.slices {
		return false
	}
	*s = script[i%length]
	s.Slice = i / length
	if s.WaitLane >= 0 {
		s.WaitStep += s.Slice * length // up is as long as down
	}
	return true
}

// rank is the step of a rank, at position q, on a lane.
func (n *network) rank(s *Step, rank, q, lane, i int32) bool {
	local, peers := q%n.g, n.g-1
	seat := n.p + n.seats.Of[rank]
	level := n.level[n.seats.Of[rank]]
	if inside := lane < rise; inside && i >= 2*peers*n.slices || !inside && i >= n.slices {
		return false
	}
	switch lane {
	case spread: // everything leaves before anything is waited for
		n.inside(s, local, i, scatterAll, 0)
		s.Signal = i >= n.slices*peers && i%peers == peers-1
		s.spread(q-local, 1)
		return true
	case riseOf(local):
		s.send(seat, one(local), n.first+n.height-level)
		if peers > 0 {
			s.WaitLane, s.WaitStep = spread, n.slices*peers+i*peers+peers-1
		}
	case fallOf(local):
		s.receive(seat, one(local), n.first+n.height+1+level, false)
		s.Signal = peers > 0
	case assemble:
		n.inside(s, local, i, gatherAll, n.first+2*n.height+2)
		if i < n.slices*peers && i%peers == 0 {
			s.WaitLane, s.WaitStep = fallOf(local), i/peers
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

// levels is how far each seat is below the root of its tree.
func (s *Seating) levels() []int32 {
	level := make([]int32, len(s.Above))
	for i := len(level) - 1; i >= 0; i-- { // those above come last
		if up := s.Above[i]; up >= 0 {
			level[i] = level[up] + 1
		}
	}
	return level
}

// height is the largest level; 0 for one seat.
func (s *Seating) height() (highest int32) {
	if s == nil {
		return 0
	}
	for _, l := range s.levels() {
		highest = max(highest, l)
	}
	return highest
}
