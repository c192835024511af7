package packet

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"collsim/fabric"
	"collsim/sim/units"
)

// check lists everything in g that packets cannot be played on. Links that are down are not looked at: Path refuses
// routes over them.
func check(g *fabric.Graph) error {
	var errs []error
	if g.Packet <= 0 || g.Packet > units.GiB {
		errs = append(errs, fmt.Errorf("packet: a packet of %d bytes; valid are 1 byte to 1 GiB", g.Packet))
	}
	if lanes := g.PortLanes(); lanes < 1 || lanes > 256 {
		errs = append(errs, fmt.Errorf("packet: %d virtual lanes; valid are 1 to 256", lanes))
	}
	if g.Weights != nil && (len(g.Weights) != g.Lanes || slices.Min(g.Weights) < 1) {
		errs = append(errs, fmt.Errorf("packet: weights %v of %d traffic classes; valid is a number above 0 for each", g.Weights, g.Lanes))
	}
	for i := range g.Devices {
		if d := &g.Devices[i]; d.Latency < 0 {
			errs = append(errs, fmt.Errorf("packet: device %s has a latency of %d ps; it cannot be negative", d.Name, d.Latency))
		}
	}
	if g.PXN && g.DCQCN.On {
		errs = append(errs, errors.New("packet: senders do not slow down for marks where GPUs relay; valid: nic.congestion-control dcqcn or routing.pxn on, not both"))
	}
	if len(errs) == 0 { // what fits into a buffer needs a valid packet
		for i := range g.Links {
			if !g.Links[i].Down {
				errs = append(errs, checkLink(g, fabric.LinkID(i))...)
			}
		}
	}
	return errors.Join(errs...)
}

func checkLink(g *fabric.Graph, id fabric.LinkID) (errs []error) {
	l := &g.Links[id]
	bad := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("packet: link %s "+format, append([]any{g.LinkName(id)}, args...)...))
	}
	if l.Latency <= 0 {
		bad("has a latency of %d ps; it needs at least 1 ps, because a port must know what comes before it decides", l.Latency)
	}
	if l.Frame < 0 || l.Header < 0 {
		bad("has frames of %d bytes with headers of %d; they cannot be negative", l.Frame, l.Header)
		return errs
	}
	wire := l.Wire(g.Packet)
	if wire > math.MaxInt32 {
		bad("puts %d bytes on the wire for one packet; the limit is 2 GiB", wire)
		return errs
	}
	if l.Buffer < wire {
		bad("ends in a buffer of %d bytes; it must hold one packet, %d bytes with headers", l.Buffer, wire)
	}
	if least := units.Rate(wire>>20 + 1); l.Rate < least || l.Rate > math.MaxInt64 {
		bad("has a rate of %d B/s; valid are %d B/s to 9 EB/s", uint64(l.Rate), uint64(least))
	}
	return errs
}
