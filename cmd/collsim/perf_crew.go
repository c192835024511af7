package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"collsim/algo"
	"collsim/fabric"
	"collsim/scenarios"
)

// ncclLibrary is the library that is tested where nothing is said.
const ncclLibrary = "nccl"

// builtInMachine is what is tested where nothing is said.
const builtInMachine = "hgx-h100"

// nccltest is one of the programs of nccl-tests.
type nccltest struct {
	name       string // of the program, without _perf
	collective algo.Collective
}

var nccltests = []nccltest{
	{"all_reduce", algo.AllReduce}, {"all_gather", algo.AllGather}, {"reduce_scatter", algo.ReduceScatter}, {"broadcast", algo.Broadcast},
	{"reduce", algo.Reduce}, {"alltoall", algo.AllToAll}, {"sendrecv", algo.SendRecv}, {"gather", algo.Gather}, {"scatter", algo.Scatter},
}

func testNames() []string {
	var names []string
	for _, t := range nccltests {
		names = append(names, t.name)
	}
	return names
}

// testOf finds a test by its name, or by that of its collective.
func testOf(name string) (nccltest, bool) {
	i := slices.IndexFunc(nccltests, func(t nccltest) bool { return t.name == name || string(t.collective) == name })
	if i < 0 {
		return nccltest{}, false
	}
	return nccltests[i], true
}

func unknownTest(name string) error {
	return fmt.Errorf("--collective: unknown: %q%s", name, suggest(name, testNames()))
}

// calledAs is the command line that a program's name and arguments make: all_reduce_perf ... is perf --collective
// all_reduce ...
func calledAs(args []string) []string {
	if len(args) == 0 {
		return nil
	}
	name := strings.TrimSuffix(filepath.Base(args[0]), ".exe")
	if test, ok := strings.CutSuffix(name, "_perf"); ok && test != "" {
		return append([]string{"perf", "--collective", test}, args[1:]...)
	}
	return args[1:]
}

// crew is who launches on how many GPUs.
type crew struct {
	launch  string // process, thread, single
	process int    // GPUs of one
	ranks   int    // 0 = as many as the machine has
	perNode int    // 0 = the same
}

// crewOf is what -g and -t say. GPUs of one process stand on one node.
func (p *performing) crewOf(has func(flag string) bool) (crew, error) {
	t := &p.tests
	c := crew{launch: "process", process: t.threads * t.gpus}
	switch {
	case t.threads > 1 && t.gpus > 1:
		return c, fmt.Errorf("-t: several threads that drive several GPUs each are not modelled; valid: -t %d -g 1, or -t 1 -g %d", c.process, c.process)
	case t.threads > 1:
		c.launch = "thread"
	case t.gpus > 1:
		c.launch = "single"
	default:
		return c, nil
	}
	flag := map[string]string{"thread": "-t", "single": "-g"}[c.launch]
	preset := builtInMachine
	if has("fabric") {
		preset = *p.asked.values["fabric"]
	}
	if m, ok := fabric.FindPreset(preset); ok && c.process > m.GPUsPerNode && !has("gpus-per-node") {
		return c, fmt.Errorf("%s: %d GPUs of one process, and a node of %s has %d; valid: 1 to %d, and --nodes", flag, c.process, preset, m.GPUsPerNode, m.GPUsPerNode)
	}
	switch {
	case has("ranks"):
	case has("nodes"):
		if !has("gpus-per-node") {
			c.perNode = c.process
		}
	default:
		c.ranks = c.process
	}
	return c, nil
}

// ofNCCL tells whether NCCL is simulated, not another library.
func (p *performing) ofNCCL() bool {
	library := *p.asked.values["library"]
	return library == "" || library == ncclLibrary
}

// flags are what is asked of a machine, as flags of a scenario.
func (p *performing) flags(c *cobra.Command) ([]scenarios.Flag, error) {
	said := p.asked.said(c.Flags())
	has := func(name string) bool {
		return slices.ContainsFunc(said, func(f scenarios.Flag) bool { return f.Name == name })
	}
	say := func(name, value string) {
		if !has(name) {
			said = append(said, scenarios.Flag{Name: name, Value: value})
		}
	}
	crew, err := p.crewOf(has)
	if err != nil {
		return nil, err
	}
	say("fabric", builtInMachine)
	say("library", ncclLibrary)
	if crew.ranks > 0 {
		say("ranks", strconv.Itoa(crew.ranks))
	}
	if crew.perNode > 0 {
		say("gpus-per-node", strconv.Itoa(crew.perNode))
	}
	if p.ofNCCL() {
		if p.tests.graph > 0 {
			say("cuda-graph", "yes")
		}
		say("launch", crew.launch)
	}
	for _, variable := range p.env {
		name, value, ok := strings.Cut(variable, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("--env: not a variable: %q; valid: NAME=VALUE, such as NCCL_ALGO=Ring", variable)
		}
		said = append(said, scenarios.Flag{Name: "set", Value: "nccl.env." + name + "=" + value})
	}
	return said, nil
}

// seated is the machine that a scenario describes: ranks, and how many of them on a node.
type seated struct{ ranks, nodes, perNode int }

// seats counts the GPUs that take part.
func seats(s *scenarios.Scenario) seated {
	perNode := s.Fabric.GPUsPerNode
	if m, ok := fabric.FindPreset(s.Fabric.Preset); ok && perNode == 0 {
		perNode = m.GPUsPerNode
	}
	nodes := max(1, s.Fabric.Nodes)
	at := seated{s.Ranks, nodes, perNode}
	if at.ranks == 0 {
		at.ranks = nodes * perNode
	}
	return at
}

// shared refuses ranks that processes of a size cannot share out among them.
func (p *performing) shared(at seated) error {
	process := p.tests.threads * p.tests.gpus
	if process == 1 {
		return nil
	}
	onNode := min(at.ranks, at.perNode)
	if at.ranks%process != 0 || onNode != process {
		flag := "-g"
		if p.tests.threads > 1 {
			flag = "-t"
		}
		return fmt.Errorf("%s: one process a node drives all its GPUs that take part: %d of %d; valid: 1, or %d", flag, process, onNode, onNode)
	}
	return nil
}
