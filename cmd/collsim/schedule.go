package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"collsim/algo"
	"collsim/algo/goal"
	"collsim/algo/msccl"
	"collsim/sim/units"
)

// scheduleOutputs are the forms in which schedule writes.
var scheduleOutputs = []string{"drawing", "goal"}

// writing is what a command line of schedule asks for.
type writing struct {
	collective, size, output string
	call                     algo.Call
}

func scheduleCommand() *cobra.Command {
	var w writing
	c := &cobra.Command{
		Use:                   "schedule ALGORITHM | FILE.xml [flags]",
		DisableFlagsInUseLine: true,
		Short:                 "Each round drawn: who sends which chunk to whom, who then holds what; or as GOAL",
		Long: `Draws an algorithm: in each round who sends which chunk to whom, and who then holds
what.

--output goal writes it as a GOAL program instead, for LogGOPSim, "collsim goal" and
others: receives wait for nobody; what a step sends waits for what its lane has received
until then. Combining takes no time there. An algorithm in MSCCL's XML (FILE.xml) can be
written so too; its local copies and sums take no time either.`,
		Example: `  collsim schedule ring --ranks 4
  collsim schedule binomial --collective broadcast --ranks 8
  collsim schedule ring --ranks 8 --bytes 1MiB --output goal > ring.goal`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return w.answer(c, args[0]) },
	}
	flags := c.Flags()
	flags.SortFlags = false
	flags.StringVar(&w.collective, "collective", string(algo.AllReduce), "the operation that the ranks perform together")
	flags.IntVar(&w.call.Ranks, "ranks", 4, "how many ranks")
	flags.StringVar(&w.size, "bytes", "1MiB", "size of the buffer")
	flags.IntVar(&w.call.Root, "root", 0, "the rank that is the root of a rooted collective")
	flags.IntVar(&w.call.Channels, "channels", 1, "parallel copies that split the bytes")
	flags.IntVar(&w.call.Slices, "slices", 1, "pieces that pipeline each chunk; of a file, loops over the bytes")
	flags.IntVar(&w.call.PerNode, "gpus-per-node", 1, "ranks that share a node, for hierarchical")
	flags.StringVar(&w.output, "output", scheduleOutputs[0], "form of the answer: "+strings.Join(scheduleOutputs, ", "))
	return c
}

// answer writes the schedule.
func (w *writing) answer(c *cobra.Command, name string) (err error) {
	if !slices.Contains(scheduleOutputs, w.output) {
		return fmt.Errorf("--output: unknown form %q%s", w.output, suggest(w.output, scheduleOutputs))
	}
	if w.call.Bytes, err = units.ParseBytes(w.size); err != nil {
		return fmt.Errorf("--bytes: %w", err)
	}
	s, err := w.schedule(c, name)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if w.output == "goal" {
		err = writeGOAL(&b, s)
	} else {
		err = failed(algo.Draw(&b, s))
	}
	if err != nil {
		return err
	}
	return writeOut(c.OutOrStdout(), b.Bytes())
}

// schedule is that of an algorithm, or of a file.
func (w *writing) schedule(c *cobra.Command, name string) (*algo.Schedule, error) {
	if !isFile(name) {
		if w.output == "drawing" && w.call.Ranks > drawable {
			return nil, fmt.Errorf("--ranks: %d ranks are too many to draw; valid: 1 to %d", w.call.Ranks, drawable)
		}
		a, err := named(w.collective, name, c.Flags().Changed("collective"))
		if err != nil {
			return nil, err
		}
		return a.Build(w.call)
	}
	if w.output != "goal" {
		return nil, fmt.Errorf("--output: a file is not drawn; valid: goal")
	}
	for _, flag := range []string{"collective", "ranks", "root", "channels", "gpus-per-node"} {
		if c.Flags().Changed(flag) {
			return nil, fmt.Errorf("--%s: a file says that itself; valid: --bytes, --slices, --output", flag)
		}
	}
	text, err := readInput(c.InOrStdin(), name)
	if err != nil {
		return nil, err
	}
	a, err := msccl.Parse(name, text)
	if err != nil {
		return nil, orFailed(err)
	}
	proof, err := a.Verify()
	if err != nil {
		return nil, orFailed(err)
	}
	s, _, err := a.Schedule(w.call.Bytes, w.call.Slices, 1, proof)
	return s, err
}

// writable is how many messages a program may have that is written.
const writable = 10_000_000

func writeGOAL(b *bytes.Buffer, s *algo.Schedule) error {
	if n := s.Messages(writable); n > writable {
		return fmt.Errorf("more than %d messages are too many to write; valid: fewer ranks, channels or slices", writable)
	}
	p, err := goal.Of(s, nil)
	if err != nil {
		return err
	}
	return goal.Write(b, p)
}

// isFile tells whether an argument names a file, not an algorithm.
func isFile(name string) bool { return strings.ContainsAny(name, "./\\-") }

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
