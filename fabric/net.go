package fabric

import (
	"fmt"

	"collsim/sim/units"
)

// PathID names a route that a Net has interned.
type PathID int32

// Message is what a Net carries from one GPU to another.
type Message struct {
	Path  PathID
	Tag   uint32      // comes back in Deliver
	Bytes units.Bytes // payload; 0 is one packet of headers only
	Owner uint32      // who sends it: behind bytes of the same owner on its first link it serializes, behind others' it queues
	Lane  uint8       // its traffic class, below Graph.Lanes; escape lanes are for the Net to choose
}

// Transit tells where the time of one message went, from Send to its last byte's arrival. The fields sum to the latency.
type Transit struct {
	Serialize    units.Duration // bytes over rate on the path that decided; behind its owner's own bytes on the first link
	Propagate    units.Duration // cables and switch latencies
	Queue        units.Duration // a port on the way was sending other bytes
	Arbitrate    units.Duration // the same on a shared link
	HeadOfLine   units.Duration // behind the head of an input queue
	Backpressure units.Duration // a port was idle for want of credit, was told to stop, or its flow had to send more slowly
	Retransmit   units.Duration // time-outs and further attempts after a loss, its own or that of a message before it
}

// Latency is the sum of all fields.
func (t *Transit) Latency() units.Duration {
	return t.Serialize + t.Propagate + t.Queue + t.Arbitrate + t.HeadOfLine + t.Backpressure + t.Retransmit
}

// Queueing is the sum of the fields that are zero on an idle fabric with deep buffers that loses nothing.
func (t *Transit) Queueing() units.Duration {
	return t.Queue + t.Arbitrate + t.HeadOfLine + t.Backpressure + t.Retransmit
}

// Add adds the fields of o to those of t.
func (t *Transit) Add(o *Transit) {
	t.Serialize += o.Serialize
	t.Propagate += o.Propagate
	t.Queue += o.Queue
	t.Arbitrate += o.Arbitrate
	t.HeadOfLine += o.HeadOfLine
	t.Backpressure += o.Backpressure
	t.Retransmit += o.Retransmit
}

// Sink receives what a Net delivers.
type Sink interface {
	// Deliver says that the last byte of the message sent with tag arrives at instant at, which may lie ahead of the
	// clock where nothing can change it any more. t belongs to the Net and is valid during the call only.
	Deliver(tag uint32, at units.Time, t *Transit)
}

// DropSink is a Sink that sends again what switches drop. A Net whose switches drop packets needs one: without, the first
// drop is an error of Settled.
type DropSink interface {
	Sink
	// Drop says, in place of Deliver, that the last packet of the message sent with tag that gets anywhere did so at
	// instant at, and that some were dropped: the first of them is packet, counted from 0, for want of room at link. t
	// leads to at as in Deliver.
	Drop(tag uint32, at units.Time, t *Transit, packet int64, link LinkID)
}

// Net moves messages over a Graph. Every fidelity implements it: packets, whole messages, flows, postal.
type Net interface {
	// Path interns a route: the links from one GPU to another, in order.
	Path(route []LinkID) PathID
	// Send hands m to its source's first link at the kernel's present instant. Messages that one source sends over one
	// first link in the same instant leave in the order of the calls.
	Send(m Message)
	// Counters reports what happened at the sending end of link id so far.
	Counters(id LinkID) Counters
	// Settled reports an error when, after the last event, something is still under way: a packet that waits, a credit
	// that did not come home.
	Settled() error
}

// Adaptive is what a Net can that chooses among equally good ways while messages move, as Graph.Routing says.
type Adaptive interface {
	// Ways interns a path of several ways between the same GPUs, as Graph.Ways lists them: of equally many links, the
	// static one first. The Net takes the one whose ports have the least waiting, for each message or for each packet.
	Ways(ways [][]LinkID) PathID
}

// Early is an optional capability of a Net: it takes messages before they leave.
type Early interface {
	// SendEarly does what Send would do at instant at, now or later. Whoever calls it answers for the order: nothing that
	// is sent from now on may enter the same first link before that instant.
	SendEarly(m Message, at units.Time)
}

// Roomy is a Net whose buffers have room for all that comes, so that no message is charged HeadOfLine or Backpressure, and
// Arbitrate only at shared links.
type Roomy interface{ Roomy() }

// Ahead is an optional capability of a Net that may count what a link sends before it does.
type Ahead interface {
	// Free is until when link id sends what Counters knows of; an instant that has passed if it does not.
	Free(id LinkID) units.Time
}

// Counters of one port.
type Counters struct {
	Bytes     units.Bytes    // on the wire, headers included
	Packets   int64          // whole messages at message level
	Busy      units.Duration // sending
	Starved   units.Duration // idle although a packet was offered: for want of credit, or told to stop
	Paused    units.Duration // of it: told to stop by a device that pauses
	Marked    int64          // packets that a switch marked as they joined the line for this link
	Reordered int64          // packets that came to the end of their message by this link after one behind them
	Dropped   int64          // packets that a switch had no room for in the line for this link, or in the head-room behind it
	Sent      int64          // packets sent for the first time, on the first link of their routes; where any link can lose packets
	Lost      int64          // packets whose loss on this link made a sender begin again
	Resent    int64          // packets sent again, on the first link of their routes
	Largest   units.Bytes    // payload of the largest packet that crossed it, where it can lose packets
}

// GaveUp says that a packet was lost so often that its sender stopped: the message never arrives.
type GaveUp struct {
	Link     string // where the packet was lost last
	From, To string // the ends of the message
	Bytes    units.Bytes
	Packet   int64       // which of the message's packets, from 0
	Payload  units.Bytes // of that packet
	MTU      units.Bytes // of the link, where the packet does not fit it; 0 = chance lost the packet
	Attempts int         // in a row that did not get further
	At       units.Time
}

func (e *GaveUp) Error() string {
	why := fmt.Sprintf("a packet was lost in each of %d attempts, in the last one packet %d on link %s", e.Attempts, e.Packet, e.Link)
	if e.Attempts == 1 {
		why = fmt.Sprintf("packet %d was lost on link %s, and no more than one attempt is made", e.Packet, e.Link)
	}
	if e.MTU > 0 {
		why = fmt.Sprintf("packets of %d B do not fit link %s's MTU of %d B: every one is lost", e.Payload, e.Link, e.MTU)
	}
	after := "1 attempt"
	if e.Attempts != 1 {
		after = fmt.Sprintf("%d attempts", e.Attempts)
	}
	return fmt.Sprintf("%s; %s gave up its message of %v to %s at %v, after %s", why, e.From, e.Bytes, e.To, e.At, after)
}
