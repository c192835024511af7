package fabric

// EscapeLanes is the escape lane of each hop of a route: messages change lanes where they could otherwise wait for one
// another in a circle (Dally and Seitz 1987). nil = lane 0 everywhere; else one number a link, below Escapes.
//
// On a torus a message is on lane 1 from behind the dateline of a ring to the end of that ring; on a dragonfly, behind
// its global link.
func (g *Graph) EscapeLanes(route []LinkID) []uint8 {
	if g.Escapes <= 1 {
		return nil
	}
	lanes := make([]uint8, len(route))
	ring, lane := int8(0), uint8(0)
	for i, id := range route {
		t := g.track(id)
		if t.ring != ring {
			ring, lane = t.ring, 0
		}
		lanes[i] = lane
		if t.dateline {
			lane = 1
		}
	}
	return lanes
}

// track says where a link lies on a ring of channels that could wait for one another.
type track struct {
	ring     int8 // which dimension it belongs to; 0 = none
	dateline bool // behind it messages are on lane 1
}

func (g *Graph) track(id LinkID) track {
	if int(id) < len(g.tracks) {
		return g.tracks[id]
	}
	return track{}
}
