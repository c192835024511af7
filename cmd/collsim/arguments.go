package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// sayUse makes a command and those below it say how they are called where their arguments are too few or too many.
func sayUse(c *cobra.Command) {
	if check := c.Args; check != nil && c.HasParent() {
		c.Args = func(c *cobra.Command, args []string) error {
			if err := check(c, args); err != nil {
				return fmt.Errorf("%s: %s; valid: %s", strings.TrimPrefix(c.CommandPath(), "collsim "), ofArguments(args), c.UseLine())
			}
			return nil
		}
	}
	for _, below := range c.Commands() {
		sayUse(below)
	}
}

// ofArguments says how many arguments there are, and which.
func ofArguments(args []string) string {
	switch len(args) {
	case 0:
		return "an argument is missing"
	case 1:
		return fmt.Sprintf("does not go with %q", args[0])
	}
	return fmt.Sprintf("does not go with these %d arguments: %s", len(args), strings.Join(args, ", "))
}
