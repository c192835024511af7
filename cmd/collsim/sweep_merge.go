package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"collsim/scenarios/sweep"
)

// missingFile is the plan of the points that are missing, beside the journals.
const missingFile = "missing.plan.json"

func sweepMergeCommand() *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:   "merge PLAN | DIR [JOURNAL | DIR ...]",
		Short: "Put the journals of all shards together",
		Long: `Puts journals together: those that are named, or else all in --out, where sweep run
--out left them, or else in DIR (NAME.sweep beside the plan), and writes the results into a database. Prints one hash over all that came out: it
is the same however the points were split, on however many cores.

A point that was played twice must have the same result, or determinism is broken (1).
Points that are missing are written as a plan of their own, DIR/missing.plan.json, and
the command ends with 3: play them with sweep run, and merge again.`,
		Example: `  collsim sweep merge scaling.plan.json
  collsim sweep merge scaling.plan.json node1.jsonl node2.jsonl`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 && holdsJournals(out) {
				args = append(args, out)
			}
			g, err := gather(c, args)
			if err != nil {
				return err
			}
			if out != "" {
				g.out = out
			}
			return g.merge(c)
		},
	}
	c.Flags().StringVar(&out, "out", "", "directory for what is written. Left out: that of the journals, or NAME.sweep")
	return c
}

// holdsJournals tells whether a directory has journals.
func holdsJournals(directory string) bool {
	info, err := os.Stat(directory)
	if err != nil || !info.IsDir() {
		return false
	}
	files, err := journalsAt(directory)
	return err == nil && len(files) > 0
}

// gathered is a plan and what was played of it.
type gathered struct {
	plan     *sweep.Plan
	journals []*sweep.Journal
	out      string // a directory
	merged   *sweep.Merged
	gaps     *sweep.Gaps // nil = nothing is missing
}

// gather reads a plan and journals, and puts them together.
func gather(c *cobra.Command, args []string) (*gathered, error) {
	name := args[0]
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		name = filepath.Join(name, planFile)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, cannotRead(name, err)
	}
	g := &gathered{}
	if g.plan, err = sweep.ReadPlan(name, text); err != nil {
		return nil, err
	}
	paths := args[1:]
	g.out = runOf(name, g.plan)
	if len(paths) == 0 {
		paths = []string{g.out}
	} else if info, err := os.Stat(paths[0]); err == nil && info.IsDir() {
		g.out = paths[0]
	}
	if g.journals, err = readJournals(paths); err != nil {
		return nil, err
	}
	return g, g.join(c)
}

// join merges the journals and says what is wrong with them. Gaps are kept.
func (g *gathered) join(c *cobra.Command) (err error) {
	g.merged, err = sweep.Merge(g.plan, g.journals...)
	var diverged *sweep.Diverged
	switch {
	case errors.As(err, &g.gaps):
	case errors.As(err, &diverged):
		return failed(err)
	case err != nil:
		return err
	}
	for _, damage := range g.merged.Damage {
		fmt.Fprintf(c.ErrOrStderr(), "collsim: warning: %s; its point is missing, unless another line has it\n", damage)
	}
	return nil
}

// merge writes what there is of a sweep.
func (g *gathered) merge(c *cobra.Command) error {
	p := &page{}
	p.line(left("plan", planColumn), g.plan.Hash, ", of ", g.plan.Name, ", model ", g.plan.ModelVersion)
	p.line(left("journals", planColumn), fmt.Sprint(len(g.journals)))
	line := fmt.Sprintf("%d of %s, %d failed", len(g.merged.Records), count(len(g.plan.Points), "point"), g.merged.Failed)
	if g.merged.Doubled > 0 {
		line += fmt.Sprintf(", %d more than once, with equal results", g.merged.Doubled)
	}
	p.line(left("points", planColumn), line)
	return errors.Join(g.conclude(p), writeOut(c.OutOrStdout(), []byte(p.String())))
}

// conclude writes the files of a merge and tells them; its error is what the command ends with.
func (g *gathered) conclude(p *page) error {
	if err := os.MkdirAll(g.out, 0o755); err != nil {
		return fmt.Errorf("--out: cannot make %q: %w", g.out, reason(err))
	}
	if g.gaps != nil {
		path := filepath.Join(g.out, missingFile)
		data, err := g.gaps.Missing.Encode()
		if err == nil {
			err = onDisk(writeFile(path, data))
		}
		if err != nil {
			return err
		}
		p.line(left("missing", planColumn), path)
		return failure{exitMissing, fmt.Errorf("%w; they are the plan %s: play them with collsim sweep run %s, and merge again", g.gaps, path, shellWord(path))}
	}
	p.line(left("hash", planColumn), g.merged.Hash)
	where, err := keepResults(g.out, g.merged)
	if err != nil {
		return err
	}
	p.line(left("results", planColumn), where)
	return failedPoints(g.merged.Failed, len(g.plan.Points))
}

// finish merges a sweep that was played as a whole.
func finish(c *cobra.Command, p *sweep.Plan, out string, x *shift) error {
	journals, err := readJournals([]string{out})
	if err != nil {
		return err
	}
	g := &gathered{plan: p, journals: journals, out: out}
	if err := g.join(c); err != nil {
		return err
	}
	text := x.summary()
	return errors.Join(g.conclude(text), writeOut(c.OutOrStdout(), []byte(text.String())))
}
