package packet

import (
	"slices"

	"collsim/fabric"
)

// Deadlock is a *fabric.Deadlock where messages on the paths so far could wait for each other's buffers in a circle, else
// nil. It is cheap on networks that cannot do that by the way they are built.
func (n *Net) Deadlock() error {
	if !n.graph.Looped() {
		return nil
	}
	w := n.graph.Waits()
	for i := range n.steps {
		if !n.steps[i].final {
			continue
		}
		var route []fabric.LinkID
		for at := int32(i); at >= 0; at = n.steps[at].up {
			route = append(route, fabric.LinkID(n.steps[at].port))
		}
		slices.Reverse(route)
		w.Add(route)
	}
	return w.Circle()
}
