package scenarios

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"collsim/algo"
	"collsim/fabric"
)

// change is one thing that may be different.
type change struct {
	name, regime, detail string
	run                  *rerun // nil = it would change nothing in the scenario
}

// difference makes one thing different. It says what exactly, where its name does not; ok is false where there is nothing
// of the kind to speak of.
type difference struct {
	name, regime string
	make         func(*rerun, *Result) (detail string, ok bool)
}

// differences are what is tried, in the order in which those of equal effect are told.
func differences() []difference {
	return []difference{
		{"every link twice as fast", bandwidthRegime, quicken},
		{"network links twice as fast", bandwidthRegime, networkOnly},
		{"every latency halved", roundsRegime, shorten},
		{"half the rounds", roundsRegime, fewerRounds},
		{"software twice as fast", softwareRegime, func(x *rerun, _ *Result) (string, bool) { x.of.hurry(); return "", true }},
		{"nobody late, slow or noisy", waitingRegime, calm},
		{"computation twice as fast", waitingRegime, lessComputation},
		{"buffers 16 times as deep", queueingRegime, deeperBuffers},
		{"no packet lost", queueingRegime, lossless},
		{"no background traffic", queueingRegime, quiet},
		{"ranks packed", bandwidthRegime, packedRanks},
		{"twice the channels", bandwidthRegime, moreChannels},
		{"half the bytes", bandwidthRegime, fewerBytes},
		{"polling instead of interrupts", softwareRegime, takes("host.completion", "polling", "interrupt")},
		{"every buffer registered already", softwareRegime, takes("host.register.cache", "warm", "cold", "off")},
	}
}

// changes are the differences that make sense for scenario i.
func (f *File) changes(i int, r *Result) []change {
	if r.Total == 0 {
		return nil
	}
	base, _ := f.asked(i, r)
	unchanged := Canonical(base)
	var all []change
	for _, d := range differences() {
		s, level := f.asked(i, r)
		x := &rerun{variant: r.Variant, name: d.name, of: s, level: level}
		detail, ok := d.make(x, r)
		if !ok {
			continue
		}
		if x.wired == nil && bytes.Equal(Canonical(x.of), unchanged) {
			x = nil
		}
		if x != nil && x.among != nil {
			d.name = "another algorithm, half the rounds" // or fewer: which one is told when it has run
		}
		all = append(all, change{d.name, d.regime, detail, x})
	}
	return all
}

// quicken doubles the rate of every link. Buffers that are worked out from it grow along.
func quicken(x *rerun, _ *Result) (string, bool) {
	x.of.scale(func(p fabric.Parameter) (Ratio, bool) {
		return Ratio{2, 1}, !ofHost(p) && strings.HasSuffix(p.Name, ".rate")
	})
	return "", true
}

// shorten halves the latency of every link and device. Buffers stay, even those that are worked out from it.
func shorten(x *rerun, _ *Result) (string, bool) {
	x.wired = func(g *fabric.Graph) {
		for i := range g.Links {
			g.Links[i].Latency = max(1, g.Links[i].Latency/2)
		}
		for i := range g.Devices {
			g.Devices[i].Latency /= 2
		}
	}
	return "", true
}

// networkOnly leaves what is inside a node as it is.
func networkOnly(x *rerun, r *Result) (string, bool) {
	x.of.scale(func(p fabric.Parameter) (Ratio, bool) {
		return Ratio{2, 1}, p.Name == "network.rate" || p.Name == "trunk.rate"
	})
	return "", r.Nodes > 1 && x.of.has("nic.latency")
}

// has tells whether the scenario's fabric has a part with this parameter.
func (s *Scenario) has(name string) bool {
	p, ok := fabric.Find(fabric.Parameters(), name)
	_, holds := p.Default(s.holders(p)...)
	return ok && holds
}

// hurry halves every duration of the software and doubles its rates and clocks. What chance adds is halved as well.
func (s *Scenario) hurry() {
	s.scale(func(p fabric.Parameter) (Ratio, bool) {
		switch p.Quantity {
		case fabric.DurationQuantity:
			return Ratio{1, 2}, ofHost(p)
		case fabric.RateQuantity, fabric.FrequencyQuantity:
			return Ratio{2, 1}, ofHost(p)
		}
		return Ratio{}, false
	})
}

// searchable is how many ranks there may be for algorithms to be tried: binding some takes their square.
const searchable = rivalRanks

