package packet_test

import (
	"strings"
	"testing"

	"collsim/fabric"
	"collsim/fabric/packet"
	"collsim/sim"
	"collsim/sim/units"
)

// torusRing is a torus five switches long, of buffers of one packet, in which every node sends to the one two further along
// x: each buffer of a ring waits for the next.
func torusRing(t *testing.T, network string, nodes int) (*fabric.Graph, [][]fabric.LinkID) {
	t.Helper()
	g, _, err := fabric.Build(fabric.Spec{Preset: "star", Nodes: nodes, Network: network, Set: []fabric.Setting{
		{Name: "torus.x", Value: fabric.CountOf(5)}, {Name: "trunk.buffer", Value: fabric.SizeOf(4 * units.KiB)}}})
	if err != nil {
		t.Fatal(err)
	}
	var routes [][]fabric.LinkID
	for from := range nodes {
		route, err := g.Route(from, from/5*5+(from+2)%5, 0)
		if err != nil {
			t.Fatal(err)
		}
		routes = append(routes, route)
	}
	return g, routes
}

// A torus whose buffers hold a packet each and whose rings are full of traffic comes to an end, because messages change
// lanes behind the dateline; without that every packet waits for the one before it.
func TestEscapeLanes(t *testing.T) {
	for _, network := range []string{"torus-2d", "torus-3d"} {
		g, routes := torusRing(t, network, 20)
		for escapes := 2; escapes >= 1; escapes-- {
			g.Escapes = escapes
			var s arrivals
			k := sim.New(sim.Options{})
			n := builder(packet.Options{})(k, g, &s)
			for tag, route := range routes {
				n.Send(fabric.Message{Path: n.Path(route), Bytes: units.MiB, Tag: uint32(tag)})
			}
			if _, err := k.Run(0); err != nil {
				t.Fatal(err)
			}
			err := n.Settled()
			if escapes == 2 && (err != nil || int(s) != len(routes)) {
				t.Errorf("%s: %d of %d messages arrive: %v", network, s, len(routes), err)
			}
			if escapes == 1 && (err == nil || !strings.Contains(err.Error(), "deadlock")) {
				t.Errorf("%s without escape lanes: %d of %d messages arrive: %v", network, s, len(routes), err)
			}
		}
	}
}

// arrivals counts messages that arrive.
type arrivals int

func (a *arrivals) Deliver(uint32, units.Time, *fabric.Transit) { *a++ }
