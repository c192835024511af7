package exec

import (
	"cmp"
	"fmt"
	"iter"

	"collsim/algo"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim/units"
)

// Fold makes a run play representatives only: one rank of each class stands for all. What r sends to q is met at the
// representative of q, from whom that sees sending. Routes are those of the ranks themselves, each link then replaced
// by the one that stands for it.
type Fold struct {
	Ranks  algo.Fold      // a symmetry of the schedule, by its Symmetry
	Fabric fabric.Folding // and of the fabric
}

// Unfoldable says in one sentence why a run cannot be folded.
type Unfoldable struct{ Why string }

func (u *Unfoldable) Error() string { return u.Why }

func unfoldable(format string, args ...any) error { return &Unfoldable{fmt.Sprintf(format, args...)} }

// Foldable reports why a run of c, without its Fold, is not the same at every rank that f moves onto another, as far as
// schedule, hosts and places go; nil = it is. The fabric is for Fold.Fabric to look at.
func (c *Config) Foldable(f algo.Fold) error {
	unit, xor, why := c.Schedule.Symmetry()
	switch {
	case why != nil:
		return &Unfoldable{why.Error()}
	case f.Xor != xor || f.Stride%unit != 0 || int(f.Ranks) != c.Schedule.Call.Ranks || f.Ranks%f.Stride != 0:
		return unfoldable("%s is not a symmetry of %s/%s", f.Name(), c.Schedule.Collective, c.Schedule.Algorithm)
	}
	return cmp.Or(c.onlyHere(), c.byChance(), c.sharesNodes(f), c.unlikeRanks(f))
}

// onlyHere refuses what is in one place, or is not known by class.
func (c *Config) onlyHere() error {
	switch {
	case c.Rounds:
		return unfoldable("a barrier after each round joins all ranks in one place")
	case len(c.Flows) > 0:
		return unfoldable("background traffic goes between single ranks")
	case len(c.Tasks) > 0:
		return unfoldable("ranks do other work beside moving messages")
	case c.Classes != nil:
		return unfoldable("ranks send in traffic classes of their own")
	case c.Meter != nil, c.Traced, c.Trace != nil, c.Flights:
		return unfoldable("links are watched one by one")
	case c.Host.Capacity > 0:
		return unfoldable("the registration cache knows memory by the labels of chunks, which differ from rank to rank")
	case c.Host.Detour > 0:
		return unfoldable("connections between nodes are opened by whichever of two ranks comes first")
	}
	return nil
}

// byChance refuses luck: it goes by rank or by link.
func (c *Config) byChance() error {
	h := &c.Host
	switch {
	case h.Jitter.Mean > 0, h.Scheduling.Mean > 0, h.Noise != nil:
		return unfoldable("chance makes each rank late by itself")
	case h.Ahead.Mean > 0:
		return unfoldable("chance decides what is queued in each rank's stream")
	case h.Small > 0 && h.Penalty.Mean > 0:
		return unfoldable("chance makes each NIC take longer for small messages")
	case c.Graph.Lossy():
		return unfoldable("links lose packets by chance")
	}
	return nil
}

// sharesNodes refuses nodes that do not move as wholes, and what ranks of several copies would share.
func (c *Config) sharesNodes(f algo.Fold) error {
	shared := c.Host.Hold > 0 || c.Host.Proxy == host.NodeProxy
	if c.Stands == nil {
		return c.splitsNodes(f, shared)
	}
	onGPU, first := map[int32]int32{}, map[int32]int32{} // -> the first rank there
	for r := range f.Ranks {
		if other, met := onGPU[c.Stands[r].GPU]; met {
			return unfoldable("ranks %d and %d share a GPU", other, r)
		}
		onGPU[c.Stands[r].GPU] = r
		at, met := first[c.Stands[r].Node]
		if !met {
			first[c.Stands[r].Node] = r
		} else if shared && at/f.Stride != r/f.Stride {
			return unfoldable("ranks %d and %d share a node, and its lock or proxy thread", at, r)
		}
	}
	for e := int32(1); e < f.Copies(); e *= 2 {
		if err := c.movesNodes(f, e); err != nil {
			return err
		}
		if !f.Xor { // the first element makes all the others
			break
		}
	}
	return nil
}

