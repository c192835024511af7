// Package trace writes what happened in a run for the tools that show such things: timelines for trace viewers, and the
// critical path as a profile.
//
// [Perfetto] writes the JSON of Chrome's trace event format, which Perfetto, chrome://tracing and Speedscope open. [Profile]
// writes a profile for pprof. Both are made of a [scenarios.Timeline] and are the same, byte for byte, whenever that is.
//
// # Units
//
// All instants are integer picoseconds. The trace event format counts microseconds; they are written as decimals of six
// digits, which are exact, and picoseconds stand beside them.
package trace
