package exec

import (
	"sort"

	"collsim/algo"
	"collsim/fabric"
)

// paths remembers which network path a lane takes to a peer. A lane has few peers nearly always, so the last one is
// looked at first and the others are found by bisection.
type paths struct {
	last  []route   // by lane
	known [][]route // by rank, ascending
}

// route is a path that has been asked for.
type route struct {
	channel, peer int32
	path          fabric.PathID
}

func (p *paths) init(s *algo.Schedule) {
	p.last = make([]route, s.Call.Ranks*int(s.Lanes))
	for i := range p.last {
		p.last[i].peer = -1
	}
	p.known = make([][]route, s.Call.Ranks)
}

// path is the interned path from a lane to a rank.
func (x *Run) path(from, peer int32) (fabric.PathID, error) {
	last := &x.paths.last[from]
	if last.peer == peer {
		return last.path, nil
	}
	l := &x.lanes[from]
	channel := x.schedule.Channels[from%x.schedule.Lanes]
	known := x.paths.known[l.rank]
	n := sort.Search(len(known), func(j int) bool {
		return known[j].peer > peer || known[j].peer == peer && known[j].channel >= channel
	})
	if n == len(known) || known[n].peer != peer || known[n].channel != channel {
		links, err := x.graph.Route(int(l.rank), int(peer), int(channel))
		if err != nil {
			return 0, err
		}
		known = append(known, route{})
		copy(known[n+1:], known[n:])
		known[n] = route{channel, peer, x.net.Path(links)}
		x.paths.known[l.rank] = known
	}
	*last = known[n]
	return last.path, nil
}
