package scenarios

import "collsim/fabric"

// Ports are the links by which one NIC of a node reaches the network and is reached from it, by name; none where there is
// no such NIC. NICs are counted from 0.
func (x *Bench) Ports(node, nic int) (links []string) {
	g := x.base.graph
	at := node*g.NICsPerNode + nic
	if g.NICsPerNode == 0 || nic >= g.NICsPerNode || at >= len(g.NICs) {
		return nil
	}
	id := g.NICs[at]
	for i := range g.Links {
		l := &g.Links[i]
		if l.From == id && g.Devices[l.To].Node != int32(node) || l.To == id && g.Devices[l.From].Node != int32(node) {
			links = append(links, g.LinkName(fabric.LinkID(i)))
		}
	}
	return links
}
