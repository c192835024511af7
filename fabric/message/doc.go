// Package message carries whole messages over a fabric: every link is a server that is busy until some instant, heads
// cut through, competitors are served first come first served, buffers never fill. It costs one event a link after the
// first, whatever the size of the message.
//
// On an idle fabric it gives the completion times of the packet rules exactly (DESIGN.md has the condition). Under
// contention it serves whole messages where a real port alternates packets, and knows neither credit nor heads of queues
// ([collsim/fabric/fabrictest] and fabric/DEVIATIONS.md say by how much that can matter).
//
// Units: instants and spans in integer picoseconds, bytes on the wire.
//
// Ties: messages whose heads reach a link in one picosecond go by the number of the input through which they come, then
// in the order in which they left the link before. On a rank's own first link the order of the calls of Send decides.
package message
