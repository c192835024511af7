package main

import (
	"errors"

	"github.com/spf13/cobra"
)

func (v *versus) differ(c *cobra.Command, before, after string) error { return errors.New("not yet") }
