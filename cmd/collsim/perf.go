package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"collsim/algo"
)

// performing is what a command line of perf asks for.
type performing struct {
	tests    testFlags
	asked    question // of the machine and how it is modelled
	name     string   // of the collective
	env      []string
	explain  bool
	measured string // a log to compare with
	probe    string // of perftest, instead of a collective
	ends     string // of the probe
	gigabits bool   // of a probe's bandwidths
	output   string
	plot     string
	plain    bool
	progress showing
}

func perfCommand() *cobra.Command {
	var p performing
	c := &cobra.Command{
		Use:                   "perf [flags]",
		DisableFlagsInUseLine: true,
		Short:                 "What nccl-tests would print: a row a size, in its columns",
		Long: `Takes the flags of nccl-tests and prints what it would print on a machine that is
modelled: text with the same columns, or its JSON. A link to this program that is named
all_reduce_perf, all_gather_perf and so on behaves as that test.

The machine is --fabric and --nodes. All its GPUs take part, each with a process of its
own; -g 8 is one process that launches on eight GPUs one after the other, -t 8 one with a
thread a GPU. Without --nodes these are as many GPUs as take part, as in nccl-tests without
mpirun. -G 1 launches by a CUDA graph. What NCCL would read from its environment is
said with --env NCCL_ALGO=Ring; this program does not look at its own.

Both halves of a row are the same, for nothing here tells in place from out of place.
#wrong is 0 where the schedule was proved right on symbolic data, and N/A with -c 0.

--explain prints what NCCL's own cost model predicts for each algorithm and protocol, what
it therefore takes, and why it cannot take others. --compare LOG reads what nccl-tests has
measured, text or JSON, and puts it beside what is simulated: the ratio row by row, from
which size on they part, and which component decides there.

--output tuner-csv writes which algorithm and protocol are fastest at which size, as
simulated, in the form that NCCL's example tuner plug-in loads (NCCL_TUNER_CONFIG_FILE).

--probe write_lat plays ib_write_lat of perftest instead, write_bw ib_write_bw, and so on:
messages between two GPUs (--ends), of 2 bytes to 8 MiB where -b and -e say nothing, in
perftest's columns. No software takes part, so it shows what the wires alone give.

An interrupt (Ctrl-C) ends with 130 and prints the rows that there are.`,
		Example: `  collsim perf -b 8 -e 1G -f 2
  collsim perf --collective all_gather -b 1M -e 4G -f 4 --fabric hgx-a100 -g 8
  collsim perf -b 8 -e 8G -f 2 --nodes 2 --env NCCL_ALGO=Tree
  collsim perf --compare all_reduce.log --fabric hgx-h100 --nodes 2
  collsim perf --probe write_bw --nodes 2 --gigabits`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return p.answer(c) },
	}
	c.SetFlagErrorFunc(unknownFlag)
	flags := c.Flags()
	flags.SortFlags = false
	p.tests.declare(flags)
	flags.StringVar(&p.name, "collective", string(algo.AllReduce), "what is tested: "+strings.Join(testNames(), ", "))
	p.asked.declareSome(flags, func(name string) bool { return slices.Contains(machine, name) })
	flags.StringArrayVar(&p.env, "env", nil, "`NAME=VALUE` in NCCL's environment, such as NCCL_ALGO=Ring; may be repeated")
	flags.StringArrayVar(&p.asked.set, "set", nil, "`path=value`: any parameter or key of the YAML, such as nic.rate=400Gb/s; may be repeated")
	flags.BoolVar(&p.explain, "explain", false, "print what NCCL's cost model predicts for each algorithm and protocol, and what it takes")
	flags.StringVar(&p.measured, "compare", "", "put what this `log` of nccl-tests has measured beside what is simulated")
	flags.StringVar(&p.probe, "probe", "", "instead of a collective one of perftest's tests between two GPUs: "+strings.Join(probeNames(), ", "))
	flags.StringVar(&p.ends, "ends", "", "the two `GPUs` of a probe, numbered node by node, such as 0,8. Left out: the first, and the first of the last node")
	flags.BoolVar(&p.gigabits, "gigabits", false, "bandwidths of a probe in Gb/s, not in MiB/s")
	flags.StringVar(&p.output, "output", "text", "form of the answer: "+strings.Join(append(slices.Clone(perfOutputs), tunerCSV), ", "))
	flags.StringVar(&p.plot, "plot", "", "draw times over sizes into this `file`, .svg, .png or .pdf, with those of --compare")
	flags.BoolVar(&p.plain, "no-color", false, "no colours, even on a terminal (NO_COLOR does the same)")
	p.progress.declare(flags)
	return c
}

