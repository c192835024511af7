package scenarios

import (
	"fmt"

	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim/units"
)

// demand is what the memory of a run goes by: counts that are known before anything large is built.
type demand struct {
	ranks   int64
	devices int64
	links   int64
	corners int64 // of a link into a device and one out of it, where packets are queued for such pairs; else 0
	lanes   int64 // of all ranks and seats that are played
	pairs   int64 // of a lane and a party that it sends to: each is a way of its own
	hops    int64 // of a long way
	flying  int64 // messages that are sent and not received, at most
	packets int64 // of them that are packets in buffers, at most; 0 where whole messages move
	width   int64 // words of a trail
	beside  int64 // runs at the same time, which share the fabric alone
	steep   bool  // what a lane has in flight, or sends to, grows with the ranks
}

// What things take, in bytes: the sizes of structures, rounded up for what lies beside them and for what slices that grow
// keep free. TestRoom holds the sum against what runs take.
const (
	deviceBytes = 220
	linkBytes   = 260 // of the graph and of the network
	portBytes   = 460 // more, where packets move: credits, queues
	rankBytes   = 300 // its stand, its view, its figures
	laneBytes   = 400
	pairBytes   = 185 // a route that is known by name
	hopBytes    = 32  // of a route
	stepBytes   = 40  // more, where packets move
	flyingBytes = 300 // in the executor, in the network, and as an event
	packetBytes = 130

	ownBytes = 6 << 20 // what the program has in use before it runs anything
)

// parts are what takes memory, in the words of a message.
func (d *demand) parts() []part {
	hop, link := int64(hopBytes), int64(linkBytes)
	if d.packets > 0 {
		hop, link = hopBytes+stepBytes, linkBytes+portBytes
	}
	run := func(n int64) int64 { return times(n, max(1, d.beside)) }
	return []part{
		{"devices and links of the fabric", times(d.devices, deviceBytes) + times(d.links, linkBytes) + run(times(d.links, link-linkBytes)+d.corners/8)},
		{fmt.Sprintf("%s lanes", about(d.lanes)), run(times(d.lanes, laneBytes+8*d.width) + times(d.ranks, rankBytes))},
		{fmt.Sprintf("%s ways from ranks to ranks", about(d.pairs)), run(times(d.pairs, pairBytes+hop*d.hops))},
		{fmt.Sprintf("%s messages in flight", about(d.flying)), run(times(d.flying, flyingBytes+12*d.width))},
		{fmt.Sprintf("%s packets in buffers", about(d.packets)), run(times(d.packets, packetBytes))},
	}
}

type part struct {
	name  string
	bytes int64
}

// times is n m, or as much as there can be.
func times(n, m int64) int64 {
	const most = 1 << 58
	if n > 0 && m > most/n {
		return most
	}
	return n * m
}

// sum is what all parts take, and the largest of them.
func (d *demand) sum() (units.Bytes, string) {
	total, most := int64(0), part{}
	for _, p := range d.parts() {
		if total += p.bytes; p.bytes > most.bytes {
			most = p
		}
	}
	return units.Bytes(total), most.name
}

// of is the demand of a run like this one with other ranks.
func (d demand) of(ranks int64) demand {
	scale := func(n int64) int64 { return int64(float64(n) * float64(ranks) / float64(d.ranks)) }
	d.devices, d.links, d.lanes, d.packets = scale(d.devices), scale(d.links), scale(d.lanes), scale(d.packets)
	d.corners = scale(scale(d.corners))
	d.pairs, d.flying = scale(d.pairs), scale(d.flying)
	if d.steep {
		d.pairs, d.flying = scale(d.pairs), scale(d.flying)
	}
	d.ranks = ranks
	return d
}

// fits is about how many ranks would fit, two digits of it.
func (d *demand) fits(limit units.Bytes) int {
	low, high := int64(0), d.ranks
	for high-low > 1 {
		middle := (low + high) / 2
		of := d.of(middle)
		if n, _ := of.sum(); n+ownBytes <= limit {
			low = middle
		} else {
			high = middle
		}
	}
	unit := int64(1)
	for low/unit >= 100 {
		unit *= 10
	}
	return int(low / unit * unit)
}

// demand is what a run takes, at most and about.
func (b *bound) demand(level string, c *exec.Config, played int) demand {
	s, g := b.schedule, b.graph
	d := demand{
		ranks: int64(s.Call.Ranks), devices: int64(len(g.Devices)), links: int64(len(g.Links)), hops: int64(b.longWay()),
		lanes: (int64(played) + int64(s.Seats)) * int64(s.Lanes), width: int64(exec.Width(c)),
	}
	t := sample(s, played)
	d.pairs, d.flying, d.steep = t.pairs, t.flying, t.steep
	if c.Window > 0 && c.Host.Kernel != (host.Kernel{}) { // whose slots are kept until their sender takes them again
		slots := times(d.pairs, int64(c.Window))
		d.flying = max(d.flying, min(s.Messages(slots), slots))
	}
	if level == byPackets {
		for i := range g.Devices {
			d.corners += int64(len(g.Out(fabric.DeviceID(i)))) * int64(len(g.In(fabric.DeviceID(i)))) * int64(g.PortLanes())
		}
		room := units.Bytes(0)
		for i := range g.Links {
			room += min(g.Links[i].Buffer, 1<<40)
		}
		each := int64(t.largest/g.Packet) + 1
		d.packets = min(times(d.flying, each), int64(room/g.Packet)*int64(g.PortLanes())) + 1
	}
	return d
}

// longWay is how many links a typical long way has.
func (b *bound) longWay() int {
	hops := 1
	for _, dst := range []int{1, b.scenario.Ranks - 1} {
		if dst < b.scenario.Ranks && dst > 0 && b.gpus[dst] != b.gpus[0] {
			if route, err := b.graph.Route(int(b.gpus[0]), int(b.gpus[dst]), 0); err == nil {
				hops = max(hops, len(route))
			}
		}
	}
	return hops
}
