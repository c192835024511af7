package exec

import (
	"fmt"

	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// seat is a switch that takes part in the schedule. It runs no software: what it receives and sends costs nothing but
// what the switch itself needs.
type seat struct {
	device  fabric.DeviceID
	node    int32          // -1 = the network between nodes
	rate    units.Rate     // at which it adds up; 0 = as fast as bytes come
	forward units.Duration // from the last byte that it needs to the first that leaves
}

// bindSeats finds the switches that stand for the schedule's seats.
func (x *Run) bindSeats(devices []fabric.DeviceID) error {
	if len(devices) != int(x.schedule.Seats) {
		return fmt.Errorf("exec: %d switches for the %d seats of %s/%s", len(devices), x.schedule.Seats, x.schedule.Collective, x.schedule.Algorithm)
	}
	for _, d := range devices {
		if d < 0 {
			x.seats = append(x.seats, seat{device: d, node: -1})
			continue
		}
		box := &x.graph.Devices[d]
		if !box.Seat.There {
			return fmt.Errorf("exec: %s has no seat", box.Name)
		}
		x.seats = append(x.seats, seat{d, box.Node, box.Seat.Rate, box.Latency + box.Seat.Latency})
	}
	return nil
}

// engines reports whether seats need time of their own to add up.
func engines(g *fabric.Graph, seats []fabric.DeviceID) bool {
	for _, d := range seats {
		if d >= 0 && g.Devices[d].Seat.Rate > 0 {
			return true
		}
	}
	return false
}

// seated reports whether a party is a seat.
func (x *Run) seated(party int32) bool { return party >= x.ranks }

func (x *Run) seat(party int32) *seat { return &x.seats[party-x.ranks] }

// node is where a party lives; -1 = in the network.
func (x *Run) node(party int32) int32 {
	if x.seated(party) {
		return x.seat(party).node
	}
	if int(party) >= len(x.stands) { // a rank that another stands for, in a run that is packed
		return party / int32(x.schedule.Call.PerNode)
	}
	return x.stands[party].Node
}

// route is the way from one party to another.
func (x *Run) route(from, to, channel int32) ([]fabric.LinkID, error) {
	switch {
	case x.seated(from) && x.seated(to):
		return x.graph.RouteBetweenSeats(x.seat(from).device, x.seat(to).device)
	case x.seated(from):
		return x.graph.RouteFromSeat(x.seat(from).device, int(x.stands[to].GPU), int(channel))
	case x.seated(to):
		return x.graph.RouteToSeat(int(x.stands[from].GPU), x.seat(to).device, int(channel))
	}
	return x.graph.Route(int(x.stands[from].GPU), int(x.stands[to].GPU), int(channel))
}

// absorb takes in what a seat has received. What all lanes of a switch add up goes through its one engine.
func (x *Run) absorb(i int32, l *lane) bool {
	m := &x.messages[l.got]
	var adding units.Duration
	if rate := x.seat(l.rank).rate; l.step.reduce && rate > 0 {
		adding = rate.Over(m.bytes)
	}
	if !x.ask(i, l, engine, adding > 0) {
		return false
	}
	x.charge(i, l, ledger.Reduce, adding)
	x.leave(l)
	x.consumed(i, l, m.round)
	if x.trace != nil {
		x.takes(l.got, l.time)
	}
	x.release(l.got)
	l.phase = working
	return true
}

// relay lets a message leave a seat once the switch has forwarded it.
func (x *Run) relay(id int32, ready units.Time) {
	m := &x.messages[id]
	m.sent = ready.Add(x.seat(m.src).forward)
	x.book.Charge(x.trail(id), ready, m.sent, ledger.Propagate, ledger.Cause(m.src))
	x.enqueue(id, payload)
}

// asks reports whether a message of n bytes to a party asks before it is sent. Nobody asks a switch.
func (x *Run) asks(to int32, n units.Bytes) bool { return x.host.Asks(n) && !x.seated(to) }

// acks reports whether messages between two parties are acknowledged.
func (x *Run) acks(from, to int32) bool {
	return x.host.Ack != host.NoAck && !x.seated(from) && !x.seated(to)
}
