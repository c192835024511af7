package packet_test

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"collsim/fabric"
	"collsim/sim/units"
)

func (n *plain) Handle(now units.Time, op uint16, arg uint64) {
	switch op {
	case plainHead:
		n.head(n.packets[arg])
	case plainArbitrate:
		n.arbitrate(fabric.LinkID(arg), now)
	case plainTail:
		n.tail(fabric.LinkID(arg), now)
	case plainCredit:
		o := fabric.LinkID(arg & 0xffffff)
		n.ports[o].credit[arg>>24&0xff] += int64(arg >> 32)
		n.ask(o)
	case plainDeliver:
		n.deliver(n.messages[arg], now)
	case plainArrive:
		n.arrive(fabric.LinkID(arg), now)
	case plainEnd:
		n.endOf(n.packets[arg], now)
	case plainLeave:
		n.leave(fabric.LinkID(arg&0xffffff), arg>>24, now)
	case plainStop:
		n.hear(fabric.LinkID(arg&0xffffff), arg>>24, 1)
	case plainNotify:
		n.notified(n.paced[arg], now)
	case plainIncrease, plainEstimate:
		n.timer(op, arg, now)
	case plainPaced:
		n.offer(n.packets[arg].message.route[0], n.packets[arg])
	case plainGone:
		p := &n.ports[arg]
		p.waiting -= p.gone[0]
		p.gone = p.gone[1:]
	case plainGo:
		n.hear(fabric.LinkID(arg&0xffffff), arg>>24, -1)
	}
}

// input is the number of the packet's input at the device that it is about to leave.
func (n *plain) input(pk *plainPacket) int {
	if pk.hop == 0 {
		return n.turn(pk.message)
	}
	if n.before(pk.route[pk.hop]) != nil {
		return 0
	}
	return n.inputs[pk.route[pk.hop-1]]
}

// head: the packet may leave its next port from now on.
func (n *plain) head(pk *plainPacket) {
	o := pk.route[pk.hop]
	p := &n.ports[o]
	pk.arrival = p.idleBy(pk.eligible)
	line := p.lines[n.laneOf(pk, pk.hop)][n.input(pk)]
	at := len(line.packets)
	for ; at > 0 && n.before(o) != nil && line.packets[at-1].eligible == pk.eligible && line.packets[at-1].turn > pk.turn; at-- {
	}
	if line.packets = slices.Insert(line.packets, at, pk); at == 0 && len(line.packets) > 1 {
		pk.offered, pk.front = pk.eligible, pk.arrival // in place of one that is as old
	}
	if len(line.packets) == 1 && !line.occupied {
		n.offer(o, pk)
	}
}

// offer shows a packet that has come to the front of its line to its port.
func (n *plain) offer(o fabric.LinkID, pk *plainPacket) {
	p, now := &n.ports[o], n.kernel.Now()
	pk.offered, pk.front = pk.eligible, pk.arrival
	if p.keeps(n.input(pk)) {
		pk.offered, pk.front = now, p.idleBy(now)
	}
	if f := n.flowOf(pk.message); f != nil && pk.hop == 0 {
		pk.offered = max(pk.eligible, f.next)
	}
	heads := &p.heads[n.laneOf(pk, pk.hop)]
	i, _ := slices.BinarySearch(*heads, n.input(pk))
	*heads = slices.Insert(*heads, i, n.input(pk))
	if p.offers++; p.offers == 1 && !p.busy {
		p.wanting = now
	}
	n.ask(o)
}

func (n *plain) ask(o fabric.LinkID) {
	if p := &n.ports[o]; !p.asked && !p.busy && p.offers > 0 {
		p.asked = true
		n.kernel.At(n.kernel.Now(), math.MaxUint32, n.id, plainArbitrate, uint64(o))
	}
}

func (n *plain) arbitrate(o fabric.LinkID, now units.Time) {
	p := &n.ports[o]
	p.asked = false
	for _, v := range p.turns(n.graph.Lanes) {
		if h := n.choose(o, v); h >= 0 {
			n.depart(o, v, h, now)
			return
		}
	}
}

// turns lists the lanes in the order in which they may send.
func (p *plainPort) turns(classes int) (order []int) {
	escapes := len(p.lines) / classes
	for c := p.class; c < p.class+classes; c++ {
		for e := range escapes {
			order = append(order, c%classes*escapes+(p.lane[c%classes]+e)%escapes)
		}
	}
	return order
}

// pass: bytes of a packet leave on lane v. A class that begins a turn has its weight in full packets to send, less what it
// sent too much the last time; one that has sent them lets the next class begin.
func (p *plainPort) pass(v int, wire units.Bytes, g *fabric.Graph) {
	escapes := len(p.lines) / g.Lanes
	c := v / escapes
	p.lane[c] = (v - c*escapes + 1) % escapes
	if c != p.class {
		p.begin(c, g)
	}
	if p.sent[c] += int64(wire); p.sent[c] >= p.may[c] {
		p.begin((c+1)%g.Lanes, g)
	}
}

