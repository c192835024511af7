package page

import (
	"strings"

	"collsim/algo"
	"collsim/scenarios"
)

// unfelt are the flags that cannot matter to a scenario, each with a sentence why. What a run finds out about its own
// parameters stands in the warnings of its result.
func unfelt(s *scenarios.Scenario) body {
	all := body{}
	for _, u := range []struct {
		flags, why string
		is         bool
	}{
		{"network transport nics", "One server has no network to others.", s.Fabric.Graph == nil && s.Fabric.Nodes == 1},
		{"protocol nccl-version launch cuda-graph tuner gpu-class network-class", "Only library nccl has it.", s.Library != "nccl"},
		{"bytes", "A barrier moves no bytes.", s.Collective == string(algo.Barrier)},
		{"on-error", "No link of this fabric loses packets.", !loses(s)},
		{"grant", "Only packets pass ports in turns.", s.Fidelity != "auto" && s.Fidelity != "packet"},
	} {
		for _, name := range strings.Fields(u.flags) {
			if u.is {
				all = append(all, member{name, u.why})
			}
		}
	}
	return append(all, unlooked(s)...)
}

// loses tells whether a scenario says that packets are lost.
func loses(s *scenarios.Scenario) bool {
	for _, t := range s.Settings {
		if strings.HasSuffix(t.Name, ".loss") || strings.HasSuffix(t.Name, ".mtu") {
			return true
		}
	}
	return false
}

// unlooked are the flags that an algorithm does not look at.
func unlooked(s *scenarios.Scenario) body {
	all := body{}
	a, ok := algo.Find(algo.Collective(s.Collective), s.Algorithm)
	if !ok || len(s.Jobs)+len(s.Groups) > 0 {
		return all
	}
	if !a.Rooted {
		all = append(all, member{"root", "With " + a.Name + " no rank is special."})
	}
	if !a.Sliced {
		all = append(all, member{"slices", "The algorithm " + a.Name + " does not pipeline."})
	}
	if len(a.Inter) == 0 {
		all = append(all, member{"inter", "The algorithm " + a.Name + " is the same inside and across nodes."})
	}
	return all
}
