package packet

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// approach is what is on its way to one device that acts on arrivals. What a head finds depends on what came before it, but
// nothing that follows is needed at once: heads land when somebody asks for what comes of it, or when the first of them has
// waited for slack. So may sources put off what they decide, until its head is to land: plans are the heads of what they
// would send next.
type approach struct {
	calendar                 // heads that have not landed
	plans     calendar       // their packet is -1
	slack     units.Duration // by so much later than it arrives a head may land and be in time; 0 = it may not
	haste     units.Duration // the same where heads may make the device tell a sender to stop
	foresight units.Duration // no plan is further ahead
	largest   int32          // wire bytes of a full packet, at most
	restless  int32          // cables that are
	due       units.Time     // when heads land whoever asks; never = not foreseen
	launched  int32          // the packet that has just been sent as planned
	launching bool           // the next one is that
	device    fabric.DeviceID
}

// first is when the first head arrives, or would by what is planned; never = there is none.
func (a *approach) first() units.Time { return min(a.next, a.plans.next) }

// cable is what leads from a port to a device that acts on arrivals.
type cable struct {
	lead     units.Duration // by so much the port may decide ahead of the clock
	reach    units.Bytes    // so much that is not in packets yet may be by the time that one has landed
	margin   units.Bytes    // the same, by the time that one has landed that the port has put off, and what follows it
	flying   int32          // heads on it
	planned  int32          // and those that are planned
	restless bool           // they may make the device tell the port to stop
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
		a := approach{calendar: calendar{next: never}, plans: calendar{next: never}, device: fabric.DeviceID(d), due: never, slack: device.Latency, haste: device.Latency}
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
		a.foresight = foresight * (longest + a.slack)
		a.plans.span(a.foresight + longest + a.slack)
		for _, id := range g.In(a.device) {
			c := &n.cables[id]
			reach := g.Packet + carried(fastest, longest+a.slack)
			if c.reach, c.margin = -1, 2*reach; device.OutputQueued() {
				c.reach = reach
			}
			p := &n.ports[id]
			p.planning = n.lookAhead && n.width == 1 && a.haste > 0 && p.source && (p.paced || !device.OutputQueued())
		}
		n.approaches = append(n.approaches, a)
	}
}
