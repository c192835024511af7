package algo

import (
	"fmt"
	"sort"
)

// Algorithm is one way to perform a collective.
type Algorithm struct {
	Collective Collective
	Name       string
	Doc        string // two sentences for someone who meets it for the first time
	Source     string // the paper or the code that describes it
	PowerOfTwo bool   // refuses any other number of ranks
	Sliced     bool   // obeys Call.Slices
	build      func(Call) (*Schedule, error)
}

var registered []Algorithm

// register is called once in each algorithm's own file.
func register(a Algorithm) struct{} {
	for _, b := range registered {
		if a.Collective == b.Collective && a.Name == b.Name {
			panic("algo: registered twice: " + string(a.Collective) + "/" + a.Name)
		}
	}
	registered = append(registered, a)
	sort.Slice(registered, func(i, j int) bool {
		if registered[i].Collective != registered[j].Collective {
			return registered[i].Collective < registered[j].Collective
		}
		return registered[i].Name < registered[j].Name
	})
	return struct{}{}
}

// All lists every algorithm, by collective, then by name.
func All() []Algorithm { return append([]Algorithm(nil), registered...) }

// Find looks an algorithm up.
func Find(c Collective, name string) (Algorithm, bool) {
	for _, a := range registered {
		if a.Collective == c && a.Name == name {
			return a, true
		}
	}
	return Algorithm{}, false
}

// Build returns the schedule of call, or an error that says what about the call the algorithm cannot do.
func (a Algorithm) Build(call Call) (*Schedule, error) {
	call = call.withDefaults()
	if err := call.validate(); err != nil {
		return nil, err
	}
	if a.PowerOfTwo && call.Ranks&(call.Ranks-1) != 0 {
		return nil, fmt.Errorf("%s/%s needs a power of two of ranks, not %d", a.Collective, a.Name, call.Ranks)
	}
	s, err := a.build(call)
	if err != nil {
		return nil, err
	}
	s.Collective, s.Algorithm, s.Call = a.Collective, a.Name, call
	return s, nil
}

func (c Call) withDefaults() Call {
	c.PerNode, c.Channels, c.Slices = max(c.PerNode, 1), max(c.Channels, 1), max(c.Slices, 1)
	if c.Inter == "" {
		c.Inter = "ring"
	}
	return c
}

func (c Call) validate() error {
	switch {
	case c.Ranks < 1:
		return fmt.Errorf("a collective needs at least 1 rank, not %d", c.Ranks)
	case c.Bytes < 0:
		return fmt.Errorf("bytes cannot be negative: %d", c.Bytes)
	case c.Root < 0 || c.Root >= c.Ranks:
		return fmt.Errorf("root %d is not one of the ranks 0..%d", c.Root, c.Ranks-1)
	case c.Order != nil && len(c.Order) < c.Channels:
		return fmt.Errorf("%d channels, but an order of ranks for %d only", c.Channels, len(c.Order))
	}
	return nil
}
