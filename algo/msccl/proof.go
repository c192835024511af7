package msccl

// Proof is what playing an algorithm found.
type Proof struct {
	Rounds   int    // hops of the longest chain of messages that depend on one another
	Messages int    // of one loop
	Chunks   int    // that all GPUs send in one loop
	Most     int    // that the busiest GPU sends
	Unproved string // why the result was not compared with anything; "" = it was, and is right
	moved    map[place]moved
}

// moved is the message that a step sends, or else receives, or what it copies or combines: which parts of the buffer, and
// in which round.
type moved struct {
	parts []int32
	round int32
}
