package diagnosis

import (
	"cmp"
	"slices"

	"collsim/scenarios"
	"collsim/scenarios/trial"
)

// Cause is a known reason for which a machine is slower than it should be.
type Cause struct {
	Name   string
	Group  Group
	Doc    string // what is wrong, in a sentence without its point
	Remedy string // what to look at, and what to do
	// Ways are how it shows on a machine; none where it cannot be, or where the scenario says so already.
	Ways func(t *trial.Trial) []Way
}

// Way is one form of a cause: a scenario that is different, or figures that are set on top of it, or both. Among them is
// at most one number that is not known beforehand: the strength.
type Way struct {
	Detail string
	Change func(s *scenarios.Scenario, x float64) // nil = none; NCCL chooses by what it sees then
	Set    func(x float64) []scenarios.Setting    // nil = none; NCCL does not see it
	Low    float64                                // of the strength; 0 = it has none
	High   float64                                //
	Words  func(x float64) string                 // the strength in words
}

// Group is what other means than a log of collectives can rule out together.
type Group string

// The groups.
const (
	Wires       Group = "wires"       // perftest shows them: it reaches line rate, or it does not
	Environment Group = "environment" // what NCCL is told, and what its INFO lines say that it does
	Network     Group = "network"     // how messages get between GPUs and NICs
	Host        Group = "host"        // GPUs, their hosts, and how the job is started
)

// Groups lists them.
func Groups() []Group { return []Group{Wires, Environment, Network, Host} }

var causes []Cause

// register adds a cause. It returns a value so that a file's own line can do so.
func register(c Cause) struct{} {
	causes = append(causes, c)
	return struct{}{}
}

// Causes lists all that are known, in the order of their names.
func Causes() []Cause {
	all := slices.Clone(causes)
	slices.SortFunc(all, func(a, b Cause) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// apart tells whether a trial's ranks stand on several nodes.
func apart(t *trial.Trial) bool { return t.Scenario.Fabric.Nodes > 1 }

// single is one setting.
func single(name, value string) []scenarios.Setting {
	return []scenarios.Setting{{Name: name, Value: value}}
}

// environ is a change of NCCL's environment.
func environ(name, value string) func(*scenarios.Scenario, float64) {
	return func(s *scenarios.Scenario, _ float64) {
		env := slices.DeleteFunc(slices.Clone(s.NCCL.Env), func(v scenarios.EnvVar) bool { return v.Name == name })
		env = append(env, scenarios.EnvVar{Name: name, Value: value})
		slices.SortFunc(env, func(a, b scenarios.EnvVar) int { return cmp.Compare(a.Name, b.Name) })
		s.NCCL.Env = env
	}
}

// says tells whether NCCL's environment has a variable.
func says(t *trial.Trial, name string) bool {
	return slices.ContainsFunc(t.Scenario.NCCL.Env, func(v scenarios.EnvVar) bool { return v.Name == name })
}
