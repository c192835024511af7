package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"collsim/cmd/collsim/store"
	"collsim/scenarios"
	"collsim/scenarios/sweep"
	"collsim/sim/units"
)

// shift is the work of one shard: what is left to do, and where it goes.
type shift struct {
	sync.Mutex
	ctx       context.Context
	watch     *watch
	plan      *sweep.Plan
	own       shard
	points    []sweep.Point   // of the shard
	questions [][]sweep.Point // that are left: points that ask the same are played once
	journal   *journal
	room      scenarios.Room
	cache     *store.Cache // nil = none

	before  int // points that the journal had
	added   int // points
	failed  int // of all
	cached  int // questions
	crowded [][]sweep.Point
	wrote   error // that the journal cannot be written
}

// work plays what is left and closes the journal.
func (x *shift) work() error {
	x.watch.keep(func(i *interruption) ([]byte, error) { i.end = x.kept(); return nil, nil })
	x.watch.keepWithin(x.room.Limit)
	x.playAll()
	err := x.journal.close()
	x.cache.Close()
	switch {
	case x.wrote != nil:
		return x.wrote
	case x.watch.full():
		return failed(fmt.Errorf("%s of memory were not enough, whatever the estimate; valid: fewer points at the same time (GOMAXPROCS=1); %s", scenarios.Gibibytes(x.room.Limit), x.kept()))
	case x.ctx.Err() != nil && x.before+x.added < len(x.points):
		return failure{exitInterrupted, &interruption{Stopped: &scenarios.Stopped{Progress: scenarios.Progress{Stage: "playing points"}}, end: x.kept()}}
	}
	return err
}

// playAll plays the dearest questions first, and those that need more than a core's share of memory last, one by one.
func (x *shift) playAll() {
	slices.SortStableFunc(x.questions, func(a, b []sweep.Point) int { return cmp.Compare(b[0].Cost, a[0].Cost) })
	share := x.room
	share.Limit /= units.Bytes(runtime.GOMAXPROCS(0))
	onAllCores(len(x.questions), func(i int) { x.play(x.questions[i], share, x.room.Limit > 0) })
	for _, q := range x.crowded {
		x.play(q, x.room, false)
	}
}

// kept says what an interrupted shard leaves.
func (x *shift) kept() string {
	x.Lock()
	defer x.Unlock()
	return fmt.Sprintf("%d of %s are in %s; the same command with --resume goes on", x.before+x.added, count(len(x.points), "point"), x.journal.path)
}

// play answers one question and appends a record for each of its points. Where memory is short and may be more later, it is
// put off.
func (x *shift) play(same []sweep.Point, room scenarios.Room, later bool) {
	if x.over() {
		return
	}
	if result, ok := x.cache.Get(same[0].ID); ok {
		x.add(same, sweep.Record{Result: result}, true)
		return
	}
	r, err := x.plan.Run(same[0], len(x.questions), room, func(p scenarios.Progress) bool {
		x.watch.see(p)
		return !x.over()
	})
	switch {
	case errors.As(err, new(*scenarios.Stopped)):
	case later && errors.As(err, new(*scenarios.Crowded)):
		x.Lock()
		x.crowded = append(x.crowded, same)
		x.Unlock()
	default:
		if err == nil {
			x.cache.Put(same[0].ID, r.Result)
		}
		x.add(same, r, false)
	}
}

// over tells whether nothing more is to be played: the shard was interrupted, its journal cannot be written, or memory is full.
func (x *shift) over() bool {
	if x.ctx.Err() != nil || x.watch.full() { // which has a lock of its own, and is not asked under this one
		return true
	}
	x.Lock()
	defer x.Unlock()
	return x.wrote != nil
}

// add appends a record for each point that asked the same.
func (x *shift) add(same []sweep.Point, of sweep.Record, cached bool) {
	records := make([]sweep.Record, len(same))
	for i, point := range same {
		records[i] = sweep.Record{Index: point.Index, ID: point.ID, Values: point.Values, Error: of.Error, Result: of.Result}
	}
	err := x.journal.add(records)
	x.Lock()
	defer x.Unlock()
	if err != nil {
		x.wrote = err
		return
	}
	x.added += len(same)
	if of.Error != "" {
		x.failed += len(same)
	}
	if cached {
		x.cached++
	}
}

// summary says what the shard has done.
func (x *shift) summary() *page {
	p := &page{}
	p.line(left("shard", planColumn), x.own.String(), ", ", count(len(x.points), "point"))
	line := fmt.Sprintf("%d now", x.added)
	if x.before > 0 {
		line += fmt.Sprintf(", %d before", x.before)
	}
	if x.cached > 0 {
		line += fmt.Sprintf(", %s from the cache", count(x.cached, "answer"))
	}
	p.line(left("played", planColumn), line)
	p.line(left("failed", planColumn), fmt.Sprint(x.failed))
	p.line(left("journal", planColumn), x.journal.path)
	return p
}

// conclude tells what the shard has done.
func (x *shift) conclude(c *cobra.Command) error {
	if err := writeOut(c.OutOrStdout(), []byte(x.summary().String())); err != nil {
		return err
	}
	return failedPoints(x.failed, len(x.points))
}

// failedPoints is the error that some points have no result.
func failedPoints(n, all int) error {
	if n == 0 {
		return nil
	}
	return failed(fmt.Errorf("%d of %s have an error instead of a result; sweep report tells which", n, count(all, "point")))
}
