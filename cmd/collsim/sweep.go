package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"collsim/scenarios"
	"collsim/scenarios/sweep"
)

func sweepCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "sweep plan | run | merge | report | emit",
		Short: "Many points of a scenario, resumable, on one machine or many",
		Long: `Plays a scenario at every combination of values that it names under sweep:, on all
cores of one machine or split over many, and puts the answers together.

  schema: collsim.scenario/v1
  fabric: {preset: hgx-h100, nodes: 2}
  collective: all_reduce
  sweep:
    axes:                                    # each with each, the last fastest
      algorithm: [ring, tree]                # a list
      bytes: 1 KiB..1 GiB:x4                 # a range: by a factor, or :+64 KiB by a step
      net: {zip: {nic.rate: [200 Gb/s, 400 Gb/s], nic.latency: [1 us, 800 ns]}}
    replicates: 3                            # with the seeds 1, 2, 3

A path is what --set takes: a key of the file or a parameter. {from, to, step} and
{log: FIRST..LAST, step: x2} are the same ranges in more words. The variants of a file
are an axis of their own, which runs slowest.

One machine:    collsim sweep run FILE          plan, play and merge; again with --resume
                collsim sweep report FILE.sweep tables of what came out
Many machines:  collsim sweep plan FILE         writes NAME.plan.json, which holds everything
                collsim sweep run NAME.plan.json --shard 3/7 --resume      on each of them
                collsim sweep merge NAME.plan.json

A shard appends what comes out to a journal of its own in a directory (--out, or else
NAME.sweep). One that is killed loses the points it was playing and no other: the same
command with --resume plays them. All points of a sweep that leave the fidelity to the
program have one level, and no point looks for faster algorithms (rivals).

Ends with 0 when all points have results, 1 when some have an error instead, 2 for bad
input, 3 when points are missing, 75 when it should be tried again (another process
writes the journal, or the disk is full), 130 when interrupted.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			return fmt.Errorf("unknown command %q of sweep%s", args[0], suggest(args[0], commandNames(c)))
		},
	}
	c.AddCommand(sweepPlanCommand(), sweepRunCommand(), sweepMergeCommand(), sweepReportCommand(), emitCommand(), exportCommand(), sweepCacheCommand())
	return c
}

// source is the text of a scenario, or of a plan, with the flags beside it, and who reads the files that it names.
func source(stdin io.Reader, name string, flags []scenarios.Flag) (sweep.Source, sweep.Open, error) {
	s, err := readScenario(stdin, name)
	if err != nil {
		return sweep.Source{}, nil, err
	}
	return sweep.Source{Name: s.name, Text: string(s.text), Flags: flags}, s.catalogue.Open, nil
}

// isPlan tells whether a file is a plan, not a scenario.
func isPlan(text string) bool {
	head, _, _ := strings.Cut(text, "\n")
	return strings.HasPrefix(head, `{"schema":"`+sweep.PlanSchema+`"`)
}

// planned is the plan that a command line means: one that was made, or that of a scenario, made now.
func planned(c *cobra.Command, name string, flags []scenarios.Flag) (*sweep.Plan, error) {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		name = filepath.Join(name, planFile)
	}
	s, open, err := source(c.InOrStdin(), name, flags)
	if err != nil {
		return nil, err
	}
	if !isPlan(s.Text) {
		return expand(c, s, open)
	}
	if len(flags) > 0 {
		return nil, fmt.Errorf("--%s: %s is a plan, whose question is settled; valid: the scenario and its flags", flags[0].Name, name)
	}
	return sweep.ReadPlan(name, []byte(s.Text))
}

// expand makes a plan on all cores.
func expand(c *cobra.Command, s sweep.Source, open sweep.Open) (*sweep.Plan, error) {
	w := watchOf(c.Context())
	w.keep(func(i *interruption) ([]byte, error) { i.end = "no plan was written"; return nil, nil })
	p, err := sweep.Expand(s, open, onAllCores, room(), func(p scenarios.Progress) bool {
		w.see(p)
		return c.Context().Err() == nil
	})
	if stopped := (*scenarios.Stopped)(nil); errors.As(err, &stopped) {
		return nil, failure{exitInterrupted, &interruption{Stopped: stopped, end: "no plan was written"}}
	}
	return p, err
}

// stem is what a sweep's files are called after: the name of the plan or the scenario without its ending.
func stem(name string) string {
	if name == "-" {
		return "sweep"
	}
	for _, ending := range []string{".plan.json", ".json", ".yaml", ".yml"} {
		if base, ok := strings.CutSuffix(name, ending); ok && filepath.Base(name) != ending {
			return base
		}
	}
	return name
}
