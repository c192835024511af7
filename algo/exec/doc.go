// Package exec plays schedules (collsim/algo) on a network (collsim/fabric) through the software path
// (collsim/fabric/host). It is the only code that knows all three.
//
// A lane runs ahead of the clock while its future is arithmetic: only sends, the use of what somebody else could want at
// the time (a core, a lock, a proxy thread), steps that other lanes wait for, and interrupts are events. A message
// carries a copy of its sender's trail; a receiver that waited goes on with it, one that did not keeps its own (its own
// on a tie). The trail of the lane that ends last, the lowest on a tie, is the critical path.
//
// # Ties
//
// What a rank does in one instant is ordered by round, then by lane, the lane's own order of sending, and kind of event.
// Telling another lane that a step is over takes one round and no time. So does hearing of a message where the network
// tells of it in the instant itself, as postal and packets do: what answers it at once leaves after what was known to
// leave then. Where it tells ahead, as at message level, hearing takes no round, and such a tie may end the other way.
//
// # Units
//
// All times are integer picoseconds, all sizes bytes.
//
// # Errors
//
// New reports what cannot be bound. Play reports a [Deadlock] that names who waits for whom, a limit of package sim, a
// [fabric.GaveUp] where a message was lost for good, or a route that does not exist.
package exec
