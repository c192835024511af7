package main

import (
	"errors"

	"github.com/spf13/pflag"

	"collsim/scenarios/compare"
)

func (v *versus) declareFigures(flags *pflag.FlagSet) {}

func (v *versus) drawable(flags *pflag.FlagSet) error { return nil }

func (v *versus) draw(c *compare.Comparison, caption string) error { return errors.New("not yet") }
