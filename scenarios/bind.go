package scenarios

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/algo/msccl"
	"collsim/algo/nccl"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/fabric/loss"
	"collsim/fabric/packet"
	"collsim/sim"
	"collsim/sim/units"
)

// bound is a scenario whose every part has been built: ready to run at some level.
type bound struct {
	scenario  Scenario // resolved: what was left to be worked out is filled in, but for the level
	graph     *fabric.Graph
	algorithm algo.Algorithm
	schedule  *algo.Schedule
	switches  []fabric.DeviceID // that stand for the schedule's seats
	local     []msccl.Local     // what ranks do by themselves, of a schedule from outside
	gpus      []int32           // rank -> its GPU
	acts      []act             // jobs or groups; nil = one thing
	only      int               // which of them, or of the one thing, is played by itself, from 1; 0 = all at once
	work      *work             // nil = one collective
	counts    algo.Counts
	host      host.Model
	nccl      *communicator // of library nccl; nil = another
	choice    *nccl.Choice  // and what it does with the call at hand
	start     []units.Duration
	ofFabric  []fabric.Setting // the scenario's settings, parsed
	ofHost    []fabric.Setting
	warnings  []string
	losing    *loss.Net     // of the present run; nil = nothing can be lost
	packets   *packet.Net   // of the present run, where packets move
	vain      vain          // what came before the present run
	forgives  bool          // the file expects an error
	meter     *fabric.Meter // nil = nobody wants to know what links do
	trace     *exec.Trace   // nil = nobody wants to know what lanes and messages do
	folding   folding       // of the present run
	asked     Scenario      // as it was asked
	eager     bool          // short runs are folded as well
	proved    prover        // nil = prove
	many      int           // from so many ranks on two servers may be drawn for all; 0 = never
}

// bind builds every part of a scenario, one after the other.
func (b *bound) bind(watch Watch) error {
	if err := b.equip(watch); err != nil {
		return err
	}
	return b.load(watch)
}

// equip builds what does not depend on how many bytes there are: the fabric and the software.
func (b *bound) equip(watch Watch) (err error) {
	s := &b.asked
	if b.ofFabric, b.ofHost, err = split(s.Settings); err != nil {
		return err
	}
	if names := fidelityNames(); !slices.Contains(names, s.Fidelity) {
		return fmt.Errorf("fidelity: there is no %q; valid: %s", s.Fidelity, strings.Join(names, ", "))
	}
	if err := watch.enter(s.Variant, Wiring); err != nil {
		return err
	}
	if err := b.wire(); err != nil {
		return err
	}
	if s.Library == ncclLibrary {
		return b.communicate()
	}
	return b.software()
}

// load builds the schedule and counts what it moves.
func (b *bound) load(watch Watch) (err error) {
	s := &b.asked
	if err := watch.enter(s.Variant, Scheduling); err != nil {
		return err
	}
	if err := b.plan(); err != nil {
		return err
	}
	if err := b.standsAlone(); err != nil {
		return err
	}
	if err := b.roomInFull(); err != nil {
		return err
	}
	least := func(p *Progress) { p.Least = b.schedule.Messages }
	if err := watch.with(least).enter(s.Variant, Counting); err != nil {
		return err
	}
	if err := b.count(watch); err != nil {
		return err
	}
	if err := b.holds(); err != nil {
		return err
	}
	b.crew()
	return b.apart()
}

// count counts what the schedule moves, for as long as the Watch wants it.
func (b *bound) count(watch Watch) (err error) {
	var stop error
	b.counts, err = algo.CountWhile(b.schedule, func() bool {
		stop = watch.enter(b.asked.Variant, Counting)
		return stop == nil
	})
	switch {
	case stop != nil:
		return stop
	case err != nil:
		return fmt.Errorf("algorithm: %w", err)
	}
	return nil
}

// split parses settings and hands each to the package whose parameter it is.
func split(all []Setting) (ofFabric, ofHost []fabric.Setting, err error) {
	for _, s := range all {
		if p, ok := fabric.Find(host.Parameters(), s.Name); ok {
			v, err := p.Parse(s.Value)
			if err != nil {
				return nil, nil, fmt.Errorf("set.%s: %w", s.Name, err)
			}
			ofHost = append(ofHost, fabric.Setting{Name: p.Name, Value: v})
			continue
		}
		p, err := fabric.ParameterOf(s.Name)
		if err != nil {
			return nil, nil, fmt.Errorf("set.%s: %w", s.Name, err)
		}
		v, err := p.Parse(s.Value)
		if err != nil {
			return nil, nil, fmt.Errorf("set.%s: %w", s.Name, err)
		}
		ofFabric = append(ofFabric, fabric.Setting{Name: p.Name, Value: v})
	}
	return ofFabric, ofHost, nil
}

func (b *bound) wire() error {
	f := &b.scenario.Fabric
	g, remarks, err := b.fabric()
	if err != nil {
		return err
	}
	b.graph = g
	b.remark(remarks)
	if b.scenario.OnError != "" && !g.Lossy() {
		b.warnings = append(b.warnings, "on-error: changed nothing: no link of this fabric loses packets")
	}
	f.GPUsPerNode = g.GPUsPerNode
	if f.Network == "" {
		f.Network = g.Network
	}
	return nil
}

