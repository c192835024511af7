package fabric

// plugs lists the links at every device, one device after the other: two arrays, not a slice a device, of which a large
// graph would have hundreds of thousands.
type plugs struct {
	first []int32  // device -> where its links begin; one more for the end
	links []LinkID // ascending at each device
}

// plugged sorts links by the device at one of their ends.
func plugged(devices int, links []Link, end func(*Link) DeviceID) plugs {
	p := plugs{make([]int32, devices+1), make([]LinkID, len(links))}
	for i := range links {
		p.first[end(&links[i])]++
	}
	sum := int32(0)
	for d, n := range p.first {
		sum += n
		p.first[d] = sum
	}
	for i := len(links) - 1; i >= 0; i-- {
		at := &p.first[end(&links[i])]
		*at--
		p.links[*at] = LinkID(i)
	}
	return p
}

func (p *plugs) of(d DeviceID) []LinkID { return p.links[p.first[d]:p.first[d+1]:p.first[d+1]] }

// plug sorts the links by their ends again where some, or devices, have been added since.
func (g *Graph) plug() {
	if len(g.out.links) == len(g.Links) && len(g.out.first) == len(g.Devices)+1 {
		return
	}
	g.out = plugged(len(g.Devices), g.Links, func(l *Link) DeviceID { return l.From })
	g.in = plugged(len(g.Devices), g.Links, func(l *Link) DeviceID { return l.To })
}

// Out lists the links that leave d, in the order in which they were added: the index is the output number. The first Out
// or In after a change sorts all links, so a graph that several goroutines share is asked once before.
func (g *Graph) Out(d DeviceID) []LinkID {
	g.plug()
	return g.out.of(d)
}

// In lists the links that enter d, in the order in which they were added: the index is the input number.
func (g *Graph) In(d DeviceID) []LinkID {
	g.plug()
	return g.in.of(d)
}
