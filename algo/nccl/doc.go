// Package nccl makes the choices that NVIDIA's NCCL makes for a collective: algorithm, protocol, channels, threads, chunk.
//
// A [System] says what NCCL sees of the machine, a [Version] which constants hold, an [Env] what the user forces. [Tune]
// searches the channels that fit on the links and works out what each algorithm and protocol should cost; a [Tuning] then
// predicts ([Tuning.Predict]), chooses ([Tuning.Choose]) or takes what it is told to ([Tuning.Take]), and prints its table
// ([Tuning.Table], [Tuning.CSV]).
//
// It is NCCL's own cost model: right about which algorithm, not about how long it takes. Times here are NCCL's
// expectations, and no simulated time comes from them.
//
// # Units
//
// Sizes are bytes as nccl-tests prints them, rates bytes a second, times picoseconds. All arithmetic is in integers with
// rational factors, rounded down for rates and up for times, so that the choice is the same on every machine.
//
// # Ties
//
// Of equal times the first in NCCL's order wins: tree, ring, collnet_direct, collnet_chain, nvls, nvls_tree, pat; of each
// LL, LL128, Simple.
package nccl
