package scenarios

import (
	"cmp"
	"fmt"
	"slices"

	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// timeline puts what a run kept into the terms of its results.
func (b *bound) timeline(total units.Duration) *Timeline {
	t := &Timeline{Total: units.Time(total), Until: units.Time(total)}
	b.parties(t)
	t.Shown = len(t.Parties)
	for id := range b.graph.Links {
		t.Places = append(t.Places, b.graph.LinkName(fabric.LinkID(id)))
	}
	lanes := b.schedule.Lanes
	t.Spans, t.Messages = make([]Span, 0, len(b.trace.Tiles)), make([]Message, 0, len(b.trace.Transfers))
	for _, s := range b.trace.Tiles {
		span := Span{s.From, s.To, s.Lane / lanes, s.Lane % lanes, s.Round, t.place(s.Cause), -1, s.Component, State(s.State)}
		if s.For >= 0 {
			span.For = s.For / lanes
		}
		t.Spans = append(t.Spans, span)
	}
	for _, s := range b.trace.Path {
		t.Path = append(t.Path, Span{s.From, s.To, -1, -1, s.Label, t.place(s.Cause), -1, s.Component, Working})
	}
	for _, m := range b.trace.Transfers {
		lane := m.From % lanes
		t.Messages = append(t.Messages, Message{m.From / lanes, m.To / lanes, lane, b.schedule.Channels[lane], m.Round, m.Bytes, m.Posted, m.Sent, m.Arrived, m.Taken, m.Hops})
	}
	b.linkTracks(t)
	return t
}

// place is the index of what a charge is about.
func (t *Timeline) place(c ledger.Cause) int32 {
	if id, ok := exec.LinkOf(c); ok {
		return int32(len(t.Parties)) + int32(id)
	}
	return int32(c)
}

// parties names those who have lanes.
func (b *bound) parties(t *Timeline) {
	for r, gpu := range b.gpus {
		t.Parties = append(t.Parties, Party{fmt.Sprintf("rank %d", r), int(b.node(gpu)), r})
	}
	for i, d := range b.seated() {
		p := Party{fmt.Sprintf("seat %d", i), -1, -1}
		if d >= 0 {
			p.Name, p.Node = fmt.Sprintf("seat %d, %s", i, b.graph.Devices[d].Name), int(b.graph.Devices[d].Node)
		}
		t.Parties = append(t.Parties, p)
	}
	for _, p := range t.Parties {
		t.Places = append(t.Places, p.Name)
	}
}

// linkTracks reads the meter.
func (b *bound) linkTracks(t *Timeline) {
	g := b.graph
	for i := range g.Links {
		id := fabric.LinkID(i)
		from := &g.Devices[g.Links[i].From]
		track := LinkTrack{id, g.LinkName(id), int(from.Node), from.Kind == fabric.GPU, b.meter.Stretches(id), b.meter.Stops(id), b.meter.Depths(id)}
		if len(track.Busy) > 0 {
			t.Links = append(t.Links, track)
		}
	}
	slices.SortStableFunc(t.Links, func(x, y LinkTrack) int { return cmp.Compare(y.busy(), x.busy()) })
}
