package scenarios

import (
	"collsim/algo"
	"collsim/algo/nccl"
	"collsim/sim/units"
)

// NCCLResult is what library nccl did, and why.
type NCCLResult struct {
	Version   string      `json:"version"`
	Launch    string      `json:"launch"`
	Graph     bool        `json:"cuda_graph,omitempty"`
	Tuner     string      `json:"tuner,omitempty"`   // fastest; absent = NCCL's own model
	GPU       string      `json:"gpu"`               // class of calibration
	Network   string      `json:"network,omitempty"` // the same; absent on one node
	Algorithm string      `json:"algorithm"`         // in NCCL's words
	Protocol  string      `json:"protocol"`
	Channels  int         `json:"channels"` // thread blocks; the schedule may have fewer lanes
	Threads   int         `json:"threads"`  // of a block
	Chunk     units.Bytes `json:"chunk_bytes"`
	Loops     int         `json:"loops"`  // chunks one after the other in each block
	Window    int         `json:"window"` // messages that a block may have on their way to a peer; 0 = any number
	Why       string      `json:"why"`    // algorithm and protocol
}

// told is what library nccl did; nil of other libraries.
func (b *bound) told() *NCCLResult {
	if b.choice == nil {
		return nil
	}
	n, c := &b.scenario.NCCL, b.choice
	method := c.Method.String()
	if b.scenario.Schedule != nil {
		method = "MSCCL"
	}
	return &NCCLResult{
		Version: n.Version, Launch: n.Launch, Graph: n.Graph, Tuner: n.Tuner, GPU: n.GPU, Network: n.Network,
		Algorithm: method, Protocol: c.Protocol.Word(), Channels: c.Channels, Threads: c.Threads,
		Chunk: c.Chunk, Loops: c.Loops, Window: int(b.window()), Why: c.Why,
	}
}

// words are those of algorithm and protocol; of another library none.
func (n *NCCLResult) words() NCCLResult {
	if n == nil {
		return NCCLResult{Algorithm: "none", Protocol: "none"}
	}
	return *n
}

// Prediction is what NCCL's own model of costs expects of an algorithm and a protocol. It says which NCCL takes, not how
// long that takes.
type Prediction struct {
	Algorithm string         // of a scenario
	Method    string         // NCCL's word for it
	Protocol  string         // of a scenario
	Time      units.Duration // expected; 0 where it is not available
	Lag       units.Duration // of that, what does not go by bytes
	Rate      units.Rate     // of the buffer
	Chosen    bool
	Why       string // why it is not available; of the chosen one, why it is; else ""
}

// Predict is the table that NCCL makes of all that it could do with n bytes, in its order. It is empty for other libraries.
func (x *Bench) Predict(n units.Bytes) ([]Prediction, error) {
	b := x.base
	if b.nccl == nil {
		return nil, nil
	}
	b.scenario.Bytes, b.asked.Bytes = n, n
	if err := b.choose(); err != nil {
		return nil, err
	}
	return b.predictions(b.nccl.tuning.Predict(algo.Collective(b.scenario.Collective), n)), nil
}

func (b *bound) predictions(table []nccl.Prediction) []Prediction {
	var all []Prediction
	for _, p := range table {
		row := Prediction{Algorithm: p.Algorithm, Method: p.Method.String(), Protocol: p.Protocol.String(), Time: p.Time, Lag: p.Lag, Rate: p.Rate, Why: p.Why}
		if row.Chosen = p.Method == b.choice.Method && p.Protocol == b.choice.Protocol; row.Chosen {
			row.Why = b.choice.Why
		}
		all = append(all, row)
	}
	return all
}
