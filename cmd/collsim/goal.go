package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"collsim/algo/goal"
	"collsim/scenarios"
)

// goalUnits are what the costs of a GOAL program may be counted in.
var goalUnits = []string{"ns", "ps", "us", "cycles"}

// playing is what a command line of goal asks for.
type playing struct {
	costs  goal.Parameters
	unit   string
	output string
}

func goalCommand() *cobra.Command {
	var g playing
	c := &cobra.Command{
		Use:                   "goal FILE [flags]",
		DisableFlagsInUseLine: true,
		Short:                 "When each rank of a GOAL program ends, by LogGOPSim's rules",
		Long: `Plays a program in GOAL, the group operation assembly language, by the rules of
LogGOPSim, and prints when each rank is done.

Costs are those of the LogGOPS model, as whole numbers of one unit, which calculations
of the program are counted in as well. A rank has CPUs and NICs that do one thing at a
time. A send takes o + (s-1)O of a CPU and g + (s-1)G of a NIC; its message comes L
later and takes o + (s-1)max(O, G) of a CPU of its receiver. A message of more than S
bytes holds its sender until it is received.

A program that stalls ends with 1 and names who waits; LogGOPSim would print the times
reached. "collsim verify" looks for that alone. "-" is standard input.`,
		Example: `  collsim goal ring.goal --L 3700 --o 200 --g 5 --G 1
  collsim schedule ring --ranks 4 --output goal | collsim goal - --L 2500 --o 1500 --g 1000 --G 6`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return g.answer(c, args[0]) },
	}
	flags := c.Flags()
	flags.SortFlags = false
	q := &g.costs // LogGOPSim's own defaults
	flags.Int64Var(&q.Latency, "L", 2500, "latency: from the end of a send to the first byte at its receiver")
	flags.Int64Var(&q.Overhead, "o", 1500, "overhead of a CPU for each message sent or received")
	flags.Int64Var(&q.Gap, "g", 1000, "gap of a NIC between messages")
	flags.Int64Var(&q.PerByteGap, "G", 6, "gap for each byte after the first")
	flags.Int64Var(&q.PerByteWork, "O", 0, "overhead for each byte after the first")
	flags.Int64Var(&q.Eager, "S", 65535, "a message of more bytes holds its sender until it is received")
	flags.StringVar(&g.unit, "unit", "ns", "what the costs are counted in, for the heading: "+strings.Join(goalUnits, ", "))
	flags.BoolVar(&q.LogGOPSim, "loggopsim", false, "the rules of LogGOPSim in all that they have of their own: messages of no byte, operations that need one of another CPU")
	flags.StringVar(&g.output, "output", "table", "form of the answer: "+strings.Join(verifyOutputs, ", "))
	return c
}

// answer plays the program and writes when its ranks end.
func (g *playing) answer(c *cobra.Command, name string) error {
	switch {
	case !slices.Contains(verifyOutputs, g.output):
		return fmt.Errorf("--output: unknown form %q%s", g.output, suggest(g.output, verifyOutputs))
	case !slices.Contains(goalUnits, g.unit):
		return fmt.Errorf("--unit: unknown unit %q%s", g.unit, suggest(g.unit, goalUnits))
	}
	text, err := readInput(c.InOrStdin(), name)
	if err != nil {
		return err
	}
	p, err := goal.Parse(name, text)
	if err != nil {
		return orFailed(err)
	}
	o, err := p.Play(g.costs)
	if err != nil {
		return orFailed(err)
	}
	answer, err := g.render(p, o)
	if err != nil {
		return err
	}
	return writeOut(c.OutOrStdout(), answer)
}

// orFailed is the error of a program that cannot be right, or else bad input.
func orFailed(err error) error {
	if wrong(err) != nil {
		return failed(err)
	}
	return err
}

// finishesSchema is the value of the schema key of what goal writes as JSON.
const finishesSchema = "collsim.goal/v1"

