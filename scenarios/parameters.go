package scenarios

import (
	"encoding/json"
	"slices"
	"strings"

	"collsim/fabric"
	"collsim/fabric/host"
)

// parameters spells out what every parameter of fabric and host is in the run, whether set or not, as a JSON object in
// the order of their names; single links that are unlike the others follow. Values are exact, in the words of a file.
func (b *bound) parameters() json.RawMessage {
	var all ordered
	add := func(parameters []fabric.Parameter, set []fabric.Setting) {
		for _, p := range parameters {
			d, holds := b.scenario.defaultOf(p)
			if i := slices.IndexFunc(set, func(s fabric.Setting) bool { return s.Name == p.Name }); i >= 0 {
				d.Value, holds = set[i].Value, true
			}
			if holds {
				all.add(p.Name, exact(d.Value))
			}
		}
	}
	add(fabric.Parameters(), b.ofFabric)
	add(host.Parameters(), b.ofHost)
	slices.SortFunc(all, func(x, y member) int { return strings.Compare(x.name, y.name) })
	for _, s := range b.ofFabric {
		if partFigure(s.Name) {
			all.add(s.Name, exact(s.Value))
		}
	}
	data, err := all.MarshalJSON()
	if err != nil {
		panic("scenarios: " + err.Error()) // strings always marshal
	}
	return data
}
