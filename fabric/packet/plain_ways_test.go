package packet_test

import (
	"slices"

	"collsim/fabric"
	"collsim/sim/units"
)

// Ways keeps all ways of a path; the first is the one that packets start on.
func (n *plain) Ways(ways [][]fabric.LinkID) fabric.PathID {
	id := n.Path(ways[0])
	if n.graph.Routing.Adaptive() && len(ways) > 1 {
		n.ways[id] = ways
	}
	return id
}

// steered tells whether the device behind link o chooses ways.
func (n *plain) steered(o fabric.LinkID) bool {
	to := n.graph.Links[o].To
	return n.graph.Routing.Adaptive() && n.graph.Devices[to].Kind == fabric.Switch
}

func (n *plain) upOf(pk *plainPacket) fabric.LinkID { return pk.route[pk.hop-1] }

// steer chooses where a packet goes on that has come by link o: of the ways that begin as it went so far, the one whose next
// port has the least waiting.
func (n *plain) steer(o fabric.LinkID, pk *plainPacket) {
	m := pk.message
	best := -1
	ways := n.ways[m.Path]
	for i, way := range ways {
		if !slices.Equal(way[:pk.hop], pk.route[:pk.hop]) {
			continue
		}
		if next, ok := m.took[o]; ok && n.graph.Routing == fabric.AdaptiveMessage && way[pk.hop] != next {
			continue
		}
		if best < 0 || n.ports[way[pk.hop]].waiting < n.ports[ways[best][pk.hop]].waiting {
			best = i
		}
	}
	if best < 0 {
		return
	}
	pk.route, pk.escapes = ways[best], n.graph.EscapeLanes(ways[best])
	if _, ok := m.took[o]; !ok { // the first packet of the message
		m.took[o] = pk.route[pk.hop]
	}
}

// place is what the packets of a message left behind at a port of a packet's way.
func (n *plain) place(pk *plainPacket, hop int) *plainHop {
	m := pk.message
	if n.ways[m.Path] == nil {
		return &m.hops[hop]
	}
	reached := units.Duration(0)
	for i, id := range pk.route[:hop] {
		reached += n.graph.Links[id].Latency + n.graph.Devices[n.graph.Links[pk.route[i]].To].Latency
	}
	for i := range m.hops {
		if h := &m.hops[i]; h.link == pk.route[hop] && h.reached == reached {
			return h
		}
	}
	m.hops = append(m.hops, plainHop{end: -1, link: pk.route[hop], reached: reached})
	return &m.hops[len(m.hops)-1]
}

// inOrder counts a packet that is at its end after one behind it.
func (n *plain) inOrder(pk *plainPacket) {
	m := pk.message
	if pk.index < m.expected {
		n.ports[pk.route[len(pk.route)-1]].Reordered++
	}
	m.expected = max(m.expected, pk.index+1)
}
