package main

import (
	"slices"

	"github.com/spf13/cobra"
)

// source reads the scenario that a command line names; nil where flags alone ask.
func (v *versus) source(c *cobra.Command, args []string) (*writtenScenario, error) {
	if len(args) > 0 {
		return readScenario(c.InOrStdin(), args[0])
	}
	if v.algorithms != "" || v.bytes != "" || v.ranks != "" || v.nodes != "" || slices.ContainsFunc(v.asked.said(c.Flags()), asks) {
		return nil, nil
	}
	return readScenario(c.InOrStdin(), builtIn)
}
