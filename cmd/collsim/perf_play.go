package main

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"collsim/scenarios"
	"collsim/sim/units"
)

// play plays all points, on all cores, and then proves schedules. Where it is interrupted the error is an *interruption, and
// what is known is kept.
func (b *benchmark) play(ctx context.Context) error {
	w := watchOf(ctx)
	w.keepWithin(b.memory())
	look := func(p scenarios.Progress) bool {
		p.Study, p.Runs = "sizes", len(b.points)
		w.see(p)
		return ctx.Err() == nil && !w.full()
	}
	err := b.run(look)
	switch {
	case err != nil:
	case b.log != nil:
		err = b.bands(look)
	case b.setup.check > 0:
		err = b.prove(look)
	}
	if err == nil {
		err = b.unfelt(look)
	}
	var stopped *scenarios.Stopped
	switch {
	case err == nil:
		return nil
	case errors.As(err, &stopped) && w.full():
		return failed(&outgrown{stopped, b.memory()})
	case errors.As(err, &stopped):
		return failure{exitInterrupted, &interruption{Stopped: stopped}}
	case !misasked(err):
		return failed(err)
	}
	return err
}

// memory is what runs may take.
func (b *benchmark) memory() units.Bytes {
	if most := b.file.Scenarios[0].MaxMemory; most > 0 {
		return most
	}
	return room().Limit
}

// player answers a test at a size.
type player func(n units.Bytes, watch scenarios.Watch) (scenarios.Timing, error)

// run plays the points. Its error is that of the first that has none.
func (b *benchmark) run(watch scenarios.Watch) error {
	players := map[int]player{}
	for _, at := range b.points {
		if players[at.root] != nil {
			continue
		}
		var err error
		if players[at.root], err = b.player(at.root, watch); err != nil {
			return b.file.Locate(0, err)
		}
	}
	return b.each(watch, "playing", func(at point) error {
		timing, err := players[at.root](at.size, watch)
		if err == nil {
			b.Lock()
			b.answers[at] = timing
			b.Unlock()
		}
		return b.file.Locate(0, err)
	})
}

// each does something at all points, on all cores. Its error is that of the first that fails.
func (b *benchmark) each(watch scenarios.Watch, what scenarios.Stage, do func(point) error) error {
	errs := make([]error, len(b.points))
	onAllCores(len(b.points), func(i int) {
		p := scenarios.Progress{Variant: b.points[i].size.String(), Stage: what}
		if !watch(p) {
			errs[i] = &scenarios.Stopped{Progress: p}
			return
		}
		errs[i] = do(b.points[i])
		p.Ended = true
		watch(p)
	})
	return first(errs)
}

// first is the first error; nil = there is none.
func first(errs []error) error {
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
		return errs[i]
	}
	return nil
}

// player wires the machine for a root. NCCL's calibrations hold for whole messages, which is how all points are played
// unless another fidelity is asked for.
func (b *benchmark) player(root int, watch scenarios.Watch) (player, error) {
	f, err := b.load(b.said, point{root, b.points[0].size})
	if err != nil {
		return nil, err
	}
	s := f.Scenarios[0]
	s.Rivals, s.Room = "off", room()
	if b.benches[root], err = scenarios.NewBench(s); err != nil {
		return nil, err
	}
	if b.whole() {
		return func(n units.Bytes, _ scenarios.Watch) (scenarios.Timing, error) { return b.benches[root].Run(n, nil) }, nil
	}
	series, err := scenarios.NewSeries(s, watch)
	if err != nil {
		return nil, err
	}
	return func(n units.Bytes, watch scenarios.Watch) (scenarios.Timing, error) {
		r, err := series.At(n, s.Fidelity, watch)
		if err != nil {
			return scenarios.Timing{}, err
		}
		t := scenarios.Timing{Total: r.Total, Critical: r.CriticalPath, Algorithm: r.Algorithm, Protocol: r.Protocol, Channels: r.Channels}
		if r.NCCL != nil {
			t.Method = r.NCCL.Algorithm
		}
		return t, nil
	}, nil
}

// whole tells whether messages move as wholes, as they do unless another fidelity is asked for.
func (b *benchmark) whole() bool {
	asked := b.file.Scenarios[0].Fidelity
	return asked == "auto" || asked == "message"
}

// band is between what times a calibration expects a measurement to lie.
type band struct{ low, high units.Duration }

// bands asks the calibrations, where there are some, how far the simulated times can be trusted.
func (b *benchmark) bands(watch scenarios.Watch) error {
	return b.each(watch, "looking how uncertain it is", func(at point) error {
		low, high, ok, err := b.benches[at.root].Band(at.size)
		if err == nil && ok {
			b.Lock()
			b.trusted[at] = band{low, high}
			b.Unlock()
		}
		return err
	})
}

// kind is what is proved once: sizes change how many pieces go through a schedule, not its steps.
type kind struct {
	root                int
	algorithm, protocol string
	channels            int
}

// prove proves the schedules of all kinds, each at its smallest size. Its error is that one is wrong.
func (b *benchmark) prove(watch scenarios.Watch) error {
	points := slices.Clone(b.points)
	slices.SortStableFunc(points, func(x, y point) int { return cmp.Compare(x.size, y.size) })
	seen := map[kind]bool{}
	for _, at := range points {
		t := b.answers[at]
		of := kind{at.root, t.Algorithm, t.Protocol, t.Channels}
		if seen[of] {
			continue
		}
		seen[of] = true
		if p := (scenarios.Progress{Variant: at.size.String(), Stage: scenarios.Proving}); !watch(p) {
			return &scenarios.Stopped{Progress: p}
		}
		proof, err := b.benches[at.root].Prove(at.size)
		if err != nil {
			return err
		}
		b.Lock()
		if !slices.Contains(b.proofs, proof) {
			b.proofs = append(b.proofs, proof)
		}
		b.Unlock()
	}
	return nil
}
