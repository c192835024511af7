package fabric

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"collsim/sim/units"
)

// FlowControl is what a device does so that packets do not overrun it.
type FlowControl uint8

// The flow controls. Devices of the last two are output-queued: all packets lie in one memory, and each output sends
// those of a lane in the order in which they are ready to leave.
const (
	Credit FlowControl = iota // senders know how much room each input's buffer has: NVLink, PCIe, InfiniBand
	Pause                     // an input that fills tells its sender to stop: priority flow control, IEEE 802.1Qbb
	Drop                      // a packet that finds its output's line too long is dropped
)

func (f FlowControl) String() string { return [...]string{"credit", "pause", "drop"}[f] }

// SharedBuffer is the packet memory of a device with Pause or Drop, and what goes by how full it is. Bytes are those on the
// link by which a packet comes.
type SharedBuffer struct {
	Bytes    units.Bytes // in all, the head-room of all inputs and lanes included
	Alpha    int8        // with Drop a line, with Pause an input and lane, may have up to 2^Alpha times what is free
	Pause    units.Bytes // an input and lane may never have more than this before its sender is told to stop
	Resume   units.Bytes // and is told to go on when it has no more than this
	Headroom units.Bytes // set aside for an input and lane: what may still come when its sender has been told to stop
	Marking  Marking
}

// Marking is random early marking: a packet that joins a line of Least bytes or fewer is never marked, one that joins a
// line above Most always, between them the probability rises to Highest.
type Marking struct {
	Least, Most units.Bytes
	Highest     units.Probability // 0 = nothing is marked
}

// OutputQueued reports whether the device keeps all packets in one memory.
func (d *Device) OutputQueued() bool { return d.Flow != Credit }

// OutputQueued reports whether any device keeps all packets in one memory.
func (g *Graph) OutputQueued() bool {
	return slices.ContainsFunc(g.Devices, func(d Device) bool { return d.OutputQueued() })
}

// PauseFrame is what a pause frame takes on the wire: 64 bytes, preamble and gap (IEEE 802.3).
const PauseFrame units.Bytes = 84

// InFlight is what may still come by l after its far end has told the sender to stop: what a cable there, the pause frame
// and a cable back hold, a packet that has just been started, and the rounding of the rest.
func (g *Graph) InFlight(l *Link) units.Bytes {
	loop := uint64(2*l.Latency + l.Rate.Over(PauseFrame))
	hi, lo := bits.Mul64(uint64(l.Rate), loop)
	if hi >= uint64(units.Second) {
		return 1 << 62
	}
	bytes, _ := bits.Div64(hi, lo, uint64(units.Second))
	return min(units.Bytes(bytes), 1<<61) + 1 + 2*l.Wire(g.Packet)
}

// drops reports whether d may drop a packet: it does not pause, or has too little head-room behind some link.
func (g *Graph) drops(d DeviceID) bool {
	device := &g.Devices[d]
	return device.Flow == Drop || device.Flow == Pause && slices.ContainsFunc(g.In(d), func(id LinkID) bool {
		return device.Buffer.Headroom < g.InFlight(&g.Links[id])
	})
}

// alphas are the words of a dynamic threshold: powers of two from 1/128 to 8.
func alphas() []string {
	var words []string
	for a := leastAlpha; a <= mostAlpha; a++ {
		words = append(words, alphaWord(a))
	}
	return words
}

const leastAlpha, mostAlpha = -7, 3

func alphaWord(a int) string {
	if a < 0 {
		return "1/" + strconv.Itoa(1<<-a)
	}
	return strconv.Itoa(1 << a)
}

// admission fills in what switches that do not go by credit do, once all is wired, and says what of it cannot be.
func (b *builder) admission() {
	for d := range b.graph.Devices {
		if device := &b.graph.Devices[d]; device.Kind == Switch && device.OutputQueued() {
			b.admit(DeviceID(d), device)
		}
	}
}

