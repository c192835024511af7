package page

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"collsim/scenarios"
	"collsim/sim/input"
	"collsim/sim/words"
)

// source is what messages, and command lines, call the text of a page.
const source = "scenario.yaml"

// usual is the scenario of the library that answers when nothing is asked.
const usual = "default"

// name is what a question calls its scenario on a command line; "" = flags say it all.
func (q *question) name() string {
	switch {
	case q.Scenario != "":
		return source
	case q.Library != "":
		return q.Library
	case !q.asks():
		return usual
	}
	return ""
}

// asks tells whether flags say something of a question, not only when to give up.
func (q *question) asks() bool {
	return slices.ContainsFunc(q.Flags, func(f [2]string) bool { return !strings.HasPrefix(f[0], "max-") })
}

// said are the flags of a question, with more behind them.
func (q *question) said(more ...scenarios.Flag) []scenarios.Flag {
	var all []scenarios.Flag
	for _, f := range q.Flags {
		all = append(all, scenarios.Flag{Name: f[0], Value: f[1]})
	}
	return append(all, more...)
}

// load reads a question, with more flags laid over it.
func (q *question) load(more ...scenarios.Flag) (*scenarios.File, error) {
	said := q.said(more...)
	switch name := q.name(); name {
	case "":
		return scenarios.FromFlags(said)
	case source:
		return scenarios.LoadWith(source, []byte(q.Scenario), said)
	default:
		text, err := fs.ReadFile(scenarios.Library(), name+".yaml")
		if err != nil {
			known := libraryNames()
			return nil, input.Problems{{Where: input.Where{File: "library"}, What: "unknown scenario", Text: name, Hint: input.Meant(name, known), Valid: "a name of the library"}}
		}
		return scenarios.LoadWith(name+".yaml", text, said)
	}
}

// libraryNames lists the scenarios that are built in.
func libraryNames() []string {
	paths, err := fs.Glob(scenarios.Library(), "*.yaml")
	if err != nil {
		panic("page: " + err.Error()) // the pattern is right, which is all that can be wrong
	}
	for i := range paths {
		paths[i] = strings.TrimSuffix(paths[i], ".yaml")
	}
	return paths
}

// command is the command line that asks the same.
func (q *question) command(verb string, more ...string) string {
	line := []string{"collsim", verb}
	if name := q.name(); name != "" {
		line = append(line, name)
	}
	for _, f := range q.Flags {
		line = append(line, "--"+f[0], words.Quote(f[1]))
	}
	return strings.Join(append(line, more...), " ")
}

// told is a question with what becomes of it before it is run.
func (q *question) told(f *scenarios.File) body {
	values := body{}
	for _, v := range f.Values(0) {
		values = append(values, member{v.Name, v.Value})
	}
	return body{
		{"yaml", string(f.YAML())}, {"command", q.command("run")}, {"values", values}, {"unfelt", unfelt(&f.Scenarios[0])}, {"warnings", located(f.Warnings)},
	}
}

// yaml answers what a question is, without running it.
func (a *answering) yaml() (body, error) {
	f, err := a.load()
	if err != nil {
		return nil, err
	}
	return a.told(f), nil
}

// refuse is fmt.Errorf for what a request must not be.
func refuse(format string, args ...any) error { return &refusal{fmt.Errorf(format, args...)} }
