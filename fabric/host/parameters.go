package host

import (
	"slices"
	"strings"
	"sync"

	"collsim/fabric"
	"collsim/sim/units"
)

// Limits that no machine comes near, and with which each cost of 1 GiB, even a thousand times as slow, is a Duration.
const (
	longest          = int64(units.Second)
	longestPage      = int64(10 * units.Microsecond) // a buffer has up to 2^38 of them
	slowest          = 1_000_000                     // bytes per second
	fastest          = 1_000_000_000_000_000         // bytes or cycles per second
	slowestClock     = 1_000_000                     // hertz
	mostInstructions = 1_000_000
	mostAccesses     = 1_000_000
	mostWindow       = 1 << 20
	largest          = int64(units.GiB)
	smallestPage     = int64(4 * units.KiB)
)

// Parameters lists every parameter of the software path by name, each with the defaults of all libraries: the Preset of
// a fabric.Default is a library here. A parameter without a default for a library is a cost that this library does not
// have, and that is free until it is set. The list is the same one every time: it is not to be changed.
func Parameters() []fabric.Parameter { return known() }

// known is the list, made when it is first asked for. What is appended to it goes elsewhere.
var known = sync.OnceValue(func() []fabric.Parameter { return slices.Clip(everyParameter()) })

func everyParameter() []fabric.Parameter {
	all := slices.Concat(posting(), driving(), moving(), noticing(), calling(), placing(), copying(), crossing(), launching())
	slices.SortFunc(all, func(a, b fabric.Parameter) int { return strings.Compare(a.Name, b.Name) })
	for _, l := range libraries {
		for _, prior := range l.priors {
			i := slices.IndexFunc(all, func(p fabric.Parameter) bool { return p.Name == prior.name })
			if i < 0 {
				panic("host: library " + l.Name + " sets " + prior.name + ", which is no parameter")
			}
			all[i].Defaults = append(all[i].Defaults, fabric.Default{Preset: l.Name, Value: prior.value, Source: prior.source, Uncertainty: prior.uncertainty})
		}
	}
	return all
}
