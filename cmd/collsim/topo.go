package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"collsim/fabric"
	"collsim/fabric/topofile"
	"collsim/plots"
	"collsim/scenarios"
)

func topoCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "topo",
		Short: "Fabrics: shown and drawn, read from other programs' files, and written for them",
		Args:  cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			return fmt.Errorf("unknown command %q%s", "topo "+args[0], suggest(args[0], commandNames(c)))
		},
	}
	c.AddCommand(topoShowCommand(), topoImportCommand(), topoExportCommand())
	return c
}

// wiring is which fabric a command line means.
type wiring struct {
	values  map[string]*string
	set     []string
	variant string
}

// fabricFlags are the flags of run that change a fabric.
var fabricFlags = []string{"nodes", "gpus-per-node", "network"}

func (w *wiring) declare(flags *pflag.FlagSet) {
	flags.SortFlags = false
	w.values = map[string]*string{}
	for _, f := range scenarios.Flags() {
		if slices.Contains(fabricFlags, f.Name) {
			w.values[f.Name] = flags.String(f.Name, "", f.Doc)
		}
	}
	flags.StringArrayVar(&w.set, "set", nil, "`path=value`: any parameter of the fabric, such as nic.rate=400Gb/s; may be repeated")
	flags.StringVar(&w.variant, "variant", "", "which variant of a scenario; left out: the first")
}

func (w *wiring) said(flags *pflag.FlagSet) []scenarios.Flag {
	var said []scenarios.Flag
	for _, name := range fabricFlags {
		if flags.Changed(name) {
			said = append(said, scenarios.Flag{Name: name, Value: *w.values[name]})
		}
	}
	for _, assignment := range w.set {
		said = append(said, scenarios.Flag{Name: "set", Value: assignment})
	}
	return said
}

// wired is the fabric of a preset, a graph file, a scenario file, or a scenario of the library, and the preset whose
// figures hold in it.
func (w *wiring) wired(c *cobra.Command, name string) (g *fabric.Graph, preset string, err error) {
	file, err := w.file(c, name)
	if err != nil {
		return nil, "", err
	}
	caution(c.ErrOrStderr(), file)
	at := 0
	if w.variant != "" {
		var names []string
		for _, s := range file.Scenarios {
			names = append(names, s.Variant)
		}
		if at = slices.Index(names, w.variant); at < 0 {
			return nil, "", fmt.Errorf("--variant: there is no variant %q%s", w.variant, suggest(w.variant, names))
		}
	}
	g, warnings, err := file.Graph(at)
	if err != nil {
		return nil, "", err
	}
	for _, warning := range warnings {
		fmt.Fprintf(c.ErrOrStderr(), "collsim: warning: %s\n", warning)
	}
	return g, file.Scenarios[at].Fabric.Preset, nil
}

// file is a scenario on the fabric that is meant. What it asks of it does not matter.
func (w *wiring) file(c *cobra.Command, name string) (*scenarios.File, error) {
	said := w.said(c.Flags())
	asks := []scenarios.Flag{{Name: "collective", Value: "barrier"}, {Name: "algorithm", Value: "dissemination"}}
	if _, ok := fabric.FindPreset(name); ok {
		return scenarios.FromFlags(slices.Concat(asks, []scenarios.Flag{{Name: "fabric", Value: name}}, said))
	}
	data, err := os.ReadFile(name)
	graph := bytes.Contains(data, []byte(topofile.Schema)) || len(bytes.TrimSpace(data)) == 0
	if err == nil && graph && !bytes.Contains(data, []byte(scenarios.SchemaName)) {
		return catalogueOf(".").FromFlags(slices.Concat(asks, []scenarios.Flag{{Name: "graph", Value: name}}, said))
	}
	if errors.Is(err, fs.ErrNotExist) && !slices.Contains(libraryNames(), name) {
		var presets []string
		for _, p := range fabric.Presets() {
			presets = append(presets, p.Name)
		}
		return nil, fmt.Errorf("%s: neither a preset, nor a file, nor a scenario of the library%s", name, suggest(name, append(presets, libraryNames()...)))
	}
	return load(c.InOrStdin(), name, said...)
}

