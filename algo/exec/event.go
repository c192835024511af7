package exec

import (
	"math/bits"

	"collsim/sim/units"
)

// The events of a run. The numbers of those that meet are the low bits of their keys.
const (
	opPayload uint16 = iota // a message enters the network
	opRequest               // its request to send does
	opClear                 // its clear to send does
	opAck                   // its acknowledgement does
	opRoom                  // the news does that it has been taken
	opAsk                   // a lane asks for a resource
	opSignal                // a step that others wait for is over
	opArrival               // a message, its request to send or its acknowledgement is here; only where interrupts are used
	opFreed                 // the news is here
	opHand                  // a message asks for the thread that starts it
	opDeposit               // a message that came before its receive was posted asks for the thread that sees to it
	opCompute               // computing begins or should be over; only where bytes that move slow it down
)

const (
	keyBits   = 32
	kindBits  = 3
	mostLanes = 1<<12 - 1 // of the ranks on one GPU, or of a node's where they share something
)

// bindKeys shares the bits of keys out: lanes, so many of which may meet, have what they need, and the order of a lane's
// messages the rest. Where that is too little, messages of one instant may come in the wrong order.
func (x *Run) bindKeys(lanes int32) { x.orderBits = keyBits - kindBits - bits.Len32(uint32(lanes)) }

// key orders the events of one rank that fall on one instant: by lane, then the lane's own order of sending, then kind.
// A request to send therefore never falls behind a later message of its lane. Events of different ranks never meet at
// one resource before the network, whose own rule then holds.
func (x *Run) key(op uint16, lane int32, order uint32) uint32 {
	return uint32(lane)<<(x.orderBits+kindBits) | order&(1<<x.orderBits-1)<<kindBits | uint32(op)
}

// Handle implements sim.Handler.
func (x *Run) Handle(now units.Time, op uint16, arg uint64) {
	x.pending--
	if x.failure != nil {
		return
	}
	switch op {
	case opPayload, opRequest, opClear, opAck, opRoom:
		if x.due != nil {
			x.left(int32(arg), kind(op))
		}
		x.send(int32(arg), kind(op), false)
	case opAsk:
		x.serve(int32(arg))
	case opSignal:
		x.signal(int32(arg))
	case opArrival:
		x.interrupt(now, uint32(arg))
	case opFreed:
		x.freed(now, int32(arg))
	case opHand:
		x.drive(now, uint32(arg))
	case opDeposit:
		x.deposit(now, int32(arg))
	case opCompute:
		x.computed(now, int32(arg))
	}
	x.settle()
}

// event schedules something that the schedule makes happen.
func (x *Run) event(at units.Time, key uint32, op uint16, arg uint64) {
	x.pending++
	x.kernel.At(at, key, x.id, op, arg)
}

// fail ends the run with an error as soon as the present event is over.
func (x *Run) fail(err error) {
	if x.failure == nil {
		x.failure = err
	}
}
