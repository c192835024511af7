package fabric

import (
	"slices"
	"strings"
)

// Network is a way to wire servers to each other.
type Network struct {
	Name    string
	Doc     string // two sentences for someone who meets it for the first time
	Drawing string // one line
	alike   bool   // servers are interchangeable: every switch has equally many ends of each, and none is wired to another
	// build adds switches, wires the ends of all servers to them, and leaves the graph a router.
	build func(b *builder)
}

var networks []Network

// registerNetwork is called once in each network's own file.
func registerNetwork(n Network) struct{} {
	if _, ok := FindNetwork(n.Name); ok {
		panic("fabric: network registered twice: " + n.Name)
	}
	networks = append(networks, n)
	slices.SortFunc(networks, func(a, b Network) int { return strings.Compare(a.Name, b.Name) })
	return struct{}{}
}

// Networks lists every network by name.
func Networks() []Network { return slices.Clone(networks) }

// FindNetwork looks a network up by its name.
func FindNetwork(name string) (Network, bool) {
	for _, n := range networks {
		if n.Name == name {
			return n, true
		}
	}
	return Network{}, false
}

func networkNames() []string {
	names := make([]string, len(networks))
	for i := range networks {
		names[i] = networks[i].Name
	}
	return names
}
