package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"collsim/scenarios"
	"collsim/scenarios/measured"
	"collsim/sim/units"
)

// ofProbes are the flags of perf that mean something to a probe: of nccl-tests those of sizes and iterations, and the machine.
var ofProbes = []string{
	"probe", "ends", "gigabits", "minbytes", "maxbytes", "stepfactor", "stepbytes", "iters", "fabric", "nodes", "gpus-per-node", "network", "transport", "nics", "library",
	"set", "compare", "output", "no-color", "progress",
}

// What perftest takes where nothing is said: all powers of two to 8 MiB, and so many messages.
const (
	leastProbe      = 2 * units.Bytes(1)
	mostProbe       = 8 * units.MiB
	probeIterations = 1000
)

// readRequest is what a read sends before data come: the address, the key and the length of what it wants, as an InfiniBand RETH has.
const readRequest = 16 * units.Bytes(1)

// probing is a probe on a machine.
type probing struct {
	probe      measured.Probe
	file       *scenarios.File
	ends       [2]int // GPUs of the whole machine, numbered node by node
	sizes      []units.Bytes
	iterations int
	there      *scenarios.Bench // one message from the first end to the second
	back       *scenarios.Bench // and from the second to the first
	stream     *scenarios.Bench // as many as iterations, one behind the other
}

// probed answers perf --probe.
func (p *performing) probed(c *cobra.Command) error {
	b, err := p.probing(c)
	if err != nil {
		return err
	}
	caution(c.ErrOrStderr(), b.file)
	l, err := b.log(c)
	if err != nil {
		return err
	}
	var text []byte
	switch {
	case p.measured != "":
		text, err = p.contrasted(c, l)
	case p.output == "json":
		text, err = l.JSON(p.gigabits)
	default:
		text = l.Text(p.gigabits)
	}
	if err != nil {
		return err
	}
	return writeOut(c.OutOrStdout(), text)
}

// probing plans a probe.
func (p *performing) probing(c *cobra.Command) (*probing, error) {
	probe, ok := measured.FindProbe(p.probe)
	if !ok {
		return nil, fmt.Errorf("--probe: unknown: %q%s", p.probe, suggest(p.probe, probeNames()))
	}
	if !slices.Contains(perfOutputs, p.output) {
		return nil, fmt.Errorf("--output: unknown form %q%s", p.output, suggest(p.output, perfOutputs))
	}
	if err := onlyOfProbes(c.Flags()); err != nil {
		return nil, err
	}
	b := &probing{probe: probe}
	if err := b.plan(p, c.Flags()); err != nil {
		return nil, err
	}
	return b, b.wire(p, c.Flags())
}

func probeNames() []string {
	var names []string
	for _, p := range measured.Probes() {
		names = append(names, p.Name())
	}
	return names
}

// onlyOfProbes refuses flags that a probe has no use for.
func onlyOfProbes(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		if err == nil && !slices.Contains(ofProbes, f.Name) {
			err = fmt.Errorf("--%s: means nothing to a probe; valid beside --probe: %s", f.Name, strings.Join(ofProbes[1:], ", "))
		}
	})
	return err
}

// plan settles sizes and how often.
func (b *probing) plan(p *performing, flags *pflag.FlagSet) (err error) {
	t := p.tests
	said := slices.ContainsFunc([]string{"minbytes", "maxbytes", "stepfactor", "stepbytes"}, flags.Changed)
	if !said {
		t.least, t.most, t.factor = leastProbe, mostProbe, 2
	} else if !flags.Changed("maxbytes") {
		t.most = t.least
	}
	if t.least < 1 || t.least > t.most {
		return fmt.Errorf("-b: no size of a message; valid: 1 to that of -e")
	}
	if b.iterations = probeIterations; flags.Changed("iters") {
		b.iterations = t.iterations
	}
	if b.sizes, err = t.sizes(); err != nil {
		return err
	}
	if t.most > math.MaxInt64/units.Bytes(b.iterations) {
		return fmt.Errorf("-n: %d messages of %v are beyond what can be counted; valid: fewer, or smaller ones", b.iterations, t.most)
	}
	return nil
}