// movesNodes wants ranks that an element moves into one node to be of one node.
func (c *Config) movesNodes(f algo.Fold, element int32) error {
	from := map[int32]int32{} // node -> the first rank that is moved there
	for r := range f.Ranks {
		image := f.Image(r, element)
		other, met := from[c.Stands[image].Node]
		if !met {
			from[c.Stands[image].Node] = r
		} else if c.Stands[other].Node != c.Stands[r].Node {
			return unfoldable("ranks %d and %d share a node, ranks %d and %d do not", f.Image(other, element), image, other, r)
		}
	}
	return nil
}

// splitsNodes is sharesNodes for ranks that follow one another.
func (c *Config) splitsNodes(f algo.Fold, shared bool) error {
	per := int32(c.Schedule.Call.PerNode)
	switch {
	case f.Stride%per == 0 || f.Ranks <= per && !shared:
		return nil
	case f.Ranks <= per:
		return unfoldable("ranks of a node share a lock or a proxy thread")
	}
	return unfoldable("ranks 0 and %d share a node, ranks %d and %d do not", per-1, f.Stride, f.Image(per-1, 1))
}

// unlikeRanks refuses ranks that are late or slow, or move other sizes, alone.
func (c *Config) unlikeRanks(f algo.Fold) error {
	for r := range int32(len(c.Start)) {
		if like := f.Rep(r); c.Start[r] != c.Start[like] {
			return unfoldable("rank %d begins %v late, rank %d %v", r, c.Start[r], like, c.Start[like])
		}
	}
	for r := range int32(len(c.Stands)) {
		if like := f.Rep(r); c.Stands[r].Absent || c.Stands[r].Bytes != c.Stands[like].Bytes {
			return unfoldable("rank %d takes another part than rank %d", r, like)
		}
	}
	for _, slow := range append(c.Host.SlowIn[:], c.Host.Slow) {
		for r := range int32(len(slow)) {
			if like := f.Rep(r); slow[r] != slow[like] {
				return unfoldable("rank %d is not as fast as rank %d", r, like)
			}
		}
	}
	if f.Xor && (c.Host.Ack != host.NoAck || c.Window > 0 && c.Host.Kernel == (host.Kernel{})) {
		return unfoldable("answers to several ranks go by how far these are away, which exclusive or does not keep")
	}
	return nil
}

// bindFold makes the Net play one link of each orbit.
func (x *Run) bindFold() error {
	if x.fold == nil {
		return nil
	}
	net, ok := x.net.(fabric.Folded)
	if !ok {
		return unfoldable("only whole messages and packets can be folded")
	}
	x.folded = net
	return nil
}

// copies is how many ranks each rank that is played stands for.
func (x *Run) copies() int64 {
	if x.fold == nil {
		return 1
	}
	return int64(x.fold.Ranks.Copies())
}

// seen is the rank that whoever plays q sees sending when r sends to q.
func (x *Run) seen(r, q int32) int32 {
	if x.fold == nil {
		return r
	}
	return x.fold.Ranks.Seen(r, q)
}

// Ties is how often the order of two messages went by the numbers of links, in a folded run. Where it is not 0 the run is
// not for certain the run in full.
func (x *Run) Ties() int64 {
	if x.folded == nil {
		return 0
	}
	return x.folded.Ties()
}

// unfold is what a representative says, for the ranks that it stands for.
func (o *Outcome) unfold(copies int64) {
	o.Messages *= copies
	o.Payload *= units.Bytes(copies)
	o.Controls *= copies
}

// Pairs are the ranks between whom messages of representatives pass, answers included: what a fabric must be asked
// before it is folded.
func (c *Config) Pairs(f algo.Fold) iter.Seq[fabric.Pair] {
	s := c.Schedule
	answers := c.Host.Rendezvous || c.Host.Ack != host.NoAck || c.Window > 0
	return func(yield func(fabric.Pair) bool) {
		known := map[fabric.Pair]bool{}
		tell := func(p fabric.Pair) bool {
			if known[p] {
				return true
			}
			known[p] = true
			return yield(p)
		}
		for i := range f.Stride * s.Lanes {
			r, channel, last := i/s.Lanes, s.Channels[i%s.Lanes], int32(-1)
			for n := int32(0); ; n++ {
				step, ok := s.Step(r, i%s.Lanes, n)
				if !ok {
					break
				}
				if step.Send < 0 || step.Send == last {
					continue
				}
				last = step.Send
				if !tell(fabric.Pair{Src: r, Dst: last, Channel: channel}) {
					return
				}
				if answers && !tell(fabric.Pair{Src: f.Rep(last), Dst: f.Seen(r, last), Channel: channel}) {
					return
				}
			}
		}
	}
}
