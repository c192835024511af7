package main

import (
	"github.com/spf13/cobra"

	"collsim/scenarios"
)

func schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of scenario files",
		Long: `Prints the JSON Schema of scenario files, by which an editor can complete and
check them while they are written.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return writeOut(c.OutOrStdout(), scenarios.Schema())
		},
	}
}
