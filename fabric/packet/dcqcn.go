package packet

import (
	"math/bits"

	"collsim/fabric"
	"collsim/sim/units"
)

// DCQCN (Zhu et al., SIGCOMM 2015): the receiver of marked packets notifies the sender, which cuts the flow's rate and
// raises it again step by step. A flow is the messages of one path and lane. While it sends at the rate of its link it
// has no state. All is whole numbers: rates in bytes a second, the estimate of congestion in parts of 2^32.

// flow is what the sender keeps of one, and its receiver.
type flow struct {
	rate, target uint64     // bytes a second; rate 0 = that of the link
	estimate     uint64     // alpha of the paper; whole = 1
	next         units.Time // no packet may start before it
	estimated    units.Time // since when the timer of the estimate runs
	timed        units.Time // since when the timer of increase runs
	times, fills int64      // steps of increase since the last cut, by that timer and by bytes
	bytes        int64      // towards the next one
	quiet        units.Time // the receiver does not notify again before it
	back         units.Duration
	line         uint64
	port, number int32
}

const whole = 1 << 32

// pace makes the first step of a new path one whose messages wait apart from those of other paths, each flow for its own
// turn.
func (n *Net) pace(s *step, back units.Duration) {
	p := &n.ports[s.port]
	s.paced = true
	s.input = p.inputs - 1
	p.inputs++
	if p.inputs > 2 { // another flow may have its turn
		n.catchUpPlans(s.port)
		if p.planning = false; p.wake < never {
			n.kernel.At(p.wake, lastKey, n.id, opWake, uint64(s.port))
		}
	}
	s.source = int32(len(n.sources))
	for v := range n.width {
		n.lanes[p.lanes+v].heads.grow(p.inputs)
		n.sources = append(n.sources, source{-1, -1})
		n.flows = append(n.flows, flow{back: back, line: p.rate, port: s.port, number: int32(len(n.flows))})
	}
}

// flow is that of a class on the path with the given first step.
func (n *Net) flow(s *step, class uint8) *flow {
	return &n.flows[s.source-int32(len(n.lanes))+n.laneOn(s, class)]
}

// sent: a packet of f has started at s, and the next one may as soon as its bytes would have left at the rate of f.
func (f *flow) sent(d *fabric.DCQCN, s units.Time, wire int32) {
	if f.catchUp(d, s); f.rate == 0 {
		return
	}
	for f.bytes += int64(wire); f.rate > 0 && f.bytes >= int64(d.ByteCounter); f.bytes -= int64(d.ByteCounter) {
		f.fills++
		f.raise(d)
	}
	if f.next = s; f.rate > 0 {
		f.next = s.Add(units.Rate(f.rate).Over(units.Bytes(wire)))
	}
}

// catchUp lets the timers of f run until now.
func (f *flow) catchUp(d *fabric.DCQCN, now units.Time) {
	for f.rate > 0 && f.timed.Add(d.RateTimer) <= now {
		f.timed = f.timed.Add(d.RateTimer)
		f.times++
		f.raise(d)
	}
	gain := uint64(d.Gain)
	for f.rate > 0 && f.estimate >= gain && f.estimated.Add(d.EstimateTimer) <= now {
		f.estimated = f.estimated.Add(d.EstimateTimer)
		f.estimate -= f.estimate / gain
	}
}

// raise takes one step of increase: half of what is missing to the target, which rises as well when recovery is over.
func (f *flow) raise(d *fabric.DCQCN) {
	switch {
	case max(f.times, f.fills) < d.Stages:
	case min(f.times, f.fills) > d.Stages:
		f.target = min(f.target+uint64(d.Hyper), f.line)
	default:
		f.target = min(f.target+uint64(d.Additive), f.line)
	}
	if f.rate = (f.rate + f.target + 1) / 2; f.rate >= f.line {
		f.rate = 0
	}
}

// cut: a notification is here.
func (f *flow) cut(d *fabric.DCQCN, now units.Time) {
	if f.catchUp(d, now); f.rate == 0 { // as new
		f.rate, f.estimate = f.line, whole
	}
	f.target = f.rate
	hi, lo := bits.Mul64(f.rate, f.estimate)
	f.rate = max(f.rate-(hi<<31|lo>>33), min(uint64(d.Least), f.line))
	f.estimate += (whole - f.estimate) / uint64(d.Gain)
	f.estimated, f.timed, f.times, f.fills, f.bytes = now, now, 0, 0, 0
	if f.rate == f.line {
		f.rate = 0
	}
}

// notify makes the receiver of a marked packet, which is there at the instant at, tell the sender, unless it has just
// done so. The word is back after the propagation of the route.
func (n *Net) notify(f *flow, at units.Time) {
	if at < f.quiet {
		return
	}
	f.quiet = at.Add(n.graph.DCQCN.Notify)
	n.kernel.At(at.Add(f.back), uint32(f.port), n.id, opNotify, uint64(f.number))
}
