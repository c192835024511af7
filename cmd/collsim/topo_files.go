package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"collsim/fabric"
	"collsim/fabric/topofile"
)

func topoImportCommand() *cobra.Command {
	var o topofile.Import
	c := &cobra.Command{
		Use:                   "import FILE [flags]",
		DisableFlagsInUseLine: true,
		Short:                 "A graph file made of what nvidia-smi topo -m prints, or of NCCL's topology",
		Long: `Prints a graph file for what another program says of a server: the matrix of
"nvidia-smi topo -m", or the XML that NCCL writes to NCCL_TOPO_DUMP_FILE. "-" is
standard input.

Neither says all that a simulation needs. What is filled in, and by whose figures,
stands as comments in the graph file and is told on standard error.`,
		Example: `  nvidia-smi topo -m | collsim topo import - --gpu h100 > server.yaml
  collsim topo import topo.xml --nodes 4 > cluster.yaml
  collsim run --graph cluster.yaml --collective all_reduce --algorithm ring --bytes 64MiB`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := allowed("format", o.Format, topofile.Formats()); err != nil {
				return err
			}
			if err := allowed("gpu", o.GPU, topofile.GPUs()); err != nil {
				return err
			}
			if o.Nodes < 1 || o.Nodes > mostImported {
				return fmt.Errorf("--nodes: %d servers; valid: 1 to %d", o.Nodes, mostImported)
			}
			data, err := readInput(c.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			d, err := o.Read(args[0], data)
			if err != nil {
				return err
			}
			for _, note := range d.Notes {
				fmt.Fprintf(c.ErrOrStderr(), "collsim: %s\n", note)
			}
			return writeOut(c.OutOrStdout(), d.YAML())
		},
	}
	c.Flags().SortFlags = false
	c.Flags().StringVar(&o.Format, "format", "", "what the file is: "+strings.Join(topofile.Formats(), ", ")+"; left out: found by what it holds")
	c.Flags().StringVar(&o.GPU, "gpu", "", "whose figures fill in what the file does not say: "+strings.Join(topofile.GPUs(), ", ")+"; left out: guessed")
	c.Flags().IntVar(&o.Nodes, "nodes", 1, "how many such servers there are, joined by one switch")
	return c
}

// mostImported is how many servers an imported graph may have.
const mostImported = 4096

// allowed refuses a value of a flag that is not one of a few.
func allowed(flag, word string, valid []string) error {
	if word == "" || slices.Contains(valid, word) {
		return nil
	}
	return fmt.Errorf("--%s: unknown %q%s", flag, word, suggest(word, valid))
}

// exports are the forms in which a fabric can be written.
var exports = []string{"yaml", "nccl-xml"}

func topoExportCommand() *cobra.Command {
	var w wiring
	var form string
	c := &cobra.Command{
		Use:                   "export PRESET | FILE | NAME [flags]",
		DisableFlagsInUseLine: true,
		Short:                 "A fabric as a graph file, or as a topology that NCCL reads",
		Long: `Writes a fabric as a graph file, to be changed and run, or the first of its servers
as the XML that NCCL reads from NCCL_TOPO_FILE. What a form has no place for is told
on standard error.`,
		Example: `  collsim topo export hgx-h100 --nodes 2 > cluster.yaml
  collsim topo export hgx-h100 --format nccl-xml > topo.xml`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := allowed("format", form, exports); err != nil {
				return err
			}
			g, preset, err := w.wired(c, args[0])
			if err != nil {
				return err
			}
			text, lost, err := export(g, preset, form)
			if err != nil {
				return err
			}
			for _, what := range lost {
				fmt.Fprintf(c.ErrOrStderr(), "collsim: lost: %s\n", what)
			}
			return writeOut(c.OutOrStdout(), text)
		},
	}
	w.declare(c.Flags())
	c.Flags().StringVar(&form, "format", "yaml", "form of the file: "+strings.Join(exports, ", "))
	return c
}

func export(g *fabric.Graph, preset, form string) (text []byte, lost []string, err error) {
	switch form {
	case "nccl-xml":
		return topofile.NCCL(g, preset)
	case "yaml":
		return topofile.Of(g, preset).YAML(), nil, nil
	}
	return nil, nil, errors.New("--format: left empty; valid: " + strings.Join(exports, ", "))
}