// wire loads the machine, finds the ends, and wires what is played.
func (b *probing) wire(p *performing, flags *pflag.FlagSet) (err error) {
	said := p.asked.said(flags)
	say := func(name, value string) {
		if !slices.ContainsFunc(said, func(f scenarios.Flag) bool { return f.Name == name }) {
			said = append(said, scenarios.Flag{Name: name, Value: value})
		}
	}
	if library := *p.asked.values["library"]; library != "" && library != "raw" {
		return fmt.Errorf("--library: a probe is of the network, without the software of a library: %q; valid: raw", library)
	}
	say("fabric", builtInMachine)
	say("library", "raw")
	for _, fixed := range [][2]string{{"collective", "broadcast"}, {"algorithm", "chain"}, {"channels", "1"}} {
		said = append(said, scenarios.Flag{Name: fixed[0], Value: fixed[1]})
	}
	load := func(more ...scenarios.Flag) (*scenarios.File, error) {
		return catalogueOf(".").FromFlags(append(slices.Clone(said), more...))
	}
	if b.file, err = load(scenarios.Flag{Name: "bytes", Value: b.sizes[0].Exact()}); err != nil {
		return err
	}
	s := &b.file.Scenarios[0]
	if b.ends, err = endsOf(p.ends, s); err != nil {
		return err
	}
	bench := func(from, to, slices int) (*scenarios.Bench, error) {
		s := *s
		s.Ranks, s.Placement, s.Slices = 2, scenarios.Placement{List: []int{from, to}}, slices
		s.Rivals, s.Room = "off", room()
		return scenarios.NewBench(s)
	}
	if b.there, err = bench(b.ends[0], b.ends[1], 1); err != nil {
		return err
	}
	from, to := b.ends[0], b.ends[1]
	if b.probe.Verb == measured.Read { // data flow to whoever asks
		from, to = to, from
	}
	if b.back, err = bench(b.ends[1], b.ends[0], 1); err != nil {
		return err
	}
	b.stream, err = bench(from, to, b.iterations)
	return err
}

// endsOf reads two GPUs; "" = the first, and the first of the last node, or the last of one.
func endsOf(text string, s *scenarios.Scenario) (ends [2]int, err error) {
	at := seats(&scenarios.Scenario{Fabric: s.Fabric})
	if text == "" {
		ends[1] = (at.nodes - 1) * at.perNode
		if at.nodes == 1 {
			ends[1] = at.perNode - 1
		}
		if ends[1] == 0 {
			return ends, fmt.Errorf("--nodes: a probe needs two GPUs, and the machine has one; valid: 2 and more nodes")
		}
		return ends, nil
	}
	a, z, _ := strings.Cut(text, ",")
	for i, number := range []string{a, z} {
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if err != nil || n < 0 || n >= at.ranks || i == 1 && n == ends[0] {
			return ends, fmt.Errorf("--ends: not two GPUs of the machine: %q; valid: A,B with two different numbers from 0 to %d, node by node", text, at.ranks-1)
		}
		ends[i] = n
	}
	return ends, nil
}

// log plays all sizes.
func (b *probing) log(c *cobra.Command) (*measured.ProbeLog, error) {
	s := &b.file.Scenarios[0]
	l := &measured.ProbeLog{Name: "simulated", Probe: b.probe, Device: "simulated", Notes: b.notes(s)}
	if b.probe.Bandwidth {
		l.Depth = b.iterations
	}
	l.Rows = make([]measured.ProbeRow, len(b.sizes))
	errs := make([]error, len(b.sizes))
	onAllCores(len(b.sizes), func(i int) {
		if errs[i] = c.Context().Err(); errs[i] == nil {
			l.Rows[i], errs[i] = b.row(b.sizes[i])
		}
	})
	return l, first(errs)
}

func (b *probing) notes(s *scenarios.Scenario) []string {
	machine := s.Fabric.Called()
	if at := seats(&scenarios.Scenario{Fabric: s.Fabric}); at.nodes > 1 {
		machine = fmt.Sprintf("%d x %s", at.nodes, machine)
	}
	kind := "no software, so that each message takes the same time"
	if b.probe.Bandwidth {
		kind = "no software, all messages posted at once"
	}
	return []string{fmt.Sprintf("simulated by collsim, model %s: %s, GPU %d to %d, %s", scenarios.ModelVersion, machine, b.ends[0], b.ends[1], kind)}
}

// row plays one size.
func (b *probing) row(n units.Bytes) (r measured.ProbeRow, err error) {
	r = measured.ProbeRow{Bytes: n, Iterations: int64(b.iterations)}
	there, back := b.there, n
	if b.probe.Verb == measured.Read {
		there, back = b.back, readRequest
	}
	data, err := there.Run(n, nil)
	if err != nil {
		return r, err
	}
	if !b.probe.Bandwidth {
		if r.Latency = measured.Always(data.Total); b.probe.Verb == measured.Read {
			request, err := b.there.Run(back, nil)
			if err != nil {
				return r, err
			}
			r.Latency = measured.Always(request.Total + data.Total)
		}
		return r, nil
	}
	all, err := b.stream.Run(n*units.Bytes(b.iterations), nil)
	if err != nil {
		return r, err
	}
	r.Average = measured.PerSecond(n*units.Bytes(b.iterations), all.Total)
	if r.Peak = r.Average; all.Total > data.Total { // what follows the first message
		r.Peak = measured.PerSecond(n*units.Bytes(b.iterations-1), all.Total-data.Total)
	}
	return r, nil
}
