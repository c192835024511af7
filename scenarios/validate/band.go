package validate

import "collsim/sim/units"

// Band is a range of sizes, from the first and below the second.
type Band struct {
	Name     string
	From, To units.Bytes // To 0 = no end
}

// Least is the smallest size that is validated: below it a row tells of the launch and of nothing else that 1 KiB does not tell.
const Least = units.KiB

// Bands are the ranges of sizes by which errors are told apart.
var Bands = []Band{
	{"1 to 32 KiB", Least, 32*units.KiB + 1},
	{"to 1 MiB", 32*units.KiB + 1, units.MiB + 1},
	{"to 16 MiB", units.MiB + 1, 16*units.MiB + 1},
	{"to 256 MiB", 16*units.MiB + 1, 256 * units.MiB},
	{"256 MiB and more", 256 * units.MiB, 0},
}

// Holds says whether a size is in the band.
func (b Band) Holds(n units.Bytes) bool { return n >= b.From && (b.To == 0 || n < b.To) }
