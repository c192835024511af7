package scenarios

import (
	"fmt"

	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/loss"
	"collsim/sim"
	"collsim/sim/units"
)

// What a lost packet makes its sender repeat. What a scenario that says nothing repeats is the packet and those behind it.
const (
	goBack       = "go-back"
	retryMessage = "retry-message"
	retryBatch   = "retry-batch"
)

var onErrors = []string{goBack, retryMessage, retryBatch}

// Losses is what became of packets on a fabric that loses some.
type Losses struct {
	Packets  int64  `json:"packets"`                       // sent for the first time
	Lost     int64  `json:"lost"`                          // whose loss made somebody repeat something
	Resent   int64  `json:"resent"`                        // sent again
	Worst    string `json:"worst_link"`                    // that lost most, the first on a tie; "" = none lost any
	Repeated int    `json:"repeated_operations,omitempty"` // collectives, those of each repeated batch
}

// vain is what attempts of a batch took that failed.
type vain struct {
	batches  int
	time     units.Duration // with the time-outs behind them
	counters []fabric.Counters
}

// network binds a level, with losses where links have them.
func (b *bound) network(f fidelity) func(*sim.Kernel, fabric.Sink) (fabric.Net, error) {
	o := loss.Options{Seed: b.host.Seed, Replicate: b.host.Replicate, Attempt: uint64(b.vain.batches)}
	switch b.scenario.OnError {
	case retryMessage:
		o.Resend = loss.WholeMessage
	case retryBatch:
		o.Resend = loss.Nothing
	}
	inner := func(k *sim.Kernel, s fabric.Sink) (fabric.Net, error) { return f.net(b, k, s) }
	return func(k *sim.Kernel, s fabric.Sink) (fabric.Net, error) {
		n, err := loss.New(k, b.graph, s, o, inner)
		b.losing, _ = n.(*loss.Net)
		return n, err
	}
}

// repeat says whether a run was in vain: a packet was lost, and a loss repeats the whole batch. The batch is performed to
// its end, which is where its outcome is looked at; the next attempt begins a time-out later, as if it were the first.
func (b *bound) repeat(run *exec.Run) (again bool, err error) {
	if b.losing == nil || b.losing.Missed() == nil {
		return false, nil
	}
	v, r := &b.vain, b.graph.Retry
	total := run.Outcome().Total
	timeout := r.Timeout
	for range v.batches {
		timeout *= units.Duration(r.Backoff)
	}
	if v.batches++; v.batches > r.Limit {
		missed := *b.losing.Missed()
		missed.Attempts, missed.At = v.batches, units.Time(total)
		return false, &missed
	}
	v.time = total + timeout
	if v.counters == nil {
		v.counters = make([]fabric.Counters, len(b.graph.Links))
	}
	for i := range v.counters {
		v.counters[i] = b.counters(run, fabric.LinkID(i))
	}
	return true, nil
}

// counters is what a port did in a run and in the attempts before it.
func (b *bound) counters(run *exec.Run, id fabric.LinkID) fabric.Counters {
	c := run.Counters(id)
	if b.vain.counters != nil {
		v := &b.vain.counters[id]
		c.Bytes, c.Packets, c.Busy, c.Starved = c.Bytes+v.Bytes, c.Packets+v.Packets, c.Busy+v.Busy, c.Starved+v.Starved
		c.Paused, c.Marked, c.Dropped = c.Paused+v.Paused, c.Marked+v.Marked, c.Dropped+v.Dropped
		c.Reordered += v.Reordered
		c.Lost, c.Resent, c.Largest = c.Lost+v.Lost, c.Resent+v.Resent, max(c.Largest, v.Largest)
	}
	return c
}

// reordered is how many packets came out of order.
func (b *bound) reordered(run *exec.Run) (n int64) {
	for i := range b.graph.Links {
		n += b.counters(run, fabric.LinkID(i)).Reordered
	}
	return n
}

// losses sums up what was lost; nil = nothing can be.
func (b *bound) losses(run *exec.Run) *Losses {
	if b.losing == nil {
		return nil
	}
	l, most := &Losses{}, int64(0)
	for i := range b.graph.Links {
		c := b.counters(run, fabric.LinkID(i))
		l.Packets, l.Lost, l.Resent = l.Packets+c.Sent, l.Lost+c.Lost, l.Resent+c.Resent
		if c.Lost > most {
			most, l.Worst = c.Lost, b.graph.LinkName(fabric.LinkID(i))
		}
	}
	operations := 1
	if b.work != nil {
		operations = len(b.work.operations)
	}
	l.Repeated = b.vain.batches * operations
	l.Resent += int64(b.vain.batches) * l.Packets
	return l
}

// faulty is how many packets in a thousand a healthy network sends again at most, in the field's experience.
const faulty = 1

// fault says that more is sent again than a healthy network should; "" = it is not.
func (l *Losses) fault() string {
	if l == nil || l.Resent*1000 <= faulty*l.Packets {
		return ""
	}
	return fmt.Sprintf("loss: %d packets were sent again, for %d that had to be sent; above 0.1 %% a network is at fault, look at %s first", l.Resent, l.Packets, l.Worst)
}

// forgiven is the result of a run that ended with an error which the file expects.
func (b *bound) forgiven(f fidelity, err error) *Result {
	s := &b.scenario
	return &Result{
		Schema: ResultSchema, Name: s.Name, Variant: s.Variant, Seed: s.Seed, ModelVersion: ModelVersion,
		Fabric: s.Fabric.Called(), Nodes: s.Fabric.Nodes, Collective: s.Collective, Algorithm: s.Algorithm, Fidelity: f.name, FidelityNote: b.note(f),
		Library: s.Library, Sync: s.Sync, Ranks: s.Ranks, Channels: b.schedule.Call.Channels, Slices: b.schedule.Call.Slices, Bytes: s.Bytes,
		Algbw: Undefined, Busbw: Undefined, Bound: Bound{Percent: "0.00"}, Warnings: append([]string{}, b.warnings...),
		HottestPorts: []Port{}, PerRank: PerRank{Slowest: []int{}, Ranks: []RankView{}}, Error: err.Error(), Why: err.Error(),
		Parameters: b.parameters(), Scenario: Canonical(*s), Hash: Hash(*s, b.parameters()),
	}
}
