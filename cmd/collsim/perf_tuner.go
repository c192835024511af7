package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"collsim/algo/nccl"
	"collsim/scenarios"
	"collsim/sim/units"
)

// tunerCSV is the form of perf's answer that a plug-in of NCCL loads.
const tunerCSV = "tuner-csv"

// tuned writes what is fastest at each size, as simulated, in the form that NCCL's example tuner plug-in loads.
func (p *performing) tuned(c *cobra.Command, run *benchmark) error {
	if len(run.ascending()) == 0 {
		return errors.New("--output tuner-csv: of no bytes NCCL launches nothing, so there is nothing to choose; valid: -e above 0")
	}
	s := run.file.Scenarios[0]
	s.Rivals, s.Room, s.NCCL.Tuner = "off", room(), ""
	bench, err := scenarios.NewBench(s)
	if err != nil {
		return run.file.Locate(0, err)
	}
	hide, err := p.progress.start(c)
	if err != nil {
		return err
	}
	ctx := c.Context()
	w := watchOf(ctx)
	look := func(p scenarios.Progress) bool {
		w.see(p)
		return ctx.Err() == nil
	}
	all, err := bench.Fastest(run.ascending(), look, onAllCores)
	hide()
	if stopped := (*scenarios.Stopped)(nil); errors.As(err, &stopped) {
		return failure{exitInterrupted, &interruption{Stopped: stopped}}
	}
	if err != nil {
		return err
	}
	return writeOut(c.OutOrStdout(), []byte(run.rules(all)))
}

// ascending are the sizes of the points, each once.
func (b *benchmark) ascending() []units.Bytes {
	var sizes []units.Bytes
	for _, at := range b.points {
		sizes = append(sizes, at.size)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// rules is the file: what it rests on as comments, then a line a stretch.
func (b *benchmark) rules(all []scenarios.Stretch) string {
	var text strings.Builder
	fmt.Fprintf(&text, "# fastest as simulated by collsim, model %s: %s of %s on %s\n", scenarios.ModelVersion, b.test.collective, count(b.at.ranks, "rank"), b.machine())
	text.WriteString("# " + nccl.RuleColumns + "\n")
	for i := range all {
		s := &all[i]
		fmt.Fprintf(&text, "# at %s %s; NCCL's own choice, %s, takes %s\n", s.From, s.Total.Short(), s.Own, s.OwnTotal.Short())
		text.WriteString(s.Rule + "\n")
	}
	return text.String()
}