// fabric builds the graph: of servers of a preset, or device by device.
func (b *bound) fabric() (*fabric.Graph, []fabric.Remark, error) {
	f := &b.scenario.Fabric
	if f.Graph == nil {
		spec := f.spec(f.Nodes)
		spec.Set, spec.Down, spec.Seed = b.ofFabric, f.Down, b.scenario.Seed
		if b.sketches() {
			if g, warnings, ok := fabric.Sketch(spec); ok {
				return g, warnings, nil
			}
		}
		if err := b.roomToWire(); err != nil {
			return nil, nil, err
		}
		return fabric.Build(spec)
	}
	w, problems := f.Graph.Wiring()
	if len(problems) > 0 {
		return nil, nil, problems
	}
	w.Preset, w.Set, w.Down, w.Seed = f.Preset, b.ofFabric, f.Down, b.scenario.Seed
	return fabric.Wired(w)
}

func (b *bound) remark(remarks []fabric.Remark) {
	for _, r := range remarks {
		b.warnings = append(b.warnings, pathOf(r.Where)+": "+r.Text)
	}
}

func (b *bound) software() error {
	s := &b.scenario
	costs, remarks, err := b.usage().Bind(s.Library, b.ofHost)
	if err != nil {
		return fmt.Errorf("library: %w", err)
	}
	b.remark(remarks)
	b.host = host.Model{Costs: costs, Seed: s.Seed}
	if s.Jitter.Distribution != "" {
		b.host.Jitter = s.Jitter.law()
		if costs.Post == 0 {
			b.warnings = append(b.warnings, "jitter: changed nothing: library "+s.Library+" spends no time on posting messages")
		}
	}
	return nil
}

// plan fills in ranks and channels and builds the schedule.
func (b *bound) plan() error {
	s := &b.scenario
	b.place()
	if err := b.ringed(); err != nil {
		return err
	}
	if b.acts = nil; len(s.Jobs) > 0 {
		return b.planJobs()
	}
	if len(s.Groups) > 0 {
		return b.planGroups()
	}
	if s.Schedule != nil {
		return b.planOutside()
	}
	if err := b.choose(); err != nil {
		return err
	}
	asked := s.Channels
	if asked == 0 {
		s.Channels = b.channels(b.gpus)
	}
	schedule, a, err := b.build(s.Collective, s.Bytes)
	if err != nil {
		return err
	}
	if s.Sync == "rounds" && s.Slices > 1 {
		b.warnings = append(b.warnings, "slices: changed nothing: with a barrier after each round there is nothing to pipeline")
	}
	b.algorithm, b.schedule = a, schedule
	if asked == 0 {
		s.Channels = schedule.Call.Channels
	} else if asked != schedule.Call.Channels {
		b.warnings = append(b.warnings, fmt.Sprintf("channels: changed nothing: %s/%s uses %d", s.Collective, s.Algorithm, schedule.Call.Channels))
	}
	b.spare()
	if s.Workload.many() {
		return b.join()
	}
	return nil
}

// build makes the schedule of one collective with the scenario's algorithm.
func (b *bound) build(collective string, n units.Bytes) (*algo.Schedule, algo.Algorithm, error) {
	c := b.scenario.call()
	c.Collective, c.Bytes = collective, n
	schedule, a, switches, err := b.buildOn(c, b.gpus)
	b.switches = switches
	return schedule, a, err
}

// config is the run of a scenario at a level.
func (b *bound) config(f fidelity) exec.Config {
	return exec.Config{
		Tasks: b.tasks(), Schedule: b.schedule, Seats: b.seated(), Graph: b.graph, Net: b.network(f), Host: b.host,
		Rounds: b.scenario.Sync == "rounds", Window: b.slots(), Before: b.vain.time, Start: b.start, Meter: b.meter, Trace: b.trace,
		Stands: b.stands(), Classes: b.classes(), Flows: b.flows(),
		Flights: b.work != nil && b.work.program == nil,
		Limits:  sim.Options{MaxEvents: b.scenario.MaxEvents, MaxTime: units.Time(b.scenario.MaxTime)},
	}
}

// tasks are what ranks do beside moving messages.
func (b *bound) tasks() []exec.Task {
	switch {
	case b.acts != nil && b.acts[0].kind == aGroup:
		return b.calls()
	case b.scenario.Schedule != nil:
		return b.localTasks()
	case b.work == nil:
		return nil
	}
	return b.work.tasks
}

// pathOf is where in a file stands what package fabric speaks of.
func pathOf(where string) string {
	switch head, _, _ := strings.Cut(where, "."); head {
	case "set":
		return where
	case "devices", "links":
		return "fabric." + where
	}
	return "fabric." + strings.ReplaceAll(where, "_", "-")
}

// Locate turns what a [Bench] of scenario i refused into problems at the places where the user wrote it. Other errors stay
// as they are.
func (f *File) Locate(i int, err error) error {
	if refused := (*Refused)(nil); errors.As(err, &refused) {
		return f.located(i, refused.Err)
	}
	return err
}

// located turns what was wrong with scenario i into problems at the places where the user wrote them.
func (f *File) located(i int, err error) error {
	var wrong fabric.Problems
	if errors.As(err, &wrong) {
		var problems Problems
		for _, p := range wrong {
			path := pathOf(p.Where)
			problems = append(problems, Problem{Where: f.Where(i, path), What: path + ": " + p.Text})
		}
		return problems
	}
	path, _, _ := strings.Cut(err.Error(), ":")
	p := Problem{Where: f.Where(i, path), What: err.Error()}
	if crowded := (*Crowded)(nil); errors.As(err, &crowded) {
		p.Cause = crowded
	}
	return Problems{p}
}
