package scenarios

import (
	"fmt"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/sim/units"
)

// Room is how much memory runs may take. The zero value is no limit.
type Room struct {
	Limit  units.Bytes // of the heap; 0 = none
	Source string      // what sets it, for messages: "half of the memory of this machine"
	Beside int         // so many replicates are played at the same time; 0 = 1
}

// Crowded says that a run would need more memory than it may take. Nothing large has been built for it.
type Crowded struct {
	Needs  units.Bytes // estimated
	Most   string      // what takes most of it
	Limit  units.Bytes
	Source string
	Fits   int  // about how many ranks would fit
	Own    bool // the limit is the scenario's
}

func (c *Crowded) Error() string {
	where, valid := "fabric", ""
	if c.Own {
		where = "limits.memory"
	}
	if c.Fits > 1 {
		valid = fmt.Sprintf("at most about %s ranks, ", grouped(int64(c.Fits)))
	}
	return fmt.Sprintf("%s: the run would need about %s of memory, more than %s (%s); most of it are %s; valid: %sanother algorithm or level, or more with --max-memory",
		where, Gibibytes(c.Needs), Gibibytes(c.Limit), c.Source, c.Most, valid)
}

// Gibibytes writes an amount of memory to one digit behind the point, in GiB, or else MiB, rounded up.
func Gibibytes(n units.Bytes) string {
	unit, name := units.GiB, "GiB"
	if n < unit {
		unit, name = units.MiB, "MiB"
	}
	tenths := n/unit*10 + (n%unit*10+unit-1)/unit
	if tenths%10 == 0 {
		return grouped(int64(tenths/10)) + " " + name
	}
	return fmt.Sprintf("%s.%d %s", grouped(int64(tenths/10)), tenths%10, name)
}

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

// Within says how much memory runs of the file may take where its scenarios do not.
func (f *File) Within(r Room) {
	for i := range f.Scenarios {
		f.Scenarios[i].Room = r
	}
}

// MostMemory is what any run of the file may take; 0 = there is no limit.
func (f *File) MostMemory() units.Bytes {
	most := units.Bytes(0)
	for i := range f.Scenarios {
		limit := f.Scenarios[i].Room.Limit
		if m := f.Scenarios[i].MaxMemory; m > 0 {
			limit = m
		}
		if limit == 0 {
			return 0
		}
		most = max(most, limit)
	}
	return most
}

// within refuses a demand that the scenario has no room for.
func (b *bound) within(d demand) error {
	limit, source, own := b.scenario.Room.Limit, b.scenario.Room.Source, false
	if m := b.scenario.MaxMemory; m > 0 {
		limit, source, own = m, "what the scenario allows", true
	}
	if limit == 0 {
		return nil
	}
	if n := b.scenario.Replicates; n > 2 {
		d.beside = min(int64(n-1), int64(max(1, b.scenario.Room.Beside)))
	}
	needs, most := d.sum()
	needs += ownBytes
	if needs <= limit {
		return nil
	}
	return &Crowded{Needs: needs, Most: most, Limit: limit, Source: source, Own: own, Fits: d.fits(limit)}
}

// roomToWire refuses a fabric of servers that is too large to be built. How large it is goes by two small ones of its kind.
func (b *bound) roomToWire() error {
	const few = 16
	f := &b.scenario.Fabric
	if f.Graph != nil || f.Nodes <= 4*few {
		return nil
	}
	size := func(nodes int) (devices, links, gpus int64, ok bool) {
		g, _, err := fabric.Build(fabric.Spec{Preset: f.Preset, Nodes: nodes, GPUsPerNode: f.GPUsPerNode, Network: f.Network, Set: b.ofFabric, Seed: b.scenario.Seed})
		if err != nil {
			return 0, 0, 0, false // what is wrong shows when the whole is built
		}
		return int64(len(g.Devices)), int64(len(g.Links)), int64(g.GPUsPerNode), true
	}
	devices, links, _, fine := size(few)
	twice, doubled, gpus, ok := size(2 * few)
	if !fine || !ok {
		return nil
	}
	more := int64(f.Nodes)/few - 1
	return b.within(demand{
		ranks: int64(f.Nodes) * gpus, devices: devices + more*(twice-devices), links: links + more*(doubled-links),
	})
}

