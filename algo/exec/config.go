package exec

import (
	"slices"

	"collsim/algo"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// Config is everything that a run depends on.
type Config struct {
	Schedule *algo.Schedule
	Graph    *fabric.Graph
	Net      func(*sim.Kernel, fabric.Sink) (fabric.Net, error)
	Host     host.Model
	Seats    []fabric.DeviceID // the switches that stand for the schedule's seats; -1 = it takes no part in this run
	Tasks    []Task            // what Step.Task means: number n is Tasks[n-1]
	Window   int32             // messages that a lane may have on their way to one peer, which has not taken them; 0 = any number
	Rounds   bool              // a barrier after each round; otherwise data flows as it arrives
	Before   units.Duration    // what attempts before this one took that failed: everything comes so much later, as retransmit
	Start    []units.Duration  // by rank, how late it begins; nil = all at once
	Stands   []Stand           // by rank, where it stands; nil = rank r on GPU r
	Classes  []uint8           // by rank x lane, the traffic class of what it sends; nil = 0
	Flows    []Flow            // other traffic, for as long as the schedule takes
	Traced   bool              // keep every span of every trail
	Meter    *fabric.Meter     // watches links, and makes the path be summed up by link; nil = nobody wants to know
	Flights  bool              // keep when each message moves
	Trace    *Trace            // where to keep what every lane and message does; nil = nobody wants to know
	Limits   sim.Options
	Skip     bool  // of a folded run whole periods in which nothing new happens
	Fold     *Fold // only representatives are played; nil = everybody is
}

// chargeable lists the components that a run of c can charge, so that trails are no wider than they must be.
func chargeable(c *Config, net fabric.Net) []ledger.Component {
	of := []ledger.Component{ledger.Serialize, ledger.Propagate, ledger.Queue}
	if _, ok := net.(fabric.Roomy); !ok {
		of = append(of, ledger.Arbitrate, ledger.HeadOfLine, ledger.Backpressure)
	} else if slices.ContainsFunc(c.Graph.Links, func(l fabric.Link) bool { return l.Shared }) || c.Graph.MemoryShare > 0 {
		of = append(of, ledger.Arbitrate)
	}
	if c.Graph.Lossy() {
		of = append(of, ledger.Retransmit)
	}
	h := &c.Host
	if h.Costs != (host.Costs{}) {
		of = append(of, ledger.Launch, ledger.Prepare, ledger.Library, ledger.Protocol, ledger.Complete, ledger.Reduce)
	}
	if h.Cache != host.Warm {
		of = append(of, ledger.Register)
	}
	if c.Window > 0 {
		of = append(of, ledger.Protocol)
	}
	if engines(c.Graph, c.Seats) {
		of = append(of, ledger.Reduce)
	}
	if h.Hold > 0 {
		of = append(of, ledger.Lock)
	}
	random := func(t Task) bool { return t.Jitter.Mean > 0 }
	if c.Start != nil || h.Slowed() || h.Noise != nil || h.Jitter.Mean > 0 || h.Scheduling.Mean > 0 || slices.ContainsFunc(c.Tasks, random) {
		of = append(of, ledger.Skew)
	}
	if h.Setup > 0 || h.Metadata > 0 {
		of = append(of, ledger.Negotiate)
	}
	for _, t := range c.Tasks {
		of = append(of, t.Component)
	}
	return of
}
