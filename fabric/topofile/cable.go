package topofile

import (
	"strings"

	"collsim/fabric"
	"collsim/sim/units"
)

// Cable is what joins two devices: a link each way, or one way only. Low is nearer to the GPUs than High, or stands before
// it in the graph where neither is.
type Cable struct {
	Low, High fabric.DeviceID
	Level     bool          // neither is nearer to the GPUs
	Up, Down  fabric.LinkID // Low to High, and back; -1 = there is none
}

// Cables pairs the links of a graph, in the order of the first of each pair.
func Cables(g *fabric.Graph) []Cable { return cables(g, heights(g)) }

func cables(g *fabric.Graph, heights []int) []Cable {
	of := make([]int32, len(g.Links)) // link -> its cable
	all := make([]Cable, 0, len(g.Links)/2+1)
	for i := range g.Links {
		l, id := &g.Links[i], fabric.LinkID(i)
		at, known := earlier(g, id, of)
		if !known {
			at = int32(len(all))
			a, b := min(l.From, l.To), max(l.From, l.To)
			c := Cable{Low: a, High: b, Level: heights[a] == heights[b], Up: -1, Down: -1}
			if heights[a] > heights[b] {
				c.Low, c.High = b, a
			}
			all = append(all, c)
		}
		of[i] = at
		if l.From == all[at].Low {
			all[at].Up = id
		} else {
			all[at].Down = id
		}
	}
	return all
}

// earlier is the cable of a link before this one between the same devices: of the link just before it, nearly always, or
// else of one of the links of that end which has fewer.
func earlier(g *fabric.Graph, id fabric.LinkID, of []int32) (cable int32, ok bool) {
	l := &g.Links[id]
	if id > 0 && pairs(&g.Links[id-1], l.From, l.To) {
		return of[id-1], true
	}
	end := l.From
	if len(g.Out(l.To)) < len(g.Out(end)) {
		end = l.To
	}
	for _, list := range [][]fabric.LinkID{g.Out(end), g.In(end)} {
		for _, other := range list {
			if other >= id {
				break
			}
			if pairs(&g.Links[other], l.From, l.To) {
				return of[other], true
			}
		}
	}
	return 0, false
}

func pairs(l *fabric.Link, a, b fabric.DeviceID) bool {
	return l.From == a && l.To == b || l.From == b && l.To == a
}

// kindHeights is how far from the GPUs a kind of device stands.
var kindHeights = [fabric.Kinds]int{fabric.GPU: 0, fabric.Memory: 1, fabric.NIC: 1, fabric.PCIeSwitch: 2, fabric.CPU: 3, fabric.NVSwitch: 4, fabric.Switch: 5}

// heights orders devices by their distance from the GPUs: by kind, then PCIe switches by how near a CPU they are, and
// switches by their tier.
func heights(g *fabric.Graph) []int {
	cpus := tiers(g, func(k fabric.Kind) bool { return k == fabric.CPU }, func(k fabric.Kind) bool { return k == fabric.PCIeSwitch })
	ends := Tier(g)
	all := make([]int, len(g.Devices))
	for d := range g.Devices {
		const apart = 1 << 20 // more than there are tiers
		h := kindHeights[g.Devices[d].Kind] * apart
		switch g.Devices[d].Kind {
		case fabric.PCIeSwitch:
			h -= cpus[d]
		case fabric.Switch:
			h += ends[d]
		}
		all[d] = h
	}
	return all
}

// Tier is how many links a switch of the network is away from the nearest end: 1 for a leaf, 2 for a spine; 0 = it is no
// switch, or joins nothing.
func Tier(g *fabric.Graph) []int {
	return tiers(g, func(k fabric.Kind) bool { return k == fabric.NIC || k == fabric.GPU }, func(k fabric.Kind) bool { return k == fabric.Switch })
}

// tiers is how many links each device is away from the nearest root, passing through some kinds only.
func tiers(g *fabric.Graph, root, through func(fabric.Kind) bool) []int {
	away := make([]int, len(g.Devices))
	var front []fabric.DeviceID
	for d := range g.Devices {
		if root(g.Devices[d].Kind) {
			front = append(front, fabric.DeviceID(d))
		}
	}
	for step := 1; len(front) > 0; step++ {
		var next []fabric.DeviceID
		for _, at := range front {
			for _, id := range g.Out(at) {
				d := g.Links[id].To
				if away[d] == 0 && through(g.Devices[d].Kind) {
					away[d] = step
					next = append(next, d)
				}
			}
		}
		front = next
	}
	return away
}

// Figures writes what a cable is like: rate, latency, medium, and what is unusual about it.
func (c Cable) Figures(g *fabric.Graph) string {
	up, down := c.Up, c.Down
	if up < 0 {
		up, down = down, up
	}
	text := figuresOf(&g.Links[up])
	switch {
	case down < 0:
		text += ", one way"
	case !alike(&g.Links[up], &g.Links[down]):
		text += "; back " + figuresOf(&g.Links[down])
	}
	return text
}

func alike(a, b *fabric.Link) bool {
	x, y := *a, *b
	x.From, x.To, y.From, y.To = 0, 0, 0, 0
	x.Buffer, y.Buffer = 0, 0 // differs where the devices behind differ
	return x == y
}

func figuresOf(l *fabric.Link) string {
	parts := []string{l.Rate.Short(), l.Latency.Short(), l.Medium}
	if l.Shared {
		parts = append(parts, "shared")
	}
	if l.Loss > 0 {
		parts = append(parts, "loses "+l.Loss.String())
	}
	if l.Down {
		parts = append(parts, "down")
	}
	return strings.Join(parts, ", ")
}

// Rate is the slower of a cable's two ways.
func (c Cable) Rate(g *fabric.Graph) units.Rate {
	rate := units.Rate(0)
	for _, id := range []fabric.LinkID{c.Up, c.Down} {
		if id >= 0 && (rate == 0 || g.Links[id].Rate < rate) {
			rate = g.Links[id].Rate
		}
	}
	return rate
}
