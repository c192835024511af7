package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"collsim/scenarios/diagnosis"
	"collsim/scenarios/trial"
)

// logDiagnosis is what a command line of diagnose says about a log.
type logDiagnosis struct {
	logged
	well     string
	not      []string
	plain    bool
	progress showing
}

func (q *logDiagnosis) declare(flags *pflag.FlagSet) {
	q.logged.declare(flags)
	flags.StringVar(&q.well, "healthy", "", "a `log` of the same machine when it was well: what has changed since then is looked for")
	flags.StringSliceVar(&q.not, "not", nil, "`causes` that are ruled out by other means, or groups of them: "+strings.Join(groupNames(), ", "))
	flags.BoolVar(&q.plain, "no-color", false, "no colours, even on a terminal (NO_COLOR does the same)")
	q.progress.declare(flags)
}

func groupNames() (names []string) {
	for _, g := range diagnosis.Groups() {
		names = append(names, string(g))
	}
	return names
}

// isResult tells results of collsim from logs: the schema is one of its own.
func isResult(data []byte) bool {
	text := bytes.TrimSpace(data)
	return len(text) > 0 && (text[0] == '{' || text[0] == '[') && bytes.Contains(data, []byte(`"collsim.`))
}

// answer diagnoses a log.
func (q *logDiagnosis) answer(c *cobra.Command, name string, data []byte, output string) error {
	for _, n := range q.not {
		if !slices.Contains(groupNames(), n) && !slices.ContainsFunc(diagnosis.Causes(), func(x diagnosis.Cause) bool { return x.Name == n }) {
			return fmt.Errorf("--not: unknown cause %q%s", n, suggest(n, causeNames()))
		}
	}
	t, err := q.trial(c, name, data)
	if err != nil {
		return err
	}
	if q.well != "" {
		well, err := q.trials(c, []string{q.well})
		if err != nil {
			return err
		}
		if t, err = t.Beside(well[0], onAllCores); err != nil {
			return fmt.Errorf("--healthy: %w", err)
		}
	}
	hide, err := q.progress.start(c)
	if err != nil {
		return err
	}
	d, err := diagnosis.Question{Trial: t, Not: q.not, Alive: alive(c, func() string { return "trying causes" })}.Diagnose(trial.Each(onAllCores))
	hide()
	if err != nil {
		return stoppedBy(err)
	}
	f := &found{d, t, q.well}
	text := f.text(colourful(terminal(c.OutOrStdout())) && !q.plain)
	if output == "json" {
		if text, err = f.json(); err != nil {
			return failed(err)
		}
	}
	return writeOut(c.OutOrStdout(), text)
}

func causeNames() (names []string) {
	for _, c := range diagnosis.Causes() {
		names = append(names, c.Name)
	}
	return append(names, groupNames()...)
}
