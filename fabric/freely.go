package fabric

import (
	"errors"
	"fmt"
	"slices"

	"collsim/sim/units"
)

// freely routes over whatever is wired between ends: the fewest links, then the lowest sum of latencies. Where several
// links are equally good the destination decides, by its number among the ends wired to the same device: at the first
// such place by the number modulo the links, at the next by what is left of it, and so on, so that the ends behind one
// switch are spread over all ways to it (D-mod-k, Zahavi 2012).
type freely struct {
	place map[DeviceID]int // end -> its index below
	turn  []int            // end -> its number among the ends behind the same device
	far   [][]remote       // end -> device -> how far the end is from there; nil = it is worked out for each route
}

// remote is how far something is: links, then their latencies and those of the devices between.
type remote struct {
	links   int32 // 0 = there, -1 = there is no way
	latency units.Duration
}

// mostRemote is how many distances a graph may keep: 64 MiB.
const mostRemote = 1 << 22

func newFreely(g *Graph) *freely {
	ends := g.NICs
	if len(ends) == 0 {
		ends = g.GPUs
	}
	f := &freely{place: make(map[DeviceID]int, len(ends))}
	behind := map[DeviceID]int{}
	for i, end := range ends {
		f.place[end] = i
		turn := 0
		for _, id := range g.In(end) {
			if d := g.Links[id].From; g.Devices[d].Kind == Switch {
				turn = behind[d]
				behind[d]++
				break
			}
		}
		f.turn = append(f.turn, turn)
	}
	if len(ends)*len(g.Devices) <= mostRemote {
		for _, end := range ends {
			f.far = append(f.far, g.farFrom(end))
		}
	}
	return f
}

// farFrom is how far an end is from every device, over links that are up and devices that forward.
func (g *Graph) farFrom(end DeviceID) []remote {
	far := make([]remote, len(g.Devices))
	for d := range far {
		far[d].links = -1
	}
	far[end] = remote{}
	for front := []DeviceID{end}; len(front) > 0; {
		var next []DeviceID
		for _, at := range front {
			for _, id := range g.In(at) {
				l := &g.Links[id]
				way := remote{far[at].links + 1, far[at].latency + l.Latency}
				if at != end {
					way.latency += g.Devices[at].Latency
				}
				switch d := &far[l.From]; {
				case l.Down:
				case d.links < 0:
					*d = way
					if g.Devices[l.From].forwards() {
						next = append(next, l.From)
					}
				case d.links == way.links:
					d.latency = min(d.latency, way.latency)
				}
			}
		}
		front = next
	}
	return far
}

func (f *freely) route(g *Graph, from, to DeviceID, choose pick) []LinkID {
	place, ok := f.place[to]
	if !ok {
		return nil
	}
	far, turn := []remote(nil), f.turn[place]
	if f.far != nil {
		far = f.far[place]
	} else {
		far = g.farFrom(to)
	}
	if far[from].links < 0 {
		return nil
	}
	route := make([]LinkID, 0, far[from].links)
	var ways []LinkID
	for stage, at := 0, from; at != to; {
		ways = g.nearer(ways[:0], at, to, far)
		way := ways[0]
		if n := len(ways); n > 1 {
			way = ways[(turn+choose(stage, n))%n]
			turn /= n
			stage++
		}
		route, at = append(route, way), g.Links[way].To
	}
	return route
}

// nearer lists the links out of a device that begin a best way, by number.
func (g *Graph) nearer(ways []LinkID, at, to DeviceID, far []remote) []LinkID {
	for _, id := range g.Out(at) {
		l := &g.Links[id]
		d := far[l.To]
		if l.Down || d.links != far[at].links-1 || l.To != to && !g.Devices[l.To].forwards() {
			continue
		}
		latency := d.latency + l.Latency
		if l.To != to {
			latency += g.Devices[l.To].Latency
		}
		if latency == far[at].latency {
			ways = append(ways, id)
		}
	}
	return ways
}

// mostPairs of ranks are looked at one by one, to see whether there is a way.
const mostPairs = 1 << 12

// cutOff looks for ranks that cannot reach others: a problem where nothing leads there, and worth a warning where only
// ways through other GPUs do. In large graphs each rank is asked for a way to the next one, and to the first and back only.
func (b *wirer) cutOff() {
	g, cut := b.graph, 0
	n := len(g.GPUs)
	var first *Unreachable
	look := func(src, dst int) {
		if _, err := g.Route(src, dst, 0); err != nil {
			if cut++; first == nil {
				errors.As(err, &first)
			}
		}
	}
	for src := range n {
		for dst := range n {
			if n*n <= mostPairs || dst == (src+1)%n || dst == 0 || src == 0 {
				look(src, dst)
			}
		}
	}
	if first == nil {
		return
	}
	text := fmt.Sprintf("%v (%s to %s)", first, g.Devices[g.GPUs[first.From]].Name, g.Devices[g.GPUs[first.To]].Name)
	if cut > 1 {
		text += fmt.Sprintf("; nor can %d other pairs of ranks", cut-1)
	}
	if slices.Contains(g.LatenciesFrom(first.From), Unreached) || slices.Contains(g.LatenciesFrom(first.To), Unreached) {
		b.problems.add("links", "%s", text)
		return
	}
	b.warn("links", "%s; algorithms that send there are refused", text)
}
