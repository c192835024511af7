// Package sim owns the clock: it fires events in order of time and hands out keyed random draws.
//
// # Order
//
// Events fire by (instant, round, key, scheduling order). Round 0 of an instant holds what was scheduled before the
// instant was reached; round n+1 holds what round n scheduled for the same instant. Models choose keys so that two
// events whose order matters at one resource never share one; then scheduling order decides nothing that a result can
// show, which the tie shuffle of [Options] proves.
//
// # Units
//
// Instants and spans are integer picoseconds (collsim/sim/units).
//
// # Errors
//
// A limit that is reached is a typed error from [Kernel.Run] ([EventLimit], [TimeLimit]). A model that schedules into
// the past is a bug and panics.
package sim
