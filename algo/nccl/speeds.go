package nccl

import "collsim/sim/units"

// The rates of one channel that the search for channels tries, fastest first (src/graph/search.cc).
var (
	speeds28  = []units.Rate{42e9, 30e9, 24e9, 21e9, 18e9, 15e9, 12e9, 10e9, 9e9, 7e9, 6e9, 5e9, 4e9, 3e9, 2.4e9, 1.2e9, 0.24e9, 0.12e9}
	intra210  = []units.Rate{44e9, 30e9, 22e9, 18e9, 15e9, 12e9, 10e9, 9e9, 7e9, 6e9, 5e9, 4e9, 3e9}
	inter210  = []units.Rate{48e9, 30e9, 24e9, 22e9, 18e9, 15e9, 12e9, 10e9, 9e9, 7e9, 6e9, 5e9, 4e9, 3e9, 2.4e9, 1.2e9, 0.24e9, 0.12e9}
	inter216  = []units.Rate{48e9, 30e9, 28e9, 24e9, 22e9, 18e9, 15e9, 12e9, 10e9, 9e9, 7e9, 6e9, 5e9, 4e9, 3e9, 2.4e9, 1.2e9, 0.24e9, 0.12e9}
	intra218  = []units.Rate{40e9, 30e9, 20e9, 18e9, 15e9, 12e9, 10e9, 9e9, 7e9, 6e9, 5e9, 4e9, 3e9}
	inter218  = []units.Rate{48e9, 30e9, 28e9, 24e9, 20e9, 18e9, 15e9, 12e9, 10e9, 9e9, 7e9, 6e9, 5e9, 4e9, 3e9, 2.4e9, 1.2e9, 0.24e9, 0.12e9}
	hIntra216 = []units.Rate{66e9, 33e9, 24e9, 20e9, 15e9, 12e9, 6e9, 3e9}
	hInter216 = []units.Rate{48e9, 45e9, 30e9, 24e9, 15e9, 12e9, 6e9, 3e9, 2.4e9, 1.2e9, 0.24e9, 0.12e9}
	hIntra218 = []units.Rate{60e9, 40e9, 30e9, 24e9, 20e9, 15e9, 12e9, 6e9, 3e9}
	hInter218 = []units.Rate{48e9, 45e9, 42e9, 40e9, 30e9, 24e9, 20e9, 17.5e9, 15e9, 12e9, 6e9, 3e9, 2.4e9, 1.2e9, 0.24e9, 0.12e9}
	hIntra219 = []units.Rate{60e9, 50e9, 40e9, 30e9, 24e9, 20e9, 15e9, 12e9, 6e9, 3e9}
	hInter219 = []units.Rate{48e9, 45e9, 42e9, 40e9, 30e9, 24e9, 22e9, 20e9, 17.5e9, 15e9, 12e9, 6e9, 3e9, 2.4e9, 1.2e9, 0.24e9, 0.12e9}
	hIntra221 = []units.Rate{60e9, 50e9, 40e9, 30e9, 24e9, 20e9, 15e9, 12e9, 11e9, 6e9, 3e9}
	bIntra225 = []units.Rate{90e9, 80e9, 70e9, 60e9, 50e9, 40e9, 30e9, 24e9, 20e9, 19e9}
	bInter227 = []units.Rate{47.9e9, 45e9, 42e9, 40e9, 30e9, 24e9, 22e9, 20e9, 17.5e9, 15e9, 12e9, 6e9, 3e9, 2.4e9, 1.2e9, 0.24e9, 0.12e9}
	bIntra227 = []units.Rate{90e9, 80e9, 70e9, 60e9, 50e9, 40e9, 30e9, 24e9, 20e9, 19e9, 18e9}
	bInter228 = []units.Rate{96e9, 48e9, 45.1e9, 42e9, 40e9, 30e9, 24e9, 22e9, 20e9, 17.5e9, 15e9, 12e9, 6e9, 3e9, 2.4e9, 1.2e9, 0.24e9, 0.12e9}
	bIntra229 = []units.Rate{90e9, 80e9, 70e9, 60e9, 50e9, 45e9, 40e9, 30e9, 24e9, 20e9, 19e9, 18e9}
	bInter230 = []units.Rate{96e9, 86e9, 80e9, 48e9, 45.1e9, 42e9, 40e9, 30e9, 24e9, 22e9, 20e9, 17.5e9, 15e9, 12e9, 6e9, 3e9, 2.4e9, 1.2e9, 0.24e9, 0.12e9}
)

// era is a list of rates and the first release that has it.
type era struct {
	since Version
	rates []units.Rate
}

// Lists by the GPU and by whether channels leave the node, newest first.
var (
	intraSpeeds  = []era{{Version{2, 18, 0}, intra218}, {Version{2, 10, 0}, intra210}, {Version{}, speeds28}}
	interSpeeds  = []era{{Version{2, 18, 0}, inter218}, {Version{2, 16, 0}, inter216}, {Version{2, 10, 0}, inter210}, {Version{}, speeds28}}
	hIntraSpeeds = []era{{Version{2, 21, 0}, hIntra221}, {Version{2, 19, 0}, hIntra219}, {Version{2, 18, 0}, hIntra218}, {Version{2, 16, 0}, hIntra216}, {Version{2, 10, 0}, intra210}, {Version{}, speeds28}}
	hInterSpeeds = []era{{Version{2, 19, 0}, hInter219}, {Version{2, 18, 0}, hInter218}, {Version{2, 16, 0}, hInter216}, {Version{2, 10, 0}, inter210}, {Version{}, speeds28}}
	bIntraSpeeds = []era{{Version{2, 29, 0}, bIntra229}, {Version{2, 27, 0}, bIntra227}, {Version{2, 25, 0}, bIntra225}, {Version{}, hIntra221}}
	bInterSpeeds = []era{{Version{2, 30, 0}, bInter230}, {Version{2, 28, 0}, bInter228}, {Version{2, 27, 0}, bInter227}, {Version{}, hInter219}}
)

// speeds are the rates that a version tries for a GPU, in a node or across nodes.
func speeds(v Version, capability int, inter bool) []units.Rate {
	lists := [3][2][]era{{intraSpeeds, interSpeeds}, {hIntraSpeeds, hInterSpeeds}, {bIntraSpeeds, bInterSpeeds}}
	row, column := 0, 0
	if capability >= 100 {
		row = 2
	} else if capability >= 90 {
		row = 1
	}
	if inter {
		column = 1
	}
	for _, e := range lists[row][column] {
		if !v.before(e.since) {
			return e.rates
		}
	}
	panic("nccl: a list of speeds without a beginning")
}

// nvlink is what a version counts for one NVLink of a GPU and direction (src/graph/topo.h).
func nvlink(v Version, capability int) units.Rate {
	switch {
	case capability >= 100 && !v.before(Version{2, 28, 0}):
		return 40.1e9
	case capability >= 100 && !v.before(Version{2, 25, 0}):
		return 40e9
	case capability >= 90 && !v.before(Version{2, 20, 0}):
		return 20.6e9
	case capability == 86:
		return 12e9
	case capability < 70:
		return 18e9
	case v.before(Version{2, 10, 0}):
		return 21e9
	case v.before(Version{2, 18, 0}):
		return 22e9
	}
	return 20e9
}
