package fabric

import (
	"slices"

	"collsim/sim/units"
)

// pcieFigures set the rate of a PCIe link: how many lanes came up, and at which generation.
var pcieFigures = []string{"lanes", "generation"}

// widestSlot is the width of the links of all presets.
const widestSlot = 16

// perLane is what one lane moves each way, by generation from 1: 2.5 and 5 GT/s after 8b/10b coding, 8, 16 and 32 GT/s
// after 128b/130b, rounded as data sheets of 16 lanes are (15.75, 31.5 and 63 GB/s), and 64 GT/s in flits of 256 bytes of
// which 242 are payload and headers (PCI Express Base 6.0).
var perLane = []units.Rate{250_000_000, 500_000_000, 984_375_000, 1_968_750_000, 3_937_500_000, 7_562_500_000}

// lanesParameter reads a figure of PCIe links.
func lanesParameter(figure string) Parameter {
	if figure == "lanes" {
		return Parameter{Name: figure, Quantity: CountQuantity, Unit: "lanes", Least: 1, Most: widestSlot,
			Doc: "Lanes of a PCIe link that came up, of 16. The rate of the link falls in proportion."}
	}
	return Parameter{Name: figure, Quantity: CountQuantity, Unit: "the generation of PCIe", Least: 1, Most: int64(len(perLane)),
		Doc: "PCIe generation at which a link came up. It sets the rate of each of its lanes."}
}

// narrowings gives links the rates that their lanes and generations make: generations first, for lanes are a part of
// what all 16 would move.
func (b *builder) narrowings() {
	for _, figure := range []string{"generation", "lanes"} {
		for _, s := range b.set {
			name, f, ok := partFigure(s.name)
			if !ok || f != figure || !isLink(name) || slices.ContainsFunc(b.problems, func(r Remark) bool { return r.Where == s.where }) {
				continue
			}
			l := b.link(name, s.where)
			was := l.Rate
			l.slot(figure, s.value)
			if l.Rate == was {
				b.warn(s.where, "changed nothing: the link moves %v already", was)
			}
		}
	}
}

// slot sets the rate of a PCIe link by one of its figures.
func (l *Link) slot(figure string, v Value) {
	if figure == "lanes" {
		l.Rate = max(1, l.Rate*units.Rate(v.Int)/widestSlot)
		return
	}
	l.Rate = perLane[v.Int-1] * widestSlot
}
