package message

import "collsim/sim/units"

// load is what a message of some size puts on links of one medium, and how long after its start its parts are through
// where nothing holds them up.
type load struct {
	bytes      units.Bytes // of the message
	kind       int32       // the medium
	short      bool        // the last packet carries less than the others
	packets    int64
	wire, rest units.Bytes    // on the wire: all, and the last packet
	restTime   units.Duration // of the last packet alone
	first      units.Duration // until the first packet is through
	late, last units.Duration // until the last packet but one begins, and is through: the first where there are one or two
	all        units.Duration
}

// loads remembers loads by size and medium, of which a run has few at a time. Of those that share a place the last
// one stays.
type loads [1 << loadBits]load

const loadBits = 6

func (s *loads) init() {
	for i := range s {
		s[i].kind = -1
	}
}

// load is what a message of so many bytes puts on a link of a medium, until another is asked for.
func (n *Net) load(bytes units.Bytes, kind int32) *load {
	d := &n.loads[(uint64(bytes)+uint64(kind)<<32)*0x9e3779b97f4a7c15>>(64-loadBits)]
	if d.bytes != bytes || d.kind != kind {
		n.weigh(d, bytes, kind)
	}
	return d
}

func (n *Net) weigh(d *load, bytes units.Bytes, kind int32) {
	k := &n.media[kind]
	packets, payload := n.graph.Cut(bytes)
	*d = load{bytes: bytes, kind: kind, packets: packets, rest: k.full}
	if payload != n.packet {
		d.short, d.rest = true, k.wire(payload)
	}
	d.wire = units.Bytes(packets-1)*k.full + d.rest
	d.restTime, d.all = k.over(d.rest), k.over(d.wire)
	if packets == 1 {
		d.first, d.last = d.all, d.all
		return
	}
	d.first = k.fullTime
	d.late, d.last = k.over(units.Bytes(packets-2)*k.full), k.over(units.Bytes(packets-1)*k.full)
}
