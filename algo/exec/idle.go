package exec

import (
	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// Thread blocks do not fill a link: they reach a share of its rate, and pause together. A message that they write takes
// the time of more bytes than there are of it, flags included. What of that is idleness is taken off what the links
// carried, whose time stays busy.

// idling is how many messages took a path for the time of other bytes than they had.
type idling struct {
	took, had units.Bytes
	messages  int64
}

// idleWay is the links of a path and the messages that idled on them. Sizes are few.
type idleWay struct {
	links []fabric.LinkID
	idle  []idling
}

// idles notes that a message of n bytes of payload takes path for the time of more.
func (x *Run) idles(i, to int32, path fabric.PathID, n, took units.Bytes) {
	rank := i / x.schedule.Lanes
	flags := x.host.Flags
	if x.crosses(rank, to) {
		flags = x.host.NetFlags
	}
	had := flags.Of(n)
	if had == took {
		return
	}
	for int(path) >= len(x.idleWays) {
		x.idleWays = append(x.idleWays, idleWay{})
	}
	w := &x.idleWays[path]
	for j := range w.idle {
		if k := &w.idle[j]; k.took == took && k.had == had {
			k.messages++
			return
		}
	}
	if w.links == nil {
		links, err := x.way(rank, to, x.schedule.Channels[i%x.schedule.Lanes])
		if err != nil {
			x.fail(err)
			return
		}
		w.links = x.standIns(links)
	}
	w.idle = append(w.idle, idling{took, had, 1})
}

// standIns are the links that count for those of a way.
func (x *Run) standIns(way []fabric.LinkID) []fabric.LinkID {
	if x.fold == nil {
		return way
	}
	links := make([]fabric.LinkID, len(way))
	for i, id := range way {
		links[i], _ = x.fold.Fabric.StandIn(id)
	}
	return links
}

// idled is what link id was taken for by messages without carrying it. The links are summed up when first asked for since
// a message was sent.
func (x *Run) idled(id fabric.LinkID) units.Bytes {
	if len(x.idleWays) == 0 {
		return 0
	}
	if x.idleSince != x.sent {
		x.idleSince, x.idleBytes = x.sent, make([]units.Bytes, len(x.graph.Links))
		for i := range x.idleWays {
			x.idleWays[i].sum(x.graph.Links, x.idleBytes)
		}
	}
	return x.idleBytes[id]
}

func (w *idleWay) sum(links []fabric.Link, bytes []units.Bytes) {
	for _, id := range w.links {
		for _, k := range w.idle {
			bytes[id] += units.Bytes(k.messages) * (links[id].Wire(k.took) - links[id].Wire(k.had))
		}
	}
}

// passIdle visits the counts.
func (x *Run) passIdle(p *sim.Pass) {
	for i := range x.idleWays {
		w := &x.idleWays[i]
		p.Value(int64(len(w.idle)))
		for j := range w.idle {
			p.Total(&w.idle[j].messages)
		}
	}
}
