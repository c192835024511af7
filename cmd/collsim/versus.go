package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"collsim/scenarios/compare"
	"collsim/sim/words"
)

// versus is what a command line of compare asks for.
type versus struct {
	asked      question
	algorithms string
	ranks      string
	nodes      string
	bytes      string
	crossings  string
	output     string
	plot       string
	figure     string
	plain      bool
	failIf     []string
	progress   showing
}

func compareCommand() *cobra.Command {
	var v versus
	c := &cobra.Command{
		Use:                   "compare [FILE | NAME] [flags] | A.json B.json [--fail-if CONDITION ...]",
		DisableFlagsInUseLine: true,
		Short:                 "Algorithms x sizes x ranks: winners, crossovers and why; or two results",
		Long: `Plays every algorithm at every size and number of ranks or nodes, on all cores, and
prints who wins where and by how much, at which size and scale that changes, and why.
Between neighbours of the grid whose winners differ the change is closed in on to one
byte, one rank or one node; a run of its own on either side shows the same.

The scenario is a YAML file, a name from the library, or what the flags say. Competitors
are --algorithms (with the one across nodes behind a slash: hierarchical/tree), or else
the variants of the file, or else all algorithms of the collective. Sizes and scales are
lists (8,64,1MiB) and ranges: 8B..4GiB doubles, 8B..4GiB:x4 goes by factors, 8..64:+8 by
steps, and 8B..4GiB:100 are 100 values at equal factors. What cannot run somewhere is
shown with the reason. All runs have one fidelity, for times of two levels cannot be
compared.

With two files that "collsim run --output json" wrote, or two journals of sweeps, it
tells their results apart by variants or points: the ratio, what changed in the scenario,
and which component the difference comes from.
--fail-if 'total > 1.05x' ends with 1 where B is worse than that against A; a quantity
in place of the factor is a limit of its own.`,
		Example: `  collsim compare --fabric hgx-h100 --collective all_reduce --algorithms ring,tree --ranks 8..64 --bytes 8B..1GiB
  collsim compare --fabric hgx-h100 --collective all_reduce --nodes 1..32 --bytes 8B..4GiB --plot winners.svg
  collsim compare before.json after.json --fail-if 'total > 1.05x' --fail-if 'rounds > 30'`,
		Args: cobra.MaximumNArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 2 {
				return v.differ(c, args[0], args[1])
			}
			return v.answer(c, args)
		},
	}
	v.declare(c.Flags())
	return c
}

// swept are the flags of a scenario that are axes here.
var swept = []string{"algorithm", "ranks", "nodes", "bytes"}

func (v *versus) declare(flags *pflag.FlagSet) {
	flags.SortFlags = false
	v.asked.declareSome(flags, func(name string) bool {
		return !slices.Contains(swept, name) && name != "replicates" && name != "inter"
	})
	flags.StringVar(&v.algorithms, "algorithms", "", "which to compare, such as ring,tree,hierarchical/tree; all of the collective when left out")
	flags.StringVar(&v.ranks, "ranks", "", "how many ranks: a list and ranges, such as 8..256")
	flags.StringVar(&v.nodes, "nodes", "", "how many nodes, instead of --ranks")
	flags.StringVar(&v.bytes, "bytes", "", "sizes: a list and ranges, such as 8B..4GiB")
	flags.StringVar(&v.crossings, "crossings", "winners", "which to search for: "+strings.Join(crossingWords, ", ")+" (of every two competitors)")
	flags.StringArrayVar(&v.asked.set, "set", nil, "`path=value`: any parameter or key of the YAML, such as nic.rate=400Gb/s; may be repeated")
	flags.StringArrayVar(&v.failIf, "fail-if", nil, "of two results: end with 1 where this `condition` holds of the second, such as 'total > 1.05x'; may be repeated")
	flags.StringVar(&v.output, "output", "table", "form of the answer: "+strings.Join(outputs, ", "))
	v.declareFigures(flags)
	v.progress.declare(flags)
	flags.BoolVar(&v.plain, "no-color", false, "no colours, even on a terminal (NO_COLOR does the same)")
}

// crossingWords are which crossings may be searched for.
var crossingWords = []string{"winners", "pairs"}

// answer plays the grid and writes what comes out.
func (v *versus) answer(c *cobra.Command, args []string) error {
	if err := v.writable(c.Flags()); err != nil {
		return err
	}
	if len(args) == 1 {
		if data, err := os.ReadFile(args[0]); err == nil {
			if _, made := madeBefore(data); made {
				return fmt.Errorf("%s: is an answer, not a scenario; valid: a second answer to tell it apart from, or a scenario", args[0])
			}
		}
	}
	m, err := v.meeting(c, args)
	if err != nil {
		return err
	}
	caution(c.ErrOrStderr(), m.warned)
	hide, err := v.progress.start(c)
	if err != nil {
		return err
	}
	comparison, err := m.play(c.Context())
	hide()
	if err != nil && (comparison == nil || v.output == "csv" || v.output == "markdown") {
		return err // these forms have no place for what is missing
	}
	if i := (*interruption)(nil); errors.As(err, &i) {
		i.written = true
	}
	text, unwritten := v.render(comparison, colourful(terminal(c.OutOrStdout())) && !v.plain)
	if unwritten != nil {
		return errors.Join(err, failed(unwritten))
	}
	var undrawn error
	if err == nil && v.plot != "" {
		undrawn = v.draw(comparison, caption(c, args))
	}
	return errors.Join(err, undrawn, writeOut(c.OutOrStdout(), text))
}

// writable refuses what cannot be written before anything is computed.
func (v *versus) writable(flags *pflag.FlagSet) error {
	switch {
	case !slices.Contains(outputs, v.output):
		return fmt.Errorf("--output: unknown form %q%s", v.output, suggest(v.output, outputs))
	case !slices.Contains(crossingWords, v.crossings):
		return fmt.Errorf("--crossings: unknown word %q%s", v.crossings, suggest(v.crossings, crossingWords))
	case emptied(flags) != "":
		return fmt.Errorf("--%s: says nothing; valid: values, or the flag left out", emptied(flags))
	case v.ranks != "" && v.nodes != "":
		return errors.New("--ranks: stands beside --nodes; valid: one of the two")
	case len(v.failIf) > 0:
		return errors.New("--fail-if: judges two results, and no two files are named; valid: collsim compare A.json B.json --fail-if " + words.Quote(v.failIf[0]))
	}
	return v.drawable(flags)
}

// emptied is the first flag of a grid that is given without a value, as by a variable that is not set; "" = none.
func emptied(flags *pflag.FlagSet) string {
	for _, name := range []string{"algorithms", "ranks", "nodes", "bytes"} {
		if f := flags.Lookup(name); f.Changed && f.Value.String() == "" {
			return name
		}
	}
	return ""
}

// grid is what is to be compared where.
func (v *versus) grid(names []string) (g compare.Grid, err error) {
	g = compare.Grid{Names: names, Unit: compare.Nodes, Pairs: v.crossings == "pairs"}
	scales := v.nodes
	flag := "--nodes"
	if v.ranks != "" {
		g.Unit, scales, flag = compare.Ranks, v.ranks, "--ranks"
	}
	if scales != "" {
		if g.Scales, err = compare.ParseScales(scales); err != nil {
			return g, fmt.Errorf("%s: %w", flag, err)
		}
	}
	if v.bytes != "" {
		if g.Sizes, err = compare.ParseSizes(v.bytes); err != nil {
			return g, fmt.Errorf("--bytes: %w", err)
		}
	}
	return g, nil
}
