package main

import (
	"slices"

	"github.com/spf13/cobra"

	"collsim/scenarios"
	"collsim/scenarios/measured"
	"collsim/scenarios/trial"
)

// vain tells of flags that make no difference to any row: without one of them all times are the same.
func (g *logged) vain(c *cobra.Command, l *measured.Log, said []scenarios.Flag, t *trial.Trial) (warnings []string, err error) {
	nodes := seats(&t.Scenario).nodes
	for _, flag := range said {
		switch {
		case slices.Contains(ofNetwork, flag.Name) && nodes == 1:
			warnings = append(warnings, "--"+flag.Name+": changed nothing: there is one node")
		case flag.Name == "set" || flag.Name == "tuner" || flag.Name == "gpu-class" || flag.Name == "calibration":
			felt, err := g.felt(c, l, said, flag, t)
			if err != nil {
				return nil, err
			}
			if !felt {
				warnings = append(warnings, asWritten(flag)+": changed nothing at these sizes")
			}
		}
	}
	return warnings, nil
}

// felt tells whether any row takes another time without a flag. Where nothing can be played without it, it is.
func (g *logged) felt(c *cobra.Command, l *measured.Log, said []scenarios.Flag, flag scenarios.Flag, t *trial.Trial) (bool, error) {
	f, err := g.file(c, l, slices.DeleteFunc(slices.Clone(said), func(f scenarios.Flag) bool { return f == flag }))
	if err != nil {
		return true, nil
	}
	s := f.Scenarios[0]
	s.Rivals, s.Room = t.Scenario.Rivals, t.Scenario.Room
	without, err := trial.New(s, l)
	if err != nil {
		return true, nil
	}
	alive := alive(c, func() string { return "looking for flags that change nothing" })
	for i := range t.Rows {
		if err := alive(); err != nil {
			return false, stoppedBy(err)
		}
		a, err := t.Run(i, nil)
		if err != nil {
			return true, nil // whoever plays the rows next tells why
		}
		if b, err := without.Run(i, nil); err != nil || a != b {
			return true, nil
		}
	}
	return false, nil
}
