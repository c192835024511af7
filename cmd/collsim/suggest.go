package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"collsim/sim/words"
)

// suggest says which of the valid words was probably meant, or else which there are.
func suggest(word string, valid []string) string {
	near := words.Near(word, valid)
	if len(near) == 0 {
		return "; valid: " + strings.Join(valid, ", ")
	}
	return "; did you mean " + strings.Join(near, " or ") + "?"
}

func flagNames(c *cobra.Command) []string {
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	for i := range names {
		names[i] = "--" + names[i]
	}
	return names
}
