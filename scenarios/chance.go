package scenarios

import (
	"slices"

	"collsim/fabric"
)

// seeded tells whether the seed may decide something: what draws looks at, and beside it where ranks stand, which way a
// message goes, who else is on the fabric, which packets are marked. It may decide nothing all the same.
func (b *bound) seeded() bool {
	marks := func(d fabric.Device) bool { return d.Buffer.Marking.Highest > 0 }
	return b.draws() || b.scenario.Placement.Rule == byChance || b.graph.Routing == fabric.ECMP || b.shared() || slices.ContainsFunc(b.graph.Devices, marks)
}

// unseeded is the warning about a seed that was given where nothing is drawn; "" = there is none.
func (b *bound) unseeded() string {
	if b.scenario.Seed == defaultSeed || b.seeded() {
		return ""
	}
	return "seed: changed nothing: nothing here is left to chance"
}
