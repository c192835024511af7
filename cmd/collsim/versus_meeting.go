package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"collsim/algo"
	"collsim/fabric"
	"collsim/scenarios"
	"collsim/scenarios/compare"
	"collsim/sim/units"
)

// meeting is competitors that are to be played over a grid.
type meeting struct {
	grid     compare.Grid
	warned   *scenarios.File // the question at its first place, for the sake of its warnings
	base     scenarios.Scenario
	flags    [][]scenarios.Flag // of each competitor
	variants bool               // competitors are variants of the file
	own      bool               // the scale is the scenario's own
	load     func([]scenarios.Flag) (*scenarios.File, error)
	perNode  int
}

// defaultSizes are compared where neither flags nor a file name a size.
const defaultSizes = "8B..4GiB"

// meeting reads the question. Its errors are those of the question at all places alike.
func (v *versus) meeting(c *cobra.Command, args []string) (*meeting, error) {
	m := &meeting{}
	said := v.asked.said(c.Flags())
	file, err := v.source(c, args)
	if err != nil {
		return nil, err
	}
	m.load = func(more []scenarios.Flag) (*scenarios.File, error) {
		all := append(slices.Clone(said), more...)
		if file == nil {
			return catalogueOf(".").FromFlags(all)
		}
		return file.catalogue.LoadWith(file.name, file.text, all)
	}
	if file == nil && v.bytes == "" && m.collective(said, false) != string(algo.Barrier) {
		v.bytes = defaultSizes
	}
	if m.grid, err = v.grid(nil); err != nil {
		return nil, err
	}
	if err := m.competitors(v.algorithms, said, file != nil); err != nil {
		return nil, err
	}
	return m, m.settle()
}

// competitors finds out who is compared: algorithms that are named, or variants of the file, or all of the collective.
func (m *meeting) competitors(named string, said []scenarios.Flag, file bool) error {
	if named != "" {
		for word := range strings.SplitSeq(named, ",") {
			m.enter(strings.TrimSpace(word))
		}
		return m.known(said, file)
	}
	if f, err := m.load(m.sized()); file && err == nil && f.Scenarios[0].Variant != "" {
		m.variants = true
		for _, s := range f.Scenarios {
			m.grid.Names, m.flags = append(m.grid.Names, s.Variant), append(m.flags, nil)
		}
		return nil
	}
	for _, a := range algo.All() {
		if string(a.Collective) == m.collective(said, file) {
			m.enter(a.Name)
		}
	}
	if len(m.grid.Names) == 0 { // the collective is missing or wrong; the loader says so
		_, err := m.load(m.sized())
		if err == nil {
			err = errors.New("--algorithms: is missing; valid: names of algorithms")
		}
		return err
	}
	return nil
}

// enter adds an algorithm, with the one across nodes behind a slash.
func (m *meeting) enter(word string) {
	name, inter, across := strings.Cut(word, "/")
	flags := []scenarios.Flag{{Name: "algorithm", Value: name}}
	if across {
		flags = append(flags, scenarios.Flag{Name: "inter", Value: inter})
	}
	m.grid.Names, m.flags = append(m.grid.Names, word), append(m.flags, flags)
}

// known refuses algorithms that the collective does not have, and such as are named twice.
func (m *meeting) known(said []scenarios.Flag, file bool) error {
	var valid []string
	collective := m.collective(said, file)
	for _, a := range algo.All() {
		if string(a.Collective) == collective {
			valid = append(valid, a.Name)
		}
	}
	for i, name := range m.grid.Names {
		plain, _, _ := strings.Cut(name, "/")
		if len(valid) > 0 && !slices.Contains(valid, plain) {
			return fmt.Errorf("--algorithms: %s has none of the name %q%s", collective, plain, suggest(plain, valid))
		}
		if slices.Contains(m.grid.Names[:i], name) {
			return fmt.Errorf("--algorithms: %q stands twice; valid: each once", name)
		}
	}
	return nil
}

// collective is the one that is performed; "" where the question is wrong.
func (m *meeting) collective(said []scenarios.Flag, file bool) string {
	for _, f := range said {
		if f.Name == "collective" {
			return f.Value
		}
	}
	if !file {
		return ""
	}
	for _, a := range algo.All() { // with an algorithm that it has the file can be read
		f, err := m.load(append(m.sized(), scenarios.Flag{Name: "algorithm", Value: a.Name}))
		if err == nil {
			return f.Scenarios[0].Collective
		}
	}
	return ""
}

// sized is the flag of the first size, where sizes are asked for.
func (m *meeting) sized() []scenarios.Flag {
	if len(m.grid.Sizes) == 0 {
		return nil
	}
	return []scenarios.Flag{{Name: "bytes", Value: m.grid.Sizes[0].Exact()}}
}

