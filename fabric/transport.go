package fabric

import (
	"slices"
	"strings"

	"collsim/sim/units"
)

// Transport is what the network between servers is made of: NICs, cables and switches of one kind, and what they say to
// each other. It holds over any preset and any way of wiring.
type Transport struct {
	Name   string
	Class  string // the networks whose software costs are alike, as calibrations name them
	Doc    string // two sentences for someone who meets it for the first time
	Bundle int    // NICs that its driver presents as one; 0 = 1
	priors []prior
}

var transports []Transport

// registerTransport is called once for each transport, in the file of its family.
func registerTransport(t Transport) struct{} {
	if _, ok := FindTransport(t.Name); ok {
		panic("fabric: transport registered twice: " + t.Name)
	}
	transports = append(transports, t)
	slices.SortFunc(transports, func(a, b Transport) int { return strings.Compare(a.Name, b.Name) })
	return struct{}{}
}

// Transports lists every transport by name.
func Transports() []Transport { return slices.Clone(transports) }

// FindTransport looks a transport up by its name.
func FindTransport(name string) (Transport, bool) {
	for _, t := range transports {
		if t.Name == name {
			return t, true
		}
	}
	return Transport{}, false
}

func transportNames() []string {
	names := make([]string, len(transports))
	for i := range transports {
		names[i] = transports[i].Name
	}
	return names
}

// bundle is how many NICs make one device of the graph.
func (t *Transport) bundle() int { return max(t.Bundle, 1) }

// between is what a transport says of the network between servers. Cables are not its own: 5 ns a metre, 5 m to the
// leaf, 30 m between switches.
type between struct {
	rate           units.Rate
	speed          string // where the rate comes from
	reached        string // and how much of it
	frame, header  units.Bytes
	format         string
	framed, headed string // how sure frame and header are
	nic            units.Duration
	card, ofCard   string
	forward        units.Duration
	box, ofBox     string
	ports          int64
	ofPorts        string
}

func (n between) priors() []prior {
	return []prior{
		{"network.rate", RateOf(n.rate), n.speed, n.reached},
		{"network.latency", DurationOf(25 * ns), "5 m of cable at 5 ns/m; error correction, 60-100 ns a link at 400 Gb/s, is not counted", "as wired"},
		{"network.frame", SizeOf(n.frame), n.format, n.framed},
		{"network.header", SizeOf(n.header), n.format, n.headed},
		{"trunk.rate", RateOf(n.rate), n.speed, n.reached},
		{"trunk.latency", DurationOf(150 * ns), "30 m of fibre at 5 ns/m", "as wired"},
		{"trunk.frame", SizeOf(n.frame), n.format, n.framed},
		{"trunk.header", SizeOf(n.header), n.format, n.headed},
		{"nic.latency", DurationOf(n.nic), n.card, n.ofCard},
		{"switch.latency", DurationOf(n.forward), n.box, n.ofBox},
		{"switch.ports", CountOf(n.ports), n.ofPorts, "exact; larger chassis exist"},
	}
}
