package main

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"collsim/algo"
	"collsim/algo/nccl"
	"collsim/scenarios"
	"collsim/scenarios/measured"
	"collsim/sim/units"
	"collsim/sim/words"
)

// benchmark is a test that is planned, and what came out of it.
type benchmark struct {
	test     nccltest
	setup    testFlags
	tests    []test
	sizes    []units.Bytes // as they are asked for
	at       seated
	file     *scenarios.File  // the question at its first point, for the sake of its warnings
	said     []scenarios.Flag // all but the collective, its root and its size
	points   []point
	warnings []string
	log      *measured.Log // that is compared with; nil = there is none
	against  []against     // its rows

	benches map[int]*scenarios.Bench // by root
	halted  string                   // where it was interrupted; "" = it was not

	sync.Mutex
	answers map[point]scenarios.Timing
	trusted map[point]band // where calibrations say how far
	proofs  []string
}

// point is what is played once, whatever the rows that it stands in.
type point struct {
	root int // -1 = there is none
	size units.Bytes
}

// plan reads the question, and finds out at which points it is asked.
func (p *performing) plan(c *cobra.Command) (*benchmark, error) {
	var log *measured.Log
	if p.measured != "" {
		var err error
		if log, err = p.adopt(c); err != nil {
			return nil, err
		}
	}
	test, ok := testOf(p.name)
	if !ok {
		return nil, unknownTest(p.name)
	}
	said, err := p.flags(c)
	if err != nil {
		return nil, err
	}
	b := &benchmark{test: test, setup: p.tests, said: said, log: log, answers: map[point]scenarios.Timing{}, trusted: map[point]band{}, benches: map[int]*scenarios.Bench{}}
	if b.file, err = b.load(said, point{-1, max(1, p.tests.most)}); err != nil {
		return nil, err
	}
	b.at = seats(&b.file.Scenarios[0])
	if err := p.shared(b.at); err != nil {
		return nil, err
	}
	if b.tests, err = p.tests.tests(test.collective, b.at.ranks); err != nil {
		return nil, err
	}
	if b.sizes, err = p.tests.sizes(); err != nil {
		return nil, err
	}
	b.warnings = p.idle(c, test.collective, b.at)
	if log != nil {
		for i := range log.Problems {
			b.warnings = append(b.warnings, log.Problems[i].String())
		}
		return b, b.follow(c, log)
	}
	b.spread()
	return b, nil
}

// load reads the scenario that flags ask for at a point.
func (b *benchmark) load(said []scenarios.Flag, at point) (*scenarios.File, error) {
	said = append(slices.Clone(said), scenarios.Flag{Name: "collective", Value: string(b.test.collective)}, scenarios.Flag{Name: "bytes", Value: at.size.Exact()})
	if at.root > 0 {
		said = append(said, scenarios.Flag{Name: "root", Value: strconv.Itoa(at.root)})
	}
	return catalogueOf(".").FromFlags(said)
}

// ofNetwork are the flags of what is between nodes.
var ofNetwork = []string{"network", "transport", "nics", "network-class"}

// idle tells of flags that the collective does not look at, nor the machine.
func (p *performing) idle(c *cobra.Command, of algo.Collective, at seated) []string {
	var vain []string
	switch {
	case c.Flags().Changed("op") && !reduces(of):
		vain = append(vain, "-o: changed nothing: "+string(of)+" does not reduce")
	case p.tests.op != "sum":
		vain = append(vain, "-o: changed no time: all reductions take as long")
	}
	if p.tests.datatype != "float" {
		vain = append(vain, "-d: changed no time but by rounding sizes: elements of all types are moved and reduced as fast")
	}
	if c.Flags().Changed("root") && !rooted(of) {
		vain = append(vain, "-r: changed nothing: "+string(of)+" has no root")
	}
	if p.measured != "" {
		for _, name := range []string{"stepfactor", "stepbytes", "op", "datatype", "check"} {
			if f := c.Flags().Lookup(name); f.Changed {
				vain = append(vain, "-"+f.Shorthand+": changed nothing: rows are those of the log")
			}
		}
	}
	if c.Flags().Changed("cudagraph") && !p.ofNCCL() {
		vain = append(vain, "-G: changed nothing: library "+*p.asked.values["library"]+" launches no graphs")
	}
	for _, name := range ofNetwork {
		if c.Flags().Changed(name) && at.nodes == 1 {
			vain = append(vain, "--"+name+": changed nothing: there is one node")
		}
	}
	for _, name := range nccl.Variables() {
		value := os.Getenv(name)
		if given := func(v string) bool { return strings.HasPrefix(v, name+"=") }; value != "" && p.ofNCCL() && !slices.ContainsFunc(p.env, given) {
			vain = append(vain, name+": changed nothing: the environment is not read; valid: --env "+words.Quote(name+"="+value))
		}
	}
	return vain
}

// spread lists the points, each once.
func (b *benchmark) spread() {
	seen := map[point]bool{}
	for _, t := range b.tests {
		for _, asked := range b.sizes {
			n, _ := t.rounded(b.test.collective, asked, b.at.ranks)
			if at := (point{t.root, n}); n > 0 && !seen[at] {
				seen[at] = true
				b.points = append(b.points, at)
			}
		}
	}
}
