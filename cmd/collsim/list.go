package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"collsim/algo"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/scenarios"
)

func listCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "Fabrics, networks, collectives, algorithms, libraries and scenarios",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			p := &page{}
			if err := catalogue(p); err != nil {
				return err
			}
			return writeOut(c.OutOrStdout(), []byte(p.String()))
		},
	}
}

func catalogue(p *page) error {
	var fabrics, networks, transports, libraries []item
	for _, f := range fabric.Presets() {
		fabrics = append(fabrics, item{f.Name, f.Doc})
	}
	for _, n := range fabric.Networks() {
		networks = append(networks, item{n.Name, n.Doc})
	}
	for _, t := range fabric.Transports() {
		transports = append(transports, item{t.Name, t.Doc})
	}
	for _, l := range host.Libraries() {
		libraries = append(libraries, item{l.Name, l.Doc})
	}
	section(p, "fabrics", fabrics)
	section(p, "networks between servers", networks)
	section(p, "what these are made of", transports)
	section(p, "collectives and their algorithms", nil)
	algorithms(p)
	section(p, "libraries", libraries)
	if err := library(p); err != nil {
		return err
	}
	p.line()
	p.line("Any of these words: collsim explain WORD. A scenario: collsim run NAME.")
	return nil
}

// library prints the scenarios that are built in, by the topic of the first claim that each explains; those that explain
// none come first.
func library(p *page) error {
	topics := append([]scenarios.Topic{{}}, scenarios.Topics()...)
	items := make([][]item, len(topics))
	for _, name := range libraryNames() {
		f, err := load(nil, name)
		if err != nil {
			return failed(err)
		}
		at := 0
		if len(f.Claims) > 0 {
			at = max(0, slices.IndexFunc(topics, func(t scenarios.Topic) bool { return t.Letter == f.Claims[0][:1] }))
		}
		items[at] = append(items[at], item{name, f.Scenarios[0].Description})
	}
	for i, t := range topics {
		if len(items[i]) > 0 {
			title := "scenarios"
			if t.Title != "" {
				title += ": " + strings.ToLower(t.Title[:1]) + t.Title[1:]
			}
			section(p, title, items[i])
		}
	}
	return nil
}

// item is a name and what is said of it.
type item struct{ name, doc string }

// section prints a title and items, each on one line with as much of what is said of it as makes sense by itself.
func section(p *page, title string, items []item) {
	if p.Len() > 0 {
		p.line()
	}
	p.line(title)
	wide := 0
	for _, i := range items {
		wide = max(wide, len(i.name))
	}
	for _, i := range items {
		p.line("  ", left(i.name, wide), "  ", gist(i.doc, screen-wide-4))
	}
}

// gist is the first sentence of a text, or as many of its first clauses, or else words, as n letters hold.
func gist(text string, n int) string {
	text = strings.Join(strings.Fields(text), " ")
	text, _, _ = strings.Cut(strings.TrimSuffix(text, "."), ". ")
	for letters(text) > n {
		end := max(strings.LastIndex(text, ", "), strings.LastIndex(text, ": "), strings.LastIndex(text, "; ")) // not inside 28,000
		if end < 0 {
			break
		}
		text = text[:end]
	}
	if letters(text) <= n {
		return text
	}
	for letters(text) > n-3 {
		text = text[:strings.LastIndexByte(text, ' ')]
	}
	return text + "..."
}

// algorithms prints a line for each collective.
func algorithms(p *page) {
	var collective algo.Collective
	var names []string
	flush := func() {
		if len(names) > 0 {
			p.paragraph(fmt.Sprintf("  %s  ", left(string(collective), 14)), strings.Join(names, ", "))
		}
	}
	for _, a := range algo.All() {
		if a.Collective != collective {
			flush()
			collective, names = a.Collective, nil
		}
		names = append(names, a.Name)
	}
	flush()
}
