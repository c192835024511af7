package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"collsim/scenarios"
)

// question is what flags say about a scenario. Their names and meanings are those of the YAML.
type question struct {
	values map[string]*string
	set    []string
}

func (q *question) declare(flags *pflag.FlagSet) {
	flags.SortFlags = false
	q.declareSome(flags, func(string) bool { return true })
	flags.StringArrayVar(&q.set, "set", nil, "`path=value`: any parameter or key of the YAML, such as nic.rate=400Gb/s; may be repeated")
}

// declareSome declares the flags of a scenario whose names are chosen.
func (q *question) declareSome(flags *pflag.FlagSet, chosen func(name string) bool) {
	q.values = map[string]*string{}
	for _, f := range scenarios.Flags() {
		if chosen(f.Name) {
			q.values[f.Name] = flags.String(f.Name, "", f.Doc)
		}
	}
}

// said lists the flags that stand on the command line.
func (q *question) said(flags *pflag.FlagSet) []scenarios.Flag {
	var said []scenarios.Flag
	for _, f := range scenarios.Flags() {
		if value := q.values[f.Name]; value != nil && flags.Changed(f.Name) {
			said = append(said, scenarios.Flag{Name: f.Name, Value: *value})
		}
	}
	for _, assignment := range q.set {
		said = append(said, scenarios.Flag{Name: "set", Value: assignment})
	}
	return said
}

// file is the scenario that a command line asks for.
func (q *question) file(c *cobra.Command, args []string) (*scenarios.File, error) {
	said := q.said(c.Flags())
	if len(args) == 0 && slices.ContainsFunc(said, asks) {
		return catalogueOf(".").FromFlags(said)
	}
	name := builtIn
	if len(args) > 0 {
		name = args[0]
	}
	return load(c.InOrStdin(), name, said...)
}

// limits are the flags that say nothing of a question, but when to give up.
var limits = []string{"max-events", "max-time", "max-memory"}

// asks tells whether a flag says something of a question.
func asks(f scenarios.Flag) bool { return !slices.Contains(limits, f.Name) }

// caution tells what is suspicious about a file, or changes nothing.
func caution(stderr io.Writer, file *scenarios.File) {
	for _, w := range file.Warnings {
		fmt.Fprintf(stderr, "collsim: warning: %v\n", w)
	}
	if file.Sweep != nil {
		fmt.Fprintf(stderr, "collsim: warning: %v: sweep: its values are not tried here; valid: collsim sweep run\n", file.Sweep.Where)
	}
}

// load reads a scenario and lays flags over it.
func load(stdin io.Reader, name string, said ...scenarios.Flag) (*scenarios.File, error) {
	s, err := readScenario(stdin, name)
	if err != nil {
		return nil, err
	}
	return s.catalogue.LoadWith(s.name, s.text, said)
}
