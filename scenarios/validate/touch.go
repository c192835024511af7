package validate

import (
	"strings"

	"collsim/scenarios/measured"
)

// touches says whether a parameter can change a point, which knows the algorithm and the protocol that it ran by.
func touches(parameter string, p *Point) bool {
	name, c := strings.TrimPrefix(parameter, "host."), p.Case
	if !p.Simulated.MayFeel(parameter) {
		return false
	}
	name = strings.TrimPrefix(name, "nccl.")
	family, _, _ := strings.Cut(name, ".")
	nvls := strings.HasPrefix(p.Simulated.Algorithm, "nvls")
	switch {
	case name == "launch.channel":
		return !c.System.Graph
	case name == "launch":
		return c.System.Launch != measured.Thread
	case name == "launch.issue":
		return c.System.Launch == measured.Single
	case family == "launch":
		return c.System.Launch == measured.Thread
	case name == "p2p.net-efficiency":
		return c.System.Nodes > 1 && c.grouped()
	case family == "net", family == "proxy":
		return c.System.Nodes > 1
	case family == "collnet":
		return strings.HasPrefix(p.Simulated.Algorithm, "collnet")
	case family == "tree":
		return strings.Contains(p.Simulated.Algorithm, "tree") && !nvls
	case family == "nvls":
		return nvls
	case name == "p2p.issue":
		return c.grouped() && c.System.Launch == measured.Single
	case family == "p2p":
		return c.grouped()
	}
	if family == "block" || family == "piece" {
		return p.Simulated.Algorithm != "nvls" // blocks of a tree of servers hand to and take from the network
	}
	return !nvls
}
