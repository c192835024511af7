package algo

import (
	"fmt"

	"collsim/sim/units"
)

// layout puts the positions of an algorithm on ranks, channel by channel, and knows the size of every piece. Algorithms
// think in positions and labels; layout turns that into ranks and bytes. Its tables are O(ranks) a channel.
type layout struct {
	call   Call
	p      int32
	labels int32
	lanes  int32     // a channel
	at     [][]int32 // channel -> rank -> position; nil = identity

	// Chunks come in two sizes, floor(n/labels) and one byte more. larger[c][i] counts the larger ones among the labels
	// below i; nil where all are equal. small and large are the sizes of their pieces, by channel*slices + slice.
	larger       [][]int32
	small, large []units.Bytes

	motion       // of regular algorithms
	period int32 // the least stride of ranks that moves all positions alike; p = none
}

// newLayout cuts the buffer of call into labels chunks. owned: label i is the chunk of the rank at position i.
func newLayout(call Call, labels int32, owned bool) *layout {
	l := &layout{call: call, p: int32(call.Ranks), labels: labels}
	if call.Order != nil {
		l.at = make([][]int32, call.Channels)
		for c := range l.at {
			l.at[c] = inverse(call.Order[c])
		}
	}
	floor := call.Bytes / units.Bytes(labels)
	for c := range call.Channels {
		for s := range call.Slices {
			l.small = append(l.small, call.slice(part(floor, c, call.Channels), s))
			l.large = append(l.large, call.slice(part(floor+1, c, call.Channels), s))
		}
	}
	if floor*units.Bytes(labels) != call.Bytes {
		l.countLarger(owned)
	}
	return l
}

func inverse(order []int32) []int32 {
	at := make([]int32, len(order))
	for q, r := range order {
		at[r] = int32(q)
	}
	return at
}

func (l *layout) countLarger(owned bool) {
	l.larger = make([][]int32, l.call.Channels)
	for c := range l.larger {
		if c > 0 && (!owned || l.at == nil) {
			l.larger[c] = l.larger[0]
			continue
		}
		below := make([]int32, l.labels+1)
		for i := range l.labels {
			chunk := i
			if owned && l.at != nil {
				chunk = l.call.Order[c][i]
			}
			extra := part(l.call.Bytes, int(chunk), int(l.labels)) - l.call.Bytes/units.Bytes(l.labels)
			below[i+1] = below[i] + int32(extra)
		}
		l.larger[c] = below
	}
}

// position of a rank on a channel; seats stay where they are.
func (l *layout) position(c, rank int32) int32 {
	if l.at == nil || rank >= l.p {
		return rank
	}
	return l.at[c][rank]
}

// root is the position of the call's root on a channel.
func (l *layout) root(c int32) int32 { return l.position(c, int32(l.call.Root)) }

// size is the number of bytes of one slice of a set of chunks on channel c.
func (l *layout) size(c, slice int32, set *Chunks) units.Bytes {
	i := c*int32(l.call.Slices) + slice
	n := units.Bytes(set.Count) * l.small[i]
	if l.larger == nil {
		return n
	}
	more := l.large[i] - l.small[i]
	if more == 0 {
		return n
	}
	for done := int32(0); done < set.Count; done += set.Run {
		first := mod(set.First+done/set.Run*set.Stride, l.labels)
		n += units.Bytes(l.largerIn(c, first, min(set.Run, set.Count-done))) * more
	}
	return n
}

// largerIn counts the larger chunks of a run of labels, which may wrap around once.
func (l *layout) largerIn(c, first, count int32) int32 {
	below := l.larger[c]
	if end := first + count; end > l.labels {
		return below[l.labels] - below[first] + below[end-l.labels]
	}
	return below[first+count] - below[first]
}

// schedule gives every channel its own lanes. step works on ranks and lanes of the whole schedule; it gets its channel and
// position from spot and leaves ranks and bytes to finish. (It is one closure an algorithm, not one inside another: a Step
// is 72 bytes, and handing it up through several calls costs more than making it.)
func (l *layout) schedule(lanes int32, step func(rank, lane, index int32) (Step, bool)) *Schedule {
	channels := make([]int32, lanes*int32(l.call.Channels))
	for lane := range channels {
		channels[lane] = int32(lane) / lanes
	}
	l.lanes = lanes
	if l.p == 1 {
		step = func(rank, lane, index int32) (Step, bool) { return Step{}, false }
	}
	return &Schedule{Lanes: int32(len(channels)), Labels: l.labels, Channels: channels, Step: step, layout: l}
}

// spot is where a lane of a rank works: its channel, its number within the channel, and the rank's position there.
func (l *layout) spot(rank, lane int32) (c, k, q int32) {
	if c = lane; l.lanes > 1 {
		c = lane / l.lanes
	}
	return c, lane - c*l.lanes, l.position(c, rank)
}

// finish turns positions into ranks, lanes of channel c into lanes of the schedule, and chunks into bytes.
func (l *layout) finish(s *Step, c int32) {
	l.place(s, c)
	s.Bytes = l.size(c, s.Slice, &s.Chunks)
}

// place is finish for a step that has its bytes already.
func (l *layout) place(s *Step, c int32) {
	if s.WaitLane >= 0 {
		s.WaitLane += c * l.lanes
	}
	if l.at != nil {
		s.Recv, s.Send = l.rank(c, s.Recv), l.rank(c, s.Send)
	}
}

func (l *layout) rank(c, q int32) int32 {
	if q < 0 || q >= l.p {
		return q
	}
	return l.call.Order[c][q]
}

// KeepsNodes refuses a call whose ranks of one node do not stand together in its order, on some channel.
func (c Call) KeepsNodes() error {
	for channel, order := range c.Order {
		for q := 0; q < len(order); q += c.PerNode {
			first := order[q]
			node := c.node(first)
			for _, r := range order[q:min(q+c.PerNode, len(order))] {
				if c.node(r) != node {
					return fmt.Errorf("order of channel %d puts ranks %d and %d, of two nodes, where one node is expected", channel, first, r)
				}
			}
		}
	}
	if c.Order != nil {
		return nil
	}
	for r := range int32(len(c.Nodes)) {
		if first := r - r%int32(c.PerNode); c.node(r) != c.node(first) {
			return fmt.Errorf("ranks %d and %d stand on two nodes, where %d ranks that follow one another should share one", first, r, c.PerNode)
		}
	}
	return nil
}

// node is the node of a rank.
func (c Call) node(rank int32) int32 {
	if c.Nodes != nil {
		return c.Nodes[rank]
	}
	return rank / int32(c.PerNode)
}

// still makes a fresh step one that does nothing yet.
func (s *Step) still() { s.Recv, s.Send, s.WaitLane = -1, -1, -1 }

// send makes a fresh step one that sends only.
func (s *Step) send(to int32, what Chunks, round int32) {
	s.still()
	s.Send, s.Chunks, s.Round = to, what, round
}

// receive makes a fresh step one that receives only, and combines if it reduces.
func (s *Step) receive(from int32, what Chunks, round int32, reduce bool) {
	s.still()
	s.Recv, s.Chunks, s.Round, s.Reduce = from, what, round, reduce
}