// fewerRounds takes the algorithms with at most half the rounds that have most of them, the nearest to the same thing
// with half the rounds, of which the fastest counts. Where there is none, what each round costs is halved instead.
func fewerRounds(x *rerun, r *Result) (string, bool) {
	for _, a := range algo.All() {
		if string(a.Collective) != r.Collective || a.Name == r.Algorithm || r.Ranks > searchable || len(x.of.Jobs)+len(x.of.Groups) > 0 {
			continue
		}
		s := x.of.without()
		s.Algorithm, s.Inter = a.Name, ""
		if len(a.Inter) > 0 {
			s.Inter = a.Inter[0]
		}
		b, err := bind(s, nil)
		switch {
		case err != nil || 2*b.counts.Rounds > r.Rounds:
		case x.among == nil || b.counts.Rounds > x.among[0].counts.Rounds:
			x.among = []*bound{b}
		case b.counts.Rounds == x.among[0].counts.Rounds:
			x.among = append(x.among, b)
		}
	}
	if x.among != nil {
		x.of = x.among[0].scenario
		return "", true
	}
	x.of.hurry()
	shorten(x, r)
	return "no algorithm has them, so what each costs is halved: latencies and software", r.Rounds > 0
}

// taken says which algorithm a run with fewer rounds took.
func (x *rerun) taken(r *Result) string {
	if x.fastest == nil || x.fastest.scenario.Algorithm == r.Algorithm {
		return ""
	}
	return fmt.Sprintf("%s instead of %s: %d for %d", x.fastest.scenario.Algorithm, r.Algorithm, x.fastest.counts.Rounds, r.Rounds)
}

// calm takes away late starts, slow ranks and what chance adds to posting and computing, the scheduler's share included.
func calm(x *rerun, r *Result) (string, bool) {
	s := &x.of
	s.Stragglers, s.Jitter = nil, Jitter{}
	s.Workload.Compute.Jitter, s.Workload.Stall = Jitter{}, Stall{}
	takes("host.pinning", "ideal", "pinned", "free")(x, r)
	return "", true
}

func lessComputation(x *rerun, _ *Result) (string, bool) {
	c := &x.of.Workload.Compute
	c.Forward, c.Backward = c.Forward/2, c.Backward/2
	return "", x.of.Workload.Kind == trainingStep
}

// deeperBuffers keeps within 63 bits.
func deeperBuffers(x *rerun, _ *Result) (string, bool) {
	x.wired = func(g *fabric.Graph) {
		for i := range g.Links {
			g.Links[i].Buffer = min(g.Links[i].Buffer, 1<<50) * 16
		}
	}
	if x.level.blind {
		x.wired = nil
		return "fidelity " + x.level.name + " does not look at them", true
	}
	return "", true
}

func lossless(x *rerun, _ *Result) (string, bool) {
	lossy := false
	for _, p := range x.of.parametersOf() {
		if v, _, ok := x.of.value(p); ok && p.Quantity == fabric.ProbabilityQuantity && v.Int > 0 && !ofHost(p) { // those are shares
			x.of.set(p.Name, fabric.ProbabilityOf(0))
			lossy = true
		}
	}
	return "", lossy
}

func moreChannels(x *rerun, r *Result) (string, bool) {
	const most = 64
	if x.of.Channels = 2 * r.Channels; x.of.Channels > most {
		return "", false
	}
	return fmt.Sprintf("%d for %d", x.of.Channels, r.Channels), len(x.of.Jobs)+len(x.of.Groups) == 0 && x.of.Schedule == nil
}

// quiet takes away background traffic.
func quiet(x *rerun, _ *Result) (string, bool) {
	some := x.of.Background != nil
	x.of.Background = nil
	return "", some
}

// packedRanks puts rank r on GPU r.
func packedRanks(x *rerun, r *Result) (string, bool) {
	elsewhere := !x.of.Placement.packed() && len(x.of.Jobs) == 0
	x.of.Placement = Placement{}
	return "", elsewhere
}

func fewerBytes(x *rerun, _ *Result) (string, bool) {
	s := &x.of
	s.Bytes /= 2
	s.Jobs, s.Groups = slices.Clone(s.Jobs), slices.Clone(s.Groups)
	for i := range s.Jobs {
		s.Jobs[i].Bytes /= 2
	}
	for i := range s.Groups {
		s.Groups[i].Bytes /= 2
	}
	return "", s.Bytes > 0 && !s.Workload.sized()
}

// takes sets a parameter to a word where it is one of some others.
func takes(name, want string, instead ...string) func(*rerun, *Result) (string, bool) {
	return func(x *rerun, _ *Result) (string, bool) {
		for _, p := range x.of.parametersOf() {
			if v, _, ok := x.of.value(p); p.Name == name && ok && slices.Contains(instead, v.Word) {
				x.of.set(name, fabric.WordOf(want))
				return "", true
			}
		}
		return "", false
	}
}
