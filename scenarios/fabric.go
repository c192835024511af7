package scenarios

import "collsim/fabric"

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
