package fabric

import (
	"math/bits"

	"collsim/sim/units"
)

// linkTemplate is a link with the figures of its medium, and no ends yet.
type linkTemplate struct {
	medium string
	link   Link
	auto   bool // the buffer is worked out for each link
}

// wire joins a and c each way by width links of a medium, bundled into one.
func (b *builder) wire(a, c DeviceID, medium string, width int) {
	b.join(a, c, b.medium(medium), width)
}

// uplink joins a PCIe switch to its CPU.
func (b *builder) uplink(a, c DeviceID) {
	t := b.medium("pcie")
	t.link.Shared = b.value("uplink.shared").Int == 1
	b.join(a, c, t, 1)
}

func (b *builder) join(a, c DeviceID, t linkTemplate, width int) {
	l := t.link
	l.Rate *= units.Rate(width)
	for _, ends := range [][2]DeviceID{{a, c}, {c, a}} {
		l.From, l.To = ends[0], ends[1]
		if t.auto {
			l.Buffer = b.deep(&l)
		}
		b.graph.AddLink(l)
	}
}

// deep is a buffer of rate x (2 x cable + device) + 2 packets, up to the next power of two: by the time it is full the
// credit of its first packet is home, so that a lone flow never waits for credit. Memory takes whatever comes.
func (b *builder) deep(l *Link) units.Bytes {
	if b.graph.Devices[l.To].Kind == Memory {
		return endless
	}
	loop := 2*l.Latency + b.graph.Devices[l.To].Latency
	hi, lo := bits.Mul64(uint64(l.Rate), uint64(loop))
	if hi >= 1e12>>1 {
		return 1 << 62 // no buffer that deep can ever fill
	}
	inFlight, _ := bits.Div64(hi, lo, 1e12)
	need := inFlight + 1 + 2*uint64(l.Wire(b.graph.Packet))
	if need > 1<<62 {
		return 1 << 62
	}
	return 1 << bits.Len64(need-1)
}

// medium is a link with the figures of its medium.
func (b *builder) medium(name string) linkTemplate {
	for _, t := range b.links {
		if t.medium == name {
			return t
		}
	}
	l := Link{Medium: name}
	for _, figure := range linkFigures {
		l.override(figure, b.value(name+"."+figure))
	}
	t := linkTemplate{medium: name, link: l, auto: l.Buffer == Auto}
	b.shallow(&l, "set."+name+".buffer")
	b.links = append(b.links, t)
	return t
}

// shallow reports a buffer that can never hold a packet: nothing would ever cross the link.
func (b *builder) shallow(l *Link, where string) {
	if wire := l.Wire(b.graph.Packet); l.Buffer != Auto && l.Buffer < wire {
		b.problems.add(where, "%v; a packet takes %d bytes on the wire, and a buffer must hold one", l.Buffer, wire)
	}
}
