package main

import (
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
	if err == nil && b.setup.check > 0 && b.log == nil {
		err = b.prove(look)
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
			return err
		}
	}
	errs := make([]error, len(b.points))
	onAllCores(len(b.points), func(i int) {
		at := b.points[i]
		p := scenarios.Progress{Variant: at.size.String(), Stage: "playing"}
		if watch != nil && !watch(p) {
			errs[i] = &scenarios.Stopped{Progress: p}
			return
		}
		timing, err := players[at.root](at.size, watch)
		if errs[i] = err; err == nil {
			b.Lock()
			b.answers[at] = timing
			b.Unlock()
		}
		p.Ended = true
		watch(p)
	})
	return first(errs)
}

func first(errs []error) error {
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
		return errs[i]
	}
	return nil
}

// player wires the machine for a root. NCCL's calibrations hold for whole messages, which is how all points are played
// unless another fidelity is asked for.
func (b *benchmark) player(root int, watch scenarios.Watch) (player, error) {
	f, err := b.load(root, b.points[0].size)
	if err != nil {
		return nil, err
	}
	s := f.Scenarios[0]
	s.Rivals, s.Room = "off", room()
	if s.Fidelity == "auto" || s.Fidelity == "message" {
		bench, err := scenarios.NewBench(s)
		if err != nil {
			return nil, err
		}
		return func(n units.Bytes, _ scenarios.Watch) (scenarios.Timing, error) { return bench.Run(n, nil) }, nil
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
		return scenarios.Timing{Total: r.Total, Critical: r.CriticalPath, Algorithm: r.Algorithm, Protocol: r.Protocol, Channels: r.Channels}, nil
	}, nil
}

// kind is what is proved once: sizes change how many pieces go through a schedule, not its steps.
type kind struct {
	root                int
	algorithm, protocol string
	channels            int
}

// prove proves the schedules of all kinds, each at its smallest size.
func (b *benchmark) prove(watch scenarios.Watch) error {
	points := slices.Clone(b.points)
	slices.SortStableFunc(points, func(x, y point) int { return int(min(1, max(-1, x.size-y.size))) })
	seen := map[kind]bool{}
	for _, at := range points {
		t := b.answers[at]
		of := kind{at.root, t.Algorithm, t.Protocol, t.Channels}
		if seen[of] {
			continue
		}
		seen[of] = true
		proof, err := b.proof(at, watch)
		if err != nil {
			return err
		}
		if !slices.Contains(b.proofs, proof) {
			b.proofs = append(b.proofs, proof)
		}
	}
	return nil
}

// proof says how the schedule of a point is proved. Its error is that it is wrong.
func (b *benchmark) proof(at point, watch scenarios.Watch) (string, error) {
	f, err := b.load(at.root, at.size)
	if err != nil {
		return "", err
	}
	s := f.Scenarios[0]
	s.Rivals, s.Room, s.Fidelity = "off", room(), "message"
	series, err := scenarios.NewSeries(s, watch)
	if err != nil {
		return "", err
	}
	r, err := series.At(at.size, s.Fidelity, watch)
	if err != nil {
		return "", err
	}
	return r.Proof, nil
}
