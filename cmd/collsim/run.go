package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"collsim/plots"
	"collsim/scenarios"
	"collsim/sim/words"
)

// builtIn is the scenario of the library that answers when nothing is asked.
const builtIn = "default"

// running is what a command line of run asks for.
type running struct {
	asked          question
	output, plot   string
	figure         string
	picture        *figure
	traces         tracing
	plain          bool
	whatIf, ranged bool
	links          bool
	progress       showing
}

func runCommand() *cobra.Command {
	var r running
	c := &cobra.Command{
		Use:                   "run [FILE | NAME] [flags]",
		DisableFlagsInUseLine: true,
		Short:                 "One answer with its breakdown, bound and a sentence saying why",
		Long: `Runs a scenario and prints how long it takes, where the time goes on the critical
path, how far that is from what physics allows, and why.

The scenario is a YAML file, a name from the library (see "collsim list"), "-" for
standard input, or what the flags say; without any of them it is the built-in one.
Flags beside a file or a name hold whatever the file says.

Nothing is written when the input is wrong. With --output json a run that ends in a
deadlock, at a limit or by an interrupt writes {"schema": "collsim.error/v1",
"error": {"kind": "deadlock", "limit" or "interrupted", "text": ..., "variant": ...,
"at_ps": ..., "reached": ..., "stuck": ..., "waits": [{"rank", "lane", "step",
"why"}]}}, where stuck counts the lanes that cannot go on and waits says of at most 8
for whom they wait. reached says how far a run was that met a limit or an interrupt:
the stage it was in, events, messages that had crossed the network (or a few less) of
messages_all, and the instant furthest_ps that some lane had come to, with the parts
of furthest_trail that sum to it.

Forms of --output for other tools: prometheus is its text format, times in seconds and
in whole picoseconds; nccl-tests is CSV with the columns of its rows, in its units.

--trace writes a file for Perfetto (ui.perfetto.dev) and other viewers of Chrome's trace
events: a process for each server, a track for each lane of a rank and each link, round
over component, an arrow a message, counters of what waits. Above 1,000,000 events the
first ranks, the messages among them and the busiest links are written, and standard
error says which. --pprof writes the critical path as a profile of simulated time:
"go tool pprof -top FILE" adds up to the total. Figures that --plot draws:

` + figureHelp() + `

An interrupt (Ctrl-C) ends with 130 and says what was being done. Tables and JSON then
hold what is known so far, marked as partial, results of variants that had ended among
it. Files are written whole or not at all.`,
		Example: `  collsim run
  collsim run --fabric hgx-h100 --nodes 2 --collective all_reduce --algorithm ring --bytes 64MiB
  collsim run scenario.yaml --output json
  collsim run scenario.yaml --set nic.rate=200Gb/s --plot breakdown.svg`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return r.answer(c, args) },
	}
	r.declare(c.Flags())
	return c
}

func (r *running) declare(flags *pflag.FlagSet) {
	r.asked.declare(flags)
	flags.BoolVar(&r.whatIf, "what-if", false, "run again with one thing changed, and tell what that gives, largest effect first")
	flags.BoolVar(&r.ranged, "interval", false, "run again at both ends of what parameters are stated to be uncertain by")
	flags.BoolVar(&r.links, "links", false, "run again and look at the links: how busy, what waits, what each costs the critical path")
	flags.StringVar(&r.output, "output", "table", "form of the answer: "+strings.Join(runOutputs, ", "))
	flags.StringVar(&r.plot, "plot", "", "draw a figure into this file, .svg, .png or .pdf")
	flags.StringVar(&r.figure, "figure", pictures[0].name, "which figure --plot draws: "+strings.Join(figureNames(), ", "))
	r.traces.declare(flags)
	r.progress.declare(flags)
	flags.BoolVar(&r.plain, "no-color", false, "no colours, even on a terminal (NO_COLOR does the same)")
}

// answer runs the scenario and writes what comes out.
func (r *running) answer(c *cobra.Command, args []string) error {
	if err := r.writable(c.Flags()); err != nil {
		return err
	}
	file, err := r.asked.file(c, args)
	if err != nil {
		return err
	}
	caution(c.ErrOrStderr(), file)
	hide, err := r.progress.start(c)
	if err != nil {
		return err
	}
	w := watchOf(c.Context())
	w.keep(r.partly)
	results, err := simulate(c.Context(), file, r.studies(file)...)
	hide()
	if i := (*interruption)(nil); errors.As(err, &i) {
		return w.conclude(i)
	}
	if err != nil && results != nil && r.output == "json" { // a program reads how a run ended where it reads how others did
		text, unwritten := scenarios.WriteResults(results)
		return errors.Join(err, unwritten, writeOut(c.OutOrStdout(), text))
	}
	if err != nil {
		return errors.Join(err, r.halt(c, err))
	}
	text, err := render(r.output, results, r.colourful(c.OutOrStdout()))
	if err != nil {
		return err
	}
	var undrawn error // the answer is worth having without its figure
	if r.plot != "" {
		undrawn = r.picture.drawInto(r.plot, results, caption(c, args))
	}
	untraced := r.traces.write(c.ErrOrStderr(), results, caption(c, args))
	return errors.Join(undrawn, untraced, writeOut(c.OutOrStdout(), text))
}

