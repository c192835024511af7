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
)

func testCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "test DIR | FILE ...",
		Short: "Run the expectations of scenarios",
		Long: `Runs scenario files, or all of a directory, and compares what comes out with what
they expect. Prints one line a scenario, and for each expectation that failed what
was expected and what came out. Exits 1 when one failed, 2 when a file is wrong.`,
		Example: `  collsim test scenarios/library`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			files, err := loadAll(args)
			if err != nil {
				return err
			}
			t := &tally{}
			for _, f := range files {
				caution(c.ErrOrStderr(), f.File)
				if err := t.examine(c, f); err != nil {
					return err
				}
			}
			if len(t.refused) > 0 { // as for files that cannot be read, nothing is written
				return errors.Join(t.refused...)
			}
			t.line(fmt.Sprintf("%d passed, %d failed", t.passed, t.wrong))
			if err := writeOut(c.OutOrStdout(), []byte(t.String())); err != nil {
				return err
			}
			if t.wrong > 0 {
				return failed(errors.New(count(t.wrong, "scenario") + " did not come out as expected"))
			}
			return nil
		},
	}
}

// tally is how files came out.
type tally struct {
	page
	passed, wrong int
	refused       []error // where the file itself is to blame
}

type loaded struct {
	path string
	*scenarios.File
}

// loadAll reads files and all scenario files of directories; its error lists what is wrong with all of them.
func loadAll(args []string) ([]loaded, error) {
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
			f, err := load(strings.NewReader(""), path)
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
	results, err := simulate(c.Context(), io.Discard, f.File)
	var stop failure
	switch interrupted := errors.As(err, &stop) && stop.code == exitInterrupted; {
	case interrupted:
		return err
	case err != nil && misasked(err):
		t.refused = append(t.refused, err)
		return nil
	case err != nil:
		t.wrong++
		t.line("FAIL  ", f.path)
		t.paragraph("      ", err.Error())
		return nil
	}
	failures := f.Check(results)
	if len(failures) == 0 {
		t.passed++
		t.line("ok    ", f.path)
		return nil
	}
	t.wrong++
	t.line("FAIL  ", f.path)
	for _, failure := range failures {
		t.line("      ", failure.String())
	}
	return nil
}