// machine are the flags of a scenario that say on what is tested, and how that is modelled.
var machine = []string{
	"fabric", "nodes", "gpus-per-node", "network", "transport", "nics", "ranks", "placement", "library", "algorithm", "protocol", "channels",
	"nccl-version", "gpu-class", "network-class", "calibration", "tuner", "fidelity", "max-events", "max-time", "max-memory",
}

// perfOutputs are the forms of an answer of perf.
var perfOutputs = []string{"text", "json"}

// answer plays all sizes and writes what comes out.
func (p *performing) answer(c *cobra.Command) error {
	if p.probe != "" {
		return p.probed(c)
	}
	warnings, err := p.tests.settle(c.Flags())
	if err != nil {
		return err
	}
	for _, name := range []string{"ends", "gigabits"} {
		if c.Flags().Changed(name) {
			warnings = append(warnings, "--"+name+": changed nothing: there is no --probe")
		}
	}
	if forms := append(slices.Clone(perfOutputs), tunerCSV); !slices.Contains(forms, p.output) {
		return fmt.Errorf("--output: unknown form %q%s", p.output, suggest(p.output, forms))
	}
	if err := p.writable(c.Flags()); err != nil {
		return err
	}
	run, err := p.plan(c)
	if err != nil {
		return err
	}
	caution(c.ErrOrStderr(), run.file)
	warn(c.ErrOrStderr(), append(warnings, run.warnings...))
	run.warnings = nil // what comes is found out while it is played
	if p.output == tunerCSV {
		return p.tuned(c, run)
	}
	if p.explain {
		return p.expected(c, run)
	}
	hide, err := p.progress.start(c)
	if err != nil {
		return err
	}
	warn(c.ErrOrStderr(), run.arduous())
	w := watchOf(c.Context())
	w.keep(func(i *interruption) ([]byte, error) { return run.partly(p.output, i) })
	err = run.play(c.Context())
	hide()
	if i := (*interruption)(nil); errors.As(err, &i) {
		return w.conclude(i)
	}
	if err != nil {
		return err
	}
	warn(c.ErrOrStderr(), run.warnings)
	text, err := run.render(p.output, p.colourful(c))
	if err != nil {
		return failed(err)
	}
	var undrawn error // the answer is worth having without its figure
	if p.plot != "" {
		undrawn = run.draw(p.plot, caption(c, nil))
	}
	return errors.Join(undrawn, p.file(run), writeOut(c.OutOrStdout(), text))
}

// writable refuses what has no place in the answer that is asked for, and files that cannot be written, before anything is
// played.
func (p *performing) writable(flags *pflag.FlagSet) error {
	for _, of := range []struct {
		asked bool
		flag  string
	}{{p.explain, "explain"}, {p.measured != "", "compare"}} {
		if of.asked && flags.Changed("output-file") {
			return fmt.Errorf("-J: the JSON of nccl-tests has no place for what --%s finds out; valid: --output json", of.flag)
		}
	}
	switch {
	case p.output == tunerCSV && (p.explain || p.measured != "" || flags.Changed("plot") || flags.Changed("output-file") || flags.Changed("tuner")):
		return errors.New("--output tuner-csv: is of what is fastest at each size; valid: without --explain, --compare, --plot, -J and --tuner")
	case p.explain && p.measured != "":
		return errors.New("--explain: plays nothing that a log could be compared with; valid: one of --explain and --compare")
	case p.explain && flags.Changed("plot"):
		return errors.New("--plot: --explain plays nothing that could be drawn; valid: one of the two")
	case flags.Changed("output-file") && p.tests.file == "":
		return errors.New("-J: no file is named; valid: a name")
	case flags.Changed("plot"):
		return canDraw(p.plot)
	}
	return nil
}

func warn(stderr io.Writer, warnings []string) {
	for _, w := range warnings {
		fmt.Fprintf(stderr, "collsim: warning: %s\n", w)
	}
}

// expected writes what NCCL's model expects; nothing is played.
func (p *performing) expected(c *cobra.Command, run *benchmark) error {
	e, err := run.expect()
	if err != nil {
		return err
	}
	text := e.text(p.colourful(c))
	if p.output == "json" {
		if text, err = e.json(); err != nil {
			return failed(err)
		}
	}
	return writeOut(c.OutOrStdout(), text)
}

func (p *performing) colourful(c *cobra.Command) bool {
	return colourful(terminal(c.OutOrStdout())) && !p.plain
}

// file writes the JSON that -J asks for.
func (p *performing) file(run *benchmark) error {
	if p.tests.file == "" {
		return nil
	}
	text, err := run.render("json", false)
	if err != nil {
		return failed(err)
	}
	return writeFile(p.tests.file, text)
}
