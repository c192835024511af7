package scenarios

import (
	"collsim/fabric/topofile"
	"collsim/sim/units"
)

// SchemaName is the value of a scenario file's schema key.
const SchemaName = "collsim.scenario/v1"

// Scenario is one question, fully spelled out: everything that a run depends on. Variants are expanded into scenarios
// of their own before they are run.
type Scenario struct {
	Name        string // of the file or flag set; reports print it
	Variant     string // "" = the scenario has no variants
	Description string

	Fabric     Fabric
	Collective string
	Algorithm  string   // auto = as library nccl chooses
	Protocol   string   // of library nccl: auto, ll, ll128, simple; "" = of every other
	Schedule   *Outside // instead of an algorithm of the registry; nil = one of those
	Workload   Workload // the zero value = one collective
	Bytes      units.Bytes
	Root       int
	Inter      string // the algorithm across nodes, of algorithms that have a choice there
	Channels   int    // 0 = NICs a node, at most mostChannels; 1 on one node; or as library nccl chooses
	Slices     int    // 0 = 1, or what the algorithm takes where it goes through switches; or as library nccl chooses
	Ranks      int    // how many GPUs take part, from the first; 0 = all
	Placement  Placement
	Order      string    // fabric or ranks: by what algorithms number ranks; "" = by the placement
	Rings      [][]int32 // instead of Order: the GPUs of a server in the order in which each channel goes by them
	Jobs       []Job     // instead of one collective; what is said of the whole is that of the first
	Groups     []Group
	Run        string // of groups: concurrent or in-order
	Background []Background
	Fidelity   string // auto, packet, message, flow, postal
	Fold       string // off, auto, require; "" = auto. It changes no result, and is no part of what a result spells out
	Grant      string // auto; "" = exact
	Rivals     string // off; "" = auto: a faster algorithm is looked for. Like Fold it is no part of what a result spells out
	Sync       string // dataflow, rounds
	Library    string // raw, mpi
	NCCL       NCCL   // what library nccl is told
	OnError    string // what a lost packet repeats: retry-message, retry-batch; "" = go-back
	Seed       uint64
	Replicates int         // how many runs with other luck; 0 = 1
	Jitter     Jitter      // on top of each posting of a message, booked as skew
	Stragglers []Straggler // by rank, ascending
	Settings   []Setting   // parameters of fabric and host that differ from the preset, by name, ascending
	MaxEvents  uint64      // 0 = no limit
	MaxTime    units.Duration
	MaxMemory  units.Bytes // 0 = as Room says. Like Room it changes no result, and is no part of what a result spells out
	Room       Room        // what the machine has for it
}

// Fabric says what the ranks run on.
type Fabric struct {
	Graph       *topofile.Document // device by device, instead of servers of a preset; nil = of a preset
	Preset      string
	Nodes       int
	GPUsPerNode int    // 0 = as the preset has
	Network     string // "" = the preset's default
	Transport   string // "" = the preset's default
	NICs        int    // 0 = as the preset has
	Down        []string
}

// Called is what reports call the fabric.
func (f *Fabric) Called() string {
	switch {
	case f.Graph == nil:
		return f.Preset
	case f.Graph.Name == "":
		return "graph"
	}
	return f.Graph.Name
}

// Straggler is a rank that is late or slow.
type Straggler struct {
	Rank   int
	Start  units.Duration // begins this much after the others
	Late   Jitter         // or, instead of Start, by chance
	Slow   Ratio          // what it does takes this many times its nominal duration; 1 = nominal
	SlowIn []Phase        // or, instead of Slow, only in some phases
	Noise  Jitter         // on top of each posting of a message, as skew
}

// Phase is a kind of work that a rank is slow in: a component of software, compute, or software for all its components.
type Phase struct {
	Name string
	Slow Ratio
}

// nominal tells whether the rank is like the others.
func (s *Straggler) nominal() bool {
	return s.Start == 0 && s.Late.Distribution == "" && s.Slow.Num == s.Slow.Den && len(s.SlowIn) == 0 && s.Noise.Distribution == ""
}

// Ratio is an exact factor, Num/Den.
type Ratio struct{ Num, Den int64 }

// Setting is one parameter that a scenario sets, in the words of the file: nvlink.rate = "450 GB/s".
type Setting struct {
	Name  string
	Value string
	Where string // file:line:column, or the flag; for messages
}
