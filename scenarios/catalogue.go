package scenarios

import (
	"slices"

	"collsim/algo"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/scenarios/calibration"
	"collsim/sim"
)

// Catalogue is what a scenario may name.
type Catalogue struct {
	Presets    []fabric.Preset
	Networks   []string
	Algorithms []algo.Algorithm
	Libraries  []string
	Parameters []fabric.Parameter // of fabric and host; figures of single links come on top

	GPUClasses, NetworkClasses []string // that have a calibration

	// Open reads a file that a scenario names, by its place from the scenario's own. nil = none can be read.
	Open func(path string) ([]byte, error)
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
	c.GPUClasses, c.NetworkClasses = calibration.Names(calibration.GPU), calibration.Names(calibration.Network)
	for _, n := range fabric.Networks() {
		c.Networks = append(c.Networks, n.Name)
	}
	return c
}

// syncs are the words of the key sync.
var syncs = []string{"dataflow", "rounds"}

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

// collectives lists those that have an algorithm.
func (c *Catalogue) collectives() []string {
	var names []string
	for _, a := range c.Algorithms {
		if !slices.Contains(names, string(a.Collective)) {
			names = append(names, string(a.Collective))
		}
	}
	return names
}

// inters lists what any algorithm may be asked to run across nodes.
func (c *Catalogue) inters() []string {
	var names []string
	for _, a := range c.Algorithms {
		for _, name := range a.Inter {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
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

// parameter finds what a setting means: a parameter by its name or alias, or one figure of one link or device.
func (c *Catalogue) parameter(name string) (fabric.Parameter, bool) {
	if p, ok := fabric.Find(c.Parameters, name); ok {
		return p, true
	}
	if partFigure(name) {
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
