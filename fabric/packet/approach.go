package packet

import (
	"math/bits"

	"collsim/fabric"
	"collsim/sim/units"
)

// arrival is a head on the cable of a port, and when it is at the far end.
type arrival struct {
	at     units.Time
	packet int32
	port   int32
}

// approach is the heads on their way to one device that acts on arrivals: a calendar (Brown 1988) of 64 days that come
// round again, each in order of instants and then of links. What a head finds depends on what came before it, but nothing
// that follows is needed at once: heads land when somebody asks for what comes of it, or when the first of them has waited
// for slack.
type approach struct {
	next    units.Time     // when the first of them arrives; never = there is none
	slack   units.Duration // by so much later than it arrives a head may land and be in time; 0 = it may not
	haste   units.Duration // the same where heads may make the device tell a sender to stop
	count   int32          // of heads that have not landed
	largest int32          // wire bytes of a full packet, at most
	due     units.Time     // when heads land whoever asks; never = not foreseen
	some    uint64         // bit d: day d mod 64 has heads
	day     int64          // none is on an earlier one
	gone    int            // of the heads of that day
	device  fabric.DeviceID
	shift   uint8 // a day is 1<<shift picoseconds
	days    [64][]arrival
}

// cable is what leads from a port to a device that acts on arrivals.
type cable struct {
	lead   units.Duration // by so much the port may decide ahead of the clock
	reach  units.Bytes    // so much that is not in packets yet may be by the time that one has landed
	flying int32          // heads on it
}

// span makes days long enough that all heads under way at a time are of 63 days in a row.
func (a *approach) span(d units.Duration) { a.shift = uint8(max(0, bits.Len64(uint64(d)/62))) }

func (a *approach) add(one arrival) {
	a.count++
	day := int64(one.at) >> a.shift
	switch {
	case a.some == 0:
		a.day, a.gone = day, 0
	case day < a.day:
		if a.day = day; a.gone > 0 {
			bug("a head arrives at %d ps, before one that has landed", one.at)
		}
	case day-a.day >= 64:
		bug("a head arrives at %d ps, %d days of 2^%d ps ahead", one.at, day-a.day, a.shift)
	}
	list := append(a.days[day&63], one)
	j, least := len(list)-1, 0
	if day == a.day {
		least = a.gone
	}
	for ; j > least && list[j-1].after(&one); j-- {
		list[j] = list[j-1]
	}
	list[j] = one
	a.days[day&63] = list
	a.some |= 1 << uint(day&63)
	a.next = min(a.next, one.at)
}

func (a *arrival) after(b *arrival) bool { return a.at > b.at || a.at == b.at && a.port > b.port }

// take returns the first head if it arrives before an instant, or in it over a link no higher than port.
func (a *approach) take(before units.Time, port int32) (one arrival, ok bool) {
	if a.some == 0 {
		a.next = never
		return one, false
	}
	a.day += int64(bits.TrailingZeros64(bits.RotateLeft64(a.some, -int(a.day&63))))
	list := a.days[a.day&63]
	if one = list[a.gone]; one.at > before || one.at == before && one.port > port {
		a.next = one.at
		return one, false
	}
	a.count--
	if a.gone++; a.gone == len(list) {
		a.days[a.day&63] = list[:0]
		a.some &^= 1 << uint(a.day&63)
		a.gone = 0
	}
	return one, true
}

// layApproaches makes an approach to each device that acts on arrivals. Ports decide by so much ahead of the clock at most
// as their lead says.
func (n *Net) layApproaches() {
	g := n.graph
	n.cables = make([]cable, len(g.Links))
	fastest := units.Rate(0)
	for i := range g.Links {
		fastest = max(fastest, g.Links[i].Rate)
		n.ports[i].home, n.ports[i].far = -1, -1
	}
	for d := range g.Devices {
		device := &g.Devices[d]
		if !device.OutputQueued() && !g.Chooses(fabric.DeviceID(d)) {
			continue
		}
		a := approach{device: fabric.DeviceID(d), next: never, due: never, slack: device.Latency, haste: device.Latency}
		i, longest := int32(len(n.approaches)), units.Duration(0)
		for _, id := range g.Out(a.device) {
			if device.OutputQueued() {
				n.ports[id].home = i
			}
		}
		for _, id := range g.In(a.device) {
			l, p := &g.Links[id], &n.ports[id]
			p.far, n.cables[id].lead = i, max(l.Latency, 4*p.fullSpan)
			if device.Flow == fabric.Pause {
				p.stoppable, n.cables[id].lead = true, l.Latency
				a.haste = min(a.haste, l.Latency+l.Rate.Over(fabric.PauseFrame))
			}
			longest = max(longest, n.cables[id].lead+l.Latency)
			a.largest = max(a.largest, p.full)
		}
		a.slack, a.haste = max(0, a.slack-1), max(0, a.haste-1) // what follows from a head is then known before the instant at which it matters
		a.span(longest + a.slack)
		for _, id := range g.In(a.device) {
			if n.cables[id].reach = -1; device.OutputQueued() {
				n.cables[id].reach = g.Packet + carried(fastest, longest+a.slack)
			}
		}
		n.approaches = append(n.approaches, a)
	}
}
