package fabric

import (
	"fmt"
	"iter"
	"slices"
)

// Pair is two ranks of which one sends to the other on a channel.
type Pair struct{ Src, Dst, Channel int32 }

// Orbits says which links a group moves onto one another: for every pair of ranks that talk, the route of their images
// is the image of their route, link by link, and all links of an orbit are alike. It implements [Folding].
type Orbits struct {
	graph  *Graph
	group  Group
	gpus   []int32 // rank -> its GPU
	places []place // by link
	links  []LinkID
	routes [][]LinkID // of the present pair and its images
	waits  *Waits     // nil = nobody asks what waits for what
	steady []bool     // by orbit: its links have one number among those that enter their ends
	seen   []LinkID   // the orbits, by the link that stands for each; their members are links[i*copies:(i+1)*copies]
}

// place is a link's in an orbit: the element moves the link that stands for it there.
type place struct {
	orbit   int32 // -1 = no message takes it
	element int32
	by      Pair // whose route it was first met on
}

// Unfit says in one sentence why a group does not leave a fabric as it is.
type Unfit struct {
	Why    string
	Coarse bool // already lengths of routes differ: larger steps of ranks may do
}

func (u *Unfit) Error() string { return u.Why }

func unfit(format string, args ...any) error { return &Unfit{Why: fmt.Sprintf(format, args...)} }

// Orbits walks the routes of some pairs and of all of their images. Rank r stands on GPU gpus[r]; nil = on GPU r. The error
// is an *Unfit where the group does not leave the fabric as it is, or *Unreachable.
//
// Links need no symmetry that anybody declares: the first pair that takes a link gives it its place, and every other
// must find it there. A link in two places of one orbit is shared by copies, so that they wait for one another.
//
// Where packets move, and the fabric is not known to be free of it, it is an error, a *Deadlock, if buffers could wait for one
// another in a circle.
func (g *Graph) Orbits(group Group, gpus []int32, packets bool, pairs iter.Seq[Pair]) (*Orbits, error) {
	o := &Orbits{graph: g, group: group, gpus: gpus, places: make([]place, len(g.Links))}
	if packets && g.Looped() {
		o.waits = g.Waits()
	}
	for i := range o.places {
		o.places[i].orbit = -1
	}
	for p := range pairs {
		if err := o.walk(p); err != nil {
			return nil, err
		}
	}
	if o.waits != nil {
		if err := o.waits.Circle(); err != nil {
			return nil, err
		}
	}
	o.number()
	return o, nil
}

// number finds out which orbits are steady.
func (o *Orbits) number() {
	input := make([]int32, len(o.graph.Links))
	for d := range o.graph.Devices {
		for i, id := range o.graph.In(DeviceID(d)) {
			input[id] = int32(i)
		}
	}
	o.steady = slices.Repeat([]bool{true}, len(o.seen))
	for id := range o.places {
		if at := o.places[id].orbit; at >= 0 && input[id] != input[o.seen[at]] {
			o.steady[at] = false
		}
	}
}

func (o *Orbits) route(p Pair) ([]LinkID, error) {
	src, dst := p.Src, p.Dst
	if o.gpus != nil {
		src, dst = o.gpus[src], o.gpus[dst]
	}
	return o.graph.Route(int(src), int(dst), int(p.Channel))
}

// walk gives every link on the routes of a pair and its images its place.
func (o *Orbits) walk(p Pair) error {
	base, err := o.route(p)
	if err != nil {
		return err
	}
	lanes := o.graph.EscapeLanes(base)
	o.routes = append(o.routes[:0], base)
	for e := int32(1); e < o.group.Copies(); e++ {
		image := o.image(p, e)
		route, err := o.route(image)
		switch {
		case err != nil:
			return err
		case len(route) != len(base):
			return &Unfit{fmt.Sprintf("messages from rank %d to %d cross %d links, those from rank %d to %d cross %d", p.Src, p.Dst, len(base), image.Src, image.Dst, len(route)), true}
		case !slices.Equal(o.graph.EscapeLanes(route), lanes):
			return unfit("messages from rank %d to %d and from rank %d to %d change to other lanes", p.Src, p.Dst, image.Src, image.Dst)
		}
		o.routes = append(o.routes, route)
	}
	if o.waits != nil {
		for _, route := range o.routes {
			o.waits.Add(route)
		}
	}
	for hop := range base {
		if err := o.cross(p, hop); err != nil {
			return err
		}
	}
	return nil
}

// image is a pair, moved.
func (o *Orbits) image(p Pair, e int32) Pair {
	return Pair{o.group.Image(p.Src, e), o.group.Image(p.Dst, e), p.Channel}
}

