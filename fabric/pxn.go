package fabric

import (
	"slices"

	"collsim/sim/units"
)

const pxnDoc = "https://developer.nvidia.com/blog/doubling-all2all-performance-with-nvidia-collective-communication-library-2-12"

// pxn are the parameters of PXN, PCI x NVLink.
func pxn() []Parameter {
	return []Parameter{
		{Name: "routing.pxn", Quantity: WordQuantity, Words: []string{"off", "on"},
			Doc: "Whether a message to another rail goes over NVLink first, to the peer GPU that owns a NIC on that rail, and leaves by that NIC. " +
				"It then never crosses between rails in the network; the peer's links carry it too.",
			Defaults: everywhere(WordOf("off"), choice+": NCCL since 2.12 has it on (NCCL_PXN_DISABLE, "+pxnDoc+")", "as configured")},
		{Name: "routing.pxn-latency", Quantity: DurationQuantity, Most: longest,
			Doc:      "Time from a packet's first bit entering the peer GPU of PXN to its first bit leaving for the NIC: flags, and a proxy that posts the send. It matters only where routing.pxn is on.",
			Defaults: everywhere(DurationOf(units.Microsecond), "prior, to be verified: a GPU's flag is seen by a CPU thread in 0.7-1.2 us", "factor 2")},
		{Name: "routing.pxn-buffer", Quantity: SizeQuantity, Most: largest,
			Doc:      "Memory at the peer GPU of PXN in which messages wait for the NIC, for each NVLink that enters it, besides the buffer of the link. It matters only where routing.pxn is on.",
			Defaults: everywhere(SizeOf(4*units.MiB), "NCCL: NCCL_BUFFSIZE is 4 MiB a channel and peer", "factor 4")},
	}
}

// relayLatency is what a GPU takes to pass a packet on; 0 where none does.
func (b *builder) relayLatency() units.Duration {
	if b.value("routing.pxn").Word != "on" {
		return 0
	}
	return units.Duration(b.value("routing.pxn-latency").Int)
}

// relay makes GPUs pass messages on, as PXN needs it, and says what keeps it from doing anything.
func (b *builder) relay() {
	g := b.graph
	if b.value("routing.pxn").Word != "on" {
		return
	}
	g.rails = b.railsOf()
	if g.Nodes == 1 || g.NICsPerNode < 2 || g.rails < 2 || !slices.ContainsFunc(g.Links, func(l Link) bool { return isNVLink(&l) }) {
		b.warn("set.routing.pxn", "changed nothing: it takes several nodes, NICs on several rails, and NVLink between GPUs")
		return
	}
	g.PXN = true
	far := g.toNICs()
	for nic := range g.NICsPerNode {
		owner, _ := doors(far, nic)
		g.owners = append(g.owners, int32(owner))
	}
	for _, gpu := range g.GPUs {
		g.Devices[gpu].Latency = b.relayLatency()
	}
	for id := range g.Links {
		if l := &g.Links[id]; isNVLink(l) && g.Devices[l.To].Kind == GPU {
			l.Buffer += units.Bytes(b.value("routing.pxn-buffer").Int)
		}
	}
}

// door is how messages leave a node: from a rank's own GPU or a peer that relays, to a NIC.
type door struct {
	gpu, nic int // by index in the node; nic -1 = none is left
}

// leaving is the door by which messages of a rank leave its node on a channel, when they enter another by NIC in.
func (g *Graph) leaving(rank, channel, in int) door {
	node, gpu := rank/g.GPUsPerNode, rank%g.GPUsPerNode
	own := door{gpu, g.choice(rank, channel, false)}
	if !g.PXN || own.nic < 0 || in < 0 || own.nic%g.rails == in%g.rails {
		return own
	}
	for _, nic := range g.choices(rank, false) {
		if int(nic)%g.rails == in%g.rails {
			return door{gpu, int(nic)}
		}
	}
	nic := own.nic - own.nic%g.rails + in%g.rails // on the same tray
	if nic >= g.NICsPerNode {
		nic = in % g.rails
	}
	peer := door{int(g.owners[nic]), nic}
	if !g.whole(g.NICs[node*g.NICsPerNode+nic]) || !g.byNVLink(node, gpu, peer.gpu) {
		return own
	}
	return peer
}

// byNVLink tells whether NVLink leads from one GPU of a node to another.
func (g *Graph) byNVLink(node, from, to int) bool {
	route, ok := g.leg(nil, node, from, to)
	return ok && !slices.ContainsFunc(route, func(id LinkID) bool { return !isNVLink(&g.Links[id]) })
}
