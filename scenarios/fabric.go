package scenarios

import "collsim/fabric"

// spec is the fabric of so many servers, without what is set or down.
func (f *Fabric) spec(nodes int) fabric.Spec {
	return fabric.Spec{
		Preset: f.Preset, Nodes: nodes, GPUsPerNode: f.GPUsPerNode,
		Network: f.Network, Transport: f.Transport, NICs: f.NICs,
	}
}

func transports(*Catalogue) []string {
	var names []string
	for _, t := range fabric.Transports() {
		names = append(names, t.Name)
	}
	return names
}

// Graph builds the fabric of scenario i, and nothing else of it. Warnings tell of what changed nothing. The error is
// placed in the file.
func (f *File) Graph(i int) (g *fabric.Graph, warnings []string, err error) {
	b := &bound{scenario: f.Scenarios[i]}
	if b.ofFabric, b.ofHost, err = split(b.scenario.Settings); err == nil {
		err = b.wire()
	}
	if err != nil {
		return nil, nil, f.located(i, err)
	}
	return b.graph, b.warnings, nil
}
