package scenarios

import "slices"

// Claim is something that practice reports of the latency of synchronisations, in few words. A scenario of the library
// names the claims that it explains.
type Claim struct {
	ID   string // a letter, which is its topic, and a number
	Said string
	Wait string // the part of it that no scenario explains yet; "" = none
}

// Topic is what claims with the same letter are about.
type Topic struct {
	Letter string
	Title  string
}

// Topics lists what claims are about, in the order of their letters.
func Topics() []Topic {
	return []Topic{
		{"A", "What latency is made of"},
		{"B", "Point to point"},
		{"C", "Fabric"},
		{"D", "Memory registration"},
		{"E", "Software path"},
		{"F", "Stragglers and waiting"},
		{"G", "Many small operations"},
		{"H", "Remedies and choices"},
		{"I", "From symptom to cause"},
		{"J", "Folklore that physics refutes"},
	}
}

// Claims lists them by topic and number.
func Claims() []Claim { return slices.Clone(claims) }

var claims = []Claim{
	{ID: "A1", Said: "A synchronisation takes the sum of transfer, queueing, protocol and library software, and handshakes; at middling sizes software is 40 to 60 %."},
	{ID: "A2", Said: "In one ring all-reduce: tens of us of preparation, single-digit us on the wire, tens to a hundred us of queueing that nobody can foresee, and protocol software."},
	{ID: "A3", Said: "Below a few hundred KB twice the bandwidth buys nothing, above tens of MB it decides: bytes over bandwidth against rounds times a handshake."},
	{ID: "A4", Said: "Rounds times the latency of one handshake is the floor."},
	{ID: "A5", Said: "Rounds: broadcast by binomial tree ceil(log2 N), all-reduce by ring 2(N-1), by tree 2 ceil(log2 N), all-gather by ring N-1, central barrier 2."},
	{ID: "A6", Said: "A collective is as slow as its slowest rank, and jitter comes on top."},
	{ID: "B1", Said: "Where sender and receiver wait for each other, the acknowledgement costs a round trip more, unless the NIC handles it."},
	{ID: "B2", Said: "Messages below 64 KB pay a penalty each; their p99 is 3.2 times that of 64 KB, 47 us at 4 KB."},
	{ID: "B3", Said: "A raw probe above 2 us accuses link or NIC; below, the trouble is in library or GPU."},
	{ID: "C1", Said: "NVLink takes 200 to 300 ns a hop and is steady; PCIe between peers varies with who talks to whom."},
	{ID: "C2", Said: "Many GPUs on one bus or memory wait for it more than five times as long as their data takes."},
	{ID: "C3", Said: "Many-to-one fills buffers, flow control stops senders upstream, and a ping-pong test never sees it."},
	{ID: "C4", Said: "Eight GPUs on NVLink: 3 to 5 us; between two nodes 6 to 10 us; above 20 us under congestion. Jitter grows across nodes, and adaptive routing tames it."},
	{ID: "C5", Said: "More than 0.1 % of retransmissions is a fault of the network; one lost piece can repeat a whole batch; a wrong MTU loses large packets only."},
	{ID: "C6", Said: "A software hop in the path costs 1.2 ms a connection; without it things are 40 % faster."},
	{ID: "C7", Said: "A link that came up narrow, or not at all, drags everything down to it."},
	{ID: "C8", Said: "One link that keeps retrying holds the whole ring."},
	{ID: "C9", Said: "What goes through one centre queues at the centre's port."},
	{ID: "D1", Said: "Registering a buffer costs 5 to 10 us and more with its pages; inside the loop that swamps the transfer, and a cache removes it."},
	{ID: "E1", Said: "Communication starts behind whatever is queued in the stream: up to 30 % of the latency of small training steps."},
	{ID: "E2", Said: "A library call is tens of thousands of instructions, 6 to 8 us; memory of the far socket doubles it."},
	{ID: "E3", Said: "Eight processes that start together queue for the library's lock; the later ones start 2 to 3 times as late as the first."},
	{ID: "E4", Said: "Interrupt coalescing adds 20 to 30 us, which polling does not have."},
	{ID: "E5", Said: "Pinning the communication threads next to the NIC more than halves the jitter."},
	{ID: "E6", Said: "Too few channels starve bandwidth, too many cost rotation; doubling finds the knee."},
	{ID: "E7", Said: "Tensors that are not contiguous are copied and serialised first: 217 ms against 83 ms, and in proportion to the batch."},
	{ID: "E8", Said: "Setting up a communicator takes 420 ms: once if warmed up, in every step if it is rebuilt."},
	{ID: "E9", Said: "Shape, type and algorithm are agreed on before each operation until that is cached."},
	{ID: "E10", Said: "Frameworks scan for unused parameters, 15 to 20 ms a step, and hide a second synchronisation in it; compiled into the graph 35 % goes away."},
	{ID: "E11", Said: "A stall of one rank's memory pool delays all 128."},
	{ID: "F1", Said: "A barrier has two rounds, and nearly all of its time is waiting for the slowest."},
	{ID: "F2", Said: "One of eight GPUs is clocked down and serialises more slowly; the others wait 1.8 s while the network idles."},
	{ID: "F3", Said: "All-reduce times that are even across ranks, beside barrier waits from 1 ms to 1.2 s, mean waiting and not communication."},
	{ID: "F4", Said: "A p95 ten times the p50 means retransmission, or ranks that arrive unevenly."},
	{ID: "G1", Said: "2 % of a model is 137 small operations, and 137 schedulings cost more than the bytes."},
	{ID: "G2", Said: "Fusing 137 operations into 3 took 217 ms down to 43 ms."},
	{ID: "G3", Said: "Protocols for small messages save latency at a price in bandwidth."},
	{ID: "G4", Said: "What goes over the wire can be many times what was meant."},
	{ID: "H1", Said: "Double buffering hides a synchronisation behind the next step; it does not make it shorter."},
	{ID: "H2", Said: "Beyond 32 GPUs the ring grows in proportion; going by nodes first cuts the handshakes between them. The ring is steadier at 16 and fewer."},
	{ID: "H3", Said: "Pipelines exchange activations only; sharding replaces one large synchronisation by many small ones, with steady steps of 8 to 12 ms."},
	{ID: "H4", Said: "A small all-reduce over 2(N-1) is a round's time: 2 to 5 us are normal on 8 GPUs, more than four times the raw link accuses the software."},
	{ID: "H5", Said: "Fewer rounds first, then interrupts and pinning, a faster NIC last."},
	{ID: "I1", Said: "Time swings, p95 over p50 about 10: retransmission, or uneven arrival."},
	{ID: "I2", Said: "The first synchronisation takes over 500 ms, the next are normal: initialisation that was not warmed up."},
	{ID: "I3", Said: "GPU and network idle, synchronisation long: serialisation on the CPU."},
	{ID: "I4", Said: "Several nodes are three times slower than one: topology, or the choice of NIC."},
	{ID: "I5", Said: "Time grows with the batch: copies of tensors that are not contiguous."},
	{ID: "I6", Said: "1 MB over 8 GPUs takes more than 5 ms in a bare benchmark: network or driver."},
	{ID: "I7", Said: "The same takes less than 2 ms there and 200 ms in training: the layers above."},
	{ID: "J1", Said: "128 MB over 8 GPUs should take single-digit microseconds."},
	{ID: "J2", Said: "Full sharding on 8 ranks cuts traffic to an eighth."},
}
