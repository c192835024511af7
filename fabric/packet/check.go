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
	if g.Relays() && g.DCQCN.On {
		errs = append(errs, errors.New("packet: senders do not slow down for marks where GPUs relay; valid: nic.congestion-control dcqcn, or routing.pxn on or a gpu.copy-rate, not both"))
	}
	if len(errs) == 0 { // what fits into a buffer needs a valid packet
		for i := range g.Links {
			if !g.Links[i].Down {
				errs = append(errs, checkLink(g, fabric.LinkID(i))...)
			}
		}
		for d := range g.Devices {
			if g.Devices[d].OutputQueued() {
				errs = append(errs, checkMemory(g, fabric.DeviceID(d))...)
			}
		}
	}
	return errors.Join(errs...)
}

// checkMemory lists what is wrong with the memory of an output-queued device.
func checkMemory(g *fabric.Graph, d fabric.DeviceID) (errs []error) {
	device := &g.Devices[d]
	b := &device.Buffer
	bad := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("packet: device %s "+format, append([]any{device.Name}, args...)...))
	}
	packet, shared := units.Bytes(0), b.Bytes
	for _, id := range g.In(d) {
		packet = max(packet, g.Links[id].Wire(g.Packet))
	}
	if device.Flow == fabric.Pause {
		shared = b.Shared(len(g.In(d)) * g.PortLanes())
		if b.Resume < 0 || b.Resume > b.Pause {
			bad("pauses above %d bytes and resumes at %d; valid are 0 to as many as it pauses at", b.Pause, b.Resume)
		}
	}
	if shared < packet || b.Bytes > 1<<40 || b.Headroom < 0 {
		bad("has %d bytes to share, of a memory of %d; it must hold one packet, %d bytes, besides head-room, and no more than 1 TiB in all", shared, b.Bytes, packet)
	}
	if b.Alpha < -7 || b.Alpha > 3 {
		bad("gives a line 2^%d times what is free; valid are -7 to 3", b.Alpha)
	}
	if m := &b.Marking; m.Least < 0 || m.Most < m.Least || m.Most > units.GiB || m.Highest > units.Certain {
		bad("marks with %d ppb between %d and %d bytes; valid are up to 1 GiB, in this order, and at most certainty", m.Highest, m.Least, m.Most)
	}
	return errs
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