func (r *running) colourful(out io.Writer) bool { return !r.plain && colourful(terminal(out)) }

// halt writes why there is no answer, where a program reads answers and the question is not to blame.
func (r *running) halt(c *cobra.Command, err error) error {
	h, ok := scenarios.HaltOf(err)
	if !ok || r.output != "json" {
		return nil
	}
	text, unwritten := halted(h, nil)
	return errors.Join(unwritten, writeOut(c.OutOrStdout(), text))
}

// halted is JSON that says why there is no answer, with the results that there are.
func halted(h scenarios.Halt, results []scenarios.Result) ([]byte, error) {
	return scenarios.IndentedJSON(struct {
		Schema  string             `json:"schema"`
		Error   scenarios.Halt     `json:"error"`
		Results []scenarios.Result `json:"results,omitempty"`
	}{scenarios.HaltSchema, h, results})
}

// partly is what is known when the command is interrupted: results of runs that had ended, and how far the one was that had
// not. Forms that have no place for that write nothing.
func (r *running) partly(i *interruption) ([]byte, error) {
	switch {
	case i.whole:
		return render(r.output, i.results, false)
	case r.output == "json":
		h, _ := scenarios.HaltOf(i)
		h.Text = i.text()
		return halted(h, i.results)
	case r.output != "table":
		return nil, nil
	}
	p := &page{}
	partial(p, i)
	if len(i.results) > 0 {
		text, err := render(r.output, i.results, false)
		if err != nil {
			return nil, err
		}
		p.line()
		p.Write(text)
	}
	return []byte(p.String()), nil
}

// studies are what is to be found out beside the answers.
func (r *running) studies(file *scenarios.File) []study {
	var all []study
	needs := func(n need) bool {
		return n == timelines && r.traces.asked() || r.plot != "" && slices.Contains(r.picture.needs, n)
	}
	if r.whatIf || needs(sensitivity) {
		all = append(all, file.WhatIf)
	}
	if r.ranged || needs(intervals) {
		all = append(all, file.Intervals)
	}
	if r.links || needs(linkUse) {
		all = append(all, file.Links)
	}
	if needs(timelines) {
		all = append(all, file.Timelines)
	}
	return all
}

// writable refuses forms of output that there are not, or that have no place for what is asked, and places where no
// figure can be, before anything is computed.
func (r *running) writable(flags *pflag.FlagSet) (err error) {
	if !slices.Contains(runOutputs, r.output) {
		return fmt.Errorf("--output: unknown form %q%s", r.output, suggest(r.output, runOutputs))
	}
	if r.picture, err = figureNamed(r.figure); err != nil {
		return err
	}
	if flags.Changed("plot") {
		if err := canDraw(r.plot); err != nil {
			return err
		}
	} else if flags.Changed("figure") {
		return fmt.Errorf("--figure: there is no --plot that says where to draw it; valid: --plot %s.svg", r.figure)
	}
	if err := r.traces.writable(flags); err != nil {
		return err
	}
	if (r.whatIf || r.ranged) && r.output != "table" && r.output != "json" {
		return fmt.Errorf("--output: %s has no place for what --what-if and --interval find out; valid: table, json", r.output)
	}
	if r.links && r.output != "table" && r.output != "json" {
		return fmt.Errorf("--output: %s has no place for what --links finds out; valid: table, json", r.output)
	}
	return nil
}

// canDraw refuses files that no figure can be drawn into.
func canDraw(plot string) error {
	if plot == "" {
		return fmt.Errorf("--plot: no file is named; valid: a name that ends in .%s", strings.Join(plots.Formats(), " or ."))
	}
	if err := place(plot); err != nil {
		return fmt.Errorf("--plot: cannot write %q: %w", plot, err)
	}
	if !slices.Contains(plots.Formats(), format(plot)) {
		return fmt.Errorf("--plot: the file's name %q says no format; valid: .%s", plot, strings.Join(plots.Formats(), ", ."))
	}
	return nil
}

// format is what a file's name ends in.
func format(path string) string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
}

// caption is the command line that makes the figure again.
func caption(c *cobra.Command, args []string) string {
	line := append([]string{"$ " + c.CommandPath()}, args...)
	c.Flags().Visit(func(f *pflag.Flag) {
		if f.Name == "progress" {
			return // the figure is the same
		}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			for _, v := range list.GetSlice() {
				line = append(line, "--"+f.Name, words.Quote(v))
			}
			return
		}
		if f.Value.Type() == "bool" {
			line = append(line, map[string]string{"true": "--" + f.Name, "false": "--" + f.Name + "=false"}[f.Value.String()])
			return
		}
		line = append(line, "--"+f.Name, words.Quote(f.Value.String()))
	})
	return strings.Join(line, " ")
}
