package palette

import (
	"image/color"
	"slices"

	"collsim/scenarios"
)

// Hue is how a series is told from others: by a colour, and by dashes where colours alone would be hard to tell apart.
type Hue struct {
	Color  color.NRGBA
	Dashes []int // on and off, in points; nil = a line without gaps
}

// hues are the colours of series. Found by search as those of components were: any two stay apart for readers with
// deuteranopia or protanopia too, the first four most of all, and each stands out from paper.
var hues = []Hue{
	{Color: RGB(0x4042B8)}, {Color: RGB(0x9F4100)}, {Color: RGB(0x027C93)}, {Color: RGB(0xC080FF)}, {Color: RGB(0x94B402)}, {Color: RGB(0x400007)},
	{RGB(0x44985D), dashed}, {RGB(0x7131FA), dashed}, {RGB(0x781509), dashed}, {RGB(0x424661), dashed}, {RGB(0x28035B), dotted}, {RGB(0xA9B1A0), dotted},
}

var (
	dashed = []int{6, 3}
	dotted = []int{2, 2}
)

// Hues lists all that series have.
func Hues() []Hue { return slices.Clone(hues) }

// settled are the algorithms whose hues stay whatever is added to the registry.
var settled = []string{
	"ring", "tree", "double_binary_tree", "hierarchical", "halving_doubling", "recursive_doubling",
	"direct", "nvls", "nvls_tree", "collnet", "collnet_chain", "central",
}

// HueOf says which of the hues an algorithm has. One that is not settled takes the first that none has with which it shares
// a collective.
func HueOf(algorithm string) (at int, known bool) {
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

// Paint gives each series of a figure a hue: algorithms their own, anything else in turn one that is left.
func Paint(names []string) []Hue {
	of := map[string]int{}
	used := make([]bool, len(hues))
	for _, name := range names {
		if i, known := HueOf(name); known {
			of[name], used[i] = i, true
		}
	}
	painted := make([]Hue, len(names))
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
