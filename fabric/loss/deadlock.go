package loss

// Deadlock says whether messages could wait for each other's buffers in a circle, where the inner Net has buffers.
func (n *Net) Deadlock() error {
	if d, ok := n.inner.(interface{ Deadlock() error }); ok {
		return d.Deadlock()
	}
	return nil
}
