// Package measured reads and writes what was measured on real machines: the text and the JSON of nccl-tests, and tables of sweeps
// whose hardware is known.
//
// # Sizes
//
// [Row.Bytes] is the size that nccl-tests prints, which is the Bytes of an algo.Call for every collective: the larger of what one
// rank sends and what it gets. For all_to_all that is one rank's send buffer, for all_gather what a rank ends with, for
// reduce_scatter what it starts with. Nothing is scaled on the way. [Row.Count] counts elements as nccl-tests does, which for
// these three are those of one block: size / ranks / size of an element.
//
// # Units
//
// Times are picoseconds, bandwidths bytes per second (nccl-tests prints GB/s of 10^9 bytes). Bandwidths that a log prints are
// rounded to a few digits; whoever compares computes them from sizes and times.
package measured