func (p *plainPort) begin(c int, g *fabric.Graph) {
	p.sent[c] = max(0, p.sent[c]-p.may[c])
	p.may[c] = int64(p.link.Wire(g.Packet))
	if g.Weights != nil {
		p.may[c] *= int64(g.Weights[c])
	}
	p.class = c
}

// choose returns which of the heads of lane v goes next; -1 = none can.
func (n *plain) choose(o fabric.LinkID, v int) int {
	p := &n.ports[o]
	heads, best, turn := p.heads[v], -1, 0
	if p.from.Arbitration == fabric.RoundRobin {
		for turn < len(heads) && heads[turn] < p.input[v] {
			turn++
		}
	}
	for i := range heads {
		h := turn + i
		if h >= len(heads) {
			h -= len(heads)
		}
		pk := p.lines[v][heads[h]].packets[0]
		if p.credit[v] < int64(pk.wire) || n.sides[o][v].stopped > 0 {
			continue
		}
		if p.from.Arbitration == fabric.RoundRobin {
			return h
		}
		if best < 0 || p.older(v, heads[h], heads[best]) {
			best = h
		}
	}
	return best
}

// older reports whether the head of input i goes before the head of input j.
func (p *plainPort) older(v, i, j int) bool {
	a, b := p.lines[v][i].packets[0].offered, p.lines[v][j].packets[0].offered
	return a < b || a == b && i < j
}

func (n *plain) depart(o fabric.LinkID, v, h int, now units.Time) {
	p := &n.ports[o]
	input := p.heads[v][h]
	line := p.lines[v][input]
	pk := line.packets[0]
	line.packets = append(line.packets[:0], line.packets[1:]...)
	p.heads[v] = slices.Delete(p.heads[v], h, h+1)
	n.hops++
	if n.behind(o) == nil {
		p.credit[v] -= int64(pk.wire)
	}
	p.pass(v, pk.wire, n.graph)
	p.input[v] = input + 1
	p.send(pk, now)
	n.book(p, pk, now)
	if f := n.flowOf(pk.message); f != nil && pk.hop == 0 {
		n.started(f, pk.wire, now)
	}
	p.sending = plainDebt{lane: v, line: line, from: -1, bytes: pk.held, wire: pk.wire, counted: pk.hop > 0 && n.steered(n.upOf(pk))}
	if pk.hop > 0 {
		p.sending.from, p.sending.back = pk.route[pk.hop-1], n.laneOf(pk, pk.hop-1)
	}
	n.kernel.At(p.free, 0, n.id, plainTail, uint64(o))
	if p.sending.holds = p.keeps(input); p.sending.holds {
		line.occupied = true
	} else if len(line.packets) > 0 {
		n.offer(o, line.packets[0])
	} else if pk.hop == 0 && len(*n.postedOf(pk.message, v)) > 0 {
		n.cut(o, v, n.postedOf(pk.message, v))
	}
	n.onward(o, p, pk, now)
}

// send puts the bytes of pk on the link.
func (p *plainPort) send(pk *plainPacket, now units.Time) {
	if p.stoppable {
		p.Paused += now.Sub(p.wanting)
	}
	p.Starved += now.Sub(p.wanting)
	p.idle = p.idleBy(now)
	if now > p.free {
		p.base, p.bytes = now, 0
	}
	p.bytes += pk.wire
	p.free = p.base.Add(p.link.Rate.Over(p.bytes))
	p.busy = true
	p.offers--
	p.Packets++
	p.Bytes += pk.wire
	p.Busy += p.free.Sub(now)
	if i := len(p.log) - 1; i >= 0 && p.log[i].owner == pk.message.Owner && p.log[i].end == now {
		p.log[i].end = p.free
	} else {
		p.log = append(p.log, plainRun{pk.message.Owner, now, p.free})
	}
}

// foreign is for how long bytes of others than an owner have crossed the port since an instant, until now.
func (p *plainPort) foreign(owner uint32, since, now units.Time) (sum units.Duration) {
	for i := len(p.log) - 1; i >= 0 && p.log[i].end > since; i-- {
		if r := &p.log[i]; r.owner != owner {
			sum += max(0, min(r.end, now).Sub(max(r.start, since)))
		}
	}
	return sum
}

// onward foresees when the head may leave the next port, or when the packet is at its end.
func (n *plain) onward(o fabric.LinkID, p *plainPort, pk *plainPacket, now units.Time) {
	m := pk.message
	if pk.hop++; pk.hop == len(m.route) {
		m.trail = n.place(pk, pk.hop-1).trail // the last packet's stays
		m.trail.Propagate += p.link.Latency
		if n.behind(o) == nil {
			n.credit(p.free.Add(2*p.link.Latency), o, n.laneOf(pk, pk.hop-1), pk.wire)
		}
		if n.keeps || n.graph.Routing.Adaptive() {
			pk.trail = m.trail
			n.kernel.At(p.free.Add(p.link.Latency), uint32(o), n.id, plainEnd, uint64(pk.number))
			return
		}
		if pk.last {
			n.kernel.At(p.free.Add(p.link.Latency), uint32(o), n.id, plainDeliver, uint64(m.number))
		}
		n.spare = append(n.spare, pk)
		return
	}
	if n.steered(o) {
		pk.sent, pk.left = now, p.free
		n.flights[o] = append(n.flights[o], pk)
		n.kernel.At(now.Add(p.link.Latency), uint32(o), n.id, plainArrive, uint64(o))
		return
	}
	n.approach(o, pk, now, p.free)
	if n.behind(o) != nil {
		n.flights[o] = append(n.flights[o], pk)
		n.kernel.At(now.Add(p.link.Latency), uint32(o), n.id, plainArrive, uint64(o))
		return
	}
	n.kernel.At(pk.eligible, 0, n.id, plainHead, uint64(pk.number))
}

