package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"collsim/scenarios/sweep"
)

func sweepPlanCommand() *cobra.Command {
	var asked question
	var out string
	var progress showing
	c := &cobra.Command{
		Use:   "plan FILE | NAME [flags]",
		Short: "Expand the axes of a scenario into points",
		Long: `Expands the axes under sweep: of a scenario into points and writes them, with all they
need, as a plan. Every point is built for that: a path that there is not and a value
that is wrong are told at their place in the file, each point has as id the hash that
its result will have, and what it costs is estimated as run does.`,
		Example: `  collsim sweep plan scaling.yaml
  collsim sweep plan default --set 'sweep.axes.bytes=1 KiB..1 GiB:x2' --out sizes.plan.json`,
		Args: cobra.ExactArgs(1),
	}
	asked.declare(c.Flags())
	c.Flags().StringVar(&out, "out", "", "where to write the plan; - is standard output. Left out: NAME.plan.json")
	progress.declare(c.Flags())
	c.RunE = func(c *cobra.Command, args []string) error {
		to := out
		if to == "" {
			to = stem(args[0]) + ".plan.json"
		}
		if err := place(to); to != "-" && err != nil {
			return fmt.Errorf("--out: cannot write %q: %w", to, err)
		}
		hide, err := progress.start(c)
		if err != nil {
			return err
		}
		s, open, err := source(c.InOrStdin(), args[0], asked.said(c.Flags()))
		if err != nil {
			return err
		}
		p, err := expand(c, s, open)
		hide()
		if err != nil {
			return err
		}
		data, err := p.Encode()
		if err != nil {
			return failed(err)
		}
		if to == "-" {
			return writeOut(c.OutOrStdout(), data)
		}
		if err := onDisk(writeFile(to, data)); err != nil {
			return err
		}
		text := outline(p)
		text.line(left("written", planColumn), to)
		return writeOut(c.OutOrStdout(), []byte(text.String()))
	}
	return c
}

// planColumn is where the second column of an outline begins.
const planColumn = 10

// outline is what a plan comes to.
func outline(p *sweep.Plan) *page {
	t := &page{}
	t.line(left("plan", planColumn), p.Hash, ", of ", p.Name, ", model ", p.ModelVersion)
	for i, a := range p.Axes {
		name := ""
		if i == 0 {
			name = "axes"
		}
		t.paragraph(left(name, planColumn), axisLine(&a))
	}
	t.paragraph(left("points", planColumn), count(len(p.Points), "point")+sameQuestions(p))
	if p.Fidelity != "" {
		t.paragraph(left("fidelity", planColumn), p.Fidelity+", for all points that leave it to the program")
	}
	most := p.Points[0]
	for _, point := range p.Points {
		if point.Cost > most.Cost {
			most = point
		}
	}
	t.paragraph(left("cost", planColumn), fmt.Sprintf("about %s events in all, %s for the dearest point (%s)", grouped(p.Cost()), grouped(most.Cost), pointName(most)))
	return t
}

// axisLine says what values an axis has: all of a few, else the first and the last.
func axisLine(a *sweep.Axis) string {
	const few = 8
	var all []string
	for i, v := range a.Values {
		if len(a.Values) > few && i > 1 && i < len(a.Values)-1 {
			if i == 2 {
				all = append(all, "...")
			}
			continue
		}
		var words []string
		for _, x := range v {
			words = append(words, x.Text)
		}
		all = append(all, strings.Join(words, " with "))
	}
	name := a.Name
	if len(a.Paths) > 1 {
		name += " = " + strings.Join(a.Paths, " with ")
	}
	return fmt.Sprintf("%s (%d): %s", name, len(a.Values), strings.Join(all, ", "))
}

// pointName is a point in words.
func pointName(p sweep.Point) string {
	if len(p.Values) == 0 {
		return "the only one"
	}
	return p.Values.String()
}

// sameQuestions says how many points ask the same as another.
func sameQuestions(p *sweep.Plan) string {
	questions := sweep.Questions(p.Points)
	again := len(p.Points) - len(questions)
	if again == 0 {
		return ""
	}
	for _, same := range questions {
		if len(same) > 1 {
			return fmt.Sprintf("; %d of them ask the same as another and are played once, such as number %d (%s) and number %d (%s): a value changes nothing there",
				again, same[0].Index, pointName(same[0]), same[1].Index, pointName(same[1]))
		}
	}
	return ""
}
