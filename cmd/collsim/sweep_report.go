package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"collsim/scenarios"
	"collsim/scenarios/sweep"
)

// tabulating is what a command line of sweep report asks for.
type tabulating struct {
	rows, columns, figure, output, plot, picture string
	where                                        []string
}

func sweepReportCommand() *cobra.Command {
	var r tabulating
	c := &cobra.Command{
		Use:   "report PLAN | DIR [JOURNAL | DIR ...] [flags]",
		Short: "Tables of what came out, by any two axes",
		Long: `Prints a figure of every point in tables: one axis down, one across, and a table for each
value of the others. It names axes that changed nothing, and points that failed or are
missing. Figures are those that expectations know: total, busbw, bound.percent, rounds,
share.queue; see collsim explain metrics.`,
		Example: `  collsim sweep report scaling.sweep
  collsim sweep report scaling.sweep --rows bytes --columns algorithm --metric busbw --where fabric.nodes=4`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return r.report(c, args) },
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&r.rows, "rows", "", "the axis that runs down. Left out: the one with most values")
	f.StringVar(&r.columns, "columns", "", "the axis that runs across. Left out: the one with most values but one; none where it says none")
	f.StringVar(&r.figure, "metric", "total", "the figure of each point")
	f.StringArrayVar(&r.where, "where", nil, "`path=value`: only points that have it; may be repeated")
	f.StringVar(&r.plot, "plot", "", "draw the first table into this file, .svg, .png or .pdf: the rows along the x axis, a line a column")
	f.StringVar(&r.picture, "figure", sweepPictures[0], "what --plot draws: "+strings.Join(sweepPictures, ", ")+" (totals over a straggler's delay; percentiles over the columns, such as seeds, a fan a table)")
	f.StringVar(&r.output, "output", "table", "form of the answer: "+strings.Join(outputs, ", "))
	return c
}

func (r *tabulating) report(c *cobra.Command, args []string) error {
	if !slices.Contains(outputs, r.output) {
		return fmt.Errorf("--output: unknown form %q%s", r.output, suggest(r.output, outputs))
	}
	figure, err := scenarios.MeasureOf(r.figure)
	if err != nil {
		return fmt.Errorf("--metric: %w", err)
	}
	if c.Flags().Changed("plot") {
		if err := canDraw(r.plot); err != nil {
			return err
		}
	}
	if !slices.Contains(sweepPictures, r.picture) {
		return fmt.Errorf("--figure: unknown figure %q%s", r.picture, suggest(r.picture, sweepPictures))
	}
	g, err := gather(c, args)
	if err != nil {
		return err
	}
	tables, err := r.tables(g.merged)
	if err != nil {
		return err
	}
	cells, err := figuresOf(tables, figure)
	if err != nil {
		return failed(err)
	}
	v := &view{g, figure, cells}
	text, err := v.render(r.output)
	if err != nil {
		return failed(err)
	}
	var undrawn error // the tables are worth having without it
	if r.plot != "" {
		undrawn = v.picture(r.picture, r.plot, caption(c, args))
	}
	if undrawn != nil && !errors.As(undrawn, new(failure)) {
		return undrawn // the question is to blame
	}
	return errors.Join(undrawn, writeOut(c.OutOrStdout(), text))
}

// tables cuts the sweep as the flags say.
func (r *tabulating) tables(m *sweep.Merged) ([]sweep.Table, error) {
	var where sweep.Values
	for _, w := range r.where {
		path, value, ok := strings.Cut(w, "=")
		if !ok {
			return nil, fmt.Errorf("--where: not an assignment: %q; valid: path=value", w)
		}
		where = append(where, sweep.Value{Path: strings.TrimSpace(path), Text: strings.TrimSpace(value)})
	}
	rows, columns := r.axes(m)
	if r.output == "table" || r.output == "markdown" { // one table does for all values of an axis that changed nothing
		for _, a := range m.Vain() {
			if a.Name != rows && a.Name != columns && !r.settled(a) {
				where = append(where, a.Values[0]...)
			}
		}
	}
	return m.Tables(rows, columns, where)
}

// axes are the names of the two axes: those said, else those with most values that no --where settles and that changed
// anything.
func (r *tabulating) axes(m *sweep.Merged) (rows, columns string) {
	p := m.Plan
	rows, columns = r.rows, r.columns
	free := slices.Clone(p.Axes)
	free = slices.DeleteFunc(free, func(a sweep.Axis) bool {
		vain := slices.ContainsFunc(m.Vain(), func(b *sweep.Axis) bool { return b.Name == a.Name })
		return a.Name == rows || a.Name == columns || r.settled(&a) || vain
	})
	slices.SortStableFunc(free, func(a, b sweep.Axis) int { return len(b.Values) - len(a.Values) })
	if rows == "" {
		if len(free) == 0 {
			free = p.Axes[:1]
		}
		rows, free = free[0].Name, free[1:]
	}
	if columns == "" && len(free) > 0 {
		columns = free[0].Name
	}
	if columns == "none" {
		columns = ""
	}
	return rows, columns
}

// settled tells whether --where says the value of an axis.
func (r *tabulating) settled(a *sweep.Axis) bool {
	return slices.ContainsFunc(r.where, func(w string) bool {
		path, _, _ := strings.Cut(w, "=")
		return slices.Contains(a.Paths, strings.TrimSpace(path))
	})
}
