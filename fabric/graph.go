package fabric

import (
	"slices"

	"collsim/sim/units"
)

// DeviceID indexes Graph.Devices.
type DeviceID int32

// LinkID indexes Graph.Links.
type LinkID int32

// Kind is what a device is.
type Kind uint8

// The kinds of device.
const (
	GPU Kind = iota // where ranks live; messages start and end here and nowhere else
	CPU             // root complex of a socket
	PCIeSwitch
	NIC
	NVSwitch
	Switch // of the network between nodes
	Memory
	Kinds // how many there are
)

var kinds = [Kinds]string{"gpu", "cpu", "pcie-switch", "nic", "nvswitch", "switch", "memory"}

func (k Kind) String() string { return kinds[k] }

// Queueing is how a device keeps packets that wait for its outputs.
type Queueing uint8

// The queueing disciplines.
const (
	VirtualOutput Queueing = iota // one queue an (input, output, lane): an input may feed several outputs at once
	Input                         // one queue an (input, lane): only its head is offered to an output
)

func (q Queueing) String() string { return [...]string{"virtual-output", "input"}[q] }

// Arbitration is how an output chooses among the packets that are offered to it.
type Arbitration uint8

// The arbitration disciplines.
const (
	RoundRobin  Arbitration = iota // lanes first, then inputs
	OldestFirst                    // earliest eligible first, ties by input number
)

func (a Arbitration) String() string { return [...]string{"round-robin", "oldest-first"}[a] }

// Device is a box that links lead to.
type Device struct {
	Kind        Kind
	Queueing    Queueing
	Arbitration Arbitration
	Flow        FlowControl
	Node        int32  // the server it is in; -1 = the network between servers
	Name        string // a path: node0/gpu3, leaf1
	Latency     units.Duration
	Seat        Seat         // what it can do for collectives; the zero value is nothing
	Buffer      SharedBuffer // where Flow is not Credit
}

// Link is a directed cable with the buffer at its far end. Its sending end is a port.
type Link struct {
	From, To DeviceID
	Medium   string            // what it is made of, as parameters name it: nvlink, pcie, c2c, socket, dram, network, trunk
	Rate     units.Rate        // bytes on the wire per second, headers included
	Latency  units.Duration    // of the cable; never zero
	Frame    units.Bytes       // payload a header; 0 = no headers
	Header   units.Bytes       // wire bytes that each frame, and each empty message, adds
	Buffer   units.Bytes       // input buffer at the receiving end, for each lane
	Loss     units.Probability // of each packet
	MTU      units.Bytes       // payload of the largest packet that passes; larger ones are lost. 0 = all pass
	Shared   bool              // a bus, a memory or a copy engine: waiting for it is arbitration
	Down     bool
}

// Wire is how many bytes a packet of the given payload puts on the link.
func (l *Link) Wire(payload units.Bytes) units.Bytes {
	if l.Frame == 0 {
		return payload
	}
	frames := (payload + l.Frame - 1) / l.Frame
	return payload + max(frames, 1)*l.Header
}

// Graph is what is wired to what. It is read-only once built.
type Graph struct {
	Name        string
	Network     string // the network built; "" = one node, which has none
	Devices     []Device
	Links       []Link
	GPUs        []DeviceID  // rank -> its GPU
	NICs        []DeviceID  // all NICs, by node, then by index in the node
	Nodes       int         // servers; of a sketch, which draws two of them, all the same
	GPUsPerNode int         // ranks r*GPUsPerNode .. (r+1)*GPUsPerNode-1 live in node r
	NICsPerNode int         // 0 = the GPUs themselves are wired to the network
	Packet      units.Bytes // a message is cut into packets of this payload at its source
	Lanes       int         // traffic classes of every port; the class of a message is Message.Lane
	Weights     []int       // of traffic classes; nil = 1 each
	Escapes     int         // escape lanes that each traffic class has, see EscapeLanes; 0 and 1 = one
	Routing     Policy      // how the network chooses among equally good ways
	Seed        uint64      // of the luck of ECMP
	PXN         bool        // messages to another rail pass through the peer GPU that owns a NIC on it
	Retry       Retry       // what a sender does about packets that are lost
	DCQCN       DCQCN       // how senders slow down for marked packets; the zero value = they do not
	out, in     plugs       // the links that leave, and that enter, every device; see Out
	rails       int         // with PXN: NIC i of a node is on rail i modulo this
	owners      []int32     // with PXN: NIC of a node -> the GPU that relays to it
	fetches     bool        // what NICs fetch from GPUs has a lane of its own
	tracks      []track     // link -> its place among escape lanes; nil = none has one
	router      router      // the way between servers; nil = routes are searched for in the whole graph
	split       bool        // some ranks cannot reach each other although no link is down
	memories    []DeviceID  // through which GPUs talk that no NVLink joins; nil = they do so directly
	engines     []engines   // by rank; nil = messages queue for no copy engines
	cut         bool        // a link is down
	drawn       int         // of a sketch: servers that there are devices of; 0 = all
	indoors     int         // of a sketch: links that a server has inside
	down        []string    // what is down, in the user's words; nil = as the links say
	sockets     grouping    // GPUs, NICs and PCIe switches of one CPU
	groups      []grouping  // nodes behind the same switches, smallest groups first
	pattern     *pattern    // routes inside nodes that are alike; nil = they are searched for
	rings       [][]int32   // NIC of a node -> its GPUs in ring order, as built; nil = not known yet

	MemoryShare units.Probability // the part of a GPU's computing that stands still while its copy engines move bytes
}

// Retry is what a sender does when a packet is lost: it waits, and sends again.
type Retry struct {
	Timeout units.Duration // from the instant at which the last byte would have arrived
	Backoff int64          // each further time-out for the same packet is so many times the one before; at least 1
	Limit   int            // how often the same packet may be sent again
}

// Loses reports whether the link can lose a packet of the given payload.
func (l *Link) Loses(payload units.Bytes) bool { return l.Loss > 0 || l.MTU > 0 && payload > l.MTU }

// Ranks is how many GPUs there are, drawn or not.
func (g *Graph) Ranks() int { return g.Nodes * g.GPUsPerNode }

// Lossy reports whether any link can lose a packet, or any switch drop one.
func (g *Graph) Lossy() bool {
	for d := range g.Devices {
		if g.drops(DeviceID(d)) {
			return true
		}
	}
	return slices.ContainsFunc(g.Links, func(l Link) bool { return l.Loses(g.Packet) })
}

// AddDevice appends a device and returns its ID.
func (g *Graph) AddDevice(d Device) DeviceID {
	g.Devices = append(g.Devices, d)
	return DeviceID(len(g.Devices) - 1)
}

// AddLink appends one directed link and returns its ID.
func (g *Graph) AddLink(l Link) LinkID {
	g.Links = append(g.Links, l)
	return LinkID(len(g.Links) - 1)
}

// Wire joins a and b by two links, one each way, that are alike.
func (g *Graph) Wire(a, b DeviceID, l Link) {
	l.From, l.To = a, b
	g.AddLink(l)
	l.From, l.To = b, a
	g.AddLink(l)
}

// LinkName is the path by which reports name a link: node1/nic3>leaf0.
func (g *Graph) LinkName(id LinkID) string {
	l := &g.Links[id]
	return g.Devices[l.From].Name + ">" + g.Devices[l.To].Name
}
