package main

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"

	"github.com/spf13/cobra"

	"collsim/algo"
	"collsim/scenarios"
	"collsim/scenarios/measured"
	"collsim/sim/units"
)

// benchmark is a test that is planned, and what came out of it.
type benchmark struct {
	test     nccltest
	setup    testFlags
	tests    []test
	sizes    []units.Bytes // as they are asked for
	at       seated
	file     *scenarios.File // the question at its first point, for the sake of its warnings
	load     func(root int, n units.Bytes) (*scenarios.File, error)
	points   []point
	warnings []string
	log      *measured.Log // that is compared with; nil = there is none
	against  []against     // its rows

	halted string // where it was interrupted; "" = it was not

	sync.Mutex
	answers map[point]*scenarios.Result
}

// point is what is played once, whatever the rows that it stands in.
type point struct {
	root int // -1 = there is none
	size units.Bytes
}

// plan reads the question, and finds out at which points it is asked.
func (p *performing) plan(c *cobra.Command) (*benchmark, error) {
	var log *measured.Log
	if p.measured != "" {
		var err error
		if log, err = p.adopt(c); err != nil {
			return nil, err
		}
	}
	test, ok := testOf(p.name)
	if !ok {
		return nil, unknownTest(p.name)
	}
	said, err := p.flags(c)
	if err != nil {
		return nil, err
	}
	b := &benchmark{test: test, setup: p.tests, log: log, answers: map[point]*scenarios.Result{}}
	b.load = func(root int, n units.Bytes) (*scenarios.File, error) {
		flags := append(slices.Clone(said), scenarios.Flag{Name: "collective", Value: string(test.collective)}, scenarios.Flag{Name: "bytes", Value: n.Exact()})
		if root > 0 {
			flags = append(flags, scenarios.Flag{Name: "root", Value: strconv.Itoa(root)})
		}
		return catalogueOf(".").FromFlags(flags)
	}
	if b.file, err = b.load(-1, max(1, p.tests.most)); err != nil {
		return nil, err
	}
	b.at = seats(&b.file.Scenarios[0])
	if err := p.shared(b.at); err != nil {
		return nil, err
	}
	if b.tests, err = p.tests.tests(test.collective, b.at.ranks); err != nil {
		return nil, err
	}
	if b.sizes, err = p.tests.sizes(); err != nil {
		return nil, err
	}
	b.warnings = p.idle(c, test.collective)
	if log != nil {
		return b, b.follow(c, log)
	}
	b.spread()
	return b, nil
}

// idle tells of flags that the collective does not look at.
func (p *performing) idle(c *cobra.Command, of algo.Collective) []string {
	var vain []string
	if c.Flags().Changed("op") && !reduces(of) {
		vain = append(vain, "-o: changed nothing: "+string(of)+" does not reduce")
	}
	if c.Flags().Changed("root") && !rooted(of) {
		vain = append(vain, "-r: changed nothing: "+string(of)+" has no root")
	}
	if c.Flags().Changed("cudagraph") && !p.ofNCCL() {
		vain = append(vain, "-G: changed nothing: library "+*p.asked.values["library"]+" launches no graphs")
	}
	return vain
}

// spread lists the points, each once.
func (b *benchmark) spread() {
	seen := map[point]bool{}
	for _, t := range b.tests {
		for _, asked := range b.sizes {
			n, _ := t.rounded(b.test.collective, asked, b.at.ranks)
			if at := (point{t.root, n}); n > 0 && !seen[at] {
				seen[at] = true
				b.points = append(b.points, at)
			}
		}
	}
}

// play plays all points, on all cores. Where it is interrupted the error is an *interruption, and what is known is kept.
func (b *benchmark) play(ctx context.Context) error {
	w := watchOf(ctx)
	w.keepWithin(b.memory())
	look := func(p scenarios.Progress) bool {
		p.Study, p.Runs = "sizes", len(b.points)
		w.see(p)
		return ctx.Err() == nil && !w.full()
	}
	series, err := b.series(look)
	if err == nil {
		err = b.run(series, look)
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

// series wires the machine once for each root.
func (b *benchmark) series(watch scenarios.Watch) (map[int]*scenarios.Series, error) {
	all := map[int]*scenarios.Series{}
	for _, at := range b.points {
		if all[at.root] != nil {
			continue
		}
		f, err := b.load(at.root, at.size)
		if err != nil {
			return nil, err
		}
		s := f.Scenarios[0]
		s.Rivals, s.Room = "off", room()
		if all[at.root], err = scenarios.NewSeries(s, watch); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// level is the fidelity of all points, for times of two levels cannot be compared.
func (b *benchmark) level(series map[int]*scenarios.Series, watch scenarios.Watch) (string, error) {
	if asked := b.file.Scenarios[0].Fidelity; asked != "auto" {
		return asked, nil
	}
	most := int64(0)
	for _, at := range b.points {
		n, err := series[at.root].Decisions(at.size, watch)
		if err != nil {
			return "", err
		}
		most = max(most, n)
	}
	return scenarios.AutoLevel(most), nil
}

// run plays the points. Its error is that of the first that has none.
func (b *benchmark) run(series map[int]*scenarios.Series, watch scenarios.Watch) error {
	level, err := b.level(series, watch)
	if err != nil {
		return err
	}
	errs := make([]error, len(b.points))
	onAllCores(len(b.points), func(i int) {
		at := b.points[i]
		r, err := series[at.root].At(at.size, level, watch)
		if errs[i] = err; err == nil {
			b.Lock()
			b.answers[at] = r
			b.Unlock()
		}
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
