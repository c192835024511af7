// Package postal carries messages over an idle fabric: it is the oracle to which other fidelities are held where nobody
// waits for anybody else, and never an answer under contention.
//
// Every first link (a rank's own) sees a private copy of the fabric. Packets follow one another through it by the rules
//
//	start = max(end of the packet before, eligible)
//	end   = start of the busy period + bytes since then / rate, rounded up once
//	eligible at the next link = start + cable + device, or, where the next link is faster for this packet,
//	                            no earlier than what lets it send without a gap
//
// with buffers that never fill. What is sent waits only for what was put on the same first link before. That is why all of
// a message's latency is propagate or serialize, but for what it waits for messages of another owner that came that way:
// other traffic from the same GPU.
//
// Units: instants and spans in integer picoseconds, bytes on the wire.
//
// Ties: messages of one first link follow one another in the order of the calls of Send; messages of different first
// links never meet. Deliveries of one instant go by path number.
package postal