// cross gives the links that a pair and its images take at one hop their places.
func (o *Orbits) cross(p Pair, hop int) error {
	base := o.routes[0][hop]
	if o.places[base].orbit < 0 {
		o.open(base, p)
	}
	for e, route := range o.routes {
		id := route[hop]
		if err := o.put(id, base, int32(e), p); err != nil {
			return err
		}
		if err := o.alike(id, base, hop == len(route)-1); err != nil {
			return err
		}
	}
	return nil
}

// open makes a link stand for an orbit of its own.
func (o *Orbits) open(id LinkID, p Pair) {
	o.places[id] = place{orbit: int32(len(o.seen)), by: p}
	o.seen = append(o.seen, id)
	for range o.group.Copies() {
		o.links = append(o.links, -1)
	}
	o.links[len(o.links)-int(o.group.Copies())] = id
}

// put demands that link id is where element e moves link base, which is on the route of p.
func (o *Orbits) put(id, base LinkID, e int32, p Pair) error {
	image := o.image(p, e)
	from := o.places[base]
	want := place{orbit: from.orbit, element: o.after(e, from.element), by: image}
	there := &o.links[int(want.orbit)*int(o.group.Copies())+int(want.element)]
	at := &o.places[id]
	switch {
	case at.orbit < 0 && *there < 0:
		*at, *there = want, id
		return nil
	case at.orbit == want.orbit && at.element == want.element:
		return nil
	case at.orbit == want.orbit:
		return unfit("messages from rank %d to %d and from rank %d to %d share %s", at.by.Src, at.by.Dst, image.Src, image.Dst, o.graph.LinkName(id))
	case at.orbit < 0:
		return unfit("messages from rank %d to %d take %s where %s would be the image of %s", image.Src, image.Dst, o.graph.LinkName(id), o.graph.LinkName(*there), o.graph.LinkName(base))
	}
	return unfit("messages from rank %d to %d take %s as those from rank %d to %d take %s, which plays another part", image.Src, image.Dst, o.graph.LinkName(id), p.Src, p.Dst, o.graph.LinkName(base))
}

// after is the element that moves as e does once first has moved.
func (o *Orbits) after(e, first int32) int32 {
	return o.group.Between(e, o.group.Between(0, first))
}

// alike compares the figures of two links, and of the devices at their ends unless they are the last of their routes.
func (o *Orbits) alike(id, base LinkID, last bool) error {
	l, like := o.graph.Links[id], o.graph.Links[base]
	a, b := &o.graph.Devices[l.To], &o.graph.Devices[like.To]
	l.From, l.To, like.From, like.To = 0, 0, 0, 0
	if l != like {
		return unfit("%s is not like %s: %s", o.graph.LinkName(id), o.graph.LinkName(base), differences(&l, &like))
	}
	switch {
	case a.Kind != b.Kind:
		return unfit("%s is a %v, but %s is a %v", a.Name, a.Kind, b.Name, b.Kind)
	case last:
		return nil
	case a.Latency != b.Latency:
		return unfit("%s is not like %s: its latency is %s, not %s", a.Name, b.Name, a.Latency.Exact(), b.Latency.Exact())
	case a.Queueing != b.Queueing || a.Arbitration != b.Arbitration || a.Flow != b.Flow || a.Buffer != b.Buffer:
		return unfit("%s is not like %s: it queues packets in another way", a.Name, b.Name)
	}
	return nil
}

// differences names the first figure in which two links differ.
func differences(l, like *Link) string {
	for _, figure := range linkFigures {
		if mine, its := l.figure(figure), like.figure(figure); mine != its {
			return fmt.Sprintf("its %s is %s, not %s", figure, mine.exact(), its.exact())
		}
	}
	return fmt.Sprintf("it is made of %s, not of %s", l.Medium, like.Medium)
}

// Way implements [Folding].
func (o *Orbits) Way(src, dst, channel int) (route []LinkID, images []Image, err error) {
	if route, err = o.route(Pair{int32(src), int32(dst), int32(channel)}); err != nil {
		return nil, nil, err
	}
	images = make([]Image, len(route))
	for i, id := range route {
		at := &o.places[id]
		if at.orbit < 0 {
			return nil, nil, fmt.Errorf("fabric: nobody has asked whether messages from rank %d to %d can be folded", src, dst)
		}
		images[i].Link = o.seen[at.orbit]
		if i > 0 {
			before := &o.places[route[i-1]]
			images[i].Away, images[i].Steady = o.group.Between(before.element, at.element), o.steady[before.orbit]
		}
	}
	return route, images, nil
}

// StandIn implements [Folding].
func (o *Orbits) StandIn(id LinkID) (rep LinkID, ok bool) {
	if at := o.places[id].orbit; at >= 0 {
		return o.seen[at], true
	}
	return 0, false
}
