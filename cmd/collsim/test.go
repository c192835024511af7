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
was expected and what came out. Exits 1 when one failed.`,
		Example: `  collsim test scenarios/library`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			files, err := loadAll(args)
			if err != nil {
				return err
			}
			p := &page{}
			passed, wrong := 0, 0
			for _, f := range files {
				caution(c.ErrOrStderr(), f.File)
				ok, err := examine(c, p, f)
				if err != nil {
					return err
				}
				if ok {
					passed++
				} else {
					wrong++
				}
			}
			p.line(fmt.Sprintf("%d passed, %d failed", passed, wrong))
			if err := writeOut(c.OutOrStdout(), []byte(p.String())); err != nil {
				return err
			}
			if wrong > 0 {
				return failed(errors.New(count(wrong, "scenario") + " did not come out as expected"))
			}
			return nil
		},
	}
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

// examine runs one file and prints how it came out.
func examine(c *cobra.Command, p *page, f loaded) (bool, error) {
	results, err := simulate(c.Context(), io.Discard, f.File)
	var stop failure
	if errors.As(err, &stop) && stop.code == exitInterrupted {
		return false, err
	}
	if err != nil {
		p.line("FAIL  ", f.path)
		p.paragraph("      ", err.Error())
		return false, nil
	}
	failures := f.Check(results)
	if len(failures) == 0 {
		p.line("ok    ", f.path)
		return true, nil
	}
	p.line("FAIL  ", f.path)
	for _, failure := range failures {
		p.line("      ", failure.String())
	}
	return false, nil
}
