package packet

import "collsim/fabric"

// Deadlock is a *fabric.Deadlock where messages on the paths so far could wait for each other's buffers in a circle, else
// nil. It is cheap on networks that cannot do that by the way they are built.
func (n *Net) Deadlock() error {
	if !n.graph.Looped() {
		return nil
	}
	w := n.graph.Waits()
	var route []fabric.LinkID
	for i := range n.steps {
		s := &n.steps[i]
		if route = append(route, fabric.LinkID(s.port)); s.final {
			w.Add(route)
			route = route[:0]
		}
	}
	return w.Circle()
}