func (b *builder) admit(d DeviceID, device *Device) {
	m, g := &device.Buffer, b.graph
	packet, reserve := units.Bytes(1), units.Bytes(0)
	for _, id := range g.In(d) {
		packet = max(packet, g.Links[id].Wire(g.Packet))
		reserve = max(reserve, g.InFlight(&g.Links[id]))
	}
	if device.Flow == Pause {
		b.pausing(d, device, reserve)
	}
	if problem, ok := device.roomless(packet, m.Shared(len(g.In(d))*g.PortLanes())); ok && !b.roomless {
		b.roomless = true
		b.problems = append(b.problems, problem)
	}
	if m.Marking.Most < m.Marking.Least {
		b.problems.add("set.switch.ecn-max", "%v is less than switch.ecn-min, %v", m.Marking.Most, m.Marking.Least)
	}
}

// roomless says why an empty switch with so much to share could not take a packet of so many bytes. With Pause a packet
// lies in what is shared or in the head-room, never in both.
func (d *Device) roomless(packet, free units.Bytes) (Remark, bool) {
	m := &d.Buffer
	const text = "%v, and switch.headroom is %v: %s has no room for a packet even when it is empty; valid: one of the two holds %d bytes"
	switch {
	case free < packet:
		return Remark{"set.switch.memory", fmt.Sprintf("%v; less head-room for the inputs of %s, %v are left to share; valid: one packet of %d bytes or more", m.Bytes, d.Name, free, packet)}, true
	case d.Flow != Pause || m.Headroom >= packet || min(m.Pause, m.most(free)) >= packet:
		return Remark{}, false
	case m.Pause < packet:
		return Remark{"set.switch.pause", fmt.Sprintf(text, m.Pause, m.Headroom, d.Name, packet)}, true
	}
	part := fmt.Sprintf("%s of %v is %v", alphaWord(int(m.Alpha)), free, m.most(free))
	return Remark{"set.switch.alpha", fmt.Sprintf(text, part, m.Headroom, d.Name, packet)}, true
}

// pausing works out what is auto. reserve is the head-room that keeps the promise to lose nothing.
func (b *builder) pausing(d DeviceID, device *Device, reserve units.Bytes) {
	m := &device.Buffer
	if m.Pause == Auto {
		m.Pause = m.Bytes
	}
	if m.Resume == Auto {
		m.Resume = min(reserve, m.Pause/2)
	}
	if m.Headroom == Auto {
		m.Headroom = reserve
	}
	if m.Resume > m.Pause {
		b.problems.add("set.switch.resume", "%v is more than switch.pause, %v", m.Resume, m.Pause)
	}
	if m.Headroom < reserve && !b.told {
		b.told = true
		b.warn("set.switch.headroom", "%v; what is in flight when %s pauses a sender can be %v: packets beyond the head-room are lost", m.Headroom, device.Name, reserve)
	}
}

// Shared is what is left of the memory when the head-room of so many inputs and lanes is set aside.
func (m *SharedBuffer) Shared(inputs int) units.Bytes {
	if m.Headroom > m.Bytes/units.Bytes(max(inputs, 1)) {
		return 0
	}
	return m.Bytes - m.Headroom*units.Bytes(inputs)
}

// most is what one input and lane may have of what is shared when so much of it is free.
func (m *SharedBuffer) most(free units.Bytes) units.Bytes {
	if m.Alpha < 0 {
		return free >> -m.Alpha
	}
	return free << m.Alpha
}

// switching sets a network switch up as the parameters say.
func (b *builder) switching(d *Device) {
	word := func(name string, words []string) int { return slices.Index(words, b.value(name).Word) }
	if d.Flow = FlowControl(word("switch.flow-control", names(Credit, Pause, Drop))); !d.OutputQueued() {
		return
	}
	size := func(name string) units.Bytes { return units.Bytes(b.value(name).Int) }
	d.Buffer = SharedBuffer{Bytes: size("switch.memory"), Alpha: int8(leastAlpha + word("switch.alpha", alphas()))}
	if d.Flow == Pause {
		d.Buffer.Pause, d.Buffer.Resume, d.Buffer.Headroom = size("switch.pause"), size("switch.resume"), size("switch.headroom")
	}
	if b.slows() { // nobody else looks at marks
		d.Buffer.Marking = Marking{size("switch.ecn-min"), size("switch.ecn-max"), units.Probability(b.value("switch.ecn-probability").Int)}
	}
}

