// Package flow carries messages as fluids: those that meet at a link share it by max-min fair rates, which change only when
// a message starts, ends, or lets the next one of its sender go. It costs two or three events a message, whatever its size and
// its route, and one search each of the flows that a change reaches.
//
// On an idle fabric it gives the completion times of the packet rules exactly. Messages that one source sends over one first
// link follow one another, as everywhere: the next one goes when the link has carried the one before and the rest of that
// fits the buffer behind the link. Of those that wait for links on the way each has its fair share, where ports with finite
// buffers take turns among their inputs (fabric/DEVIATIONS.md says by how much that can matter).
//
// Units: instants and spans in integer picoseconds, bytes on the wire; rates in full packets, scaled so that the fastest link
// has between 2^61 and 2^62 of them. Rates are rounded down, flows end at whole picoseconds: DESIGN.md bounds the error.
//
// Ties: all that starts or ends in one picosecond does so before rates are found; what ends together is delivered in
// the order of first links. On a first link the order of the calls of Send decides.
package flow
