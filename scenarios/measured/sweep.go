package measured

// Sweep is a log of the data set, and the machine that it was taken on.
type Sweep struct {
	ID     string // "001"
	Log    *Log
	System System
	Source string // who published it: sweeps of one source share site, hardware and habits, and are left out together
	File   string // where in the source it stands
	Status Status
	Reason string // of an anomalous one
}

// Status tells whether a sweep is to be predicted.
type Status string

// The states of a sweep.
const (
	Healthy   Status = "healthy"
	Anomalous Status = "anomalous" // something was wrong with the machine, or was broken on purpose
)

// System is a machine and how a test was started on it: what a prediction is given, never read off its results.
type System struct {
	Preset      string // of package fabric: the server
	GPU         string // class of its GPUs and of what joins them
	Nodes       int
	GPUsPerNode int        // that take part
	Network     string     // class of the network; "" = one node
	Transport   string     // what joins the nodes, in the words of a fabric's transport; "" = one node
	NICs        int        // of a node; 0 = one node
	Launch      Launch     //
	Graph       bool       // kernels are started by a CUDA graph
	Version     string     // of NCCL: "2.21", "2.29.2"
	Tuner       string     // that replaces NCCL's own choice; "" = none
	Env         []Variable // that change what NCCL chooses
	Also        []Variable // that were set and change nothing that is modelled
	Assumed     []string   // columns of the table that the source does not state, so that a default was taken
}

// Launch is who starts the kernels.
type Launch string

// The ways of starting.
const (
	Process Launch = "process" // one process a GPU
	Thread  Launch = "thread"  // one process a node, one thread a GPU
	Single  Launch = "single"  // one thread a node, which starts one GPU after the other
)

// Variable is one of the environment.
type Variable struct{ Name, Value string }
