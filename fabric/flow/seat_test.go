package flow_test

import (
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim/units"
)

// TestSeats: a message alone that begins or ends at a switch is the same as its packets and as postal.
func TestSeats(t *testing.T) {
	for _, spec := range []fabric.Spec{
		{Preset: "star", Nodes: 4, Set: []fabric.Setting{{Name: "switch.sharp", Value: fabric.YesNoOf(true)}}},
		{Preset: "hgx-h100", Nodes: 4, Network: "leaf-spine", Set: []fabric.Setting{
			{Name: "switch.sharp", Value: fabric.YesNoOf(true)}, {Name: "leaf.nodes", Value: fabric.CountOf(2)}}},
	} {
		g, _, err := fabric.Build(spec)
		if err != nil {
			t.Fatal(err)
		}
		var routes [][]fabric.LinkID
		add := func(route []fabric.LinkID, err error) {
			if err != nil {
				t.Fatal(err)
			}
			routes = append(routes, route)
		}
		devices := g.SeatsInNetwork(len(g.GPUs)).Devices
		add(g.RouteToSeat(0, devices[0], 0))
		add(g.RouteFromSeat(devices[0], 0, 0))
		if last := devices[len(devices)-1]; last != devices[0] {
			add(g.RouteBetweenSeats(devices[0], last))
		}
		for _, route := range routes {
			for _, size := range []units.Bytes{0, 1, 4097, 1_000_003} {
				posts := []fabrictest.Post{{Route: route, Bytes: size}}
				got := fabrictest.Play(t, build, g, posts, 0, nil).Arrivals[0]
				postal := fabrictest.Play(t, postals, g, posts, 0, nil).Arrivals[0]
				packet := fabrictest.Play(t, packets, g, posts, 0, nil).Arrivals[0]
				if got != postal || got != packet {
					t.Errorf("%s: %d bytes over %v:\nflow   %+v\npostal %+v\npacket %+v", spec.Preset, size, route, got, postal, packet)
				}
			}
		}
	}
}

// TestSeatsShare: what ends at a switch shares the link there with what passes, and what begins there shares the link to
// its receiver: the message that passes arrives as much later as the seat's takes that link.
func TestSeatsShare(t *testing.T) {
	g, _, err := fabric.Build(fabric.Spec{Preset: "star", Nodes: 4, Set: []fabric.Setting{{Name: "switch.sharp", Value: fabric.YesNoOf(true)}}})
	if err != nil {
		t.Fatal(err)
	}
	hub := g.SeatsInNetwork(4).Devices[0]
	must := func(route []fabric.LinkID, err error) []fabric.LinkID {
		if err != nil {
			t.Fatal(err)
		}
		return route
	}
	const n = 4096 * 1000
	for _, c := range []struct {
		name string
		a, b []fabric.LinkID
	}{
		{"up", must(g.RouteToSeat(0, hub, 0)), must(g.Route(0, 1, 0))},
		{"down", must(g.RouteFromSeat(hub, 1, 0)), must(g.Route(0, 1, 0))},
	} {
		alone := fabrictest.Play(t, build, g, []fabrictest.Post{{Route: c.b, Bytes: n}}, 0, nil).Arrivals[0]
		both := fabrictest.Play(t, build, g, []fabrictest.Post{{Route: c.a, Bytes: n}, {Route: c.b, Bytes: n}}, 0, nil).Arrivals
		if want := alone.At.Add(g.Links[c.a[0]].Rate.Over(n)); both[1].At != want {
			t.Errorf("%s: %v, alone %v, and with a seat's message before it %v", c.name, both[1].At, alone.At, want)
		}
	}
}
