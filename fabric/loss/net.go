package loss

import (
	"fmt"
	"math"

	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// Resend is how much of a message its sender sends again.
type Resend uint8

// What is sent again. After WholeMessage the packet that was lost next counts as the same one, whichever it is.
const (
	GoBack       Resend = iota // the packet that was lost, and all behind it
	WholeMessage               // everything, whatever got through
	Nothing                    // somebody else sees to it: the message counts as arrived, and Missed tells of it
)

// Options of a Net.
type Options struct {
	Seed, Replicate uint64 // of the draws
	Attempt         uint64 // which attempt of whoever sees to it this run is: each has draws of its own
	Resend          Resend
}

// Net loses packets of the Net inside it. It implements [fabric.Net], and is the sink of the one inside.
type Net struct {
	kernel  *sim.Kernel
	id      sim.HandlerID
	graph   *fabric.Graph
	sink    fabric.Sink
	inner   fabric.Net
	options Options

	flows   []flow // by path, then by lane
	known   []bool // by path: its flows have been made
	parcels []parcel
	spare   int32   // first message that is not in use; -1 = none
	due     []int32 // messages to be sent again in this instant

	sent, lost, resent []int64 // by link
	short              hazard  // the link that had no room for a packet which a switch dropped
	largest            []units.Bytes
	missed             *fabric.GaveUp
	gaveUp             *fabric.GaveUp
	transit            fabric.Transit
	observed           *observed // nil = nobody wants to know by place
}

// Inner builds the Net that moves the bytes.
type Inner func(*sim.Kernel, fabric.Sink) (fabric.Net, error)

// New returns a Net over g in which packets get lost as the links of g say, and the error of the inner one if it cannot
// be built. Where no link loses packets it is the inner Net itself that is returned.
func New(k *sim.Kernel, g *fabric.Graph, sink fabric.Sink, o Options, inner Inner) (fabric.Net, error) {
	if !g.Lossy() {
		return inner(k, sink)
	}
	if r := g.Retry; r.Timeout < 1 || r.Backoff < 1 || r.Limit < 0 {
		return nil, fmt.Errorf("loss: time-out %d ps, back-off %d, limit %d; valid: at least 1 ps, 1 and 0", int64(r.Timeout), r.Backoff, r.Limit)
	}
	n := wrap(k, g, sink, o)
	net, err := inner(k, n)
	n.inner = net
	return n, err
}

func wrap(k *sim.Kernel, g *fabric.Graph, sink fabric.Sink, o Options) *Net {
	n := &Net{kernel: k, graph: g, sink: sink, options: o, spare: -1}
	n.sent, n.lost, n.resent = make([]int64, len(g.Links)), make([]int64, len(g.Links)), make([]int64, len(g.Links))
	n.largest = make([]units.Bytes, len(g.Links))
	n.id = k.Register(n)
	return n
}

// The operations of events.
const (
	opDue   uint16 = iota // the time-out of message arg is over
	opAgain               // all messages whose time-outs ended in this instant are known: send them again
)

// againKey is the key of sending again: after all that sends for the first time, before ports decide.
const againKey = math.MaxUint32 - 1

// Handle takes the Net's own events.
func (n *Net) Handle(_ units.Time, op uint16, arg uint64) {
	if op == opDue {
		if len(n.due) == 0 {
			n.kernel.At(n.kernel.Now(), againKey, n.id, opAgain, 0)
		}
		n.due = append(n.due, int32(arg))
		return
	}
	n.again()
}

// Seal tells the inner Net that no new path will come, if it wants to know.
func (n *Net) Seal() {
	if s, ok := n.inner.(interface{ Seal() }); ok {
		s.Seal()
	}
}

// Counters reports what happened at the sending end of link id, what was lost on it, and what was sent over it as a first
// link, for the first time and again.
func (n *Net) Counters(id fabric.LinkID) fabric.Counters {
	c := n.inner.Counters(id)
	c.Sent, c.Lost, c.Resent, c.Largest = n.sent[id], n.lost[id], n.resent[id], n.largest[id]
	return c
}

// Missed is the first loss that nobody made good, of a Net that sends Nothing again; nil = there is none.
func (n *Net) Missed() *fabric.GaveUp { return n.missed }

// Settled reports a *fabric.GaveUp if a sender gave up, else what the inner Net says.
func (n *Net) Settled() error {
	if n.gaveUp != nil {
		return n.gaveUp
	}
	return n.inner.Settled()
}

var (
	_ fabric.Net      = (*Net)(nil)
	_ fabric.DropSink = (*Net)(nil)
)
