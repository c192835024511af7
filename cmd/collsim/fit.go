package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"collsim/scenarios/site"
	"collsim/scenarios/trial"
)

// fitting is what a command line of fit asks for.
type fitting struct {
	logged
	parameters string
	rows       string
	confidence int
	out, class string
	output     string
	plain      bool
	progress   showing
}

func fitCommand() *cobra.Command {
	var q fitting
	c := &cobra.Command{
		Use:   "fit LOG...",
		Short: "The figures of a machine that agree best with logs of nccl-tests",
		Long: `Fits figures of the model to logs that were taken on one machine, text or JSON of
nccl-tests, and prints each with the interval that it lies in by these rows alone. Where
rows do not determine a figure it says so, and names figures that they cannot tell apart.
Rows that are not fitted (--rows) are predicted, which shows what the fit is worth.

The machine is a scenario, or --fabric, --nodes and so on; what the head of a log says of
ranks, version and launch holds where nothing else is said. Without --parameters those of
the usual figures are fitted that the rows can tell apart.

--out writes the figures as a calibration, for --calibration of perf and run, and for
nccl: {calibration: FILE} of a scenario. Rows that nothing explains, such as those of
another collective or of shuffled sizes, end with 2 and a reason, and nothing is written.`,
		Example: `  collsim fit all_reduce.log --fabric hgx-h100 --rows even
  collsim fit small.log large.log --fabric hgx-a100 --nodes 2 --out site.yaml
  collsim fit all_reduce.log --parameters host.launch,host.nccl.hop.ll
  collsim perf --compare all_reduce.log --calibration site.yaml`,
		Args: cobra.MinimumNArgs(1),
	}
	flags := c.Flags()
	flags.SortFlags = false
	q.declare(flags)
	flags.StringVar(&q.parameters, "parameters", "", "the `names` of the figures to fit, with commas between")
	flags.StringVar(&q.rows, "rows", "all", "the `rows` to fit, counted by size: "+site.RowWords)
	flags.IntVar(&q.confidence, "confidence", 80, "in how many of a hundred cases intervals hold: 80, 90, 95")
	flags.StringVar(&q.out, "out", "", "write the figures as a calibration into this `file`, .yaml")
	flags.StringVar(&q.class, "name", "site", "what that calibration is called")
	flags.StringVar(&q.output, "output", "table", "form of the answer: table, json")
	flags.BoolVar(&q.plain, "no-color", false, "no colours, even on a terminal (NO_COLOR does the same)")
	q.progress.declare(flags)
	c.RunE = func(c *cobra.Command, args []string) error { return q.answer(c, args) }
	return c
}

// answer fits, and writes what comes out.
func (q *fitting) answer(c *cobra.Command, args []string) error {
	if forms := []string{"table", "json"}; !slices.Contains(forms, q.output) {
		return fmt.Errorf("--output: unknown form %q%s", q.output, suggest(q.output, forms))
	}
	if !slices.Contains([]int{80, 90, 95}, q.confidence) {
		return fmt.Errorf("--confidence: %d; valid: 80, 90, 95", q.confidence)
	}
	if err := q.writable(c); err != nil {
		return err
	}
	question, err := q.question(c, args)
	if err != nil {
		return err
	}
	hide, err := q.progress.start(c)
	if err != nil {
		return err
	}
	a, err := question.Fit(trial.Each(onAllCores))
	hide()
	if err != nil {
		return stoppedBy(err)
	}
	if q.out != "" {
		if err := q.write(a, args); err != nil {
			return err
		}
	}
	f := &fitted{a, question.Trials, q.confidence, q.out}
	text := f.text(colourful(terminal(c.OutOrStdout())) && !q.plain)
	if q.output == "json" {
		if text, err = f.json(); err != nil {
			return failed(err)
		}
	}
	return writeOut(c.OutOrStdout(), text)
}

// writable refuses a calibration that could not be written, before anything is fitted.
func (q *fitting) writable(c *cobra.Command) error {
	if q.out == "" {
		if c.Flags().Changed("name") {
			warn(c.ErrOrStderr(), []string{"--name: changed nothing: there is no --out"})
		}
		return nil
	}
	if err := place(q.out); err != nil {
		return fmt.Errorf("--out: %s: %w", q.out, err)
	}
	if _, err := new(site.Answer).Calibration(q.class, nil); err != nil {
		return fmt.Errorf("--name: %w", err)
	}
	for _, name := range q.named() {
		if !strings.HasPrefix(name, "host.") {
			return fmt.Errorf("--out: a calibration holds no figure of the fabric, such as %s; valid: without --out, or parameters of host", name)
		}
	}
	return nil
}

// named are the figures that are asked for.
func (q *fitting) named() (names []string) {
	for name := range strings.SplitSeq(q.parameters, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// question is what is fitted to what.
func (q *fitting) question(c *cobra.Command, args []string) (*site.Question, error) {
	rows, err := site.ParseRows(q.rows)
	if err != nil {
		return nil, fmt.Errorf("--rows: %w", err)
	}
	question := &site.Question{Rows: rows, Parameters: q.named()}
	if question.Trials, err = q.trials(c, args); err != nil {
		return nil, err
	}
	var step atomic.Int64
	question.Watch = func(round int, _ float64) { step.Store(int64(round) + 1) }
	question.Alive = alive(c, func() string {
		if n := step.Load(); n > 0 {
			return "fitting, step " + strconv.FormatInt(n, 10)
		}
		return "finding out what rows depend on"
	})
	return question, nil
}

// write writes the calibration.
func (q *fitting) write(a *site.Answer, args []string) error {
	var text strings.Builder
	class, err := a.Calibration(q.class, args)
	if err != nil {
		return err
	}
	if err := class.Write(&text); err != nil {
		return failed(err)
	}
	return writeFile(q.out, []byte(text.String()))
}
