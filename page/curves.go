package page

import (
	"encoding/json"
	"strings"

	"collsim/algo"
	"collsim/plots/palette"
	"collsim/scenarios"
	"collsim/scenarios/compare"
	"collsim/sim/words"
)

// mostPoints is how many runs curves may begin with.
const mostPoints = 200

// usualSizes are compared where nobody says which.
const usualSizes = "1KiB..1GiB:x4"

// curves compares algorithms of a question over sizes: what collsim compare answers.
func (a *answering) curves() (body, error) {
	m, err := a.meeting()
	if err != nil {
		return nil, err
	}
	field := &compare.Field{Scenario: m.scenario, Each: a.Each, Watch: a.watch}
	note, err := field.Settle(&m.grid)
	if err != nil {
		return nil, a.concluded(a.tight(err, a.Sure))
	}
	if refused := field.Refusals(&m.grid); len(refused) > 0 {
		return nil, refuse("nothing can be compared: %s", strings.Join(refused, "; "))
	}
	c, err := m.grid.Answer(field.Play)
	if err = a.concluded(a.tight(err, a.Sure)); err != nil {
		return nil, err
	}
	c.Fidelity, c.FidelityNote = field.Level, note
	c.Name, c.Fabric, c.Collective, c.Library = m.base.Name, m.base.Fabric.Called(), m.base.Collective, m.base.Library
	text, err := scenarios.IndentedJSON(c)
	if err != nil {
		return nil, err
	}
	return body{{"comparison", json.RawMessage(text)}, {"series", series(m.grid.Names)}, {"command", m.command()}}, nil
}

// series are names with their hues.
func series(names []string) list {
	plain := make([]string, len(names))
	for i, name := range names {
		plain[i], _, _ = strings.Cut(name, "/")
	}
	var all list
	for i, h := range palette.Paint(plain) {
		all = append(all, body{{"name", names[i]}, {"colour", hex(h.Color)}, {"dash", dashes(h)}})
	}
	return all
}

// meeting is algorithms that are to be played over sizes.
type meeting struct {
	*answering
	sizes string
	grid  compare.Grid
	base  scenarios.Scenario
}

// meeting reads the question at its first place that can be read; where there is none, the first one says why.
func (a *answering) meeting() (*meeting, error) {
	m := &meeting{answering: a, sizes: a.Sizes}
	if m.sizes == "" {
		m.sizes = usualSizes
	}
	var err error
	if m.grid.Sizes, err = compare.ParseSizes(m.sizes); err != nil {
		return nil, refuse("sizes: %w", err)
	}
	m.grid.Unit = compare.Nodes
	if m.grid.Names = a.Algorithms; len(m.grid.Names) == 0 {
		if m.grid.Names, err = m.everybody(); err != nil {
			return nil, err
		}
	}
	if n := len(m.grid.Names) * len(m.grid.Sizes); n > mostPoints {
		return nil, refuse("sizes: %d runs; valid: at most %d", n, mostPoints)
	}
	return m, m.settle()
}

// settle reads the question with each algorithm until it can be read.
func (m *meeting) settle() error {
	var first error
	for of := range m.grid.Names {
		f, err := m.load(m.flags(of)...)
		if err == nil && len(f.Scenarios) > 1 {
			return refuse("algorithms: the scenario has variants; valid: one without")
		}
		if err == nil {
			m.base = f.Scenarios[0]
			m.grid.Scales = []int{m.base.Fabric.Nodes}
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// everybody is all algorithms of the question's collective. With one that it has the question can be read.
func (m *meeting) everybody() ([]string, error) {
	var first error
	for _, a := range algo.All() {
		f, err := m.load(scenarios.Flag{Name: "bytes", Value: m.grid.Sizes[0].Exact()}, scenarios.Flag{Name: "algorithm", Value: a.Name})
		if err == nil {
			return performing(f.Scenarios[0].Collective), nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// performing lists the algorithms of a collective.
func performing(collective string) []string {
	var names []string
	for _, a := range algo.All() {
		if string(a.Collective) == collective {
			names = append(names, a.Name)
		}
	}
	return names
}

// flags are those of a competitor at the first size. A slash stands before the algorithm across nodes.
func (m *meeting) flags(of int) []scenarios.Flag {
	name, inter, across := strings.Cut(m.grid.Names[of], "/")
	all := []scenarios.Flag{{Name: "bytes", Value: m.grid.Sizes[0].Exact()}, {Name: "algorithm", Value: name}}
	if across {
		all = append(all, scenarios.Flag{Name: "inter", Value: inter})
	}
	return all
}

// scenario is a competitor, ready to be played at any size.
func (m *meeting) scenario(of, _ int) (scenarios.Scenario, error) {
	f, err := m.load(m.flags(of)...)
	if err != nil {
		return scenarios.Scenario{}, err
	}
	m.confine(f, m.Sure)
	s := f.Scenarios[0]
	s.Rivals = "off"
	return s, nil
}

// command is the command line that prints the same comparison.
func (m *meeting) command() string {
	q := m.question
	q.Flags = nil
	for _, f := range m.question.Flags {
		if f[0] != "algorithm" && f[0] != "bytes" && f[0] != "inter" && f[0] != "replicates" {
			q.Flags = append(q.Flags, f)
		}
	}
	return q.command("compare", "--algorithms", words.Quote(strings.Join(m.grid.Names, ",")), "--bytes", words.Quote(m.sizes))
}
