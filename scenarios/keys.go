package scenarios

import (
	"math"
	"sync"

	"collsim/sim/units"
)

// key is one word of a scenario file. The table of keys is all there is to know about the file's form: the loader reads
// by it, the command line takes its flags from it, and the JSON Schema is written from it.
type key struct {
	name  string
	flag  string // of the command line; "" = none
	doc   string
	shape shape
	only  place
}

// place restricts where a key may stand.
type place uint8

const (
	anywhere  place = iota
	top             // of the file, not in a variant
	canonical       // written by Canonical; a person has no use for it
)

// draft is a scenario while it is being read, with what a file says beside it.
type draft struct {
	Scenario
	claims   []string
	differs  string
	try      string
	variants []field
	expect   *node
	sweep    *node
	late     Straggler // the one being read
}

// shape is the form of a key's value.
type shape interface {
	// read puts a value into a draft; path names it in messages.
	read(r *reader, path string, n *node, d *draft)
	// schema describes the value to JSON Schema.
	schema(c *Catalogue) ordered
}

// keys of a scenario, in the order in which Canonical writes them. The list is the same one every time.
func keys() []key { return table() }

// table is made when it is first asked for: every value of a flag or an axis is looked up in it several times.
var table = sync.OnceValue(allKeys)

func allKeys() []key {
	return []key{
		{"schema", "", "Version of the file's form.", constant{SchemaName}, top},
		{"name", "", "What reports call the scenario.", text{func(d *draft) *string { return &d.Name }}, top},
		{"variant", "", "Which variant of a file this was. Results write it when they spell their scenario out.",
			text{func(d *draft) *string { return &d.Variant }}, canonical},
		{"description", "", "What the scenario is about and what it rests on.", text{func(d *draft) *string { return &d.Description }}, anywhere},
		{"claim", "", "The claims from practice that the scenario explains.", texts{func(d *draft) *[]string { return &d.claims }}, top},
		{"differs", "", "Where the model does not say what practice says, and why.", text{func(d *draft) *string { return &d.differs }}, top},
		{"try", "", "What to try next, in one sentence.", text{func(d *draft) *string { return &d.try }}, top},
		{"fabric", "", "What the ranks run on. A word alone is the preset.", group{fabricKeys(), "preset"}, anywhere},
		{"collective", "collective", "The operation that the ranks perform together.",
			word{(*Catalogue).collectives, func(d *draft) *string { return &d.Collective }}, anywhere},
		{"algorithm", "algorithm", "How the collective is performed. It may be left out where there is only one.",
			word{(*Catalogue).algorithmWords, func(d *draft) *string { return &d.Algorithm }}, anywhere},
		{"schedule", "schedule", "A file with a schedule in MSCCL's XML, by its place from the scenario, instead of an algorithm; slices says in how many loops it goes over the bytes. See collsim explain msccl.",
			outsides{}, anywhere},
		{"protocol", "protocol", "How messages of library nccl say that they are there: by flags between the data (ll, ll128) or behind each slice (simple). Left out: auto, as NCCL chooses.",
			word{func(*Catalogue) []string { return protocols }, func(d *draft) *string { return &d.Protocol }}, anywhere},
		{"workload", "", "What the ranks do: one collective, a storm of small ones, or steps of training. A word alone is the kind.", group{workloadKeys(), "kind"}, anywhere},
		{"bytes", "bytes", "Size of the buffer, as nccl-tests prints it. A barrier has none.", size{func(d *draft) *units.Bytes { return &d.Bytes }}, anywhere},
		{"root", "root", "The rank that has the data before a broadcast or scatter, or after a reduce or gather.",
			integer{0, math.MaxInt32, func(d *draft, n int64) { d.Root = int(n) }}, anywhere},
		{"inter", "inter", "The algorithm across nodes, of hierarchical algorithms.",
			word{(*Catalogue).inters, func(d *draft) *string { return &d.Inter }}, anywhere},
		{"channels", "channels", "Parallel copies of the algorithm that split the bytes. Left out: NICs a node, at most 64; 1 on one node; by library nccl as it chooses.",
			integer{1, mostChannels, func(d *draft, n int64) { d.Channels = int(n) }}, anywhere},
		{"slices", "slices", "Pieces that pipeline each chunk, where the algorithm can. Left out: 1.",
			integer{1, 1024, func(d *draft, n int64) { d.Slices = int(n) }}, anywhere},
		{"ranks", "ranks", "How many GPUs take part, from the first; or count and, by rank number, who is late or slow.", crew{}, anywhere},
		{"placement", "placement", "On which GPUs the ranks stand: packed, strided (GPU 0 of every node, then GPU 1), random, or a list. Left out: packed.", placing{}, anywhere},
		{"order", "order", "Whether rings and trees follow the wiring of the fabric, as NCCL's search does, or the numbers of ranks, as MPI's do; or a file of NCCL_GRAPH_DUMP_FILE, whose rings each channel then follows. Left out: fabric where ranks are packed or listed from low to high, else ranks.",
			ordering{}, anywhere},
		{"jobs", "", "Several collectives at the same time, each by ranks of its own; what they do not say, the scenario does.", jobs(), anywhere},
		{"groups", "", "Ways to cut the ranks into teams, each of which performs a collective of its own: tensor, data or expert groups.", groupsOf(), anywhere},
		{"background", "", "Other traffic, for as long as what is measured takes.", background(), anywhere},
		{"fidelity", "fidelity", "How closely the network is modelled. auto takes packets while that is affordable.",
			word{func(*Catalogue) []string { return fidelityNames() }, func(d *draft) *string { return &d.Fidelity }}, anywhere},
		{"grant", "grant", "How much of a message passes a port at a turn where packets move and others may be in the way: one packet (exact), or several, which takes less time, where a bound of 1 % of a message's latency allows (auto). Left out: exact.",
			word{func(*Catalogue) []string { return grantWords }, func(d *draft) *string { return &d.Grant }}, anywhere},
		{"fold", "fold", "Whether one rank of each class is played for all that do the same, which takes less time and changes no result: where a run in full would be long (auto), always, or the run is refused (require), or never (off). Left out: auto.",
			word{func(*Catalogue) []string { return folds }, func(d *draft) *string { return &d.Fold }}, anywhere},
		{"rivals", "rivals", "Whether the sentence of a result looks for an algorithm that is faster, with about a quarter of the work of the run itself (auto), or not (off). It changes no number. Left out: auto.",
			word{func(*Catalogue) []string { return rivalWords }, func(d *draft) *string { return &d.Rivals }}, anywhere},
		{"sync", "sync", "Whether a rank goes on as soon as it can (dataflow), or all wait for each other after each round (rounds).",
			word{func(*Catalogue) []string { return syncs }, func(d *draft) *string { return &d.Sync }}, anywhere},
		{"library", "library", "The software between a rank and the wire. raw is none.",
			word{func(c *Catalogue) []string { return c.Libraries }, func(d *draft) *string { return &d.Library }}, anywhere},
		{"nccl", "", "What library nccl is told: version, launch mode, classes of hardware, environment.", group{ncclKeys(), ""}, anywhere},
		{"on-error", "on-error", "What a lost packet makes its sender repeat: the packets from it on, its message, or the whole batch: the collective, or all of a workload.",
			word{func(*Catalogue) []string { return onErrors }, func(d *draft) *string { return &d.OnError }}, anywhere},
		{"seed", "seed", "Of everything random. The same scenario with the same seed gives the same bytes.",
			integer{0, math.MaxInt64, func(d *draft, n int64) { d.Seed = uint64(n) }}, anywhere},
		{"replicates", "replicates", "How many runs with other luck statistics are made of: percentiles with their intervals. Left out: 1.",
			integer{1, mostReplicates, func(d *draft, n int64) { d.Replicates = int(n) }}, anywhere},
		{"jitter", "", "A random duration on top of each posting of a message, booked as skew.",
			group{lawKeys(longestJitter, func(d *draft) *Jitter { return &d.Jitter }), ""}, anywhere},
		{"set", "", "Parameters of fabric and host that differ from the preset, by name.", settings{}, anywhere},
		{"limits", "", "When to give up.", group{limitKeys(), ""}, anywhere},
		{"variants", "", "Scenarios to compare: each is laid over the common part.", variants{}, top},
		{"sweep", "", "Values to try each with each, by collsim sweep. Other commands look at the scenario without them. See collsim explain sweep.", sweeping{}, top},
		{"expect", "", "What must come out: metrics, or variants of metrics. See collsim explain expect.", expectations{}, top},
	}
}