func (g *playing) render(p *goal.Program, o *goal.Outcome) ([]byte, error) {
	total := slices.Max(o.Finish)
	uneven, unreceived := unevenOf(p, &o.Uneven), unreceivedOf(p, &o.Unreceived)
	if g.output == "json" {
		q := &g.costs
		return scenarios.IndentedJSON(struct {
			Schema   string   `json:"schema"`
			File     string   `json:"file"`
			Unit     string   `json:"unit"`
			L        int64    `json:"L"`
			Overhead int64    `json:"o"`
			Gap      int64    `json:"g"`
			PerByte  int64    `json:"G"`
			Work     int64    `json:"O"`
			Eager    int64    `json:"S"`
			Own      bool     `json:"loggopsim"`
			Total    int64    `json:"total"`
			Finish   []int64  `json:"finish"` // by rank
			Messages int64    `json:"messages"`
			Events   int64    `json:"events"`
			Uneven   []string `json:"uneven"`
			Lost     []string `json:"unreceived"`
		}{finishesSchema, p.File, g.unit, q.Latency, q.Overhead, q.Gap, q.PerByteGap, q.PerByteWork, q.Eager, q.LogGOPSim, total, o.Finish, o.Messages, o.Events, uneven, unreceived})
	}
	page := &page{}
	page.line(fmt.Sprintf("%s, %s, %s: %d %s", p.File, count(len(p.Ranks), "rank"), count(int(o.Messages), "message"), total, g.unit))
	page.line()
	page.line(left("rank", 10), right("finish, "+g.unit, 16))
	for r, at := range o.Finish {
		page.line(left(strconv.Itoa(r), 10), right(strconv.FormatInt(at, 10), 16))
	}
	for _, u := range append(uneven, unreceived...) {
		page.line("warning: " + u)
	}
	return []byte(page.String()), nil
}

// unevenOf tells of messages that are received as another size than they have.
func unevenOf(p *goal.Program, all *goal.Pairs) []string {
	told := []string{}
	for _, u := range all.First {
		sent, got := &p.Ranks[u.From].Ops[u.Send], &p.Ranks[u.To].Ops[u.Recv]
		told = append(told, fmt.Sprintf("%s:%d:1: rank %d expects %d bytes, but rank %d sends %d (line %d)", p.File, got.Line, u.To, got.Size, u.From, sent.Size, sent.Line))
	}
	return andMore(told, all)
}

// unreceivedOf tells of messages that nobody receives.
func unreceivedOf(p *goal.Program, all *goal.Pairs) []string {
	told := []string{}
	for _, u := range all.First {
		sent := &p.Ranks[u.From].Ops[u.Send]
		told = append(told, fmt.Sprintf("%s:%d:1: rank %d: %s, which nobody receives", p.File, sent.Line, u.From, sent.Name()))
	}
	return andMore(told, all)
}

func andMore(told []string, all *goal.Pairs) []string {
	if more := all.Count - int64(len(told)); more > 0 {
		told = append(told, fmt.Sprintf("and %d more like this", more))
	}
	return told
}

// proveProgram plays a program without costs: first with messages that wait for nobody, then with such as all wait for
// their receivers.
func proveProgram(name string, text []byte) (*proof, error) {
	p, err := goal.Parse(name, text)
	if err != nil {
		return nil, err
	}
	o, err := p.Play(goal.Parameters{Eager: math.MaxInt64})
	if err != nil {
		return nil, err
	}
	v := &proof{
		Schema: proofSchema, Right: true, Kind: "goal", File: name, Ranks: len(p.Ranks), Messages: o.Messages,
		Said: "by playing it: every operation ends. What it computes GOAL does not say.",
	}
	for r := range p.Ranks {
		v.Operations += len(p.Ranks[r].Ops)
	}
	stall := (*goal.Stall)(nil)
	if _, err := p.Play(goal.Parameters{}); errors.As(err, &stall) {
		w := &stall.Waits[0]
		v.Notes = append(v.Notes, fmt.Sprintf("where messages hold their senders until they are received (S of 0), it stalls: %s:%d:1: rank %d: %s waits for %s", name, w.Line, w.Rank, w.Name, w.For))
	}
	return v, nil
}