// settle reads the question at its places. Where none can be read, the first one says why.
func (m *meeting) settle() error {
	var first error
	for of := range m.flags {
		f, err := m.load(append(m.sized(), m.flags[of]...))
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		i := 0
		if m.variants {
			i = of
		}
		m.warned, m.base = f, f.Scenarios[i]
		break
	}
	if m.warned == nil {
		return first
	}
	if !m.variants && len(m.warned.Scenarios) > 1 {
		return errors.New("--algorithms: the file has variants, which are compared when --algorithms is left out; valid: a file without variants, or no --algorithms")
	}
	return m.complete()
}

// complete fills in the axes that nobody names: the scenario's own size and scale.
func (m *meeting) complete() error {
	s := &m.base
	if len(m.grid.Sizes) == 0 {
		m.grid.Sizes = []units.Bytes{s.Bytes}
	}
	if m.perNode = s.Fabric.GPUsPerNode; m.perNode == 0 {
		if p, ok := fabric.FindPreset(s.Fabric.Preset); ok {
			m.perNode = p.GPUsPerNode
		}
	}
	if len(m.grid.Scales) == 0 {
		m.own = true
		m.grid.Scales = []int{s.Fabric.Nodes}
	}
	if !m.own && m.grid.Unit == compare.Nodes && s.Fabric.Graph != nil {
		return errors.New("--nodes: the fabric is wired device by device, and has as many as it has; valid: --ranks")
	}
	return nil
}

// scenario is a competitor at a scale.
func (m *meeting) scenario(of, scale int) (scenarios.Scenario, error) {
	f, err := m.load(slices.Concat(m.sized(), m.flags[of], m.scaled(scale)))
	if err != nil {
		return scenarios.Scenario{}, err
	}
	i := 0
	if m.variants {
		i = of
	}
	s := f.Scenarios[i]
	s.Rivals, s.Room = "off", room()
	return s, nil
}

// scaled are the flags of a scale. So many ranks stand on as few nodes as have room for them.
func (m *meeting) scaled(scale int) []scenarios.Flag {
	flag := func(name string, n int) scenarios.Flag { return scenarios.Flag{Name: name, Value: strconv.Itoa(n)} }
	switch {
	case m.own:
		return nil
	case m.grid.Unit == compare.Nodes:
		return []scenarios.Flag{flag("nodes", scale)}
	case m.base.Fabric.Graph != nil:
		return []scenarios.Flag{flag("ranks", scale)}
	}
	return []scenarios.Flag{flag("nodes", (scale+m.perNode-1)/m.perNode), flag("ranks", scale)}
}

// play plays the grid. Where it is interrupted the comparison holds what is known.
func (m *meeting) play(ctx context.Context) (*compare.Comparison, error) {
	w := watchOf(ctx)
	w.keepWithin(m.memory())
	study, runs := "", 0
	f := &compare.Field{Scenario: m.scenario, Each: onAllCores}
	f.Watch = func(p scenarios.Progress) bool {
		p.Study, p.Runs = study, runs
		w.see(p)
		return ctx.Err() == nil && !w.full()
	}
	play := func(points []compare.Point) ([]compare.Cell, error) {
		switch study {
		case "wiring":
			study = "grid"
		case "grid":
			study, runs = "crossings", 0
		}
		runs += len(points)
		return f.Play(points)
	}
	study = "wiring"
	note, err := f.Settle(&m.grid)
	if err != nil {
		return nil, m.concluded(w, err)
	}
	if refused := f.Refusals(&m.grid); len(refused) > 0 {
		return nil, errors.New("nothing can be compared:\n" + strings.Join(slices.Compact(refused), "\n"))
	}
	c, err := m.grid.Answer(play)
	c.Fidelity, c.FidelityNote = f.Level, note
	m.describe(c)
	return c, m.concluded(w, err)
}

// memory is what runs may take.
func (m *meeting) memory() units.Bytes {
	if m.base.MaxMemory > 0 {
		return m.base.MaxMemory
	}
	return room().Limit
}

// concluded is what an error that ended a comparison means to a caller of the program.
func (m *meeting) concluded(w *watch, err error) error {
	var stopped *scenarios.Stopped
	switch {
	case err == nil:
		return nil
	case errors.As(err, &stopped) && w.full():
		return failed(&outgrown{stopped, m.memory()})
	case errors.As(err, &stopped):
		return failure{exitInterrupted, &interruption{Stopped: stopped}}
	}
	return err
}

// describe says what all runs have in common.
func (m *meeting) describe(c *compare.Comparison) {
	s := &m.base
	c.Name, c.Fabric, c.Collective, c.Library = s.Name, s.Fabric.Called(), s.Collective, s.Library
}
