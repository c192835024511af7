package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"collsim/scenarios"
	"collsim/scenarios/lesson"
)

// teaching is what a command line of lesson asks for.
type teaching struct {
	hint, solution, yaml bool
}

func lessonCommand() *cobra.Command {
	var t teaching
	c := &cobra.Command{
		Use:                   "lesson [NUMBER | NAME] [flags]",
		DisableFlagsInUseLine: true,
		Short:                 "Twelve lessons on where the time goes, each a question that the simulator checks",
		Long: `Lists the lessons of the course, or shows one: a question, a scenario to change, what
to look at, and what an answer has to reach. "collsim lesson check" runs an answer and
says whether it does, and why not. The same lessons are in the page of collsim serve.`,
		Example: `  collsim lesson
  collsim lesson 1
  collsim lesson 1 --yaml > mine.yaml
  collsim lesson check 1 mine.yaml`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return t.show(c, args) },
	}
	flags := c.Flags()
	flags.SortFlags = false
	flags.BoolVar(&t.yaml, "yaml", false, "the scenario alone, to change it in a file")
	flags.BoolVar(&t.hint, "hint", false, "the hint alone")
	flags.BoolVar(&t.solution, "solution", false, "the solution alone, and why it is one")
	c.AddCommand(lessonCheckCommand())
	return c
}

func (t *teaching) show(c *cobra.Command, args []string) error {
	if alone := []bool{t.yaml, t.hint, t.solution}; len(slices.DeleteFunc(alone, func(is bool) bool { return !is })) > 1 {
		return errors.New("--yaml, --hint, --solution: each is a part alone; valid: one of them")
	}
	all, err := lesson.All()
	if err != nil {
		return failed(err)
	}
	p := &page{}
	if len(args) == 0 {
		if t.yaml || t.hint || t.solution {
			return errors.New("of which lesson? valid: a number or a name, as collsim lesson lists them")
		}
		syllabus(p, all)
		return writeOut(c.OutOrStdout(), []byte(p.String()))
	}
	l, err := lesson.Find(all, args[0])
	switch {
	case err != nil:
		return err
	case t.yaml:
		p.WriteString(l.YAML)
	case t.hint:
		prose(p, l.Hint)
	case t.solution:
		solved(p, l)
	default:
		lecture(p, l)
	}
	return writeOut(c.OutOrStdout(), []byte(p.String()))
}

// checking is what a command line of lesson check asks for.
type checking struct {
	asked  question
	output string
}

// checkOutputs are the forms in which lesson check writes.
var checkOutputs = []string{"table", "json"}

func lessonCheckCommand() *cobra.Command {
	var k checking
	c := &cobra.Command{
		Use:                   "check LESSON [FILE] [flags]",
		DisableFlagsInUseLine: true,
		Short:                 "Whether an answer to a lesson is right, by the simulator",
		Long: `Runs the scenario of a lesson as it is given, your answer, and what else the lesson
compares them with, and says what holds of the results and what does not.

An answer is a scenario file, "-" for standard input, or flags alone, which are laid
over the lesson's scenario. It may change what the lesson asks to change, and nothing
else. Ends with 1 when the answer is wrong.`,
		Example: `  collsim lesson check 1 --algorithm tree
  collsim lesson check 7 mine.yaml
  collsim lesson check 3 --bytes 2MiB --output json`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(c *cobra.Command, args []string) error { return k.answer(c, args) },
	}
	k.asked.declare(c.Flags())
	c.Flags().StringVar(&k.output, "output", "table", "form of the answer: "+strings.Join(checkOutputs, ", "))
	return c
}

func (k *checking) answer(c *cobra.Command, args []string) error {
	if !slices.Contains(checkOutputs, k.output) {
		return fmt.Errorf("--output: unknown form %q%s", k.output, suggest(k.output, checkOutputs))
	}
	all, err := lesson.All()
	if err != nil {
		return failed(err)
	}
	l, err := lesson.Find(all, args[0])
	if err != nil {
		return err
	}
	file, err := k.given(c, l, args[1:])
	if err != nil {
		return err
	}
	caution(c.ErrOrStderr(), file)
	v, err := l.Check(file, func(f *scenarios.File) ([]scenarios.Result, error) { return simulate(c.Context(), f) })
	if err != nil {
		return err
	}
	if err := k.write(c, l, v); err != nil {
		return err
	}
	if !v.Passed {
		return failed(errors.New("the answer is not right yet"))
	}
	return nil
}

// given is the answer: a file, or what flags lay over the lesson's scenario.
func (k *checking) given(c *cobra.Command, l *lesson.Lesson, args []string) (*scenarios.File, error) {
	said := k.asked.said(c.Flags())
	if len(args) == 0 {
		return scenarios.LoadWith(fmt.Sprintf("lesson %d", l.Number), []byte(l.YAML), said)
	}
	return load(c.InOrStdin(), args[0], said...)
}

func (k *checking) write(c *cobra.Command, l *lesson.Lesson, v *lesson.Verdict) error {
	if k.output == "json" {
		text, err := scenarios.IndentedJSON(v)
		if err != nil {
			return failed(err)
		}
		return writeOut(c.OutOrStdout(), text)
	}
	p := &page{}
	judgement(p, l, v)
	return writeOut(c.OutOrStdout(), []byte(p.String()))
}
