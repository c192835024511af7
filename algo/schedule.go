package algo

import (
	"iter"

	"collsim/sim/units"
)

// Collective is an operation that a group of ranks performs together.
type Collective string

// The collectives.
const (
	AllReduce     Collective = "all_reduce"
	AllGather     Collective = "all_gather"
	ReduceScatter Collective = "reduce_scatter"
	Broadcast     Collective = "broadcast"
	Reduce        Collective = "reduce"
	Gather        Collective = "gather"
	Scatter       Collective = "scatter"
	AllToAll      Collective = "all_to_all"
	Barrier       Collective = "barrier"
	SendRecv      Collective = "send_recv"
)

// Call is what an algorithm is asked to do.
type Call struct {
	Ranks    int
	PerNode  int         // ranks r*PerNode .. (r+1)*PerNode-1 share a node; 0 = 1
	Nodes    []int32     // or rank -> its node, where they do not follow one another; PerNode is then the most of one node
	Bytes    units.Bytes // the size that nccl-tests prints: the whole buffer; of one rank's send buffer for all_to_all
	Channels int         // parallel copies that split the bytes; 0 = 1
	Slices   int         // pieces that pipeline each chunk, where the algorithm can; 0 = 1
	Batch    int         // slices of a lane that are under way together, of algorithms that loop; 0 = all
	Portion  units.Bytes // of a channel's chunk that a batch takes, or a slice where there are no batches; the last takes the rest. 0 = slices are even
	Together int         // chunks that go in one message at most, of algorithms that aggregate; 0 = all that can
	Peers    int         // ranks that a rank sends to at the same time, of algorithms that group; 0 = all
	Lone     bool        // the first tree carries all, of algorithms that have two
	Root     int         // of algorithms that are Rooted
	Inter    string      // the algorithm across nodes, of algorithms that have an Inter; "" = their first
	Seats    *Seating    // the switches that take part, of algorithms that have a Site; nil = as many as they need, wired as they need

	// Order lists, for each channel, which rank stands at each position of the algorithm's own numbering, so that a
	// channel's ring enters and leaves each node beside that channel's NIC. nil = position r is rank r.
	Order [][]int32
}

// Chunks is a set of labels of a rank's buffer: Count labels, in runs of Run labels whose starts are Stride apart,
// beginning at First, all modulo the number of labels of the schedule. Order within the set matters to nobody.
type Chunks struct{ First, Count, Run, Stride int32 }

// one is the set of a single label.
func one(label int32) Chunks { return Chunks{First: label, Count: 1, Run: 1, Stride: 1} }

// span is a run of labels.
func span(first, count int32) Chunks {
	return Chunks{First: first, Count: count, Run: count, Stride: count}
}

// label is member j of the set, of a schedule with the given number of labels.
func (c Chunks) label(j, labels int32) int32 {
	return mod(c.First+j/c.Run*c.Stride+j%c.Run, labels)
}

// Step is one step of a lane: wait for another lane of the same rank, then receive, then combine, then do other work,
// then send. What is received and what is sent are the same labels; an algorithm that sends other labels than it
// receives uses two steps. A send takes a copy of the data and never holds the lane up.
type Step struct {
	Recv, Send int32       // peers, ranks or seats; -1 = absent
	Chunks     Chunks      // what moves, of the lane's channel
	Slice      int32       // which slice of those chunks
	Bytes      units.Bytes // of the message received or sent
	Reduce     bool        // combine what is received with what is here; otherwise it replaces it
	Signal     bool        // some lane of this rank waits for this step
	WaitLane   int32       // lane of this rank whose step WaitStep must be complete first; -1 = none
	WaitStep   int32
	Paced      bool  // the wait is for room, not for data: rounds, depth and steps of the pipeline do not count it
	Round      int32 // of the message that is sent, or else received: 0, 1, ... in the algorithm's own numbering
	Task       int32 // other work of the rank, by a number that the executor is told the meaning of; 0 = none
	Mark       int32 // the instant at which the step ends is kept under this number; 0 = it is not
}

// Schedule is a collective as data: for each rank, lanes of steps in order. It is a pure function of rank, lane and
// index, so nothing of the size of all steps is ever stored. Messages match by (sender, receiver, lane) in program
// order: what lane l sends, the peer's lane l receives.
//
// A buffer is cut into Labels chunks, each chunk into a piece a channel, each of those into a piece a slice, every time
// by the rule [floor(n i/p), floor(n (i+1)/p)), but for slices of a Call with a Portion. Where chunks belong to ranks (all_gather, reduce_scatter, gather,
// scatter) label i of channel c is the chunk of the rank at position i of that channel. For all_to_all labels are
// relative: slot d at position q first holds the block from q to q+d, and at the end the block from q-d to q.
//
// Rounds grow along dependencies: a message's round exceeds the rounds of all messages that its sender's lane received
// before. With one slice the rounds of a lane never fall; with several only those of its sends do not. So a barrier
// that waits until all messages of a round have arrived never deadlocks. In batches this holds for each by itself.
type Schedule struct {
	Collective Collective
	Algorithm  string
	Call       Call    // as asked, defaults filled in
	Lanes      int32   // lanes a rank
	Labels     int32   // chunks a rank's buffer is cut into
	Channels   []int32 // lane -> channel
	Seats      int32   // switches that take part: parties Ranks .. Ranks+Seats-1, with lanes like a rank

	// Step returns step index of a lane of a rank, or of a seat; ok is false past the last one.
	Step func(rank, lane, index int32) (s Step, ok bool)

	// Place tells which operation of a program step index of a rank's lane belongs to, and which step of which lane of that
	// operation it is. What chance adds to a step goes by its place, so that one operation never shifts the luck of
	// another. nil = the schedule is one operation.
	Place func(rank, lane, index int32) Place

	alike  func(rank, lane, index int32) int32 // what Repeats says; nil = nothing
	layout *layout                             // by which it was made, so that what is alike is known; nil = by none
}

// Steps are those of the first so many parties, each with its party, lane by lane.
func (s *Schedule) Steps(parties int32) iter.Seq2[int32, Step] {
	return func(yield func(int32, Step) bool) {
		for i := range parties * s.Lanes {
			party, lane := i/s.Lanes, i%s.Lanes
			n := int32(0)
			for step, ok := s.Step(party, lane, n); ok; step, ok = s.Step(party, lane, n) {
				if !yield(party, step) {
					return
				}
				n++
			}
		}
	}
}

// Place is where a step stands among the operations of a program.
type Place struct{ Operation, Lane, Step int32 }

// owned reports whether label i is the chunk of the rank at position i.
func (c Collective) owned() bool {
	switch c {
	case AllGather, ReduceScatter, Gather, Scatter, AllToAll:
		return true
	}
	return false
}

// reduces reports whether what is received may be combined with what is there.
func (c Collective) reduces() bool { return c == AllReduce || c == Reduce || c == ReduceScatter }
