package exec

import (
	"iter"
	"sort"

	"collsim/algo"
	"collsim/fabric"
)

// paths remembers which network path a lane takes to a peer. A lane has few peers nearly always, so the last one is
// looked at first and the others are found by bisection.
type paths struct {
	last  []route   // by lane
	known [][]route // by party, ascending
}

// route is a path that has been asked for.
type route struct {
	channel, peer int32
	path          fabric.PathID
}

func (p *paths) init(parties, lanes int32) {
	p.last = make([]route, parties*lanes)
	for i := range p.last {
		p.last[i].peer = -1
	}
	p.known = make([][]route, parties)
}

// sends walks over all steps that send, by lane.
func (x *Run) sends() iter.Seq2[int32, algo.Step] {
	s := x.schedule
	return func(yield func(int32, algo.Step) bool) {
		for i := range x.parties * s.Lanes {
			if x.absent(i / s.Lanes) {
				continue
			}
			for n := int32(0); ; n++ {
				step, ok := s.Step(i/s.Lanes, i%s.Lanes, n)
				if !ok {
					break
				}
				if step.Send >= 0 && !yield(i, step) {
					return
				}
			}
		}
	}
}

// sealer is a Net that is faster when it knows all paths before the first message.
type sealer interface{ Seal() }

// bindPaths interns every path that the schedule takes, where the Net gains from it or where a route may not exist.
func (x *Run) bindPaths() error {
	seals, ok := x.net.(sealer)
	if !ok && x.graph.Joined() {
		return x.bindFlows()
	}
	for i, step := range x.sends() {
		if _, err := x.path(i, step.Send); err != nil {
			return err
		}
		if from := i / x.schedule.Lanes; !x.seated(from) && x.asks(step.Send, step.Bytes) || x.acks(from, step.Send) || x.windowed(from, step.Send) {
			if _, err := x.path(x.peer(i, step.Send), x.seen(from, step.Send)); err != nil {
				return err
			}
		}
	}
	if err := x.bindFlows(); err != nil {
		return err
	}
	if ok {
		seals.Seal()
	}
	if d, ok := x.net.(interface{ Deadlock() error }); ok && x.fold == nil { // of a fold the fabric has been asked
		return d.Deadlock()
	}
	return nil
}

// peer is the lane of another rank that lane i talks to, or of the one that stands for it.
func (x *Run) peer(i, rank int32) int32 { return x.numbered(i%x.schedule.Lanes, rank) }

// twin is peer for who has the lane at hand, without a division.
func (x *Run) twin(i int32, l *lane, rank int32) int32 {
	return x.numbered(i-l.rank*x.schedule.Lanes, rank)
}

// numbered is the lane of that number of a rank, or of the one that stands for it.
func (x *Run) numbered(number, rank int32) int32 {
	if x.fold != nil {
		rank = x.fold.Ranks.Rep(rank)
	}
	return rank*x.schedule.Lanes + number
}

// path is the interned path from a lane to a rank.
func (x *Run) path(from, peer int32) (fabric.PathID, error) {
	last := &x.paths.last[from]
	if last.peer == peer {
		return last.path, nil
	}
	rank := from / x.schedule.Lanes
	channel := x.schedule.Channels[from%x.schedule.Lanes]
	known := x.paths.known[rank]
	n := sort.Search(len(known), func(j int) bool {
		return known[j].peer > peer || known[j].peer == peer && known[j].channel >= channel
	})
	if n == len(known) || known[n].peer != peer || known[n].channel != channel {
		path, err := x.intern(rank, peer, channel)
		if err != nil {
			return 0, err
		}
		known = append(known, route{})
		copy(known[n+1:], known[n:])
		known[n] = route{channel, peer, path}
		x.paths.known[rank] = known
	}
	*last = known[n]
	return last.path, nil
}

// way is the way from one party to another, wherever messages may go besides.
func (x *Run) way(from, to, channel int32) (links []fabric.LinkID, err error) {
	if x.fold != nil {
		links, _, err = x.fold.Fabric.Way(int(from), int(to), int(channel))
		return links, err
	}
	return x.route(from, to, channel)
}

// mostWays is how many equally good ways are looked at: all of a leaf-spine network, and of a fat tree of 32-port switches.
const mostWays = 256

// intern gives the Net the way from one party to another, or where it chooses among ways all that are equally good.
func (x *Run) intern(from, to, channel int32) (fabric.PathID, error) {
	if x.fold != nil {
		route, images, err := x.fold.Fabric.Way(int(from), int(to), int(channel))
		if err != nil {
			return 0, err
		}
		return x.folded.Fold(route, images), nil
	}
	if x.graph.Routing == fabric.Static || x.seated(from) || x.seated(to) {
		links, err := x.route(from, to, channel)
		if err != nil {
			return 0, err
		}
		return x.net.Path(links), nil
	}
	return x.internWays(x.stands[from].GPU, x.stands[to].GPU, channel)
}

// internWays is intern between two GPUs where ways may be chosen. It counts the paths that have several.
func (x *Run) internWays(from, to, channel int32) (fabric.PathID, error) {
	limit := mostWays
	net, ok := x.net.(fabric.Adaptive)
	if ok = ok && x.graph.Routing.Adaptive(); !ok {
		limit = 2
	}
	ways, err := x.graph.Ways(int(from), int(to), int(channel), limit)
	if err != nil {
		return 0, err
	}
	if len(ways) > 1 {
		x.choices++
	}
	if ok {
		return net.Ways(ways), nil
	}
	links, err := x.graph.Route(int(from), int(to), int(channel))
	if err != nil {
		return 0, err
	}
	return x.net.Path(links), nil
}

// Choices is how many paths the run has taken for which the network had several equally good ways, where it does not
// route by the destination alone.
func (x *Run) Choices() int { return x.choices }
