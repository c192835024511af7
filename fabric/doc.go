// Package fabric says what is wired to what: devices, directed links, routes, presets of real servers and networks,
// and the Net interface through which messages are moved at any fidelity.
//
// [Build] makes a [Graph] of a preset ([Presets]), a network between its nodes ([Networks]) and settings of single
// figures ([Parameters]). [Graph.Route] says which links a message takes, [Graph.Order] in which order rings visit the
// GPUs, [Graph.Levels] and [Graph.MaxLatency] what no collective can beat.
//
// Units: rates in bytes per second, latencies in picoseconds, buffers and packets in bytes (collsim/sim/units).
//
// Ties: the inputs of a device are numbered in the order in which their links were added; wherever competitors arrive
// in the same picosecond, the lower input goes first. Of routes that are equally good the one with the lowest link
// numbers is taken.
//
// A preset or a network is added by one file with one register line; the tests, the lists and docs/model.md follow.
package fabric
