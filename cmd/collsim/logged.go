package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"collsim/algo"
	"collsim/scenarios"
	"collsim/scenarios/measured"
	"collsim/scenarios/trial"
	"collsim/sim/units"
)

// logged is the machine that logs were taken on: a scenario, or flags, and what the logs themselves say of how they were
// taken. Nothing is taken from their results.
type logged struct {
	scenario string
	asked    question
	env      []string
}

// ofLogs are the flags of a scenario that say on what a log was taken, and how.
var ofLogs = []string{
	"fabric", "nodes", "gpus-per-node", "network", "transport", "nics", "ranks", "placement", "collective", "algorithm", "protocol", "channels",
	"nccl-version", "launch", "cuda-graph", "tuner", "gpu-class", "network-class", "calibration",
}

func (g *logged) declare(flags *pflag.FlagSet) {
	flags.StringVar(&g.scenario, "scenario", "", "the machine as a `file`, or as a scenario of the library; flags stand over it")
	g.asked.declareSome(flags, func(name string) bool { return slices.Contains(ofLogs, name) })
	flags.StringArrayVar(&g.env, "env", nil, "`NAME=VALUE` in NCCL's environment, such as NCCL_ALGO=Ring; may be repeated")
	flags.StringArrayVar(&g.asked.set, "set", nil, "`path=value`: any parameter or key of the YAML, such as nic.rate=400Gb/s; may be repeated")
}

// said tells whether anything is said of a machine.
func (g *logged) said(flags *pflag.FlagSet) (flag string, ok bool) {
	for _, name := range append([]string{"scenario", "env", "set", "healthy", "not"}, ofLogs...) {
		if flags.Changed(name) {
			return name, true
		}
	}
	return "", false
}

// trials reads logs and holds each against the machine. Their warnings go to stderr.
func (g *logged) trials(c *cobra.Command, names []string) ([]*trial.Trial, error) {
	var all []*trial.Trial
	for i, name := range names {
		if name == "-" && slices.Contains(names[:i], name) {
			return nil, errors.New("-: standard input can be read once; valid: other logs as files")
		}
		data, err := readInput(c.InOrStdin(), name)
		if err != nil {
			return nil, err
		}
		t, err := g.trial(c, name, data)
		if err != nil {
			return nil, err
		}
		for _, other := range all {
			if t.Repeats(other) {
				return nil, fmt.Errorf("%s has the rows of %s: what is counted twice seems to be known better than it is; valid: each log once", name, other.Name)
			}
		}
		all = append(all, t)
	}
	return all, nil
}

// trial reads one log.
func (g *logged) trial(c *cobra.Command, name string, data []byte) (*trial.Trial, error) {
	want, err := g.collective(c)
	if err != nil {
		return nil, err
	}
	l, err := measured.Parse(name, data, want)
	if err != nil {
		return nil, err
	}
	for i := range l.Problems {
		fmt.Fprintf(c.ErrOrStderr(), "collsim: warning: %v\n", l.Problems[i])
	}
	said, err := g.flags(c)
	if err != nil {
		return nil, err
	}
	f, err := g.file(c, l, said)
	if err != nil {
		return nil, err
	}
	caution(c.ErrOrStderr(), f)
	if len(f.Scenarios) > 1 {
		return nil, fmt.Errorf("--scenario: %s has %d variants, and a log is of one machine; valid: a scenario without variants", g.scenario, len(f.Scenarios))
	}
	s := f.Scenarios[0]
	if at := seats(&s); l.Ranks > 0 && l.Ranks != at.ranks {
		return nil, fmt.Errorf("%s is of %d ranks, the machine has %d; valid: --nodes and --ranks of the log", name, l.Ranks, at.ranks)
	}
	s.Rivals, s.Room = "off", room()
	t, err := trial.New(s, l)
	if err != nil {
		return nil, err
	}
	vain, err := g.vain(c, l, said, t)
	warn(c.ErrOrStderr(), vain)
	return t, err
}

// collective is the one that a log must be of: that of the flag or the scenario; "" = the log's own.
func (g *logged) collective(c *cobra.Command) (algo.Collective, error) {
	if c.Flags().Changed("collective") {
		name := *g.asked.values["collective"]
		if test, ok := testOf(name); ok {
			return test.collective, nil
		}
		return "", unknownTest(name)
	}
	if g.scenario == "" {
		return "", nil
	}
	f, err := load(c.InOrStdin(), g.scenario)
	if err != nil {
		return "", err
	}
	return algo.Collective(f.Scenarios[0].Collective), nil
}

// flags are what the command line says of the machine.
func (g *logged) flags(c *cobra.Command) ([]scenarios.Flag, error) {
	said := g.asked.said(c.Flags())
	said = slices.DeleteFunc(said, func(f scenarios.Flag) bool { return f.Name == "collective" })
	for _, variable := range g.env {
		name, value, ok := strings.Cut(variable, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("--env: not a variable: %q; valid: NAME=VALUE, such as NCCL_ALGO=Ring", variable)
		}
		said = append(said, scenarios.Flag{Name: "set", Value: "nccl.env." + name + "=" + value})
	}
	return said, nil
}

// file is the scenario of a log.
func (g *logged) file(c *cobra.Command, l *measured.Log, said []scenarios.Flag) (*scenarios.File, error) {
	said = append(slices.Clone(said), scenarios.Flag{Name: "collective", Value: string(l.Collective)}, scenarios.Flag{Name: "bytes", Value: largest(l).Exact()})
	if g.scenario != "" {
		return load(c.InOrStdin(), g.scenario, said...)
	}
	return catalogueOf(".").FromFlags(headed(said, l))
}

func largest(l *measured.Log) units.Bytes {
	n := units.Bytes(1)
	for i := range l.Rows {
		n = max(n, l.Rows[i].Bytes)
	}
	return n
}

// headed adds what the head of a log says, where flags do not say it.
func headed(said []scenarios.Flag, l *measured.Log) []scenarios.Flag {
	has := func(name string) bool {
		return slices.ContainsFunc(said, func(f scenarios.Flag) bool { return f.Name == name })
	}
	count := func(name string, n int) {
		if n > 0 {
			said = append(said, scenarios.Flag{Name: name, Value: strconv.Itoa(n)})
		}
	}
	say := func(name, value string) {
		if value != "" && !has(name) {
			said = append(said, scenarios.Flag{Name: name, Value: value})
		}
	}
	if !has("nodes") && !has("ranks") {
		count("nodes", l.Nodes)
		count("ranks", l.Ranks)
	}
	say("fabric", builtInMachine)
	say("library", ncclLibrary)
	say("nccl-version", l.Version)
	switch {
	case l.Setup.Threads > 1:
		say("launch", "thread")
	case l.Setup.GPUs > 1:
		say("launch", "single")
	}
	if l.Setup.Graph > 0 {
		say("cuda-graph", "yes")
	}
	return said
}

// alive is asked before each run: it tells the watch what is being done, and ends the work where it was interrupted.
func alive(c *cobra.Command, stage func() string) func() error {
	w := watchOf(c.Context())
	return func() error {
		p := scenarios.Progress{Stage: scenarios.Stage(stage())}
		w.see(p)
		if c.Context().Err() != nil {
			return &scenarios.Stopped{Progress: p}
		}
		return nil
	}
}

// stoppedBy is the error of work that alive may have ended.
func stoppedBy(err error) error {
	var stopped *scenarios.Stopped
	if errors.As(err, &stopped) {
		return failure{exitInterrupted, &interruption{Stopped: stopped}}
	}
	return err
}
