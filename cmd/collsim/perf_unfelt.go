package main

import (
	"slices"
	"strings"

	"collsim/scenarios"
)

// mayBeVain tells whether a flag of the machine may leave all as it is, and nobody has said so yet. What a log says nobody has
// asked for, and only NCCL chooses where nothing is asked for.
func (b *benchmark) mayBeVain(flag string) bool {
	switch flag {
	case "algorithm", "protocol", "channels":
		return b.file.Scenarios[0].Library == ncclLibrary
	case "nccl-version":
		return b.log == nil
	case "set", "tuner", "placement", "gpu-class", "calibration":
		return true
	}
	return b.at.nodes > 1 && slices.Contains(ofNetwork, flag)
}

// unfelt warns of flags and variables that make no difference at any size: without one of them all times are the same.
// The first time that differs ends the search.
func (b *benchmark) unfelt(watch scenarios.Watch) error {
	for _, flag := range b.said {
		if !b.mayBeVain(flag.Name) || !b.whole() {
			continue
		}
		felt, err := b.felt(flag, watch)
		if err != nil {
			return err
		}
		if !felt {
			b.warnings = append(b.warnings, asWritten(flag)+": changed nothing at these sizes")
		}
	}
	return nil
}

// asWritten is what was written on the command line.
func asWritten(flag scenarios.Flag) string {
	if variable, ok := strings.CutPrefix(flag.Value, "nccl.env."); ok && flag.Name == "set" {
		return "--env " + variable
	}
	return "--" + flag.Name + " " + flag.Value
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
