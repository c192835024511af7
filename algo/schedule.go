package algo

import "collsim/sim/units"

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
	Bytes    units.Bytes // the size that nccl-tests prints: the whole buffer; of one rank's send buffer for all_to_all
	Channels int         // parallel copies that split the bytes; 0 = 1
	Slices   int         // pieces that pipeline each chunk, where the algorithm can; 0 = 1
	Root     int         // of rooted collectives
	Inter    string      // hierarchical only: the algorithm across nodes, ring or tree; "" = ring

	// Order lists, for each channel, which rank stands at each position of the algorithm's own numbering, so that a
	// channel's ring enters and leaves each node beside that channel's NIC. nil = position r is rank r.
	Order [][]int32
}

// Chunks is a set of labels of a rank's buffer: Count labels, in runs of Run labels whose starts are Stride apart,
// beginning at First, all modulo the number of labels of the schedule. Order within the set matters to nobody.
type Chunks struct{ First, Count, Run, Stride int32 }

// Step is one step of a lane: wait for another lane of the same rank, then receive, then combine, then send. What is
// received and what is sent are the same labels; an algorithm that sends other labels than it receives uses two steps.
type Step struct {
	Recv, Send int32       // peer ranks; -1 = absent
	Chunks     Chunks      // what moves
	Bytes      units.Bytes // of the message received or sent
	Reduce     bool        // combine what is received with what is here; otherwise it replaces it
	Signal     bool        // some lane of this rank waits for this step
	WaitLane   int32       // lane of this rank whose step WaitStep must be complete first; -1 = none
	WaitStep   int32
	Round      int32 // of the message that is sent, or else received: 0, 1, ... in the algorithm's own numbering
}

// Schedule is a collective as data: for each rank, lanes of steps in order. It is a pure function of rank, lane and
// index, so nothing of the size of all steps is ever stored. Messages match by (sender, receiver, lane) in program
// order: what lane l sends, the peer's lane l receives.
type Schedule struct {
	Collective Collective
	Algorithm  string
	Call       Call    // as asked, defaults filled in
	Lanes      int32   // lanes a rank
	Labels     int32   // labels a rank's buffer is cut into
	Channels   []int32 // lane -> channel

	// Step returns step index of a rank's lane; ok is false past the last one.
	Step func(rank, lane, index int32) (s Step, ok bool)
}
