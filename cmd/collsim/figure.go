package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"collsim/plots"
	"collsim/scenarios"
)

// figure is a picture of results, by the name that --figure gives it. A new one is one line more.
type figure struct {
	name  string
	doc   string
	needs []need // runs that must have been made beside the answers
	draw  func(w io.Writer, format string, results []scenarios.Result, caption string) error
}

// need is a study that figures and files are made from.
type need uint8

const (
	timelines need = iota
	linkUse
	sensitivity
	intervals
)

var pictures = []figure{
	{"breakdown", "where the time goes on the critical path, a bar a variant", nil, plots.Breakdown},
	{"timeline", "what every rank does when, a line a rank", []need{timelines}, plots.Timeline},
	{"queues", "what waits for the busiest links when", []need{timelines}, plots.QueueDepth},
	{"loads", "what is wired to what, coloured by how busy each link is", []need{linkUse}, drawLoads},
	{"tornado", "what one thing changed would give, and with --interval what uncertain parameters do", []need{sensitivity}, drawTornado},
	{"percentiles", "what replicates say, of the total and of each group", nil, plots.Percentiles},
}

func figureNames() []string {
	var names []string
	for _, f := range pictures {
		names = append(names, f.name)
	}
	return names
}

// figureNamed is the figure of a name.
func figureNamed(name string) (*figure, error) {
	i := slices.IndexFunc(pictures, func(f figure) bool { return f.name == name })
	if i < 0 {
		return nil, fmt.Errorf("--figure: unknown figure %q%s", name, suggest(name, figureNames()))
	}
	return &pictures[i], nil
}

// figureHelp says what there is, for the help of a command.
func figureHelp() string {
	var lines []string
	for _, f := range pictures {
		lines = append(lines, fmt.Sprintf("  %-11s %s", f.name, f.doc))
	}
	return strings.Join(lines, "\n")
}

// drawInto draws a figure and writes it, whole or not at all.
func (f *figure) drawInto(path string, results []scenarios.Result, caption string) error {
	var b bytes.Buffer
	if err := f.draw(&b, format(path), results, caption); err != nil {
		return failed(err)
	}
	return writeFile(path, b.Bytes())
}
