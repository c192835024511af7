package fabric

// PortLanes is how many virtual lanes every port has: the escape lanes of all traffic classes. A packet of a class is on
// lane class x Escapes + EscapeLanes of its route at that link, and each lane has buffers and credit of its own.
func (g *Graph) PortLanes() int { return g.Lanes * max(g.Escapes, 1) }

// Weight is how many full packets a traffic class may send on its turn at a port while others wait: see
// collsim/fabric/packet.
func (g *Graph) Weight(class int) int {
	if g.Weights == nil {
		return 1
	}
	return g.Weights[class]
}
