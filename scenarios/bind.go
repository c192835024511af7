package scenarios

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/fabric/loss"
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
	work      *work             // nil = one collective
	counts    algo.Counts
	host      host.Model
	start     []units.Duration
	ofFabric  []fabric.Setting // the scenario's settings, parsed
	ofHost    []fabric.Setting
	warnings  []string
	losing    *loss.Net     // of the present run; nil = nothing can be lost
	vain      vain          // what came before the present run
	forgives  bool          // the file expects an error
	meter     *fabric.Meter // nil = nobody wants to know what links do
}

// bind builds a scenario. The error is fabric.Problems where the fabric is at fault.
func bind(s Scenario) (*bound, error) {
	b := &bound{scenario: s}
	var err error
	if b.ofFabric, b.ofHost, err = split(s.Settings); err != nil {
		return nil, err
	}
	if names := fidelityNames(); !slices.Contains(names, s.Fidelity) {
		return nil, fmt.Errorf("fidelity: there is no %q; valid: %s", s.Fidelity, strings.Join(names, ", "))
	}
	if err := b.wire(); err != nil {
		return nil, err
	}
	if err := b.software(); err != nil {
		return nil, err
	}
	if err := b.plan(); err != nil {
		return nil, err
	}
	if b.counts, err = algo.Count(b.schedule); err != nil {
		return nil, fmt.Errorf("algorithm: %w", err)
	}
	if err := b.holds(); err != nil {
		return nil, err
	}
	b.crew()
	return b, nil
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
		return fabric.Build(fabric.Spec{
			Preset: f.Preset, Nodes: f.Nodes, GPUsPerNode: f.GPUsPerNode, Network: f.Network, Set: b.ofFabric, Down: f.Down,
			Seed: b.scenario.Seed,
		})
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
	costs, remarks, err := host.Bind(s.Library, b.ofHost)
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
	s, g := &b.scenario, b.graph
	if s.Ranks == 0 {
		s.Ranks = len(g.GPUs)
	}
	asked := s.Channels
	if asked == 0 {
		s.Channels = 1
		if s.Ranks > g.GPUsPerNode {
			s.Channels = max(1, g.NICsPerNode)
		}
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
	if s.Workload.many() {
		return b.join()
	}
	return nil
}

// build makes the schedule of one collective with the scenario's algorithm.
func (b *bound) build(collective string, n units.Bytes) (*algo.Schedule, algo.Algorithm, error) {
	s := &b.scenario
	a, ok := algo.Find(algo.Collective(collective), s.Algorithm)
	if !ok {
		return nil, a, fmt.Errorf("algorithm: %s has no algorithm %q", collective, s.Algorithm)
	}
	pieces := s.Slices
	if s.Sync == "rounds" {
		pieces = 1 // a barrier after each round leaves nothing to pipeline
	}
	schedule, err := a.Build(algo.Call{
		Ranks: s.Ranks, PerNode: b.perNode(), Bytes: n, Channels: s.Channels, Slices: pieces,
		Root: s.Root, Inter: s.Inter, Seats: b.seats(a.Site), Order: present(b.graph.Order(s.Channels), s.Ranks),
	})
	if err != nil {
		return nil, a, fmt.Errorf("algorithm: %w", err)
	}
	return schedule, a, nil
}

// perNode is how many ranks share a node.
func (b *bound) perNode() int { return min(b.graph.GPUsPerNode, b.scenario.Ranks) }

// present leaves the ranks that take part in an order.
func present(order [][]int32, ranks int) [][]int32 {
	for c := range order {
		order[c] = slices.DeleteFunc(order[c], func(r int32) bool { return int(r) >= ranks })
	}
	return order
}

// config is the run of a scenario at a level.
func (b *bound) config(f fidelity) exec.Config {
	return exec.Config{
		Tasks: b.tasks(), Schedule: b.schedule, Seats: b.switches[:b.schedule.Seats], Graph: b.graph, Net: b.network(f), Host: b.host,
		Rounds: b.scenario.Sync == "rounds", Before: b.vain.time, Start: b.start, Meter: b.meter,
		Flights: b.work != nil && b.work.program == nil,
		Limits:  sim.Options{MaxEvents: b.scenario.MaxEvents, MaxTime: units.Time(b.scenario.MaxTime)},
	}
}

// tasks are what ranks do beside moving messages.
func (b *bound) tasks() []exec.Task {
	if b.work == nil {
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
	return Problems{{Where: f.Where(i, path), What: err.Error()}}
}