func fabricKeys() []key {
	return []key{
		{"preset", "fabric", "The kind of server. With devices: the one whose figures hold for what they and the links leave out.",
			word{(*Catalogue).presets, func(d *draft) *string { return &d.Fabric.Preset }}, anywhere},
		{"nodes", "nodes", "How many servers. Left out: as many as the ranks need, or else the preset's number.",
			integer{1, 1 << 20, func(d *draft, n int64) { d.Fabric.Nodes = int(n) }}, anywhere},
		{"gpus-per-node", "gpus-per-node", "GPUs of each server. Left out: as many as the preset has.",
			integer{1, 1 << 10, func(d *draft, n int64) { d.Fabric.GPUsPerNode = int(n) }}, anywhere},
		{"network", "network", "How servers are wired to each other. Left out: the preset's choice.",
			word{func(c *Catalogue) []string { return c.Networks }, func(d *draft) *string { return &d.Fabric.Network }}, anywhere},
		{"transport", "transport", "What the network between servers is made of: NICs, cables, switches and their protocol. Left out: what the preset comes with.",
			word{transports, func(d *draft) *string { return &d.Fabric.Transport }}, anywhere},
		{"nics", "nics", "NICs of each server with all of its GPUs; with fewer GPUs a server has as many fewer. Left out: as the preset has.",
			integer{1, 1 << 10, func(d *draft, n int64) { d.Fabric.NICs = int(n) }}, anywhere},
		{"set", "", "The same as set at the top.", settings{}, anywhere},
		{"graph", "graph", "A file with a fabric device by device, by its place from the scenario. See collsim explain graph.",
			text{func(*draft) *string { return new(string) }}, anywhere},
		{"name", "", "What reports call a fabric of devices and links.", text{func(*draft) *string { return new(string) }}, anywhere},
		{"devices", "", "Boxes by name or range, such as gpu0..7: {kind: gpu, node: 0}. A word alone is the kind.", wires{}, anywhere},
		{"links", "", "Cables, such as gpu0..7 <-> nvswitch0: {medium: nvlink}, or a -> b one way. A word alone is the medium.", wires{links: true}, anywhere},
		{"down", "", "What is down: links by name, each direction on its own (node0/nic3>leaf0), devices (leaf0, node1/nic3) and whole nodes (node2).",
			texts{func(d *draft) *[]string { return &d.Fabric.Down }}, anywhere},
	}
}

