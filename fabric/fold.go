package fabric

// Group is the displacements of ranks that a folded run takes as one, numbered from 0, which moves nobody. No other one
// leaves any rank where it is.
type Group interface {
	Copies() int32                     // how many there are
	Image(rank, element int32) int32   // where one moves a rank
	Between(before, after int32) int32 // the one that moves as before does once after has been undone
	Name() string                      // in words: rotation by 8
}

// Image is a link of a route in a folded run: which link stands for it, and how the link before it on the route lies to it.
// Two messages meet at the end of the link before if they have the same images; where only Away differs, they come to
// Link by different links.
type Image struct {
	Link LinkID // that stands for it
	Away int32  // the element that moves the link before as far as it is from where this one has been moved; 0 on the first link
	// Steady: the link before has the same number among those that enter its end, wherever it is moved. Then these
	// numbers may decide who goes first.
	Steady bool
}

// Folding is a fabric that is played by one link of each orbit of a group.
type Folding interface {
	// Way is the route of messages between two ranks, and the image of each of its links.
	Way(src, dst, channel int) (route []LinkID, images []Image, err error)
	// StandIn is the link that stands for another; ok is false where no message takes it.
	StandIn(LinkID) (rep LinkID, ok bool)
}

// Folded is what a Net can that plays one link of each orbit.
type Folded interface {
	// Fold interns a route by its images. It may be called before the first Send only, and then for every path.
	Fold(route []LinkID, images []Image) PathID
	// Ties counts the instants in which the numbers of links that are not steady may have mattered. While there are none,
	// the run is what a run in full is.
	Ties() int64
}

// Unplayable says in one sentence what keeps one link of each orbit from being played for all, whatever the group; nil =
// nothing does. It is an *Unfit.
func (g *Graph) Unplayable(packets bool) error {
	switch {
	case g.Routing.Adaptive():
		return unfit("the network chooses ways by what waits there, and on a tie by the numbers of links")
	case g.Lossy():
		return unfit("links lose packets by chance")
	case !packets:
		return nil
	}
	for d := range g.Devices {
		switch device := &g.Devices[d]; {
		case device.OutputQueued():
			return unfit("%s keeps all packets in one memory, which stays where it is", device.Name)
		case device.Queueing == Input && device.Kind != GPU:
			return unfit("%s keeps one queue an input for all outputs", device.Name)
		}
	}
	return nil
}
