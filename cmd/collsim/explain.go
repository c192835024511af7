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
	"collsim/scenarios/glossary"
	"collsim/sim/words"
)

func explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain WORD",
		Short: "Any component, algorithm, parameter or term in two sentences",
		Example: `  collsim explain skew
  collsim explain ring
  collsim explain nic.rate`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			word := strings.Join(args, " ")
			known := entries()
			p := &page{}
			for _, e := range known {
				if e.means(word) {
					e.print(p)
				}
			}
			if p.Len() == 0 {
				near := words.Near(word, vocabulary(known))
				if len(near) == 0 {
					return fmt.Errorf("nothing is known of %q; valid: what collsim list shows, a component, a parameter, a figure of a result", word)
				}
				return fmt.Errorf("nothing is known of %q; did you mean %s?", word, strings.Join(near, " or "))
			}
			return writeOut(c.OutOrStdout(), []byte(p.String()))
		},
	}
}

// entry is one meaning of a word.
type entry struct {
	glossary.Term
	more []string // lines of their own
}

func (e *entry) means(word string) bool {
	if words.Same(e.Name, word) {
		return true
	}
	for _, other := range e.Also {
		if words.Same(other, word) {
			return true
		}
	}
	return false
}

func (e *entry) print(p *page) {
	if p.Len() > 0 {
		p.line()
	}
	p.line(e.Name, " (", e.Kind, ")")
	p.paragraph("  ", e.Text)
	for _, line := range e.more {
		p.paragraph("  ", line)
	}
	if len(e.See) > 0 {
		p.paragraph("  see also: ", strings.Join(e.See, ", "))
	}
}

// entries are all words that can be explained: the glossary, and what the packages say of their own.
func entries() []entry {
	var all []entry
	for _, t := range glossary.Terms() {
		all = append(all, entry{Term: t})
	}
	for _, a := range algo.All() {
		see := []string{string(a.Collective)}
		all = append(all, entry{glossary.Term{Name: a.Name, Kind: "algorithm of " + string(a.Collective), Text: a.Doc, See: see}, []string{"Source: " + a.Source}})
	}
	for _, preset := range fabric.Presets() {
		all = append(all, entry{glossary.Term{Name: preset.Name, Kind: "fabric", Text: preset.Doc}, drawing(preset.Drawing)})
	}
	for _, n := range fabric.Networks() {
		all = append(all, entry{glossary.Term{Name: n.Name, Kind: "network", Text: n.Doc}, drawing(n.Drawing)})
	}
	for _, t := range fabric.Transports() {
		all = append(all, entry{Term: glossary.Term{Name: t.Name, Kind: "transport", Text: t.Doc}})
	}
	for _, l := range host.Libraries() {
		all = append(all, entry{Term: glossary.Term{Name: l.Name, Kind: "library", Text: l.Doc}})
	}
	for _, parameter := range parameters() {
		all = append(all, ofParameter(parameter))
	}
	for _, f := range scenarios.Flags() {
		if !slices.ContainsFunc(all, func(e entry) bool { return e.means(f.Name) }) {
			all = append(all, entry{Term: glossary.Term{Name: f.Name, Kind: "key of a scenario", Text: f.Doc}})
		}
	}
	return append(all, questions()...)
}

// questions are the scenarios of the library.
func questions() []entry {
	var all []entry
	for _, name := range libraryNames() {
		f, err := load(nil, name)
		if err != nil {
			continue // a test loads every one
		}
		e := entry{Term: glossary.Term{Name: name, Kind: "scenario", Text: f.Scenarios[0].Description}}
		if f.Try != "" {
			e.more = append(e.more, "To try next: "+f.Try)
		}
		all = append(all, e)
	}
	return all
}

func drawing(line string) []string {
	if line == "" {
		return nil
	}
	return []string{line}
}

// parameters of fabric and host.
func parameters() []fabric.Parameter {
	return append(fabric.Parameters(), host.Parameters()...)
}

func ofParameter(p fabric.Parameter) entry {
	e := entry{Term: glossary.Term{Name: p.Name, Kind: "parameter, " + p.Quantity.String(), Text: p.Doc}}
	if p.Alias != "" {
		e.Also = []string{p.Alias}
	}
	if len(p.Words) > 0 {
		e.more = append(e.more, "One of "+strings.Join(p.Words, ", ")+".")
	}
	for _, d := range p.Defaults {
		line := d.Value.String()
		if p.Unit != "" {
			line += " " + p.Unit
		}
		if d.Preset != "" {
			line = d.Preset + ": " + line
		} else {
			line = "default: " + line
		}
		if d.Uncertainty != "" {
			line += ", " + d.Uncertainty
		}
		e.more = append(e.more, line+" ("+d.Source+")")
	}
	return e
}

func vocabulary(all []entry) []string {
	var list []string
	for _, e := range all {
		for _, w := range append([]string{e.Name}, e.Also...) {
			if !slices.Contains(list, w) {
				list = append(list, w)
			}
		}
	}
	return list
}
