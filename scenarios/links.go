package scenarios

import (
	"cmp"
	"encoding/json"
	"slices"

	"collsim/fabric"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Links is what a run did with its links, and what each of them cost the critical path.
type Links struct {
	Edges    []units.Duration `json:"edges_ps"` // of the equal parts of the run for which use is told: from the first one's start to the last one's end
	All      []LinkUse        `json:"all"`      // that sent something, busiest first, then those with most waiting
	Critical []LinkCost       `json:"critical_path"`
	Note     string           `json:"note,omitempty"` // what the level of the run cannot tell
}

// LinkUse is what one link did, at its sending end. A link goes one way.
type LinkUse struct {
	Link    string           `json:"link"`             // node1/nic3>leaf0
	Source  bool             `json:"source,omitempty"` // it starts at a GPU: what waits for it are its sender's own bytes
	Bytes   units.Bytes      `json:"bytes"`
	Packets int64            `json:"packets"` // whole messages where those move
	Busy    units.Duration   `json:"busy_ps"` // until the end of the run
	Percent json.Number      `json:"percent"` // of the run that it was busy, two decimals, rounded down
	Parts   []units.Duration `json:"busy_by_part_ps"`
	Peak    units.Bytes      `json:"queue_peak_bytes"` // most bytes that waited for it at a time; at a GPU those of messages that were sent and had not left
	Mean    units.Bytes      `json:"queue_mean_bytes"` // over the run, rounded down
	Starved units.Duration   `json:"starved_ps"`       // idle although a packet was offered: want of credit
	Paused  units.Duration   `json:"paused_ps"`        // the same, told to stop
	Blocked units.Duration   `json:"hol_ps"`           // idle although a packet wanted it: behind the heads of input queues
	Marked  int64            `json:"marked"`
	Dropped int64            `json:"dropped"`
	Lost    int64            `json:"lost"`
}

// LinkCost is what one link cost the critical path, by component. Over all links each component sums to that of the
// critical path, but for what switches that reduce propagate.
type LinkCost struct {
	Link         string         `json:"link"`
	Serialize    units.Duration `json:"serialize_ps"`
	Propagate    units.Duration `json:"propagate_ps"`
	Queue        units.Duration `json:"queue_ps"`
	Arbitrate    units.Duration `json:"arbitrate_ps"`
	HeadOfLine   units.Duration `json:"hol_ps"`
	Backpressure units.Duration `json:"backpressure_ps"`
	Retransmit   units.Duration `json:"retransmit_ps"`
}

// Cost is what one link cost by one component.
type Cost struct {
	Component ledger.Component
	Link      string
	Span      units.Duration
}

// Costs lists what each link cost by each component, most first; what cost nothing is left out.
func (l *Links) Costs() []Cost {
	var all []Cost
	for i := range l.Critical {
		c := &l.Critical[i]
		for _, one := range []Cost{
			{ledger.Serialize, c.Link, c.Serialize}, {ledger.Propagate, c.Link, c.Propagate}, {ledger.Queue, c.Link, c.Queue},
			{ledger.Arbitrate, c.Link, c.Arbitrate}, {ledger.HeadOfLine, c.Link, c.HeadOfLine},
			{ledger.Backpressure, c.Link, c.Backpressure}, {ledger.Retransmit, c.Link, c.Retransmit},
		} {
			if one.Span > 0 {
				all = append(all, one)
			}
		}
	}
	slices.SortStableFunc(all, func(x, y Cost) int { return cmp.Compare(y.Span, x.Span) })
	return all
}

// CostsByKind is Costs with links of one kind added up: those whose names differ in numbers only, for which * stands.
func (l *Links) CostsByKind() []Cost {
	var kinds []Cost
	for _, c := range l.Costs() {
		c.Link = kindOf(c.Link)
		i := slices.IndexFunc(kinds, func(k Cost) bool { return k.Link == c.Link && k.Component == c.Component })
		if i < 0 {
			kinds = append(kinds, c)
		} else {
			kinds[i].Span += c.Span
		}
	}
	slices.SortStableFunc(kinds, func(x, y Cost) int { return cmp.Compare(y.Span, x.Span) })
	return kinds
}

func kindOf(name string) string {
	kind := []byte{}
	for _, c := range []byte(name) {
		digit := c >= '0' && c <= '9'
		if !digit {
			kind = append(kind, c)
		} else if n := len(kind); n == 0 || kind[n-1] != '*' {
			kind = append(kind, '*')
		}
	}
	return string(kind)
}

// Sum is all that a link cost.
func (c *LinkCost) Sum() units.Duration {
	return c.Serialize + c.Propagate + c.Queue + c.Arbitrate + c.HeadOfLine + c.Backpressure + c.Retransmit
}

// slots is for how many equal parts of a run the use of links is told.
const slots = 20

// Links runs every scenario of the file, to which results are the answers, once more and looks at the links. Each run is at
// the level of its result, and is its first replicate. A run that ended with an error is left out.
func (f *File) Links(results []Result, watch Watch, each Each) error {
	return f.observe(results, "links", watch, each, f.links)
}

func (f *File) links(i int, r *Result, watch Watch) error {
	if r.Grant != nil {
		return Problems{{Where: f.Where(i, "grant"), What: "grant: links are watched packet by packet, which turns of several are not; valid: exact"}}
	}
	b, run, err := f.observed(i, r, watch, slots, func(*bound) {})
	if err != nil {
		return err
	}
	level, _ := fidelityOf(r.Fidelity)
	l := &Links{Note: level.links, All: []LinkUse{}, Critical: []LinkCost{}}
	for i := range slots + 1 {
		l.Edges = append(l.Edges, units.Duration(b.meter.Edge(i)))
	}
	for id := range b.graph.Links {
		if c := b.counters(run, fabric.LinkID(id)); c.Packets > 0 {
			l.All = append(l.All, b.use(fabric.LinkID(id), c, r.Total))
		}
	}
	slices.SortStableFunc(l.All, func(x, y LinkUse) int {
		return cmp.Or(cmp.Compare(y.Busy, x.Busy), cmp.Compare(y.Mean, x.Mean), cmp.Compare(y.Peak, x.Peak))
	})
	for _, h := range run.Outcome().Places {
		l.Critical = append(l.Critical, LinkCost{b.graph.LinkName(h.Link), h.Serialize, h.Propagate, h.Queue, h.Arbitrate,
			h.HeadOfLine, h.Backpressure, h.Retransmit})
	}
	slices.SortStableFunc(l.Critical, func(x, y LinkCost) int { return cmp.Compare(y.Sum(), x.Sum()) })
	r.Links = l
	return nil
}

// use is what link id did in a run that took so long.
func (b *bound) use(id fabric.LinkID, c fabric.Counters, total units.Duration) LinkUse {
	m := b.meter.Use(id)
	from := b.graph.Links[id].From
	u := LinkUse{Link: b.graph.LinkName(id), Source: b.graph.Devices[from].Kind == fabric.GPU, Bytes: c.Bytes, Packets: c.Packets, Parts: m.Busy, Peak: m.Peak, Mean: m.Mean,
		Starved: c.Starved - c.Paused, Paused: c.Paused, Blocked: m.Blocked, Marked: c.Marked, Dropped: c.Dropped, Lost: c.Lost}
	for _, d := range m.Busy {
		u.Busy += d
	}
	u.Percent = percentage(u.Busy, total)
	return u
}