// approach says when a packet that left port o from start to end may leave the next one.
func (n *plain) approach(o fabric.LinkID, pk *plainPacket, start, end units.Time) {
	p := &n.ports[o]
	next := n.ports[pk.route[pk.hop]].link
	through := p.link.Latency + n.graph.Devices[p.link.To].Latency
	wire := next.Wire(pk.payload)
	head := start.Add(through)
	pk.eligible = head
	if plainFaster(pk.wire, p.link.Rate, wire, next.Rate) {
		pk.eligible = max(head, end.Add(through-next.Rate.Over(wire)))
	}
	pk.landing = pk.trail
	pk.landing.Propagate += p.link.Latency
	pk.trail.Propagate += through
	pk.trail.Serialize += pk.eligible.Sub(head)
	pk.held, pk.wire = pk.wire, wire
}

// plainFaster says whether wire bytes at rate take longer than next bytes at nextRate.
func plainFaster(wire units.Bytes, rate units.Rate, next units.Bytes, nextRate units.Rate) bool {
	hi, lo := bits.Mul64(uint64(wire), uint64(nextRate))
	nextHi, nextLo := bits.Mul64(uint64(next), uint64(rate))
	return nextHi < hi || nextHi == hi && nextLo < lo
}

// book extends the packet's trail by what it waited for at p until now.
func (n *plain) book(p *plainPort, pk *plainPacket, now units.Time) {
	hop := n.place(pk, pk.hop)
	since, idle := pk.eligible, pk.arrival
	if hop.end > since {
		since, idle, pk.trail = hop.end, hop.idle, hop.trail
	}
	t := &pk.trail
	idle = p.idle - idle
	busy := now.Sub(since) - idle
	blocked := units.Duration(0)
	if pk.offered > since && !p.source() {
		blocked = idle - (p.idle - pk.front)
	}
	t.HeadOfLine += blocked
	t.Backpressure += idle - blocked
	if pk.hop == 0 {
		own := busy - p.foreign(pk.message.Owner, since, now)
		t.Serialize += own
		busy -= own
	}
	if p.link.Shared {
		t.Arbitrate += busy
	} else {
		t.Queue += busy
	}
	hop.end, hop.idle, hop.trail = p.free, p.idle, pk.trail
	hop.trail.Serialize += p.free.Sub(now)
	if got := pk.message.sent.Add(t.Latency()); got != now {
		panic(fmt.Sprintf("message %d: trail says %d, clock says %d", pk.message.Tag, got, now))
	}
}

// tail: the last byte of the packet that the port sends has left.
func (n *plain) tail(o fabric.LinkID, now units.Time) {
	p := &n.ports[o]
	p.busy = false
	if due := &p.sending; due.counted {
		p.gone = append(p.gone, due.wire)
		n.kernel.At(now, math.MaxUint32-2, n.id, plainGone, uint64(o))
	}
	if p.offers > 0 {
		p.wanting = now
	}
	if due := &p.sending; due.from >= 0 && n.before(o) != nil {
		n.released(o, *due, now)
	} else if due.from >= 0 {
		n.credit(now.Add(n.graph.Links[due.from].Latency), due.from, due.back, due.bytes)
	}
	if line := p.sending.line; p.sending.holds {
		line.occupied = false
		if len(line.packets) > 0 {
			next := line.packets[0]
			n.offer(next.route[next.hop], next)
		}
	}
	n.ask(o)
}

func (n *plain) credit(at units.Time, o fabric.LinkID, lane int, bytes units.Bytes) {
	n.kernel.At(at, 0, n.id, plainCredit, uint64(bytes)<<32|uint64(lane)<<24|uint64(o))
}

func (n *plain) deliver(m *plainMessage, now units.Time) {
	n.transit = m.trail
	if got := m.sent.Add(n.transit.Latency()); got != now {
		panic(fmt.Sprintf("message %d: transit says %d, clock says %d", m.Tag, got, now))
	}
	n.done = append(n.done, m)
	n.sink.Deliver(m.Tag, now, &n.transit)
}

func (n *plain) Settled() error {
	for o := range n.ports {
		for v, c := range n.ports[o].credit {
			if c != int64(n.graph.Links[o].Buffer) || n.ports[o].offers > 0 {
				return fmt.Errorf("%s lane %d: %d of %d bytes of credit, %d packets wait", n.graph.LinkName(fabric.LinkID(o)), v, c,
					n.graph.Links[o].Buffer, n.ports[o].offers)
			}
		}
	}
	return n.empty()
}
