package scenarios

import (
	"collsim/algo"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim"
)

// Catalogue is what a scenario may name.
type Catalogue struct {
	Presets    []fabric.Preset
	Networks   []string
	Algorithms []algo.Algorithm
	Libraries  []string
	Parameters []fabric.Parameter // of fabric and host; figures of single links come on top
}

// Known is what this program can do.
func Known() *Catalogue {
	c := &Catalogue{
		Presets:    fabric.Presets(),
		Algorithms: algo.All(),
		Parameters: append(fabric.Parameters(), host.Parameters()...),
	}
	for _, l := range host.Libraries() {
		c.Libraries = append(c.Libraries, l.Name)
	}
	for _, n := range fabric.Networks() {
		c.Networks = append(c.Networks, n.Name)
	}
	return c
}

// The words that need no catalogue.
var (
	collectives = []string{
		string(algo.AllReduce), string(algo.AllGather), string(algo.ReduceScatter), string(algo.Broadcast), string(algo.Reduce),
		string(algo.Gather), string(algo.Scatter), string(algo.AllToAll), string(algo.Barrier), string(algo.SendRecv),
	}
	fidelities = []string{"auto", "packet", "message", "postal"}
	syncs      = []string{"dataflow", "rounds"}
	inters     = []string{"ring", "tree"}
)

func distributions() []string {
	var names []string
	for d := range sim.Distributions {
		names = append(names, d.String())
	}
	return names
}

func (c *Catalogue) presets() []string {
	names := make([]string, len(c.Presets))
	for i := range c.Presets {
		names[i] = c.Presets[i].Name
	}
	return names
}

func (c *Catalogue) preset(name string) (fabric.Preset, bool) {
	for _, p := range c.Presets {
		if p.Name == name {
			return p, true
		}
	}
	return fabric.Preset{}, false
}

// algorithms lists the names of a collective's algorithms; of all when collective is "".
func (c *Catalogue) algorithms(collective string) []string {
	var names []string
	seen := map[string]bool{}
	for _, a := range c.Algorithms {
		if (collective == "" || string(a.Collective) == collective) && !seen[a.Name] {
			seen[a.Name] = true
			names = append(names, a.Name)
		}
	}
	return names
}

func (c *Catalogue) algorithm(collective, name string) (algo.Algorithm, bool) {
	for _, a := range c.Algorithms {
		if string(a.Collective) == collective && a.Name == name {
			return a, true
		}
	}
	return algo.Algorithm{}, false
}

// parameter finds what a setting means: a parameter by its name or alias, or one figure of one link.
func (c *Catalogue) parameter(name string) (fabric.Parameter, bool) {
	if p, ok := fabric.Find(c.Parameters, name); ok {
		return p, true
	}
	if linkFigure(name) {
		p, err := fabric.ParameterOf(name)
		return p, err == nil
	}
	return fabric.Parameter{}, false
}

func (c *Catalogue) parameterNames() []string {
	var names []string
	for _, p := range c.Parameters {
		names = append(names, p.Name)
		if p.Alias != "" {
			names = append(names, p.Alias)
		}
	}
	return names
}