func topoShowCommand() *cobra.Command {
	var w wiring
	var plot string
	c := &cobra.Command{
		Use:                   "show PRESET | FILE | NAME [flags]",
		DisableFlagsInUseLine: true,
		Short:                 "A fabric as a tree, with what its links can carry, and as a picture",
		Long: `Shows what is wired to what: servers that are alike once, devices of a server below
what they hang on, then the network, each with the rate and latency of its link.

The fabric is a preset (see "collsim list"), a graph file, or the fabric of a scenario,
which may be a file or a name from the library.`,
		Example: `  collsim topo show hgx-h100
  collsim topo show hgx-h100 --nodes 4 --network rail-optimised --plot rails.svg
  collsim topo show graph.yaml`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("plot") {
				if err := canDraw(plot); err != nil {
					return err
				}
			}
			g, _, err := w.wired(c, args[0])
			if err != nil {
				return err
			}
			p := &page{}
			sketch(p, g)
			var undrawn error // the answer is worth having without its figure
			if plot != "" {
				undrawn = drawTopology(plot, g, caption(c, args))
			}
			return errors.Join(undrawn, writeOut(c.OutOrStdout(), []byte(p.String())))
		},
	}
	w.declare(c.Flags())
	c.Flags().StringVar(&plot, "plot", "", "draw the fabric into this file, .svg, .png or .pdf")
	return c
}

func drawTopology(path string, g *fabric.Graph, caption string) error {
	var b bytes.Buffer
	if err := plots.Topology(&b, format(path), g, caption); err != nil {
		return failed(err)
	}
	return writeFile(path, b.Bytes())
}

// sketch prints a fabric as a tree, and what it comes to.
func sketch(p *page, g *fabric.Graph) {
	lines := topofile.Sketch(g)
	wide := 0
	for _, l := range lines {
		wide = max(wide, letters(l.Branch+l.Text))
	}
	for _, l := range lines {
		p.line(left(l.Branch+l.Text, min(wide, screen-30)+2), l.Link)
	}
	p.line()
	for _, fact := range census(g) {
		p.line(left(fact[0], 12), fact[1])
	}
}

// census counts what a fabric is made of.
func census(g *fabric.Graph) [][2]string {
	kinds := make([]int, fabric.Kinds)
	for i := range g.Devices {
		kinds[g.Devices[i].Kind]++
	}
	facts := [][2]string{{"ranks", fmt.Sprintf("%s, %s of %d", grouped(int64(len(g.GPUs))), count(g.Nodes, "node"), g.GPUsPerNode)}}
	var others []string
	for k, n := range kinds {
		if n > 0 && fabric.Kind(k) != fabric.GPU {
			others = append(others, boxes(n, fabric.Kind(k)))
		}
	}
	if len(others) > 0 {
		facts = append(facts, [2]string{"devices", strings.Join(others, ", ")})
	}
	var media []string
	for _, m := range fabric.Media() {
		n, down := 0, 0
		for i := range g.Links {
			if l := &g.Links[i]; l.Medium == m {
				n++
				if l.Down {
					down++
				}
			}
		}
		text := grouped(int64(n)) + " " + m
		if down > 0 {
			text += fmt.Sprintf(" (%d down)", down)
		}
		if n > 0 {
			media = append(media, text)
		}
	}
	facts = append(facts, [2]string{"links", strings.Join(media, ", ") + ", each one way"})
	if rate, ok := g.Bisection(); ok {
		facts = append(facts, [2]string{"bisection", rate.Short() + " each way between the halves of the ranks"})
	}
	return facts
}

var kindWords = map[fabric.Kind]string{fabric.CPU: "CPU", fabric.NIC: "NIC", fabric.PCIeSwitch: "PCIe switch", fabric.NVSwitch: "NVSwitch", fabric.Switch: "network switch"}

func boxes(n int, k fabric.Kind) string {
	word, ok := kindWords[k]
	if !ok {
		word = k.String()
	}
	switch {
	case n == 1:
	case strings.HasSuffix(word, "h"):
		word += "es"
	default:
		word += "s"
	}
	return grouped(int64(n)) + " " + word
}
