// Package sweep answers many questions that differ in a few values: it expands the axes of a scenario into points, splits
// them into shards, plays them, keeps what came out in journals that survive a crash, and merges journals.
//
// # Plan, journal, merged
//
// A [Plan] is all there is to know about a sweep: the text of the scenario, the axes, and its points in order, each with the
// hash of its question ([scenarios.Hash]) as id. It needs no other file. A [Record] is what became of one point: a result, or
// the error that there is none. Whoever plays points appends records to a journal of his own; [Merge] puts journals together
// and names the whole by one hash, which is the same however the points were split and in whatever order they were played.
//
// # Order and units
//
// The last axis runs fastest. Quantities in results are integer picoseconds, bytes, and bytes per second.
//
// # Errors
//
// What is wrong with an axis is [scenarios.Problems], at line and column. What is wrong with a journal is told, and the points
// that it lacks are played again: [Merge] returns a [*Gaps] that holds them as a plan of their own.
package sweep
