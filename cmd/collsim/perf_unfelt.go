package main

import (
	"slices"
	"strings"

	"collsim/scenarios"
)

// unfelt warns of parameters and variables that make no difference at any size: without one of them all times are the same.
// The first time that differs ends the search.
func (b *benchmark) unfelt(watch scenarios.Watch) error {
	for _, set := range b.said {
		if set.Name != "set" || !b.whole() {
			continue
		}
		felt, err := b.felt(set, watch)
		if err != nil {
			return err
		}
		if !felt {
			b.warnings = append(b.warnings, assignment(set)+": changed nothing at these sizes")
		}
	}
	return nil
}

// assignment is what was written on the command line.
func assignment(set scenarios.Flag) string {
	if variable, ok := strings.CutPrefix(set.Value, "nccl.env."); ok {
		return "--env " + variable
	}
	return "--set " + set.Value
}

// felt tells whether any time is another one without an assignment. Where nothing can be played without it, it is.
func (b *benchmark) felt(set scenarios.Flag, watch scenarios.Watch) (bool, error) {
	others := slices.DeleteFunc(slices.Clone(b.said), func(f scenarios.Flag) bool { return f == set })
	benches := map[int]*scenarios.Bench{}
	for _, at := range b.points {
		if p := (scenarios.Progress{Variant: at.size.String(), Stage: "playing without it"}); !watch(p) {
			return false, &scenarios.Stopped{Progress: p}
		}
		if benches[at.root] == nil {
			f, err := b.load(others, at)
			if err == nil {
				benches[at.root], err = scenarios.NewBench(f.Scenarios[0])
			}
			if err != nil {
				return true, nil
			}
		}
		if t, err := benches[at.root].Run(at.size, nil); err != nil || t != b.answers[at] {
			return true, nil
		}
	}
	return false, nil
}
