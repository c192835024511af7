package program

import (
	"fmt"
	"slices"

	"collsim/algo"
)

// Part is a schedule, and which ranks of a larger one perform it: Ranks[r] is the one that stands for its rank r.
type Part struct {
	Schedule *algo.Schedule
	Ranks    []int32
}

// whole is several schedules as one.
type whole struct {
	parts []Part
	of    []member  // rank -> what it does
	lanes [][]int32 // part -> lane of the whole -> lane of the part; -1 = none
	in    [][]int32 // part -> lane of the part -> lane of the whole
	seats []int32   // part -> its first seat among those of the whole
	first []int32   // seat of the whole -> its part
	ranks int32
}

// member is a rank's place: its part, -1 = none, and its number there.
type member struct{ part, rank int32 }

// Beside is several schedules performed at the same time, each by ranks of its own, as one schedule of so many ranks. Its
// proof is that of its parts. What a part's lane is in the whole, [Lanes] tells.
func Beside(ranks, perNode int, parts []Part) (*algo.Schedule, error) {
	w := &whole{parts: parts, ranks: int32(ranks), of: make([]member, ranks)}
	for r := range w.of {
		w.of[r].part = -1
	}
	call := algo.Call{Ranks: ranks, PerNode: perNode, Channels: 1, Slices: 1}
	for i, p := range parts {
		if len(p.Ranks) != p.Schedule.Call.Ranks {
			return nil, fmt.Errorf("program: %d ranks for %s/%s of %d", len(p.Ranks), p.Schedule.Collective, p.Schedule.Algorithm, p.Schedule.Call.Ranks)
		}
		for r, in := range p.Ranks {
			if in < 0 || int(in) >= ranks || w.of[in].part >= 0 {
				return nil, fmt.Errorf("program: rank %d is out of range, or has something to do already", in)
			}
			w.of[in] = member{int32(i), int32(r)}
		}
		w.seats = append(w.seats, int32(len(w.first)))
		w.first = append(w.first, slices.Repeat([]int32{int32(i)}, int(p.Schedule.Seats))...)
		call.Bytes += p.Schedule.Call.Bytes
		call.Channels = max(call.Channels, p.Schedule.Call.Channels)
		call.Slices = max(call.Slices, p.Schedule.Call.Slices)
	}
	channels := w.weave()
	s := &algo.Schedule{Call: call, Lanes: int32(len(channels)), Channels: channels, Seats: int32(len(w.first)), Step: w.at, Place: w.place}
	if len(parts) > 0 {
		s.Collective, s.Algorithm = parts[0].Schedule.Collective, parts[0].Schedule.Algorithm
	}
	return s, nil
}

// Lanes are the lanes of the whole that part i of what Beside joins takes, in the order of its own.
func Lanes(parts []Part, i int) []int32 {
	w := &whole{parts: parts}
	w.weave()
	return w.in[i]
}

// weave gives the parts' lanes places among those of the whole: the first one of the same channel behind the lane before.
// So parts that are alike share lanes, and lanes keep their order.
func (w *whole) weave() (channels []int32) {
	w.lanes, w.in = make([][]int32, len(w.parts)), make([][]int32, len(w.parts))
	for i, p := range w.parts {
		at := 0
		for own, channel := range p.Schedule.Channels {
			for at < len(channels) && channels[at] != channel {
				at++
			}
			if at == len(channels) {
				channels = append(channels, channel)
			}
			for len(w.lanes[i]) < at {
				w.lanes[i] = append(w.lanes[i], -1)
			}
			w.lanes[i] = append(w.lanes[i], int32(own))
			w.in[i] = append(w.in[i], int32(at))
			at++
		}
	}
	return channels
}

// find is what a party does on a lane: its part, and its party and lane there; ok is false where it does nothing.
func (w *whole) find(party, lane int32) (part, own, of int32, ok bool) {
	if party >= w.ranks {
		part = w.first[party-w.ranks]
		own = party - w.ranks - w.seats[part] + int32(w.parts[part].Schedule.Call.Ranks)
	} else if m := w.of[party]; m.part < 0 {
		return 0, 0, 0, false
	} else {
		part, own = m.part, m.rank
	}
	if int(lane) >= len(w.lanes[part]) {
		return 0, 0, 0, false
	}
	of = w.lanes[part][lane]
	return part, own, of, of >= 0
}

// party is a party of a part in the whole; -1 stays.
func (w *whole) party(part, own int32) int32 {
	p := &w.parts[part]
	switch {
	case own < 0:
		return own
	case own < int32(len(p.Ranks)):
		return p.Ranks[own]
	}
	return w.ranks + w.seats[part] + own - int32(len(p.Ranks))
}

// at is the schedule's Step.
func (w *whole) at(party, lane, index int32) (algo.Step, bool) {
	part, own, of, ok := w.find(party, lane)
	if !ok {
		return algo.Step{}, false
	}
	s, ok := w.parts[part].Schedule.Step(own, of, index)
	if !ok {
		return s, false
	}
	s.Recv, s.Send = w.party(part, s.Recv), w.party(part, s.Send)
	if s.WaitLane >= 0 {
		s.WaitLane = w.in[part][s.WaitLane]
	}
	return s, true
}

// place is the schedule's Place.
func (w *whole) place(rank, lane, index int32) algo.Place {
	part, own, of, ok := w.find(rank, lane)
	if !ok {
		return algo.Place{}
	}
	if p := w.parts[part].Schedule.Place; p != nil {
		return p(own, of, index)
	}
	return algo.Place{Lane: of, Step: index}
}
