package algo

import "fmt"

// network is what the switches of a network do in CollNet, above nodes of g: they add up what the heads of nodes send and
// return the sum. Heads are the GPUs at positions 0, 1, ... of a node, each with a chunk of its own. What a seat does for
// one slice of a chunk is a list of steps, by channel, seat and lane.
type network struct {
	g, slices int32
	p         int32
	heads     int32
	before    int32 // lanes of ranks that are not for the switches; those come behind
	first     int32 // round in which ranks send to the seats
	height    int32
	seats     *Seating
	level     []int32 // seat -> how far it is below the root
	scripts   [][][][]Step
}

// riseOf and fallOf are the lanes of chunk j up the switches and down. Each chunk has two of its own, so that none waits
// for another.
func (n *network) riseOf(j int32) int32 { return n.before + 2*j }
func (n *network) fallOf(j int32) int32 { return n.before + 2*j + 1 }

// bind finds the seats of a call by the algorithm of the given name, and writes down what they do.
func (n *network) bind(name string, call Call, l *layout) error {
	n.p, n.slices, n.seats = int32(call.Ranks), int32(call.Slices), call.Seats
	if n.p%n.g != 0 {
		return fmt.Errorf("all_reduce/%s needs nodes of equal size: %d ranks at %d a node leave %d on the last", name, n.p, n.g, n.p%n.g)
	}
	if err := call.KeepsNodes(); err != nil {
		return err
	}
	if n.seats == nil || n.p == 1 {
		n.seats = &Seating{Of: make([]int32, n.p), Above: []int32{-1}}
	}
	if n.seats.none() {
		return fmt.Errorf("%s needs switches in the network that add up and copy, in one tree above all nodes; this fabric has none (switch.sharp is no)", name)
	}
	n.level, n.height = n.seats.levels(), n.seats.height()
	for c := range int32(call.Channels) {
		n.scripts = append(n.scripts, n.script(n.members(c, l)))
	}
	return nil
}

// taken is how many seats a schedule has.
func (n *network) taken() int32 {
	if n.p == 1 {
		return 0
	}
	return int32(len(n.seats.Above))
}

// members lists, by seat and chunk, who sends that chunk to the seat: positions, then seats below.
func (n *network) members(c int32, l *layout) [][][]int32 {
	of := make([][][]int32, len(n.seats.Above))
	for s := range of {
		of[s] = make([][]int32, n.heads)
	}
	for r := range n.p {
		q, s := l.position(c, r), n.seats.Of[r]
		if j := q % n.g; j < n.heads {
			of[s][j] = append(of[s][j], q)
		}
	}
	for s, above := range n.seats.Above { // those below come first
		for j := range n.heads {
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
		scripts[s] = make([][]Step, n.riseOf(n.heads))
		for j, from := range of {
			n.chunk(scripts[s], int32(s), int32(j), from)
		}
	}
	return scripts
}

// chunk writes down what a seat does for a chunk that comes from some members.
func (n *network) chunk(lanes [][]Step, seat, j int32, from []int32) {
	above, level := n.seats.Above[seat], n.level[seat]
	rise, fall := n.riseOf(j), n.fallOf(j)
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
			down.WaitLane, down.WaitStep = rise, int32(last)
		}
		lanes[rise], lanes[fall] = append(lanes[rise], up), append(lanes[fall], down)
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
