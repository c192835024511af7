// Package ledger books every picosecond of a run to one component.
//
// A trail belongs to a lane or to a message in flight and tells how its instant was reached. A message carries a copy
// of its sender's trail; whoever waited for it goes on with the copy, whoever did not keeps its own (its own on a tie).
// The trail of the operation that ends last therefore is the critical path, and its parts sum to the total because
// every charge starts where the last one stopped.
//
// Components fall into four groups: software, physical, queueing, waiting ([Component.Group]). All durations are
// integer picoseconds.
package ledger