// ethernet are the parameters of switches that pause or drop.
func ethernet() []Parameter {
	const (
		only    = " It matters only where switch.flow-control is pause or drop."
		pausing = " It matters only where switch.flow-control is pause."
		marking = " It matters only where nic.congestion-control is dcqcn and switch.flow-control is pause or drop."
	)
	return []Parameter{
		{Name: "switch.flow-control", Quantity: WordQuantity, Words: names(Credit, Pause, Drop),
			Doc:      "What keeps packets from overrunning a switch of the network. With credit senders know the room behind each link, with pause a full input stops its sender, with drop a packet without room is lost and sent again.",
			Defaults: everywhere(WordOf(Credit.String()), "InfiniBand is credit-based; RoCE uses pause (IEEE 802.1Qbb) or, lossy, drop", "as configured")},
		{Name: "switch.memory", Quantity: SizeQuantity, Least: 1, Most: largest,
			Doc:      "Packet memory of a switch, shared by all of its ports, head-room included." + only,
			Defaults: everywhere(SizeOf(64_000_000), "Broadcom Tomahawk 3 (BCM56980), 12.8 Tb/s: 64 MB, fully shared", "12 MB (Trident 2) to 165 MB (Tomahawk 5)")},
		{Name: "switch.alpha", Quantity: WordQuantity, Words: alphas(),
			Doc:      "How much of the free memory of a switch one line, or with pause one input, may take: this times what is free at the moment." + only,
			Defaults: everywhere(WordOf("1"), "Choudhury and Hahne, 1998: a power of two, 1 or 2 for a few busy ports", "1/8 to 8 are configured")},
		{Name: "switch.pause", Quantity: SizeQuantity, Auto: true, Least: 1, Most: largest,
			Doc:      "Bytes of one input and lane above which its sender is paused. Auto leaves it to switch.alpha alone." + pausing,
			Defaults: everywhere(Value{Quantity: SizeQuantity, Int: Auto}, choice+": shared memory is used while there is some", "24 KB to megabytes (Zhu et al., SIGCOMM 2015, section 4)")},
		{Name: "switch.resume", Quantity: SizeQuantity, Auto: true, Most: largest,
			Doc:      "Bytes of one input and lane at which its sender goes on after a pause. Auto is what arrives in a turn of the longest cable, at most half of switch.pause, so that the output does not run dry." + pausing,
			Defaults: everywhere(Value{Quantity: SizeQuantity, Int: Auto}, choice+": SONiC ships 18 KB for short cables", "as configured")},
		{Name: "switch.headroom", Quantity: SizeQuantity, Auto: true, Most: largest,
			Doc:      "Bytes set aside for each input and lane, for what is in flight when its sender is paused. Auto is rate x (2 x latency + pause frame) + 2 packets of the most demanding link." + pausing,
			Defaults: everywhere(Value{Quantity: SizeQuantity, Int: Auto}, "IEEE 802.1Qbb, annex O, less what the ends add", "+50 % for real ends")},
		{Name: "switch.ecn-min", Quantity: SizeQuantity, Most: largest,
			Doc:      "Length of an output's line up to which no packet that joins it is marked." + marking,
			Defaults: everywhere(SizeOf(5_000), "Zhu et al., SIGCOMM 2015, section 5.2: Kmin 5 KB at 40 Gb/s", "factor 20 between sites; it grows with the rate")},
		{Name: "switch.ecn-max", Quantity: SizeQuantity, Most: largest,
			Doc:      "Length of an output's line above which every packet that joins it is marked." + marking,
			Defaults: everywhere(SizeOf(200_000), "Zhu et al., SIGCOMM 2015, section 5.2: Kmax 200 KB at 40 Gb/s", "factor 10 between sites; it grows with the rate")},
		{Name: "switch.ecn-probability", Quantity: ProbabilityQuantity, Most: int64(units.Certain),
			Doc:      "How likely a packet is to be marked that joins a line of switch.ecn-max bytes; it falls to nothing at switch.ecn-min. 0 marks nothing, however long the line." + marking,
			Defaults: everywhere(ProbabilityOf(10_000_000), "Zhu et al., SIGCOMM 2015, section 5.2: Pmax 1 %", "1 to 100 % between sites")},
	}
}