// roomInFull refuses, before anything is counted, a run that cannot be folded and would take too much in full.
func (b *bound) roomInFull() error {
	if _, _, why := b.schedule.Symmetry(); why == nil && b.scenario.Fold != foldOff {
		return nil // how it is played shows later
	}
	level := b.scenario.Fidelity
	if level == defaultFidelity {
		level = byMessages
	}
	c := exec.Config{Graph: b.graph, Host: b.host, Schedule: b.schedule}
	return b.roomToRun(level, &c, b.schedule.Call.Ranks)
}

// roomToRun refuses a run that would take too much. played is how many of the ranks have lanes: all, or representatives.
func (b *bound) roomToRun(level string, c *exec.Config, played int) error {
	if b.scenario.Room.Limit == 0 && b.scenario.MaxMemory == 0 {
		return nil
	}
	return b.within(b.demand(level, c, played))
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

// sending is what lanes of a schedule send, of all that are played.
type sending struct {
	pairs, flying int64
	largest       units.Bytes
	steep         bool
}

// How much of a schedule is looked at: so many parties, spread over all, and so many steps of each of their lanes, from the
// first. What goes on like that is reckoned to go on like that.
const (
	looksAt   = 48
	looksInto = 768
)

// sample looks at some parties of a schedule: its first and last, the root and the seats each for itself, and others that
// stand for all. A message is in flight from the step that sends it to the one that receives it, so there are never more
// of them than the sum over lanes of the most that one has sent beyond what it has received.
func sample(s *algo.Schedule, played int) sending {
	var own, others sending
	add := func(to *sending, party int32) {
		for lane := range s.Lanes {
			t := sampleLane(s, party, lane)
			to.pairs, to.flying, to.largest, to.steep = to.pairs+t.pairs, to.flying+t.flying, max(to.largest, t.largest), to.steep || t.steep
		}
	}
	n, apart := int32(played), int64(0)
	single := func(party int32) {
		add(&own, party)
		apart++
	}
	single(0)
	if root := int32(s.Call.Root); root > 0 && root < n {
		single(root)
	}
	for seat := range min(s.Seats, looksAt) {
		add(&own, int32(s.Call.Ranks)+seat)
	}
	looked := int64(0)
	for i := int32(1); i < n; i += max(1, n/looksAt) {
		add(&others, i)
		looked++
	}
	if looked > 0 {
		rest := max(0, int64(played)-apart)
		own.pairs += times(others.pairs, rest) / looked
		own.flying += times(others.flying, rest) / looked
	}
	if extra := int64(s.Seats) - looksAt; extra > 0 {
		own.pairs += own.pairs / apart * extra
	}
	own.largest, own.steep = max(own.largest, others.largest), own.steep || others.steep
	return own
}

// sampleLane looks at one lane.
func sampleLane(s *algo.Schedule, party, lane int32) sending {
	var t sending
	peers := map[int32]bool{}
	ahead, sends := int64(0), int64(0)
	n := int32(0)
	for ; n < looksInto; n++ {
		step, ok := s.Step(party, lane, n)
		if !ok {
			break
		}
		if step.Recv >= 0 {
			ahead--
		}
		if step.Send >= 0 {
			ahead++
			sends++
			peers[step.Send] = true
			t.largest = max(t.largest, step.Bytes)
		}
		t.flying = max(t.flying, ahead)
	}
	t.pairs = int64(len(peers))
	t.steep = max(t.pairs, t.flying) > 64
	if n == looksInto {
		length := int64(lengthOf(s, party, lane, n))
		if t.pairs > sends/2 {
			t.pairs = t.pairs * length / looksInto
		}
		if 2*t.flying > sends {
			t.flying = t.flying * length / looksInto
		}
		t.pairs, t.flying = min(t.pairs, int64(s.Call.Ranks)), min(t.flying, length)
	}
	return t
}

// lengthOf is how many steps a lane has that has at least some.
func lengthOf(s *algo.Schedule, party, lane, some int32) int32 {
	has := func(n int32) bool {
		_, ok := s.Step(party, lane, n)
		return ok
	}
	low, high := some-1, some
	for high < 1<<29 && has(high) {
		low, high = high, 2*high
	}
	for high-low > 1 {
		if middle := low + (high-low)/2; has(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return high
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
