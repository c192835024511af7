package main

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"collsim/scenarios"
	"collsim/sim/units"
)

// roomShare is the part of a machine's memory that runs may take where nobody says otherwise: an estimate that is half of
// what comes then still fits.
const roomShare = 2

// mostAddressed is what a program of 32 bits can address and reckon with.
const mostAddressed = 2 * units.GiB

// room is what runs may take on this machine. Where nobody can tell how much memory it has there is no limit.
func room() scenarios.Room {
	has, what := installed()
	if narrow := runtime.GOARCH == "wasm" || math.MaxInt == math.MaxInt32; narrow && (has == 0 || has > mostAddressed) {
		has, what = mostAddressed, "that a program of 32 bits can use"
	}
	if has == 0 {
		return scenarios.Room{Beside: runtime.GOMAXPROCS(0)}
	}
	return scenarios.Room{
		Limit: has / roomShare, Source: fmt.Sprintf("half of the %s %s", scenarios.Gibibytes(has), what), Beside: runtime.GOMAXPROCS(0),
	}
}

// asked is the limit that the environment gives the collector (GOMEMLIMIT).
var asked = debug.SetMemoryLimit(-1)

// guard keeps the heap within a limit: it makes the collector work harder towards it, and knows when that was in vain.
type guard struct {
	limit units.Bytes // 0 = none
	use   [1]metrics.Sample
}

func newGuard(limit units.Bytes) *guard {
	g := &guard{limit: limit}
	g.use[0].Name = "/memory/classes/heap/objects:bytes"
	if limit > 0 {
		debug.SetMemoryLimit(min(int64(limit), asked))
	}
	return g
}

// broken reports whether what is in use is more than the limit, garbage left out.
func (g *guard) broken() bool {
	if g == nil || g.limit == 0 || g.used() <= g.limit {
		return false
	}
	runtime.GC()
	return g.used() > g.limit
}

func (g *guard) used() units.Bytes {
	metrics.Read(g.use[:])
	return units.Bytes(g.use[0].Value.Uint64())
}

// outgrown is a run that took more memory than it may although its estimate was less.
type outgrown struct {
	*scenarios.Stopped
	limit units.Bytes
}

func (o *outgrown) Error() string {
	return fmt.Sprintf("limits.memory: %s were not enough, whatever the estimate: %s; valid: more with --max-memory", scenarios.Gibibytes(o.limit), reached(o.Progress))
}

// keepWithin lets the watch look after memory; 0 = there is no limit.
func (w *watch) keepWithin(limit units.Bytes) {
	g := newGuard(limit)
	w.Lock()
	defer w.Unlock()
	w.guard, w.outgrew, w.guarded = g, false, time.Time{}
}

// full reports whether runs have outgrown the memory that they may take. It looks once in a beat.
func (w *watch) full() bool {
	w.Lock()
	defer w.Unlock()
	if at := time.Now(); w.guard != nil && !w.outgrew && at.Sub(w.guarded) > beat {
		w.guarded = at
		w.outgrew = w.guard.broken()
	}
	return w.outgrew
}
