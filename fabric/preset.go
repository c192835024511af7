package fabric

import (
	"slices"
	"strings"
)

// Preset is a server that can be bought, or taught with, and how many of it make a fabric.
type Preset struct {
	Name        string
	Doc         string // two sentences for someone who meets it for the first time
	Drawing     string // one line
	Nodes       int    // what a command line takes where nothing is said
	GPUsPerNode int    // where nothing is said, and at most
	LargeScale  string // the network where all NICs do not fit one switch
	Transport   string // what that is made of where nothing is said; "" = the preset says it itself
	GPU         string // the GPUs whose software costs are alike, as calibrations name them; "" = none are known
	gpusPerNIC  int    // how many share a NIC where nothing is said; 0 = there are no NICs
	rails       int    // on rail networks; 0 = one for each NIC of a node
	priors      []prior
	build       func(b *builder, node int) (slots []DeviceID) // adds the devices and links of one server but its NICs, and returns where these go
}

var presets []Preset

// registerPreset is called once in each preset's own file.
func registerPreset(p Preset) struct{} {
	if _, ok := FindPreset(p.Name); ok {
		panic("fabric: preset registered twice: " + p.Name)
	}
	presets = append(presets, p)
	slices.SortFunc(presets, func(a, b Preset) int { return strings.Compare(a.Name, b.Name) })
	return struct{}{}
}

// Presets lists every preset by name.
func Presets() []Preset { return slices.Clone(presets) }

// FindPreset looks a preset up by its name.
func FindPreset(name string) (Preset, bool) {
	for _, p := range presets {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}

func presetNames() []string {
	names := make([]string, len(presets))
	for i := range presets {
		names[i] = presets[i].Name
	}
	return names
}