func limitKeys() []key {
	return []key{
		{"events", "max-events", "Most events that a run may take. One that needs more ends with an error and exit code 1.",
			integer{1, math.MaxInt64, func(d *draft, n int64) { d.MaxEvents = uint64(n) }}, anywhere},
		{"time", "max-time", "Most simulated time that a run may take, with a unit: 10 ms. One that needs more ends with an error and exit code 1.",
			duration{1, math.MaxInt64, func(d *draft) *units.Duration { return &d.MaxTime }}, anywhere},
		{"memory", "max-memory", "Most memory that a run may take, with a unit: 8 GiB. One that would need more by an estimate is refused before it begins. It changes no result. Left out: half of what the machine has.",
			memory{func(d *draft) *units.Bytes { return &d.MaxMemory }}, anywhere},
	}
}

// Limits that no machine comes near, and that keep sums of what they limit within 64 bits.
const (
	longestJitter = units.Second // the mean
	latestStart   = 1000 * units.Second
	mostBytes     = units.Bytes(1) << 50
	mostSlow      = 1000 // times the nominal duration

	mostReplicates = 10_000
	mostChannels   = 64 // as NCCL
)

func stragglerKeys() []key {
	return []key{
		{"start", "", "The rank begins this much after the others; a random duration is drawn once.", either{
			duration{0, latestStart, func(d *draft) *units.Duration { return &d.late.Start }},
			group{lawKeys(latestStart, func(d *draft) *Jitter { return &d.late.Late }), ""}}, anywhere},
		{"slow", "", "What it does takes this many times its nominal duration; 1 to 1000. By phase: {compute: 1.4, prepare: 2}.", either{
			factor{1, mostSlow, func(d *draft) *Ratio { return &d.late.Slow }}, group{phaseKeys(), ""}}, anywhere},
		{"noise", "", "A random duration on top of each posting of a message of this rank, booked as skew.",
			group{lawKeys(longestJitter, func(d *draft) *Jitter { return &d.late.Noise }), ""}, anywhere},
	}
}

func names(keys []key, in place) []string {
	var list []string
	for _, k := range keys {
		if k.only != canonical && (in == top || k.only != top) {
			list = append(list, k.name)
		}
	}
	return list
}
