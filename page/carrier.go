package page

import (
	"collsim/scenarios"
	"collsim/sim/units"
)

// Carrier is who brings requests to the engine and gives it what only a host has: cores, a clock, limits.
type Carrier struct {
	Each   scenarios.Each                 // does replicates, studies and points of curves
	Look   func(scenarios.Progress) error // is told about progress every so often; its error ends the request. nil = nobody looks
	Early  func(answer []byte)            // is given the answer to a request for it as far as it is known early. nil = nobody takes it
	Limits Limits
}

// Limits are what a request may take. Zeros are no limits.
type Limits struct {
	Events uint64         // of all runs of a request together
	Time   units.Duration // simulated, of each run
	Memory units.Bytes    // of a run, as estimated before it begins

	// A request that takes more is answered only where its sender is sure.
	AskEvents   uint64      // of all runs together; ten decisions of ports count as one, for most are made in passing
	AskMessages int64       // of a run
	AskMemory   units.Bytes // of a run, as estimated
}

// LongestTime is less than 2^53 ps: up to there JavaScript has every picosecond exactly.
const LongestTime = 9000 * units.Second

// Usual are limits under which a page stays alive: an answer that nobody confirmed takes about a second.
func Usual() Limits {
	return Limits{Events: 2_000_000_000, Time: LongestTime, Memory: units.GiB, AskEvents: 4_000_000, AskMessages: 10_000_000, AskMemory: 256 * units.MiB}
}
