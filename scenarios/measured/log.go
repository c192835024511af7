package measured

import (
	"collsim/algo"
	"collsim/sim/input"
	"collsim/sim/units"
)

// Log is what one run of nccl-tests wrote.
type Log struct {
	Name       string // what messages call it
	Program    string // "all_reduce_perf"; "" = the log does not say
	Collective algo.Collective
	Ranks      int      // 0 = the log does not say
	Nodes      int      // 0 = the log does not say
	Devices    []Device // one a rank, where the log lists them
	Version    string   // of NCCL, "2.21.5"; "" = the log does not say
	Tests      string   // version of nccl-tests, "2.19.6"; "" = the log does not say
	Setup      Setup
	Args       []string // of the command line, where the log gives them
	Notes      []string // sentences that a writer puts below the devices, and that nobody reads back
	Rows       []Row    // in the order of the log; a size stands twice where the run had several cycles
	Problems   input.Problems
}

// Device is one rank as the head of a log lists it.
type Device struct {
	Rank, Group, Process int
	Host                 string
	Index                int    // the GPU of the host
	Bus                  string // "0000:19:00"
	Name                 string // "NVIDIA H100 80GB HBM3"
}

// Setup is how the test was asked to run. What the log does not say is zero.
type Setup struct {
	Threads            int // of a process
	GPUs               int // of a thread
	MinBytes, MaxBytes units.Bytes
	StepFactor         int64       // from size to size; 0 = StepBytes are added
	StepBytes          units.Bytes //
	Warmup             int
	Iterations         int // timed
	Aggregated         int // collectives of an iteration
	Validation         int // what -c asked for
	Graph              int // launches captured in one CUDA graph; 0 = none
}

// Row is one line of results.
type Row struct {
	Line       int // of the log, from 1
	Bytes      units.Bytes
	Count      int64
	Type       string // "float"; "" = not given
	Redop      string // "sum"; "none", "" = not given
	Root       int    // -1 = none
	OutOfPlace Sample
	InPlace    Sample
	Chosen     Chosen // by NCCL, where the log says it
}

// Sample is one half of a row. The zero value is a half that was not measured.
type Sample struct {
	Measured     bool
	Time         units.Duration
	Algbw, Busbw units.Rate // as printed, which is rounded
	Wrong        int64      // results that were wrong; Unchecked = nobody looked
}

// Unchecked is the Wrong of a run that did not check.
const Unchecked = -1

// Time is the time of a row that a simulation is held against: out of place, or in place where only that was measured.
func (r Row) Time() units.Duration {
	if r.OutOfPlace.Measured {
		return r.OutOfPlace.Time
	}
	return r.InPlace.Time
}
