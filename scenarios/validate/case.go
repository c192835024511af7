package validate

import (
	"fmt"
	"slices"
	"strings"

	"collsim/algo"
	"collsim/scenarios"
	"collsim/scenarios/calibration"
	"collsim/scenarios/measured"
	"collsim/sim/units"
)

// Case is a sweep and the bench that predicts it.
type Case struct {
	measured.Sweep
	Rows  []measured.Row // those that are validated
	Dear  []measured.Row // those that would be, and are spared
	bench *scenarios.Bench
	held  []way // by row: what is given; empty = all is chosen
}

// way is an algorithm and a protocol, and the bench that has them given.
type way struct {
	name  string
	bench *scenarios.Bench
}

// NewCase makes the scenario of a sweep from what is known of its machine. The error says what the model does not have.
func NewCase(s measured.Sweep) (*Case, error) {
	bench, err := newBench(s, "auto", "auto")
	if err != nil {
		return nil, err
	}
	c := &Case{Sweep: s, bench: bench}
	for _, r := range s.Log.Rows {
		if r.Bytes >= Least {
			c.Rows = append(c.Rows, r)
		}
	}
	return c, nil
}

func newBench(s measured.Sweep, algorithm, protocol string) (*scenarios.Bench, error) {
	f, err := scenarios.Load(s.ID+".yaml", []byte(scenarioBy(s, algorithm, protocol)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.ID, err)
	}
	bench, err := scenarios.NewBench(f.Scenarios[0])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.ID, err)
	}
	return bench, nil
}

// hold is the case with what was chosen for its rows given, where a tuner chooses by simulated times: trying everything
// takes ten times as long, and a fit that changes its mind on the way has no slope.
func (c *Case) hold(rows []int, points []Point) (*Case, error) {
	if c.System.Tuner == "" {
		return c, nil
	}
	h := *c
	h.held = make([]way, len(c.Rows))
	benches := map[string]*scenarios.Bench{}
	for i, r := range rows {
		name := points[i].Way()
		if benches[name] == nil {
			b, err := newBench(c.Sweep, points[i].Simulated.Algorithm, points[i].Simulated.Protocol)
			if err != nil {
				return nil, err
			}
			benches[name] = b
		}
		h.held[r] = way{name, benches[name]}
	}
	return &h, nil
}

// ScenarioOf is the scenario file of a sweep.
func ScenarioOf(s measured.Sweep) string { return scenarioBy(s, "auto", "auto") }

// scenarioBy is that file with algorithm and protocol given.
func scenarioBy(s measured.Sweep, algorithm, protocol string) string {
	var b strings.Builder
	m := s.System
	fmt.Fprintf(&b, "schema: collsim.scenario/v1\nfabric: {preset: %s, nodes: %d, gpus-per-node: %d", m.Preset, m.Nodes, m.GPUsPerNode)
	if m.Transport != "" {
		fmt.Fprintf(&b, ", transport: %s, nics: %d", m.Transport, m.NICs)
	}
	fmt.Fprintf(&b, "}\ncollective: %s\nbytes: 1 KiB\nlibrary: nccl\nalgorithm: %s\nprotocol: %s\n", s.Log.Collective, algorithm, protocol)
	fmt.Fprintf(&b, "nccl:\n  version: %q\n  launch: %s\n  graph: %s\n", m.Version, m.Launch, map[bool]string{true: "yes", false: "no"}[m.Graph])
	fmt.Fprintf(&b, "  gpu: %s\n", m.GPU)
	if m.Tuner != "" && algorithm == "auto" {
		b.WriteString("  tuner: fastest\n")
	}
	if m.Network != "" {
		fmt.Fprintf(&b, "  network: %s\n", m.Network)
	}
	if len(m.Env) > 0 {
		b.WriteString("  env:\n")
		for _, v := range m.Env {
			fmt.Fprintf(&b, "    %s: %q\n", v.Name, v.Value)
		}
	}
	if slices.ContainsFunc(m.Env, func(v measured.Variable) bool { return v.Name == "NCCL_COLLNET_ENABLE" && v.Value == "1" }) {
		b.WriteString("set: {switch.sharp: yes}\n") // who asks for it has switches that add up
	}
	return b.String()
}

// Class is the class of the case's GPUs or of its network; "" = it has no network.
func (c *Case) Class(kind string) string {
	if kind == calibration.GPU {
		return c.System.GPU
	}
	return c.System.Network
}

// mostToAPeer is what one rank sends to another in an all-to-all of more than mostFitted ranks that is no dear row. There are a
// million pairs, and beyond this each has many messages.
const mostToAPeer = 128 * units.KiB

// Spare leaves out rows that take minutes and gigabytes each.
func (c *Case) Spare() {
	ranks := units.Bytes(c.ranks())
	if !c.grouped() || ranks <= mostFitted {
		return
	}
	dear := func(r measured.Row) bool { return r.Bytes > ranks*mostToAPeer }
	for _, r := range c.Rows {
		if dear(r) {
			c.Dear = append(c.Dear, r)
		}
	}
	c.Rows = slices.DeleteFunc(c.Rows, dear)
}

// ranks of a case.
func (c *Case) ranks() int { return c.System.Nodes * c.System.GPUsPerNode }

// Point is one row of a case and what the model says to it.
type Point struct {
	Case      *Case
	Bytes     units.Bytes
	Measured  units.Duration
	Simulated scenarios.Timing
}

// Run simulates one row with parameters set over those of the classes.
func (c *Case) Run(row int, set []scenarios.Setting) (Point, error) {
	r := c.Rows[row]
	t, err := c.by(row).bench.Run(r.Bytes, set)
	if err != nil {
		return Point{}, fmt.Errorf("%s, %v: %w", c.ID, r.Bytes, err)
	}
	return Point{c, r.Bytes, r.Time(), t}, nil
}

// by is the way that a row takes; without a name it is chosen as it runs.
func (c *Case) by(row int) way {
	if c.held != nil && c.held[row].bench != nil {
		return c.held[row]
	}
	return way{bench: c.bench}
}

// grouped says whether the case's collective is one of grouped sends and receives.
func (c *Case) grouped() bool {
	return c.Log.Collective == algo.AllToAll || c.Log.Collective == algo.SendRecv
}

// SystemName is the machine of a case in few words: server, nodes and network.
func (c *Case) SystemName() string {
	m := c.System
	name := fmt.Sprintf("%d x %s", m.Nodes, m.Preset)
	if m.Nodes == 1 {
		name = m.Preset
	}
	if m.Network != "" {
		name += ", " + m.Network
	}
	return name
}
