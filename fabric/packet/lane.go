package packet

// A lane of a port is one escape lane of one class: class*escapes + escape lane. A message keeps its class; its packets
// change escape lanes from hop to hop, as fabric.Graph.EscapeLanes says.

// laneOn is the lane on which packets of a class cross the port of step s.
func (n *Net) laneOn(s *step, class uint8) int32 { return int32(class)*n.escapes + int32(s.escape) }

// laneBefore is the lane on which a packet crossed the step before s, which is up, that crosses s on lane v.
func (s *step) laneBefore(up *step, v int32) int32 { return v - int32(s.escape) + int32(up.escape) }
