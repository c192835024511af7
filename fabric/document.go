package fabric

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// WriteParameters writes a Markdown section about parameters: a table of defaults with a column for each preset, then
// each parameter with its meaning, sources and uncertainties. presets are those that the parameters have defaults for.
func WriteParameters(w io.Writer, title string, presets []string, parameters []Parameter) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "## %s\n", title)
	tabulate(out, presets, parameters)
	for _, p := range parameters {
		p.write(out)
	}
	return out.Flush()
}

// tabulate writes the defaults of parameters, a column for each of those that they hold for.
func tabulate(out io.Writer, holders []string, parameters []Parameter) {
	fmt.Fprintf(out, "\n| parameter | %s |\n|---|%s\n", strings.Join(holders, " | "), strings.Repeat("---|", len(holders)))
	for _, p := range parameters {
		fmt.Fprintf(out, "| [`%s`](#%s) |", p.Name, anchor(p.Name))
		for _, holder := range holders {
			text := "-"
			if d, ok := p.Default(holder); ok {
				text = d.Value.String()
			}
			fmt.Fprintf(out, " %s |", text)
		}
		fmt.Fprintln(out)
	}
}

// anchor is the fragment under which Markdown renderers file a heading.
func anchor(heading string) string { return strings.NewReplacer(".", "", "`", "").Replace(heading) }

func (p Parameter) write(w io.Writer) {
	fmt.Fprintf(w, "\n### `%s`\n\n%s\n\n%s.\n", p.Name, p.Doc, p.kind())
	if len(p.Defaults) == 0 {
		return
	}
	fmt.Fprint(w, "\n| default | where | source | uncertainty |\n|---|---|---|---|\n")
	done := make([]bool, len(p.Defaults))
	for i, d := range p.Defaults {
		if done[i] {
			continue
		}
		var presets []string
		for j, e := range p.Defaults {
			if d.Value == e.Value && d.Source == e.Source && d.Uncertainty == e.Uncertainty {
				done[j] = true
				presets = append(presets, e.holder(len(p.Defaults)))
			}
		}
		fmt.Fprintf(w, "| %v | %s | %s | %s |\n", d.Value, strings.Join(presets, ", "), d.Source, d.Uncertainty)
	}
}

// holder says where a default holds, among n defaults of a parameter.
func (d Default) holder(n int) string {
	switch {
	case d.Preset != "":
		return d.Preset
	case n > 1:
		return "all others"
	}
	return "all"
}

// kind says what a value looks like.
func (p Parameter) kind() string {
	text := "A " + p.Quantity.String()
	switch p.Quantity {
	case RateQuantity:
		text += ", such as 50 GB/s or 400 Gb/s"
	case DurationQuantity:
		text += ", such as 250 ns"
	case SizeQuantity:
		text = "Bytes, such as 64 KiB"
	case FrequencyQuantity:
		text += ", such as 3 GHz"
	case ProbabilityQuantity:
		text += ", such as 0.1 % or 20 ppm"
	case CountQuantity:
		text += " of " + p.Unit
	case WeightsQuantity:
		text += ", one for each class, such as 4,2,1"
	case WordQuantity:
		text = "One of " + strings.Join(p.Words, ", ")
	case YesNoQuantity:
		text = "Yes or no"
	}
	if p.Auto {
		text += ", or auto"
	}
	if p.Alias != "" {
		text += "; also called `" + p.Alias + "`"
	}
	return text
}

// WritePresets writes Markdown sections about the presets, networks and transports.
func WritePresets(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "## Presets\n")
	for _, p := range presets {
		network := "one switch while all NICs fit its ports, then " + p.LargeScale
		if p.LargeScale == "switch" {
			network = "one switch"
		}
		if p.Transport != "" {
			network += ", of " + p.Transport
		}
		fmt.Fprintf(out, "\n### `%s`\n\n%s\nBetween nodes: %s.\n\n    %s\n", p.Name, p.Doc, network, p.Drawing)
	}
	fmt.Fprint(out, "\n## Networks\n")
	for _, n := range networks {
		fmt.Fprintf(out, "\n### `%s`\n\n%s\n\n    %s\n", n.Name, n.Doc, n.Drawing)
	}
	writeTransports(out)
	return out.Flush()
}

// writeTransports writes what each transport is, and one table of their figures.
func writeTransports(out io.Writer) {
	fmt.Fprint(out, "\n## Transports\n\nWhat a network between servers is made of: `fabric: {transport: NAME, nics: N}` over any preset.\n")
	stated := map[string]bool{}
	for _, t := range transports {
		fmt.Fprintf(out, "\n### `%s`\n\n%s\n", t.Name, t.Doc)
		var with []string
		for _, p := range presets {
			if p.Transport == t.Name {
				with = append(with, p.Name)
			}
		}
		if len(with) > 0 {
			fmt.Fprintf(out, "It is the default of %s.\n", strings.Join(with, ", "))
		}
		for _, figure := range t.priors {
			stated[figure.name] = true
		}
	}
	figures := slices.DeleteFunc(slices.Clone(Parameters()), func(p Parameter) bool { return !stated[p.Name] })
	tabulate(out, transportNames(), figures)
}
