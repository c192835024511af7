package packet_test

import (
	"math/big"

	"collsim/fabric"
	"collsim/sim/units"
)

// plainFlow is the messages of one path and class at a sender that slows down. Each of its timers is an event.
type plainFlow struct {
	number   int
	posted   []*plainMessage
	path     units.Duration // propagation
	line     int64
	rate     int64 // 0 = the line's
	target   int64
	alpha    int64 // of 2^32
	next     units.Time
	told     units.Time // the receiver's last notification; -1 = none
	cuts     uint64     // generation of the timers
	estimate uint64     // generation of the estimate's timer
	t, b     int64
	bytes    int64
}

// flowOf is the flow of a message; nil = senders do not slow down.
func (n *plain) flowOf(m *plainMessage) *plainFlow {
	if !n.graph.DCQCN.On {
		return nil
	}
	key := string(fabric.RouteKey([]byte{m.Lane}, m.route))
	if f, ok := n.flows[key]; ok {
		return f
	}
	if n.flows == nil {
		n.flows = map[string]*plainFlow{}
	}
	p := &n.ports[m.route[0]]
	f := &plainFlow{number: len(n.paced), line: int64(p.link.Rate), told: -1}
	for i, id := range m.route {
		if f.path += n.graph.Links[id].Latency; i > 0 {
			f.path += n.graph.Devices[n.graph.Links[id].From].Latency
		}
	}
	n.flows[key] = f
	n.paced = append(n.paced, f)
	return f
}

// number gives flows of one port the numbers of their turns, in the order in which their routes are made.
func (n *plain) enrol(route []fabric.LinkID) {
	key := string(fabric.RouteKey(nil, route))
	if _, ok := n.turns[key]; ok {
		return
	}
	if n.turns == nil {
		n.turns = map[string]int{}
	}
	p := &n.ports[route[0]]
	n.turns[key] = p.flows
	p.flows++
	for v := range p.lines {
		for len(p.lines[v]) < p.flows {
			p.lines[v] = append(p.lines[v], &plainLine{})
		}
	}
}

func (n *plain) turn(m *plainMessage) int {
	if !n.graph.DCQCN.On {
		return n.ports[m.route[0]].own
	}
	return n.turns[string(fabric.RouteKey(nil, m.route))]
}

// started: a packet of f leaves its sender.
func (n *plain) started(f *plainFlow, wire units.Bytes, now units.Time) {
	if f.rate == 0 {
		return
	}
	d := &n.graph.DCQCN
	for f.bytes += int64(wire); f.bytes >= int64(d.ByteCounter) && f.rate > 0; f.bytes -= int64(d.ByteCounter) {
		f.b++
		f.increase(d)
	}
	f.next = now
	if f.rate > 0 {
		ps := new(big.Int).Mul(big.NewInt(int64(wire)), big.NewInt(1e12))
		ps.Add(ps, big.NewInt(f.rate-1)).Div(ps, big.NewInt(f.rate))
		f.next = now.Add(units.Duration(ps.Int64()))
	}
}

func (f *plainFlow) increase(d *fabric.DCQCN) {
	recovering := f.t < d.Stages && f.b < d.Stages
	hyper := f.t > d.Stages && f.b > d.Stages
	if hyper {
		f.target += int64(d.Hyper)
	} else if !recovering {
		f.target += int64(d.Additive)
	}
	f.target = min(f.target, f.line)
	sum := f.rate + f.target
	if f.rate = sum/2 + sum%2; f.rate >= f.line {
		f.rate = 0
		f.cuts++ // stops the timers
		f.estimate++
	}
}

// marked: a marked packet is at its end.
func (n *plain) told(f *plainFlow, now units.Time) {
	if f.told >= 0 && now.Sub(f.told) < n.graph.DCQCN.Notify {
		return
	}
	f.told = now
	n.kernel.At(now.Add(f.path), 2, n.id, plainNotify, uint64(f.number))
}

// notified: the sender hears of it.
func (n *plain) notified(f *plainFlow, now units.Time) {
	d := &n.graph.DCQCN
	if f.rate == 0 {
		f.rate, f.alpha = f.line, 1<<32
	}
	f.target = f.rate
	less := new(big.Int).Mul(big.NewInt(f.rate), big.NewInt(f.alpha))
	f.rate = max(f.rate-less.Rsh(less, 33).Int64(), min(int64(d.Least), f.line))
	f.alpha += (1<<32 - f.alpha) / d.Gain
	f.t, f.b, f.bytes = 0, 0, 0
	f.cuts++
	f.estimate++
	if f.rate == f.line {
		f.rate = 0
		return
	}
	n.again(plainIncrease, f, f.cuts, now.Add(d.RateTimer))
	n.again(plainEstimate, f, f.estimate, now.Add(d.EstimateTimer))
}

func (n *plain) again(op uint16, f *plainFlow, generation uint64, at units.Time) {
	n.kernel.At(at, 0, n.id, op, generation<<16|uint64(f.number))
}

func (n *plain) timer(op uint16, arg uint64, now units.Time) {
	f, d := n.paced[arg&0xffff], &n.graph.DCQCN
	switch generation := arg >> 16; {
	case op == plainIncrease && generation == f.cuts:
		f.t++
		if f.increase(d); f.rate > 0 {
			n.again(op, f, generation, now.Add(d.RateTimer))
		}
	case op == plainEstimate && generation == f.estimate:
		if less := f.alpha / d.Gain; less > 0 {
			f.alpha -= less
			n.again(op, f, generation, now.Add(d.EstimateTimer))
		}
	}
}
