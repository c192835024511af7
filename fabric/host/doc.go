// Package host is the software between a rank and the wire: what it costs to call a collective, to prepare its data, to
// post a message, to register memory, to shake hands, to notice an arrival, to combine data.
//
// A library (raw, mpi, gloo, nccl) says what the parameters are; what it leaves out it does not have. It is added by one
// file with one register line; the lists and docs/model.md follow. [Bind] gives the [Costs] of one; [Use] says how a
// library of kernels is used, by which protocol and launch mode, and what holds of the machine at hand. Durations are
// nominal picoseconds; a slow rank's excess and jitter are kept apart, for they are booked as skew.
//
// Who shares what, each served in the order of asking: the lanes of a rank its CPU core, its registration cache and its
// proxy thread, ties by lane; the ranks of a node the library's global lock and, if there is one for all, the proxy
// thread, ties by rank. Interrupts are coalesced by rank. The executor (collsim/algo/exec) plays these resources in
// simulated time.
package host
