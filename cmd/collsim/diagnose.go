package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"collsim/scenarios"
)

// findingsSchema is the value of the schema key of what diagnose writes as JSON.
const findingsSchema = "collsim.findings/v1"

func diagnoseCommand() *cobra.Command {
	var output string
	forms := []string{"table", "json"}
	c := &cobra.Command{
		Use:   "diagnose RESULT.json",
		Short: "What stands out in a result, why, and what to do about it",
		Long: `Reads a result, or a list of them, as "collsim run --output json" writes it, or "-"
for standard input, and names what stands out: the cause, the numbers that show it,
the component that pays, and the remedy, most telling first. That nothing stands out
is an answer as well.`,
		Example: `  collsim run registration-in-the-loop --output json > result.json
  collsim diagnose result.json`,
		Args: cobra.ExactArgs(1),
	}
	c.Flags().StringVar(&output, "output", "table", "form of the answer: table, json")
	c.RunE = func(c *cobra.Command, args []string) error {
		if output != "table" && output != "json" {
			return fmt.Errorf("--output: unknown form %q%s", output, suggest(output, forms))
		}
		data, err := readInput(c.InOrStdin(), args[0])
		if err != nil {
			return err
		}
		results, err := scenarios.ReadResults(args[0], data)
		if err != nil {
			return err
		}
		text, err := diagnosis(output, scenarios.Diagnose(results))
		if err != nil {
			return failed(err)
		}
		return writeOut(c.OutOrStdout(), text)
	}
	return c
}

// diagnosis lays out findings.
func diagnosis(output string, findings []scenarios.Finding) ([]byte, error) {
	if output == "json" {
		if findings == nil {
			findings = []scenarios.Finding{}
		}
		return indented(struct {
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
