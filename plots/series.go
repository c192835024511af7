package plots

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"

	"collsim/scenarios"
)

// hue is how a series is told from others: by a colour, and by dashes where colours alone would be hard to tell apart.
type hue struct {
	color  color.NRGBA
	dashes []vg.Length
}

// hues are the colours of series. Found by search as those of components were: any two stay apart for readers with
// deuteranopia or protanopia too, the first four most of all, and each stands out from paper.
var hues = []hue{
	{color: rgb(0x4042B8)}, {color: rgb(0x9F4100)}, {color: rgb(0x027C93)}, {color: rgb(0xC080FF)}, {color: rgb(0x94B402)}, {color: rgb(0x400007)},
	{rgb(0x44985D), dashed}, {rgb(0x7131FA), dashed}, {rgb(0x781509), dashed}, {rgb(0x424661), dashed}, {rgb(0x28035B), dotted}, {rgb(0xA9B1A0), dotted},
}

var (
	dashed = []vg.Length{6, 3}
	dotted = []vg.Length{2, 2}
)

// settled are the algorithms whose hues stay whatever is added to the registry.
var settled = []string{
	"ring", "tree", "double_binary_tree", "hierarchical", "halving_doubling", "recursive_doubling",
	"direct", "nvls", "nvls_tree", "collnet", "collnet_chain", "central",
}

// Series is the fixed colour of an algorithm in every figure.
func Series(algorithm string) color.NRGBA {
	i, _ := hueOf(algorithm)
	return hues[i].color
}

// hueOf says which hue an algorithm has. One that is not settled takes the first that none has with which it shares a
// collective.
func hueOf(algorithm string) (at int, known bool) {
	names := slices.Clone(settled)
	performs := map[string][]string{}
	for _, a := range scenarios.Known().Algorithms {
		performs[a.Name] = append(performs[a.Name], string(a.Collective))
		if !slices.Contains(names, a.Name) {
			names = append(names, a.Name)
		}
	}
	taken := map[string]int{}
	for i, name := range names {
		if i < len(settled) {
			taken[name] = i
			continue
		}
		used := make([]bool, len(hues))
		for _, other := range names[:i] {
			for _, collective := range performs[name] {
				if slices.Contains(performs[other], collective) {
					used[taken[other]] = true
				}
			}
		}
		taken[name] = max(slices.Index(used, false), 0)
	}
	at, known = taken[algorithm]
	return at, known
}

// paint gives each series of a figure a hue: algorithms their own, anything else in turn one that is left.
func paint(names []string) []hue {
	of := map[string]int{}
	used := make([]bool, len(hues))
	for _, name := range names {
		if i, known := hueOf(name); known {
			of[name], used[i] = i, true
		}
	}
	painted := make([]hue, len(names))
	for i, name := range names {
		at, ok := of[name]
		if !ok {
			at = slices.Index(used, false)
			if at < 0 {
				clear(used)
				at = 0
			}
			of[name], used[at] = at, true
		}
		painted[i] = hues[at]
	}
	return painted
}
