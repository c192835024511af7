// Package packet is a [fabric.Net] that moves messages as packets through ports with finite buffers: credit-based flow
// control, virtual cut-through, virtual output queues or input queues, round-robin or oldest-first arbitration, virtual
// lanes; or switches with one memory that pause their senders or drop packets. Congestion spreads through the buffers, not by a formula. DESIGN.md has the reasons and the figures.
//
// # Rules
//
// A port is the sending end of a link. R is the rate and L the latency of its link, D the latency of the device at the
// far end, where the link has one buffer a lane. A packet's wire bytes are those of the link in question.
//
//   - R1: a packet starts when the link is free, the packet eligible, and there is credit for all of it.
//   - R2: its tail leaves at the start of the busy period + the bytes sent since / R, rounded up once.
//   - R3: it is eligible at the next port L + D after its start. If the next link sends it faster than this one, it is
//     held there until it cannot run dry: L + D after its tail left, less the time the next link takes.
//   - R4: its bytes lie in a buffer from the arrival of the head until the tail has left on the next link, at a GPU
//     until the tail has arrived; the credit is back at the sender a cable later.
//   - R5: an arbiter sees every packet that is eligible and has credit at that instant, including equal. Classes take turns,
//     of their weight in full packets each; what a class sends beyond that is taken from its next turn, and a class that
//     cannot send when others can has lost the rest of its own. In a class its escape lanes take turns by packets; in a
//     lane, inputs take turns or the packet offered first goes first.
//   - R6: of an input queue only the head is offered, from when the tail of the one before has left. With virtual output
//     queues there is one queue an input, output and lane, and an input may feed several outputs at once.
//
// Devices that pause or drop ([fabric.Device.Flow]) keep packets in one memory. Senders to them need no credit.
//
//   - R7: a packet is taken in or dropped as its head arrives, and is in the memory until the instant after its tail has
//     left. There is one line an output and lane: it is sent in the order in which packets may leave, then by arrival,
//     then by input.
//   - R8: with Drop, a packet is taken in if its line is no longer than 2^Alpha x what is free, and it fits what is free.
//   - R9: with Pause, it goes to what is shared if it fits and its input and lane then have no more than Pause there, and no
//     more than 2^Alpha x what is free; else to head-room, and its sender is told to stop; else it is dropped. What leaves
//     frees head-room first. When head-room is free and no more than Resume shared, the sender is told to go on. A word is
//     there a pause frame and a cable later; a sender obeys it from that instant on.
//   - R10: a packet that is taken in is marked by the length of its line before it (fabric.Marking).
//   - R11: with DCQCN, each path and class is a flow that waits apart at its source; turns are by flow. The next packet of
//     a slowed flow may start when the bytes of the one before would have left at the flow's rate. A marked packet makes
//     its receiver notify the source, the route's propagation after the tail is there.
//   - R12: where a way parts, the head of a packet, or of a message's first packet, chooses as it arrives: the output for
//     which the fewest bytes have come whose tails have not left before, the first way's on a tie. Heads that arrive in
//     one picosecond choose in order of their links' numbers.
//   - R13: a message that lost packets ends when the last of the others arrives or is dropped (fabric.DropSink).
//
// With [Options].Grant a port sends several packets of one message on a turn. All other rules hold for each of them.
//
// GPUs are the hosts: messages start and end there, their latency and queueing count for nothing, and packets pass through
// them for PXN alone. Where messages start at a device that packets pass, they have an input of their own behind all others.
//
// # Units
//
// Instants and spans in picoseconds, sizes in bytes (collsim/sim/units).
//
// # Ties
//
// Inputs are numbered as fabric.Graph.In lists them. Turns start at class 0, lane 0 and input 0 and go on behind whoever left last;
// among packets offered in the same picosecond the lower input goes first. The order in which events of one picosecond
// fire decides nothing. Messages that a source sends in one instant over one link and lane leave in the order of the
// calls; on several lanes, those sent in one round of the instant are seen together.
package packet
