package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"collsim/plots"
	html "collsim/plots/report"
	"collsim/scenarios"
	"collsim/scenarios/compare"
)

// reporting is what a command line of report asks for.
type reporting struct {
	asked                           question
	out                             string
	whatIf, ranged, links, timeline bool
	progress                        showing
}

func reportCommand() *cobra.Command {
	var r reporting
	c := &cobra.Command{
		Use:                   "report [FILE | NAME | RESULT.json | COMPARISON.json | SWEEP | flags] --out FILE.html",
		DisableFlagsInUseLine: true,
		Short:                 "One HTML file: the answer in words, tables, figures, and how to repeat it",
		Long: `Writes one HTML file that needs nothing beside itself: the answer in words, where the
time goes, figures, links, ranks, the scenario, and how to repeat it. It opens from disk,
follows the reader's choice of light or dark, and prints.

It is made of a run (a scenario file, a name from the library, or flags, as for
"collsim run"), or of what a command has written before: results of "collsim run
--output json", a comparison of "collsim compare --output json", or a sweep: its
directory or its database.

Links and the timeline are in it where the run has at most 20,000 messages, or where
--links and --timeline ask for them: each needs a run of its own.`,
		Example: `  collsim report --out report.html
  collsim report scenario.yaml --what-if --out report.html
  collsim report scaling.sweep --out scaling.html
  collsim run scenario.yaml --output json > result.json && collsim report result.json --out report.html`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return r.write(c, args) },
	}
	r.declare(c.Flags())
	return c
}

func (r *reporting) declare(flags *pflag.FlagSet) {
	r.asked.declare(flags)
	flags.StringVar(&r.out, "out", "", "the file that is written, such as report.html")
	flags.BoolVar(&r.whatIf, "what-if", false, "run again with one thing changed, and draw what that gives")
	flags.BoolVar(&r.ranged, "interval", false, "run again at both ends of what parameters are stated to be uncertain by, and draw that")
	flags.BoolVar(&r.links, "links", false, "run again and look at the links, however many messages there are; --links=false: never")
	flags.BoolVar(&r.timeline, "timeline", false, "run again and draw what each rank does when, however many messages there are; --timeline=false: never")
	r.progress.declare(flags)
}

// write makes the page and writes it, whole or not at all.
func (r *reporting) write(c *cobra.Command, args []string) error {
	if r.out == "" {
		return errors.New("--out: no file is named; valid: a name such as report.html")
	}
	if err := place(r.out); err != nil {
		return fmt.Errorf("--out: cannot write %q: %w", r.out, err)
	}
	p, err := r.page(c, args)
	if err != nil {
		return err
	}
	p.Made = "collsim, model version " + scenarios.ModelVersion
	p.Commands = append([]string{strings.TrimPrefix(caption(c, args), "$ ")}, p.Commands...)
	var b bytes.Buffer
	if _, err := p.WriteTo(&b); err != nil {
		return failed(err)
	}
	return writeFile(r.out, b.Bytes())
}

// page is made of what the argument names: results that are there, or a scenario that is run.
func (r *reporting) page(c *cobra.Command, args []string) (*html.Page, error) {
	if len(args) == 1 && isSweep(args[0]) {
		return r.made(c, args, func() (*html.Page, error) { return pageOfSweep(c, args, caption(c, args)) })
	}
	if len(args) == 1 {
		if data, err := os.ReadFile(args[0]); err == nil {
			if m, ok := madeBefore(data); ok {
				return r.made(c, args, func() (*html.Page, error) { return m(args[0], data, caption(c, args)) })
			}
		}
	}
	return r.run(c, args)
}

// made is a page of an answer, of which flags can change nothing.
func (r *reporting) made(c *cobra.Command, args []string, of func() (*html.Page, error)) (*html.Page, error) {
	if said := r.asked.said(c.Flags()); len(said) > 0 {
		return nil, fmt.Errorf("--%s: %s is an answer, which no flag can change; valid: the scenario itself", said[0].Name, args[0])
	}
	for _, name := range []string{"what-if", "interval", "links", "timeline"} {
		if c.Flags().Changed(name) {
			return nil, fmt.Errorf("--%s: %s is an answer, and is not run again; valid: the scenario itself, or results that hold it already", name, args[0])
		}
	}
	return of()
}

// maker makes a page of a file.
type maker func(name string, data []byte, caption string) (*html.Page, error)

// madeBefore finds who reads a file that a command has written; ok is false where it is something else, such as a scenario.
func madeBefore(data []byte) (m maker, ok bool) {
	switch schemaOf(data) {
	case scenarios.ResultSchema, scenarios.ResultsSchema:
		return pageOfResults, true
	case compare.Schema:
		return pageOfComparison, true
	}
	return nil, false
}

// run answers the scenario and draws what belongs to the answer.
func (r *reporting) run(c *cobra.Command, args []string) (*html.Page, error) {
	file, err := r.asked.file(c, args)
	if err != nil {
		return nil, err
	}
	caution(c.ErrOrStderr(), file)
	hide, err := r.progress.start(c)
	if err != nil {
		return nil, err
	}
	results, err := simulate(c.Context(), file, r.studies(c.Flags(), file)...)
	hide()
	if err != nil {
		return nil, err
	}
	line := caption(c, args)
	extras, err := extrasOf(results, line)
	if err != nil {
		return nil, failed(err)
	}
	p, err := html.Results(results, line, extras)
	if err != nil {
		return nil, failed(err)
	}
	if text := written(args); text != "" {
		p.Parts = append(p.Parts, html.Part{Title: "As written", Codes: []html.Code{{Title: args[0], Text: text}}})
	}
	return p, nil
}

// written is the text of a scenario, where it stands in a file or in the library.
func written(args []string) string {
	if len(args) == 0 || args[0] == "-" {
		return ""
	}
	s, err := readScenario(nil, args[0])
	if err != nil { // it has just been read
		return ""
	}
	return string(s.text)
}

// mostTold messages a run has whose links and lanes are looked at without being asked to.
const mostTold = 20_000

// studies are what is to be found out beside the answers.
func (r *reporting) studies(flags *pflag.FlagSet, file *scenarios.File) []study {
	var all []study
	if r.whatIf {
		all = append(all, file.WhatIf)
	}
	if r.ranged {
		all = append(all, file.Intervals)
	}
	told := func(name string, asked bool, find study) study {
		return func(results []scenarios.Result, w scenarios.Watch, each scenarios.Each) error {
			long := slices.ContainsFunc(results, func(r scenarios.Result) bool { return r.Messages > mostTold || r.Grant != nil })
			if flags.Changed(name) && !asked || !asked && long {
				return nil
			}
			return find(results, w, each)
		}
	}
	return append(all, told("links", r.links, file.Links), told("timeline", r.timeline, file.Timelines))
}

// extrasOf are the figures of results that need more than these.
func extrasOf(results []scenarios.Result, line string) ([]html.Extras, error) {
	extras := make([]html.Extras, len(results))
	for i := range results {
		one := results[i : i+1]
		var b bytes.Buffer
		if one[0].Links != nil {
			if err := drawLoads(&b, "svg", one, line); err != nil {
				return nil, err
			}
			extras[i].Loads = bytes.Clone(b.Bytes())
		}
		b.Reset()
		if one[0].Timeline != nil {
			if err := plots.Timeline(&b, "svg", one, line); err != nil {
				return nil, err
			}
			extras[i].Timeline = b.Bytes()
		}
	}
	return extras, nil
}
