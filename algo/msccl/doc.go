// Package msccl reads collective algorithms written in MSCCL's XML (Cowan et al. 2023, MSCCLang: Microsoft collective
// communication language), proves them on symbolic data, and makes schedules of them.
//
// In an [Algorithm] every GPU has thread blocks, and a thread block steps: it receives from one peer, sends to another,
// copies or combines chunks of three buffers, one step after the other, and may wait for a step of another block of its
// GPU. The k-th send of a connection (sender, receiver, channel) meets its k-th receive.
//
// [Parse] reads a file and says of everything that is wrong in it where that is. [Algorithm.Verify] plays it: whatever a
// GPU ends up with must be what the collective promises, nothing may be read before it is there, no two blocks may touch
// a chunk without one waiting for the other, and nobody may wait for ever. [Algorithm.Schedule] is the same as a
// schedule of package algo, to be timed.
package msccl
