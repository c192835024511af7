package scenarios

import (
	"math"

	"collsim/algo"
	"collsim/sim/units"
)

// Call is one collective, as a job or a group performs it.
type Call struct {
	Collective string
	Algorithm  string
	Bytes      units.Bytes
	Root       int
	Inter      string
	Channels   int // 0 = NICs a node, 1 on one node
	Slices     int // 0 = 1, or what the algorithm takes where it goes through switches
}

// call is what the whole scenario performs.
func (s *Scenario) call() Call {
	return Call{s.Collective, s.Algorithm, s.Bytes, s.Root, s.Inter, s.Channels, s.Slices}
}

// perform makes the scenario perform a call.
func (s *Scenario) perform(c Call) {
	s.Collective, s.Algorithm, s.Bytes, s.Root, s.Inter, s.Channels, s.Slices = c.Collective, c.Algorithm, c.Bytes, c.Root, c.Inter, c.Channels, c.Slices
}

// callKeys are the keys of a call. What the whole scenario says holds for jobs and groups that do not say it themselves.
func callKeys(into func(*draft) *Call) []key {
	return []key{
		{"collective", "", "The operation. Left out: the scenario's.", word{(*Catalogue).collectives, func(d *draft) *string { return &into(d).Collective }}, anywhere},
		{"algorithm", "", "How it is performed. Left out: the scenario's, or the only one.",
			word{(*Catalogue).algorithmWords, func(d *draft) *string { return &into(d).Algorithm }}, anywhere},
		{"bytes", "", "Size of the buffer. Left out: the scenario's.", size{func(d *draft) *units.Bytes { return &into(d).Bytes }}, anywhere},
		{"root", "", "The rank, among those that perform it, that has the data before a broadcast or scatter, or after a reduce or gather.",
			integer{0, math.MaxInt32, func(d *draft, n int64) { into(d).Root = int(n) }}, anywhere},
		{"inter", "", "The algorithm across nodes, of hierarchical algorithms.", word{(*Catalogue).inters, func(d *draft) *string { return &into(d).Inter }}, anywhere},
		{"channels", "", "Parallel copies of the algorithm that split the bytes. Left out: NICs a node, at most 64; 1 on one node; by library nccl as it chooses.",
			integer{1, mostChannels, func(d *draft, n int64) { into(d).Channels = int(n) }}, anywhere},
		{"slices", "", "Pieces that pipeline each chunk, where the algorithm can.", integer{1, 1024, func(d *draft, n int64) { into(d).Slices = int(n) }}, anywhere},
	}
}

// object writes a call with everything that it looks at.
func (c *Call) object(o *ordered) {
	o.add("collective", c.Collective)
	o.add("algorithm", c.Algorithm)
	if c.Collective != string(algo.Barrier) {
		o.add("bytes", c.Bytes.Exact())
	}
	for _, n := range []struct {
		name  string
		value int
	}{{"root", c.Root}, {"channels", c.Channels}, {"slices", c.Slices}} {
		if n.value != 0 {
			o.add(n.name, n.value)
		}
	}
	if c.Inter != "" {
		o.add("inter", c.Inter)
	}
}

// callOf completes what a job or a group performs: what it does not say, the whole scenario does.
func (r *reader) callOf(n, at *node, d *draft, c *Call) {
	names := names(callKeys(nil), anywhere)
	own := &node{Form: mapping, Where: at.Where}
	for _, from := range []*node{n, at} {
		for _, name := range names {
			if v := from.Get(name); v != nil {
				own = own.With(field{Name: name, Where: v.Where, Value: v})
			}
		}
	}
	sub := &draft{}
	sub.Scenario.perform(d.Scenario.call().over(*c, at))
	if sub.Collective == string(algo.Barrier) && at.Get("bytes") == nil { // what the whole moves is not meant for it
		sub.Bytes, own = 0, own.Without("bytes")
	}
	r.method(own, sub)
	r.payload(own, sub)
	*c = sub.Scenario.call()
}

// over is c where own, which was read from at, does not say otherwise.
func (c Call) over(own Call, at *node) Call {
	said := func(name string) bool { return at.Get(name) != nil }
	if said("collective") {
		c.Collective = own.Collective
	}
	if said("algorithm") {
		c.Algorithm = own.Algorithm
	}
	if said("bytes") {
		c.Bytes = own.Bytes
	}
	if said("root") {
		c.Root = own.Root
	}
	if said("inter") {
		c.Inter = own.Inter
	}
	if said("channels") {
		c.Channels = own.Channels
	}
	if said("slices") {
		c.Slices = own.Slices
	}
	return c
}
