package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"collsim/algo"
	"collsim/sim/units"
)

func scheduleCommand() *cobra.Command {
	var collective, size string
	var ranks, root, channels, slices, perNode int
	c := &cobra.Command{
		Use:                   "schedule ALGORITHM [flags]",
		DisableFlagsInUseLine: true,
		Short:                 "Each round drawn: who sends which chunk to whom, who then holds what",
		Example: `  collsim schedule ring --ranks 4
  collsim schedule binomial --collective broadcast --ranks 8`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			bytes, err := units.ParseBytes(size)
			if err != nil {
				return fmt.Errorf("--bytes: %w", err)
			}
			if ranks > drawable {
				return fmt.Errorf("--ranks: %d ranks are too many to draw; valid: 1 to %d", ranks, drawable)
			}
			a, err := named(collective, args[0], c.Flags().Changed("collective"))
			if err != nil {
				return err
			}
			s, err := a.Build(algo.Call{Ranks: ranks, PerNode: perNode, Bytes: bytes, Channels: channels, Slices: slices, Root: root})
			if err != nil {
				return err
			}
			var b strings.Builder
			if err := algo.Draw(&b, s); err != nil {
				return failed(err)
			}
			return writeOut(c.OutOrStdout(), []byte(b.String()))
		},
	}
	c.Flags().SortFlags = false
	c.Flags().StringVar(&collective, "collective", string(algo.AllReduce), "the operation that the ranks perform together")
	c.Flags().IntVar(&ranks, "ranks", 4, "how many ranks")
	c.Flags().StringVar(&size, "bytes", "1MiB", "size of the buffer")
	c.Flags().IntVar(&root, "root", 0, "the rank that is the root of a rooted collective")
	c.Flags().IntVar(&channels, "channels", 1, "parallel copies that split the bytes")
	c.Flags().IntVar(&slices, "slices", 1, "pieces that pipeline each chunk")
	c.Flags().IntVar(&perNode, "gpus-per-node", 1, "ranks that share a node, for hierarchical")
	return c
}

// drawable is how many ranks a drawing has room for.
const drawable = 32

// named finds an algorithm of the collective, or, where none was asked for, of the first collective that has it.
func named(collective, name string, asked bool) (algo.Algorithm, error) {
	if a, ok := algo.Find(algo.Collective(collective), name); ok {
		return a, nil
	}
	if !asked {
		var names []string
		for _, a := range algo.All() {
			if a.Name == name {
				return a, nil
			}
			if !slices.Contains(names, a.Name) {
				names = append(names, a.Name)
			}
		}
		return algo.Algorithm{}, fmt.Errorf("unknown algorithm %q%s", name, suggest(name, names))
	}
	_, err := chosen(collective, name)
	return algo.Algorithm{}, err
}
