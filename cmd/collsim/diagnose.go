package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"collsim/scenarios"
)

// findingsSchema is the value of the schema key of what diagnose writes as JSON.
const findingsSchema = "collsim.findings/v1"

func diagnoseCommand() *cobra.Command {
	var output string
	var q logDiagnosis
	forms := []string{"table", "json"}
	c := &cobra.Command{
		Use:   "diagnose LOG|RESULT.json",
		Short: "What is wrong with a machine by a log of nccl-tests, or what stands out in a result",
		Long: `Reads a log of nccl-tests, text or JSON, holds it against the machine that --scenario or
--fabric, --nodes and so on describe, and says what is wrong: each known cause is
simulated, in the strength that fits best, and causes are ranked by how much of the gap
between measured and simulated they explain. --healthy LOG is a log of the same machine
when it was well: then errors of the model do not count. Causes that the log cannot tell
apart are named; --not rules out those that other means have ruled out.

Reads also a result, or a list of them, as "collsim run --output json" writes it, and
names what stands out: the cause, the numbers that show it, the component that pays, and
the remedy, most telling first. That nothing stands out is an answer as well. - is
standard input.`,
		Example: `  collsim diagnose all_reduce.log --fabric hgx-h100 --nodes 2
  collsim diagnose slow.log --healthy fast.log --scenario machine.yaml --not wires
  collsim run registration-in-the-loop --output json > result.json
  collsim diagnose result.json`,
		Args: cobra.ExactArgs(1),
	}
	c.Flags().SortFlags = false
	q.declare(c.Flags())
	c.Flags().StringVar(&output, "output", "table", "form of the answer: table, json")
	c.RunE = func(c *cobra.Command, args []string) error {
		if !slices.Contains(forms, output) {
			return fmt.Errorf("--output: unknown form %q%s", output, suggest(output, forms))
		}
		data, err := readInput(c.InOrStdin(), args[0])
		if err != nil {
			return err
		}
		if !isResult(data) {
			return q.answer(c, args[0], data, output)
		}
		if flag, ok := q.said(c.Flags()); ok {
			return fmt.Errorf("--%s: %s is a result, which says itself what it is of; valid: beside a log of nccl-tests", flag, args[0])
		}
		results, err := scenarios.ReadResults(args[0], data)
		if err != nil {
			return err
		}
		text, err := findings(output, scenarios.Diagnose(results))
		if err != nil {
			return failed(err)
		}
		return writeOut(c.OutOrStdout(), text)
	}
	return c
}

// findings lays out what stands out in results.
func findings(output string, findings []scenarios.Finding) ([]byte, error) {
	if output == "json" {
		if findings == nil {
			findings = []scenarios.Finding{}
		}
		return scenarios.IndentedJSON(struct {
			Schema   string              `json:"schema"`
			Findings []scenarios.Finding `json:"findings"`
		}{findingsSchema, findings})
	}
	p := &page{}
	if len(findings) == 0 {
		p.line("nothing stands out")
	}
	for i := range findings {
		f := &findings[i]
		if i > 0 {
			p.line()
		}
		name := ""
		if f.Variant != "" {
			name = f.Variant + ": "
		}
		p.paragraph(fmt.Sprintf("%d. ", i+1), fmt.Sprintf("%s%s (claim %s)", name, f.Cause, f.Claim))
		p.paragraph("   evidence:  ", f.Evidence)
		p.paragraph("   component: ", fmt.Sprintf("%s; explains %s, %d %% of the total", f.Component, f.Time.Short(), f.Percent))
		p.paragraph("   remedy:    ", f.Remedy)
	}
	return []byte(p.String()), nil
}
