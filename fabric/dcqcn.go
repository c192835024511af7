package fabric

import (
	"collsim/sim/units"
)

// DCQCN is how a sender slows down for packets that switches have marked, and speeds up again (Zhu et al., Congestion
// Control for Large-Scale RDMA Deployments, SIGCOMM 2015). Each path from one GPU to another is a flow with a rate.
type DCQCN struct {
	On            bool           // and some switch marks packets
	Notify        units.Duration // a receiver sends a flow at most one notification in this time
	Gain          int64          // a notification, or a time without, moves the estimate of congestion by 1/Gain
	EstimateTimer units.Duration // without notifications for so long: the estimate falls
	RateTimer     units.Duration // time to a step of increase
	ByteCounter   units.Bytes    // bytes to a step of increase
	Stages        int64          // steps of fast recovery
	Additive      units.Rate     // a step after them
	Hyper         units.Rate     // a step when timer and byte counter are both beyond them
	Least         units.Rate     // no cut goes below it
}

// rateControl reads how senders slow down.
func (b *builder) rateControl() {
	if !b.slows() {
		return
	}
	rate := func(name string) units.Rate { return units.Rate(b.value(name).Int) }
	span := func(name string) units.Duration { return units.Duration(b.value(name).Int) }
	b.graph.DCQCN = DCQCN{
		On: b.graph.marks(), Notify: span("dcqcn.notify"), Gain: b.value("dcqcn.gain").Int,
		EstimateTimer: span("dcqcn.estimate-timer"), RateTimer: span("dcqcn.rate-timer"),
		ByteCounter: units.Bytes(b.value("dcqcn.byte-counter").Int), Stages: b.value("dcqcn.stages").Int,
		Additive: rate("dcqcn.additive"), Hyper: rate("dcqcn.hyper"), Least: rate("dcqcn.least"),
	}
	if !b.graph.DCQCN.On {
		b.warn("set.nic.congestion-control", "changed nothing: no switch marks packets; that takes switch.flow-control pause or drop, and switch.ecn-probability above 0")
	}
}

// slows reports whether senders slow down for marks.
func (b *builder) slows() bool { return b.value("nic.congestion-control").Word == "dcqcn" }

// marks reports whether any switch marks packets.
func (g *Graph) marks() bool {
	for i := range g.Devices {
		if d := &g.Devices[i]; d.OutputQueued() && d.Buffer.Marking.Highest > 0 {
			return true
		}
	}
	return false
}

// rateControl lists the parameters of senders that slow down.
func rateControl() []Parameter {
	const (
		paper = "Zhu et al., SIGCOMM 2015, section 5"
		only  = " It matters only where nic.congestion-control is dcqcn."
	)
	return []Parameter{
		{Name: "nic.congestion-control", Quantity: WordQuantity, Words: []string{"none", "dcqcn"},
			Doc:      "What senders do about packets that switches mark. With dcqcn each flow slows down when its receiver reports marked packets, and speeds up again by and by.",
			Defaults: everywhere(WordOf("none"), "credit-based networks need none; RoCE NICs run DCQCN", "as configured")},
		{Name: "dcqcn.notify", Quantity: DurationQuantity, Least: 1, Most: longest,
			Doc:      "A receiver of marked packets sends its sender at most one notification in this time, for each flow." + only,
			Defaults: everywhere(DurationOf(50*units.Microsecond), paper+": N = 50 us", "as configured; 4 to 50 us")},
		{Name: "dcqcn.gain", Quantity: CountQuantity, Unit: "parts", Least: 1, Most: 1 << 16,
			Doc:      "The estimate of congestion moves by one of so many parts at a notification, or after a time without." + only,
			Defaults: everywhere(CountOf(256), paper+": g = 1/256", "16 to 1024")},
		{Name: "dcqcn.estimate-timer", Quantity: DurationQuantity, Least: 1, Most: longest,
			Doc:      "After each such time without a notification a flow's estimate of congestion falls." + only,
			Defaults: everywhere(DurationOf(55*units.Microsecond), paper+": K = 55 us, longer than dcqcn.notify", "as configured")},
		{Name: "dcqcn.rate-timer", Quantity: DurationQuantity, Least: 1000, Most: longest,
			Doc:      "After each such time since its last cut a flow takes a step of increase." + only,
			Defaults: everywhere(DurationOf(55*units.Microsecond), paper+": timer 55 us", "55 us to 1.5 ms")},
		{Name: "dcqcn.byte-counter", Quantity: SizeQuantity, Least: 1, Most: largest,
			Doc:      "After each so many bytes since its last cut a flow takes a step of increase." + only,
			Defaults: everywhere(SizeOf(10_000_000), paper+": byte counter 10 MB", "150 KB to 10 MB")},
		{Name: "dcqcn.stages", Quantity: CountQuantity, Unit: "steps", Least: 1, Most: 1 << 16,
			Doc:      "Steps of increase, each half of what is missing, before a flow aims higher than where it was cut." + only,
			Defaults: everywhere(CountOf(5), paper+": F = 5", "1 to 5")},
		{Name: "dcqcn.additive", Quantity: RateQuantity, Least: 1, Most: fastest,
			Doc:      "By how much a flow aims higher at each step after those of recovery." + only,
			Defaults: everywhere(RateOf(5_000_000), paper+": 40 Mb/s at 40 Gb/s", "factor 10; it grows with the rate")},
		{Name: "dcqcn.hyper", Quantity: RateQuantity, Least: 1, Most: fastest,
			Doc:      "By how much a flow aims higher at each step when timer and byte counter are both beyond recovery." + only,
			Defaults: everywhere(RateOf(50_000_000), "prior, to be verified: ten times dcqcn.additive", "factor 10")},
		{Name: "dcqcn.least", Quantity: RateQuantity, Least: slowest, Most: fastest,
			Doc:      "No cut makes a flow slower than this." + only,
			Defaults: everywhere(RateOf(12_500_000), "prior, to be verified: 100 Mb/s", "1 to 100 Mb/s")},
	}
}
