package fabric

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"collsim/sim/units"
)

// CheckLinks lists everything that keeps messages from being moved over g: a link that is up without a rate or without
// a latency, negative framing, no packet size. It is nil when there is nothing.
//
// A latency of zero is refused because every fidelity relies on a consequence lying strictly after its cause.
func (g *Graph) CheckLinks() error {
	var faults []error
	if g.Packet <= 0 {
		faults = append(faults, fmt.Errorf("fabric %q: packet is %d bytes; it must be at least 1", g.Name, g.Packet))
	}
	for i := range g.Links {
		l := &g.Links[i]
		if l.Down {
			continue
		}
		if l.Rate == 0 {
			faults = append(faults, fmt.Errorf("link %s: the rate is zero; it must be at least 1 byte per second", g.LinkName(LinkID(i))))
		}
		if l.Latency <= 0 {
			faults = append(faults, fmt.Errorf("link %s: the latency is %d ps; it must be at least 1 ps", g.LinkName(LinkID(i)), int64(l.Latency)))
		}
		if l.Frame < 0 || l.Header < 0 {
			faults = append(faults, fmt.Errorf("link %s: frames of %d + %d bytes; neither may be negative", g.LinkName(LinkID(i)), l.Frame, l.Header))
		}
		if d := &g.Devices[l.To]; d.Latency < 0 {
			faults = append(faults, fmt.Errorf("device %s: the latency is %d ps; it cannot be negative", d.Name, int64(d.Latency)))
		}
	}
	return errors.Join(faults...)
}

// CheckRoute lists everything that is wrong with a route: no links, a link that is down, a link that does not start
// where the last one ends, ends that are neither GPUs nor seats, a GPU on the way unless
// packets pass GPUs. It is nil when there is nothing.
func (g *Graph) CheckRoute(route []LinkID) error {
	if len(route) == 0 {
		return errors.New("a route needs at least one link")
	}
	var faults []error
	for i, id := range route {
		l := &g.Links[id]
		if l.Down {
			faults = append(faults, fmt.Errorf("link %s is down; a route must avoid it", g.LinkName(id)))
		}
		if i > 0 && g.Links[route[i-1]].To != l.From {
			faults = append(faults, fmt.Errorf("link %s does not start where %s ends", g.LinkName(id), g.LinkName(route[i-1])))
		}
		if from := &g.Devices[l.From]; i == 0 && !from.ends() || i > 0 && from.Kind == GPU && !g.Relays() {
			faults = append(faults, fmt.Errorf("link %s: a route starts at a GPU and passes through none", g.LinkName(id)))
		}
	}
	if last := route[len(route)-1]; !g.Devices[g.Links[last].To].ends() {
		faults = append(faults, fmt.Errorf("link %s: a route ends at a GPU", g.LinkName(last)))
	}
	return errors.Join(faults...)
}

// ends reports whether messages may start and end at d.
func (d *Device) ends() bool { return d.Kind == GPU || d.Seat.There }

// RouteKey appends what tells route from all others, for maps in which a Net interns paths.
func RouteKey(key []byte, route []LinkID) []byte {
	for _, id := range route {
		key = binary.LittleEndian.AppendUint32(key, uint32(id))
	}
	return key
}

// FoldKey appends what tells a route whose links have images from all others, and from routes without.
func FoldKey(key []byte, route []LinkID, images []Image) []byte {
	key = append(RouteKey(key, route), foldMark)
	for i := range images {
		key = binary.LittleEndian.AppendUint32(key, uint32(images[i].Link))
		key = binary.LittleEndian.AppendUint32(key, uint32(images[i].Away))
	}
	return key
}

// foldMark ends what stands of a route in the key of a folded one: a byte more than any route's key has.
const foldMark = 2

// Cut says how many packets a message of the given payload is cut into at its source, and the payload of the last; all
// others carry g.Packet bytes. An empty message is one empty packet.
func (g *Graph) Cut(payload units.Bytes) (packets int64, last units.Bytes) {
	packets = max(int64((payload+g.Packet-1)/g.Packet), 1)
	return packets, payload - units.Bytes(packets-1)*g.Packet
}

// Outruns reports whether a packet takes less time on l than on the link up before it.
func (l *Link) Outruns(up *Link, payload units.Bytes) bool {
	return Quicker(l.Wire(payload), l.Rate, up.Wire(payload), up.Rate)
}

// Quicker reports n/r < m/s, exactly: durations that are rounded to picoseconds would make two links of one rate look
// different.
func Quicker(n units.Bytes, r units.Rate, m units.Bytes, s units.Rate) bool {
	high, low := bits.Mul64(uint64(n), uint64(s))
	top, bottom := bits.Mul64(uint64(m), uint64(r))
	return high < top || high == top && low < bottom
}
