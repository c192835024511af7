package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"collsim/algo"
	"collsim/algo/goal"
	"collsim/algo/msccl"
	"collsim/scenarios"
	"collsim/sim/input"
	"collsim/sim/units"
)

// verifyOutputs are the forms in which verify writes.
var verifyOutputs = []string{"table", "json"}

func verifyCommand() *cobra.Command {
	var v verifying
	c := &cobra.Command{
		Use:                   "verify FILE | ALGORITHM [flags]",
		DisableFlagsInUseLine: true,
		Short:                 "Whether a schedule is right: an MSCCL file, a GOAL file, or a built-in algorithm",
		Long: `Plays a schedule on symbolic data, by its dependencies alone, so that what holds for
it holds for every timing.

FILE.xml is an algorithm in MSCCL's XML: every GPU must end with what the collective
promises, each contribution in once; nothing is read before it is there; two thread
blocks that touch a chunk must be ordered by deps and messages; nobody waits for ever.
FILE.goal is a GOAL program: no operation may wait for itself, and none for ever.
ALGORITHM is one of collsim's own (see "collsim list algorithms").

A schedule that is wrong ends with 1, and says where. A file that cannot be read, or
that is neither, ends with 2. "-" is standard input.`,
		Example: `  collsim verify allreduce_ring.xml
  collsim verify trace.goal
  collsim verify ring --ranks 8 --output json`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return v.answer(c, args[0]) },
	}
	flags := c.Flags()
	flags.SortFlags = false
	flags.StringVar(&v.output, "output", "table", "form of the answer: "+strings.Join(verifyOutputs, ", "))
	flags.StringVar(&v.collective, "collective", string(algo.AllReduce), "of an algorithm: the operation that the ranks perform together")
	flags.IntVar(&v.call.Ranks, "ranks", 8, "of an algorithm: how many ranks")
	flags.IntVar(&v.call.PerNode, "gpus-per-node", 1, "of an algorithm: ranks that share a node, for hierarchical")
	flags.IntVar(&v.call.Channels, "channels", 1, "of an algorithm: parallel copies that split the bytes")
	flags.IntVar(&v.call.Slices, "slices", 1, "of an algorithm: pieces that pipeline each chunk")
	flags.IntVar(&v.call.Root, "root", 0, "of an algorithm: the rank that is the root of a rooted collective")
	return c
}

// verifying is what a command line of verify asks for.
type verifying struct {
	output     string
	collective string
	call       algo.Call
}

// answer writes what was proved, or what is wrong.
func (v *verifying) answer(c *cobra.Command, name string) error {
	if !slices.Contains(verifyOutputs, v.output) {
		return fmt.Errorf("--output: unknown form %q%s", v.output, suggest(v.output, verifyOutputs))
	}
	p, err := v.prove(c, name)
	if bad := wrong(err); bad != nil && v.output == "json" {
		text, unwritten := scenarios.IndentedJSON(refuted{Schema: proofSchema, File: name, Problems: located(bad)})
		return errors.Join(failed(err), unwritten, writeOut(c.OutOrStdout(), text))
	} else if bad != nil {
		return failed(err)
	}
	if err != nil {
		return err
	}
	text, err := p.render(v.output)
	if err != nil {
		return err
	}
	return writeOut(c.OutOrStdout(), text)
}

// prove finds out what the argument names, and proves it.
func (v *verifying) prove(c *cobra.Command, name string) (*proof, error) {
	if !isFile(name) {
		return v.registered(name, c.Flags().Changed("collective"))
	}
	if err := only(c, "output"); err != nil {
		return nil, err
	}
	text, err := readInput(c.InOrStdin(), name)
	switch {
	case err != nil:
		return nil, err
	case strings.HasSuffix(name, ".goal") || bytes.HasPrefix(bytes.TrimSpace(text), []byte("num_ranks")):
		return proveProgram(name, text)
	}
	return proveAlgorithm(name, text)
}

// only refuses flags that a file says itself.
func only(c *cobra.Command, names ...string) error {
	for _, name := range []string{"collective", "ranks", "gpus-per-node", "channels", "slices", "root"} {
		if c.Flags().Changed(name) {
			return fmt.Errorf("--%s: a file says that itself; valid: %s", name, "--"+strings.Join(names, ", --"))
		}
	}
	return nil
}

// wrong is what cannot be right about a schedule that reads well; nil = nothing, or there is no schedule.
func wrong(err error) error {
	var ofXML *msccl.Fault
	var ofGOAL *goal.Fault
	var stall *goal.Stall
	var own *algoFault
	if errors.As(err, &ofXML) || errors.As(err, &ofGOAL) || errors.As(err, &stall) || errors.As(err, &own) {
		return err
	}
	return nil
}

// algoFault says that one of collsim's own schedules is wrong.
type algoFault struct{ error }

// registered proves an algorithm of collsim at a call.
func (v *verifying) registered(name string, asked bool) (*proof, error) {
	a, err := named(v.collective, name, asked)
	if err != nil {
		return nil, err
	}
	call := v.call
	call.Bytes = units.MiB
	s, err := a.Build(call)
	if err != nil {
		return nil, err
	}
	if err := algo.Check(s); err != nil {
		return nil, &algoFault{fmt.Errorf("%s/%s: %w", a.Collective, a.Name, err)}
	}
	n, err := algo.Count(s)
	if err != nil {
		return nil, err
	}
	return &proof{
		Schema: proofSchema, Right: true, Kind: "algorithm", Name: a.Name, Collective: string(a.Collective), Ranks: s.Call.Ranks,
		Rounds: n.Rounds, Messages: n.Messages, Sent: fractionOf(int64(n.Sent), int64(call.Bytes)), Blocks: int(s.Lanes), Channels: s.Call.Channels,
		Said: "on symbolic data: every contribution arrives exactly once, in every order that the dependencies allow",
	}, nil
}

// proveAlgorithm proves a file in MSCCL's XML.
func proveAlgorithm(name string, text []byte) (*proof, error) {
	a, err := msccl.Parse(name, text)
	if err != nil {
		return nil, err
	}
	found, err := a.Verify()
	if err != nil {
		return nil, err
	}
	p := &proof{
		Schema: proofSchema, Right: true, Kind: "msccl", File: name, Name: a.Name, Collective: or(string(a.Collective), a.Custom), Ranks: len(a.GPUs),
		Rounds: found.Rounds, Messages: int64(found.Messages), Sent: fractionOf(int64(found.Most), int64(a.Parts())), Channels: int(a.Channels), Protocol: a.Protocol,
		Said: "on symbolic data: every contribution arrives exactly once, and no two thread blocks touch a chunk without one waiting for the other",
	}
	for i := range a.GPUs {
		p.Blocks = max(p.Blocks, len(a.GPUs[i].Blocks))
	}
	if found.Unproved != "" {
		p.Said = "of order alone: no two thread blocks touch a chunk without one waiting for the other. The result is compared with nothing: " + found.Unproved
	}
	return p, nil
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// located are the places of what is wrong.
func located(err error) []fault {
	var problems input.Problems
	var stall *goal.Stall
	var all []fault
	switch {
	case errors.As(err, &problems):
		for _, p := range problems {
			all = append(all, fault{p.Where.File, p.Where.Line, p.Where.Column, p.What, p.Text, p.Valid})
		}
	case errors.As(err, &stall):
		for _, w := range stall.Waits {
			all = append(all, fault{stall.File, w.Line, 1, fmt.Sprintf("rank %d: %s waits for %s", w.Rank, w.Name, w.For), "", ""})
		}
	default:
		all = append(all, fault{What: err.Error()})
	}
	return all
}
