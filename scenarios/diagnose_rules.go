package scenarios

import (
	"encoding/json"
	"fmt"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// rules are all causes that one result can show.
var rules = []rule{
	losesPackets, unsteady, waitingForOne, notWarmedUp, renegotiated, serialisedOnCPU, registeredInTheLoop, interrupted, lockedUp, queuedInStream,
	manyToOne, sharedBus, headOfLine, stoppedForCredit, manySmall, slowLink, slowSoftware, slowBenchmark, layersAbove, moreThanMeant,
}

// Shares of the total, in percent, from which something stands out. What a healthy run has of each is far below.
const (
	much    = 30 // claim E1: up to 30 % is bad enough to be told of
	clearly = 15
	most    = 50
)

// losesPackets: claim C5, a retransmission rate above 0.1 % is a network fault.
func losesPackets(p *patient) *Finding {
	if p.Loss == nil || p.Loss.Resent*1000 <= faulty*p.Loss.Packets {
		return nil
	}
	f := p.of(ledger.Retransmit, "C5", "packets are lost and sent again",
		"look at "+p.Loss.Worst+" first: cable, optics, MTU at both ends; then take it out of service",
		fmt.Sprintf("%d of %d packets were sent again, where a healthy network stays below 0.1 %%", p.Loss.Resent, p.Loss.Packets))
	return f
}

// unsteady: claim F4, p95/p50 of about 10 points at retransmission or uneven arrival.
func unsteady(p *patient) *Finding {
	const swings = 5 // half of what practice names, on a logarithmic scale nearer to 10 than to 1
	if p.Replicates == nil || p.Replicates.Total.P50.At == 0 || p.Replicates.Total.P95.At < swings*p.Replicates.Total.P50.At {
		return nil
	}
	s := &p.Replicates.Total
	cause, component, remedy := "some ranks arrive late, now and then", ledger.Skew, "find out what the late ranks do before they arrive: input, other jobs, page faults; compare waiting by rank over steps"
	if q := p.Replicates.Groups[ledger.Queueing]; q.P95.At-q.P50.At > (s.P95.At-s.P50.At)/2 {
		cause, component, remedy = "retransmission or congestion, now and then", ledger.Retransmit, "read the error and retry counters of NICs and switches"
	}
	return &Finding{
		Claim: "F4", Cause: cause, Component: component.String(), Remedy: remedy, Time: min(p.Total, s.P95.At-s.P50.At),
		Evidence: fmt.Sprintf("p95 of the total is %s, p50 %s: %s times, of %d runs", s.P95.At.Short(), s.P50.At.Short(), *s.Tail, p.Replicates.Count),
	}
}

// waitingForOne: claims F1 to F3, even communication and very uneven waiting mean waiting, not communication.
func waitingForOne(p *patient) *Finding {
	if !p.takes(ledger.Skew, clearly) {
		return nil
	}
	v := &p.PerRank
	if w := v.Waiting; !p.single() {
		return p.of(ledger.Skew, "E5", "all ranks are slow or disturbed, now this one, now that one",
			"pin threads to cores near the NIC, keep other jobs away, and see that clocks are not throttled",
			fmt.Sprintf("ranks wait from %s to %s, most of them %s: no single one is to blame", w.Min.Short(), w.Max.Short(), w.Median.Short()))
	}
	rank, why := p.blamed()
	return p.of(ledger.Skew, "F3", fmt.Sprintf("the others wait for rank %d", rank),
		fmt.Sprintf("look at rank %d: %s; a faster network changes nothing", rank, why),
		fmt.Sprintf("ranks wait from %s to %s, rank %d least", v.Waiting.Min.Short(), v.Waiting.Max.Short(), rank), p.network())
}

// single tells whether one rank is to blame: one waits much less than most, and some wait for a good part of what was
// lost, or all others wait alike.
func (p *patient) single() bool {
	w := p.PerRank.Waiting
	return 2*w.Min <= w.Median && w.Max > 0 && (2*w.Max >= p.CriticalPath[ledger.Skew] || 4*w.Max <= 5*w.Median)
}

// blamed is the rank for which the others wait: the one with much more own work than most, or else the one that waits
// least, which came last.
func (p *patient) blamed() (rank int, why string) {
	v := &p.PerRank
	if len(v.Slowest) > 0 && v.Own.Max-v.Own.Median > v.Waiting.Median {
		return v.Slowest[0], "clock, temperature, placement of its process, what else runs there"
	}
	for _, r := range v.Ranks {
		if r.Waiting < v.Ranks[rank].Waiting {
			rank = r.Rank
		}
	}
	return rank, "what it does before it comes, such as input, checkpoints or a memory pool, and its clock"
}

// notWarmedUp: claim E8, more than 500 ms on a first synchronisation means not warmed up.
func notWarmedUp(p *patient) *Finding {
	const cold = 500 * units.Millisecond
	set := p.parameters["host.setup"]
	if !p.takes(ledger.Negotiate, clearly) && p.CriticalPath[ledger.Negotiate] < cold || set == "warm" || set == "" {
		return nil
	}
	evidence := "host.setup is " + set
	if w := p.Workload; w != nil {
		if set == "first" && w.First.Time <= 2*w.Steady.Time && !p.rebuilds() {
			return nil // the steps that are looked at do not pay
		}
		evidence += fmt.Sprintf("; the first step takes %s, later ones %s", w.First.Time.Short(), w.Steady.Time.Short())
	}
	return p.of(ledger.Negotiate, "E8", "initialisation that was not warmed up",
		"make the communicator before it is needed, run one collective to warm up, and keep it: a wrapper that is rebuilt pays again", evidence)
}

// rebuilds tells whether a wrapper is made anew in every step.
func (p *patient) rebuilds() bool {
	var s struct{ Workload struct{ Rebuild string } }
	return json.Unmarshal(p.Scenario, &s) == nil && s.Workload.Rebuild == "every-step"
}

// renegotiated: claim E9, metadata are negotiated before each operation until they are cached.
func renegotiated(p *patient) *Finding {
	set := p.parameters["host.metadata.cache"]
	if !p.takes(ledger.Negotiate, clearly) || set == "warm" || set == "" {
		return nil
	}
	return p.of(ledger.Negotiate, "E9", "metadata are negotiated before operations",
		"keep shapes the same from call to call so that what was agreed on is cached", "host.metadata.cache is "+set)
}

// serialisedOnCPU: claim E7, a busy CPU between an idle GPU and an idle network.
func serialisedOnCPU(p *patient) *Finding {
	_, busy := p.busiest()
	if !p.takes(ledger.Prepare, most) || busy >= much {
		return nil
	}
	return p.of(ledger.Prepare, "E7", "data are copied and serialised on the CPU",
		"make tensors contiguous, cast on the GPU, and send from GPU memory", p.network())
}

// registeredInTheLoop: claim D1, registering inside the loop swamps the transfer.
func registeredInTheLoop(p *patient) *Finding {
	if !p.takes(ledger.Register, clearly) {
		return nil
	}
	return p.of(ledger.Register, "D1", "buffers are registered inside the loop",
		"keep buffers and their registration: a registration cache, or one pool that is registered once",
		"host.register.cache is "+p.parameters["host.register.cache"])
}

// interrupted: claim E4, coalescing of interrupts adds 20 to 30 us to each message.
func interrupted(p *patient) *Finding {
	if !p.takes(ledger.Complete, clearly) || p.parameters["host.completion"] != "interrupt" {
		return nil
	}
	return p.of(ledger.Complete, "E4", "interrupts are coalesced", "poll for completions, or set the NIC's coalescing timer to 0",
		fmt.Sprintf("host.completion is interrupt, and an interrupt waits %s for company", p.parameters["host.interrupt.coalesce"]))
}

// lockedUp: claim E3, later processes start two to three times later than the first.
func lockedUp(p *patient) *Finding {
	if !p.takes(ledger.Lock, clearly) {
		return nil
	}
	return p.of(ledger.Lock, "E3", "processes wait for the library's global lock", "one process a GPU with its own library, or calls that do not start at the same instant",
		"the lock is held for "+p.parameters["host.lock.hold"]+" a call")
}

// queuedInStream: claim E1, communication waits for the kernel and for all that is queued before it.
func queuedInStream(p *patient) *Finding {
	const usual = 10 * units.Microsecond // a launch and its synchronisation take 3 to 10 us
	calls := units.Duration(1)
	if p.Workload != nil {
		calls = max(1, units.Duration(p.Workload.Operations))
	}
	if !p.takes(ledger.Launch, much) || p.CriticalPath[ledger.Launch] <= usual*calls {
		return nil
	}
	return p.of(ledger.Launch, "E1", "communication waits at the kernel boundary",
		"a stream of its own with priority, fewer and larger calls, or the call captured in a graph",
		fmt.Sprintf("host.launch is %s, queued before it %s", p.parameters["host.launch"], or(p.parameters["host.stream.queued"], "nothing")))
}

// manyToOne: claims C3 and C9, many senders share the port of one receiver.
func manyToOne(p *patient) *Finding {
	if !p.takes(ledger.Queue, much) {
		return nil
	}
	link, _ := p.busiest()
	return p.of(ledger.Queue, "C3", "many send into one port at once",
		"spread the traffic: an algorithm without a centre, more rails, fewer flows into "+link+" at a time; deeper buffers move the queue and do not shorten it",
		p.network())
}

// sharedBus: claim C2, waiting for a bus can exceed the movement of data several times.
func sharedBus(p *patient) *Finding {
	if !p.takes(ledger.Arbitrate, much) {
		return nil
	}
	return p.of(ledger.Arbitrate, "C2", "many share one bus", "use direct links where there are some, or let fewer ranks use the bus at once", p.network())
}

func headOfLine(p *patient) *Finding {
	if !p.takes(ledger.HeadOfLine, clearly) {
		return nil
	}
	return p.of(ledger.HeadOfLine, "C3", "packets stand behind others that wait for another output", "virtual output queues, or traffic that does not mix on one input", p.network())
}

// stoppedForCredit: claim C3, full buffers stop ports upstream.
func stoppedForCredit(p *patient) *Finding {
	if !p.takes(ledger.Backpressure, clearly) || len(p.HottestPorts) == 0 {
		return nil
	}
	worst := p.HottestPorts[0]
	return p.of(ledger.Backpressure, "C3", "ports stand still because buffers ahead are full", "deeper buffers, and fewer flows into the port where it begins",
		fmt.Sprintf("%s had no credit for %s", worst.Link, worst.Starved.Short()))
}

// manySmall: claims G1 and G2, many small operations wait one by one on an idle wire.
func manySmall(p *patient) *Finding {
	const small, many = 64 * units.KiB, 20
	w := p.Workload
	if w == nil || w.Operations < many || w.Meant/units.Bytes(w.Operations) >= small || share(p.CriticalPath[ledger.Serialize], p.Total) > clearly {
		return nil
	}
	return &Finding{
		Claim: "G1", Cause: "many small operations instead of few large ones", Component: ledger.Software.String(), Time: p.Groups[ledger.Software],
		Remedy:   "fuse them into buckets of some megabytes",
		Evidence: fmt.Sprintf("%d operations of %s on average; software takes %s, %d %% of the total; %s", w.Operations, (w.Meant / units.Bytes(w.Operations)).Short(), p.Groups[ledger.Software].Short(), share(p.Groups[ledger.Software], p.Total), p.network()),
	}
}

// probe is what a raw probe of the links would see of a round: the way there and nothing else.
func (p *patient) probe() units.Duration {
	if p.Rounds == 0 {
		return 0
	}
	return p.CriticalPath[ledger.Propagate] / units.Duration(p.Rounds)
}

// healthyProbe is claim B3: above 2 us a raw probe means link or NIC trouble, below it the library or the GPU.
const healthyProbe = 2 * units.Microsecond

// slowLink: claim B3.
func slowLink(p *patient) *Finding {
	if p.probe() <= healthyProbe {
		return nil
	}
	f := p.of(ledger.Propagate, "B3", "a link or NIC is slow to pass a bit on", "probe each link by itself (ib_write_lat and the like): cable, firmware, an extra hop in software",
		fmt.Sprintf("the way takes %s a round, where a raw probe of a healthy link stays below %s", p.probe().Short(), healthyProbe.Short()))
	return f
}

// slowSoftware: claim H4, a round of a small collective above four times the raw latency of the links means software.
// What is paid once a call belongs to no round.
func slowSoftware(p *patient) *Finding {
	const normal = 5 * units.Microsecond // claim H4: 2 to 5 us a round are usual on 8 GPUs over InfiniBand
	const small = 64 * units.KiB
	raw, software := p.probe(), p.Groups[ledger.Software]
	if raw == 0 || p.Workload != nil || p.Bytes > small {
		return nil
	}
	once := p.CriticalPath[ledger.Launch] + p.CriticalPath[ledger.Negotiate] + p.CriticalPath[ledger.Lock]
	round := (p.Total - once) / units.Duration(p.Rounds)
	if round <= 4*raw || round <= normal || share(software, p.Total) < most {
		return nil
	}
	largest := p.largest(ledger.Software)
	return &Finding{
		Claim: "H4", Cause: "the software path, not the links", Component: largest, Time: software, general: true,
		Remedy: "fewer rounds first, then interrupt coalescing off and cores pinned; a faster NIC last",
		Evidence: fmt.Sprintf("a round takes %s, more than four times the %s that a raw probe of the links sees; software is %d %% of the total, %s most of it",
			round.Short(), raw.Short(), share(software, p.Total), largest),
	}
}

// slowBenchmark: claim I, 1 MB over 8 GPUs takes less than 5 ms in a pure benchmark.
func slowBenchmark(p *patient) *Finding {
	const limit = 5 * units.Millisecond
	if p.Workload != nil || p.Collective != "all_reduce" || p.Ranks > 8 || p.Bytes > units.MiB || p.Total <= limit || share(p.Groups[ledger.Waiting], p.Total) >= 50 {
		return nil
	}
	return &Finding{
		Claim: "I", Cause: "network or driver", Component: p.largestOf(), Time: p.Total, general: true,
		Remedy:   "probe the links by themselves, and compare the driver's and the NIC's settings with a machine that is well",
		Evidence: fmt.Sprintf("%s over %d ranks take %s in a benchmark of nothing else, where 5 ms would be slow", p.Bytes.Short(), p.Ranks, p.Total.Short()),
	}
}

// layersAbove: claim I, what is below 2 ms by itself and 200 ms in training lies in the layers above.
func layersAbove(p *patient) *Finding {
	const quick, slow = 2 * units.Millisecond, 200 * units.Millisecond
	w := p.Workload
	moving := p.Groups[ledger.Physical] + p.Groups[ledger.Queueing]
	above := p.Groups[ledger.Software] + p.CriticalPath[ledger.Skew]
	if w == nil || len(w.Steps) == 0 || moving/units.Duration(len(w.Steps)) > quick || above/units.Duration(len(w.Steps)) < slow {
		return nil
	}
	return &Finding{
		Claim: "I", Cause: "the layers above communication", Component: p.largestOf(), Time: above, general: true,
		Remedy:   "look at serialisation, waiting and scheduling in the framework",
		Evidence: fmt.Sprintf("data move for %s a step, software and waiting take %s", (moving / units.Duration(len(w.Steps))).Short(), (above / units.Duration(len(w.Steps))).Short()),
	}
}

// largestOf is the component with most time.
func (p *patient) largestOf() string {
	var most ledger.Component
	for c := range ledger.Components {
		if p.CriticalPath[c] > p.CriticalPath[most] {
			most = c
		}
	}
	return most.String()
}

// moreThanMeant: claim G4, the bytes on the wire may be many times those intended.
func moreThanMeant(p *patient) *Finding {
	const times = 3 // an all-reduce sends nearly twice its size, sharded training three times
	w := p.Workload
	if w == nil || w.Meant == 0 || w.Sent <= times*w.Meant {
		return nil
	}
	return &Finding{
		Claim: "G4", Cause: "more bytes on the wire than meant", Component: ledger.Serialize.String(), Time: p.CriticalPath[ledger.Serialize], general: true,
		Remedy:   "an algorithm that sends fewer bytes a rank (a ring sends twice the size), larger frames, and a look at what the framework adds",
		Evidence: fmt.Sprintf("%s were meant, one rank sends %s", w.Meant.Short(), w.Sent.Short()),
	}
}
