package host

import (
	"collsim/fabric"
	"collsim/sim"
	"collsim/sim/units"
)

// Bind is the costs of a library with some parameters set, for the zero Use. Remarks tell of settings that changed
// nothing. Settings that are not of this package are an error, and so are values that the parameter does not allow.
func Bind(library string, set []fabric.Setting) (Costs, []fabric.Remark, error) {
	return Use{}.Bind(library, set)
}

// figures are the values of parameters: those that are set, else those of the machine at hand, else the library's own.
type figures struct {
	library Library
	use     Use
	set     []fabric.Setting
}

// value is a parameter's value; the zero Value, which costs nothing, where the library does not have that cost.
func (f figures) value(name string) fabric.Value {
	for _, from := range [2][]fabric.Setting{f.set, f.use.Defaults} {
		for i := range from {
			if from[i].Name == name {
				return from[i].Value
			}
		}
	}
	if v, ok := f.library.value(name); ok {
		return v
	}
	return fabric.Value{}
}

func (f figures) span(name string) units.Duration { return units.Duration(f.value(name).Int) }
func (f figures) rate(name string) units.Rate     { return units.Rate(f.value(name).Int) }
func (f figures) size(name string) units.Bytes    { return units.Bytes(f.value(name).Int) }

func (f figures) count(name string) int64 { return f.value(name).Int }
func (f figures) word(name string) string { return f.value(name).Word }

// cycles is how long a core needs for a number of instructions.
func (f figures) cycles(instructions string) units.Duration {
	clock := units.Frequency(f.count("host.core.clock"))
	if clock == 0 {
		return 0
	}
	return clock.Over(f.count(instructions))
}

// jitter is a mean with its distribution.
func (f figures) jitter(mean, distribution string) sim.Jitter {
	j := sim.Jitter{Mean: f.span(mean)}
	if j.Mean > 0 {
		j.Distribution, _ = sim.ParseDistribution(f.word(distribution))
	}
	return j
}

// costs puts the figures together. What cannot matter is zero, so that two Costs that are equal run alike.
func costs(l Library, u Use, set []fabric.Setting) Costs {
	f := figures{l, u, set}
	var c Costs
	c.call(f)
	c.prepare(f)
	c.nic(f)
	if l.kernels {
		c.kernel(f)
		c.launches(f)
	} else {
		c.reduce(f)
		c.post(f)
		c.complete(f)
		c.rendezvous(f)
		c.drive(f)
	}
	c.stage(f)
	c.Window = int32(f.count("host.window"))
	return c
}

func (c *Costs) reduce(f figures) {
	c.ReduceRate = f.rate("host.reduce.rate")
	c.ReduceOnCore = c.ReduceRate > 0 && f.word("host.reduce.on") == "core"
}

func (c *Costs) rendezvous(f figures) {
	if f.count("host.handshake") == 1 {
		c.Rendezvous, c.Eager, c.CopyRate = true, f.size("host.eager"), f.rate("host.copy.rate")
		c.register(f)
	}
}

// drive is what moves messages along beside the lane that posts them: a proxy thread, answers.
func (c *Costs) drive(f figures) {
	if work := f.cycles("host.proxy.instructions"); work > 0 && f.word("host.proxy") == RankProxy.String() {
		c.Proxy, c.ProxyWork = RankProxy, work
	} else if work > 0 && f.word("host.proxy") == NodeProxy.String() {
		c.Proxy, c.ProxyWork = NodeProxy, work
	}
	switch f.word("host.ack") {
	case SoftwareAck.String():
		c.Ack = SoftwareAck
	case HardwareAck.String():
		c.Ack = HardwareAck
	}
	c.OnHost = c.Rendezvous && f.count("host.offload") == 0 && f.span("host.pcie.roundtrip")+c.Post+c.ProxyWork > 0
}

// stage is copies through the host, and the round trips over PCIe of whoever needs them.
func (c *Costs) stage(f figures) {
	pcie := f.span("host.pcie.roundtrip")
	c.BounceRate = f.rate("host.bounce.rate")
	c.Bounce = f.count("host.gpudirect") == 0 && (c.BounceRate > 0 || pcie > 0)
	if !c.Bounce {
		c.BounceRate = 0
	}
	if c.OnHost || c.Bounce || c.Ack == SoftwareAck {
		c.PCIe = pcie
	}
}

func (c *Costs) call(f figures) {
	c.Hold, c.Launch = f.span("host.lock.hold"), f.span("host.launch")
	c.Ahead = f.jitter("host.stream.queued", "host.stream.distribution")
	if when := f.word("host.metadata.cache"); when == Cold.String() || when == Disabled.String() {
		c.Metadata = f.span("host.metadata")
		c.Uncached = c.Metadata > 0 && when == Disabled.String()
	}
	if when := f.word("host.setup"); when == "first" || when == "every" {
		c.Setup = f.span("host.setup.ports") + f.span("host.setup.scratch") + f.span("host.setup.rest")
		c.Rebuild = when == "every" && (c.Setup > 0 || c.Metadata > 0 && !c.Uncached)
	}
}

func (c *Costs) prepare(f figures) {
	c.Serialize = f.rate("host.serialize.rate")
	if f.word("host.prepare") == "strided" {
		c.Strided = f.rate("host.prepare.rate")
	}
}

func (c *Costs) nic(f figures) {
	c.NICStart, c.Detour = f.span("host.nic.start"), f.span("host.detour")
	if mean := f.span("host.nic.small.penalty"); mean > 0 {
		if c.Small = f.size("host.nic.small"); c.Small > 0 {
			c.Penalty = sim.Jitter{Distribution: sim.Exponential, Mean: mean}
		}
	}
}

func (c *Costs) post(f figures) {
	c.Post = f.cycles("host.core.instructions")
	if f.word("host.numa") == "remote" {
		c.Post += units.Duration(f.count("host.numa.accesses")) * f.span("host.numa.penalty")
	}
	if thread := f.word("host.pinning"); c.Post > 0 && (thread == "pinned" || thread == "free") {
		c.Scheduling = f.jitter("host."+thread+".jitter", "host."+thread+".distribution")
	}
}

func (c *Costs) complete(f figures) {
	if f.word("host.completion") == Interrupt.String() {
		c.Completion, c.Coalesce, c.Handler = Interrupt, f.span("host.interrupt.coalesce"), f.span("host.interrupt.handler")
	} else {
		c.Poll = f.span("host.poll")
	}
}

func (c *Costs) register(f figures) {
	switch f.word("host.register.cache") {
	case Cold.String():
		c.Cache = Cold
	case Disabled.String():
		c.Cache = Disabled
	default:
		return
	}
	c.RegisterBase, c.RegisterPage, c.Page = f.span("host.register.base"), f.span("host.register.page"), f.size("host.register.page-size")
	if c.Cache == Cold && c.RegisterBase+c.RegisterPage > 0 {
		c.Capacity = f.size("host.register.capacity")
	}
}
