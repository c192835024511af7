package main

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"collsim/algo"
	"collsim/scenarios/measured"
	"collsim/sim/units"
)

// adopt reads the log that is to be compared with, and takes over what its head says of how the test was run, where flags do
// not say otherwise. Of its results only the number of ranks is used, which busbw over algbw tells where the head has none.
func (p *performing) adopt(c *cobra.Command) (*measured.Log, error) {
	data, err := readInput(c.InOrStdin(), p.measured)
	if err != nil {
		return nil, err
	}
	var want algo.Collective
	if c.Flags().Changed("collective") {
		test, ok := testOf(p.name)
		if !ok {
			return nil, unknownTest(p.name)
		}
		want = test.collective
	}
	l, err := measured.Parse(p.measured, data, want)
	if err != nil {
		return nil, err
	}
	take := func(flag string, value int) {
		if f := c.Flags().Lookup(flag); value > 0 && f != nil && !f.Changed && f.Value.String() != strconv.Itoa(value) {
			c.Flags().Set(flag, strconv.Itoa(value)) // a whole number, which the flag takes
		}
	}
	take("ngpus", l.Setup.GPUs)
	take("nthreads", l.Setup.Threads)
	take("cudagraph", l.Setup.Graph)
	if !c.Flags().Changed("ranks") && !c.Flags().Changed("nodes") {
		take("nodes", l.Nodes)
		take("ranks", l.Ranks)
	}
	if l.Version != "" && p.ofNCCL() && c.Flags().Lookup("nccl-version") != nil && !c.Flags().Changed("nccl-version") {
		c.Flags().Set("nccl-version", l.Version)
	}
	p.name = string(l.Collective)
	return l, nil
}

// follow asks for the sizes of a log, those from -b to -e where these are given.
func (b *benchmark) follow(c *cobra.Command, l *measured.Log) error {
	if l.Ranks > 0 && l.Ranks != b.at.ranks {
		return fmt.Errorf("--compare: %s is of %d ranks, the machine has %d; valid: --nodes and --ranks of the log", l.Name, l.Ranks, b.at.ranks)
	}
	for _, r := range l.Rows {
		below := c.Flags().Changed("minbytes") && r.Bytes < b.setup.least
		above := c.Flags().Changed("maxbytes") && r.Bytes > b.setup.most
		if r.Bytes == 0 || r.Time() == 0 || below || above {
			continue
		}
		at := point{-1, r.Bytes}
		if rooted(b.test.collective) {
			at.root = max(0, r.Root)
		}
		b.against = append(b.against, against{at, r.Time(), r.Chosen})
		if !slices.Contains(b.points, at) {
			b.points = append(b.points, at)
		}
	}
	if len(b.against) == 0 {
		return fmt.Errorf("--compare: %s has no row with a time from %v to %v; valid: another -b or -e", l.Name, b.setup.least, b.setup.most)
	}
	return nil
}

// against is a row of a log beside what is simulated for it.
type against struct {
	point
	measured units.Duration
	chosen   measured.Chosen // by NCCL, where the log says it
}
