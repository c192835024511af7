package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"collsim/scenarios"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of the model",
		Long: `Prints the version of the model, which changes whenever the same scenario may
give another number than before, and of the Go that built the program.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return writeOut(c.OutOrStdout(), fmt.Appendf(nil, "collsim model %s, built with %s\n", scenarios.ModelVersion, runtime.Version()))
		},
	}
}
