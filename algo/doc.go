// Package algo holds collective operations as checked schedules: data that says which rank sends what to whom in which
// order, without any notion of time or of a network.
//
// [All] lists the algorithms, [Algorithm.Build] makes the [Schedule] of a [Call], [Check] proves a schedule right on
// symbolic data, [Count] counts what it costs, [Draw] shows it round by round. [Algorithm.Rounds] and
// [Algorithm.LockStep] are the papers' formulas, which share nothing with the schedules and so can test them.
// [BusFactor], [Compulsory] and [Needs] say what no schedule can avoid.
//
// # Units
//
// Sizes are bytes. Call.Bytes is what nccl-tests prints as size: the buffer over all ranks for all_gather,
// reduce_scatter, gather and scatter, one rank's send buffer for all_to_all, else one rank's buffer. Chunk i of n bytes
// over p is [floor(n i/p), floor(n (i+1)/p)): any size works, and chunks without bytes are sent as well. Rounds, lanes,
// steps and labels count from 0. There is no time here; [Cost] is handed in.
//
// # Ties
//
// Nothing here depends on the order in which things happen: Check accepts a schedule only if every order that its
// dependencies allow gives the same data.
//
// # A new algorithm
//
// One file: a doc comment with a drawing for 4 ranks and the paper, one register line, one function from (position,
// lane, index) to a [Step]. The tests of this package range over the registry and take it from there.
package algo
