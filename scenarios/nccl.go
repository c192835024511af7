package scenarios

import "collsim/scenarios/calibration"

// ncclLibrary is the library that chooses algorithm and protocol itself.
const ncclLibrary = "nccl"

// auto leaves algorithm and protocol to library nccl.
const auto = "auto"

// The protocols of library nccl: how a message says that it is there.
const (
	ll     = "ll"     // a flag in every 8 bytes
	ll128  = "ll128"  // a flag in every 128 bytes
	simple = "simple" // a flag behind a slice
)

var protocols = []string{auto, ll, ll128, simple}

// The ways in which processes and threads drive GPUs: who launches kernels, and one after the other or not.
const (
	oneProcess = "process" // one a GPU
	oneThread  = "thread"  // one process, a thread a GPU
	oneForAll  = "single"  // one process and thread for all GPUs of a node
)

var launches = []string{oneProcess, oneThread, oneForAll}

// Who chooses algorithm and protocol.
const (
	byModel = "nccl"    // NCCL's own model of costs
	byTime  = "fastest" // what vendors' tuners aim at: the least time of all that is available, as simulated
)

var tuners = []string{byModel, byTime}

// NCCL is what library nccl is told. The zero value is what it takes where nothing is said, and what every other library has.
type NCCL struct {
	Version string // "" = the newest that is known
	Launch  string // process, thread, single; "" = process
	Graph   bool   // calls are replayed from a CUDA graph
	Tuner   string // nccl, fastest; "" = nccl
	GPU     string // the class whose calibration holds; "" = that of the preset
	Network string // the same, of what is between nodes; "" = that of the transport
	Env     []EnvVar

	Calibration *calibration.Class // of the site: over those of both classes; nil = it has none
}

// EnvVar is an environment variable of library nccl. A scenario has them in the order of their names.
type EnvVar struct {
	Name, Value string
	Where       string // file:line:column, or the flag; for messages
}

// told tells whether anything is said.
func (n *NCCL) told() bool {
	return n.Version != "" || n.Launch != "" || n.Graph || n.Tuner != "" || n.GPU != "" || n.Network != "" || len(n.Env) > 0 || n.Calibration != nil
}

// object is n in the words of a file.
func (n *NCCL) object() ordered {
	var o ordered
	for _, m := range []struct{ name, value string }{{"version", n.Version}, {"launch", n.Launch}} {
		if m.value != "" {
			o.add(m.name, m.value)
		}
	}
	if n.Graph {
		o.add("graph", "yes")
	}
	for _, m := range []struct{ name, value string }{{"tuner", n.Tuner}, {"gpu", n.GPU}, {"network", n.Network}} {
		if m.value != "" {
			o.add(m.name, m.value)
		}
	}
	if n.Calibration != nil {
		o.add("calibration", overlayObject(n.Calibration))
	}
	var env ordered
	for _, v := range n.Env {
		env.add(v.Name, v.Value)
	}
	if len(env) > 0 {
		o.add("env", env)
	}
	return o
}
