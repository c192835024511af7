// Package fabric says what is wired to what: devices, directed links, routes, presets of real servers and networks,
// and the Net interface through which messages are moved at any fidelity.
//
// Units: rates in bytes per second, latencies in picoseconds, buffers and packets in bytes (collsim/sim/units).
//
// Ties: the inputs of a device are numbered in the order in which their links were added; wherever competitors arrive
// in the same picosecond, the lower input goes first.
package fabric
