package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"collsim/scenarios"
)

func testCommand() *cobra.Command {
	var output string
	var progress showing
	var limited question
	c := &cobra.Command{
		Use:   "test DIR | FILE ...",
		Short: "Run the expectations of scenarios",
		Long: `Runs scenario files, or all of a directory, and compares what comes out with what
they expect. Prints one line a scenario, and for each expectation that failed what
was expected and what came out; as JSON, with the results as run writes them.
Exits 1 when one failed, 2 when a file is wrong.`,
		Example: `  collsim test scenarios/library
  collsim test scenarios/library --output json > checks.json`,
		Args: cobra.MinimumNArgs(1),
	}
	c.Flags().StringVar(&output, "output", "table", "form of the answer: "+strings.Join(testOutputs, ", "))
	limited.declareSome(c.Flags(), func(name string) bool { return slices.Contains(limits, name) })
	progress.declare(c.Flags())
	c.RunE = func(c *cobra.Command, args []string) error {
		if !slices.Contains(testOutputs, output) {
			return fmt.Errorf("--output: unknown form %q%s", output, suggest(output, testOutputs))
		}
		files, err := loadAll(args, limited.said(c.Flags()))
		if err != nil {
			return err
		}
		hide, err := progress.start(c)
		if err != nil {
			return err
		}
		defer hide()
		t := &tally{}
		for i, f := range files {
			caution(c.ErrOrStderr(), f.File)
			w := watchOf(c.Context())
			w.begin(f.path, i, len(files))
			w.keep(t.partly(output, len(files)))
			err := t.examine(c, f)
			if i := (*interruption)(nil); errors.As(err, &i) {
				hide()
				return w.conclude(i)
			}
			if err != nil {
				return err
			}
		}
		if len(t.refused) > 0 { // as for files that cannot be read, nothing is written
			return errors.Join(t.refused...)
		}
		text, err := t.render(output)
		if err != nil {
			return failed(err)
		}
		if err := writeOut(c.OutOrStdout(), text); err != nil {
			return err
		}
		if t.wrong > 0 {
			return failed(errors.New(count(t.wrong, "scenario") + " did not come out as expected"))
		}
		return nil
	}
	return c
}

type loaded struct {
	path string
	*scenarios.File
}

// loadAll reads files and all scenario files of directories, and lays flags over them; its error lists what is wrong with all of them.
func loadAll(args []string, said []scenarios.Flag) ([]loaded, error) {
	var files []loaded
	var wrong []error
	for _, arg := range args {
		paths := []string{arg}
		if info, err := os.Stat(arg); err == nil && info.IsDir() {
			if paths, err = filepath.Glob(filepath.Join(arg, "*.yaml")); err != nil || len(paths) == 0 {
				wrong = append(wrong, fmt.Errorf("%s: no scenario files; valid: a directory with files that end in .yaml", arg))
			}
		}
		for _, path := range paths {
			f, err := load(strings.NewReader(""), path, said...)
			if err != nil {
				wrong = append(wrong, err)
				continue
			}
			files = append(files, loaded{path, f})
		}
	}
	return files, errors.Join(wrong...)
}

// examine runs one file and notes how it came out. Its error says that there is no going on.
func (t *tally) examine(c *cobra.Command, f loaded) error {
	results, err := simulate(c.Context(), f.File)
	k := check{File: f.path, Results: results}
	switch {
	case errors.As(err, new(*interruption)):
		return err
	case err != nil && misasked(err):
		t.refused = append(t.refused, err)
		return nil
	case err != nil:
		k.Error = err.Error()
	default:
		for _, failure := range f.Check(results) {
			k.Failures = append(k.Failures, failure.String())
		}
		k.Passed = len(k.Failures) == 0
	}
	if !k.Passed {
		t.wrong++
	}
	t.checks = append(t.checks, k)
	return nil
}
