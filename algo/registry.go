package algo

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"collsim/sim/units"
)

// Algorithm is one way to perform a collective.
type Algorithm struct {
	Collective Collective
	Name       string
	Doc        string   // two sentences for someone who meets it for the first time
	Source     string   // the paper or the code that describes it
	PowerOfTwo bool     // refuses any other number of ranks
	Sliced     bool     // obeys Call.Slices
	Loops      bool     // obeys Call.Batch
	Aggregates bool     // obeys Call.Together
	Twin       bool     // obeys Call.Lone
	Groups     bool     // obeys Call.Peers
	Rooted     bool     // obeys Call.Root
	Inter      []string // what Call.Inter may be, the default first; nil = it is not looked at
	Site       Site     // where the switches are that must reduce and copy for it; "" = it needs none
	whole      bool     // its steps move the whole buffer, not a rank's part of it
	form       form
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

// Build returns the schedule of call, or an error that says what about the call the algorithm cannot do. The schedule's
// Call has the defaults filled in, and holds what is obeyed: one slice where the algorithm has none, and no bytes and
// one channel for a barrier.
func (a Algorithm) Build(call Call) (*Schedule, error) {
	call, err := a.settle(call)
	if err != nil {
		return nil, err
	}
	s, err := a.build(call)
	if err != nil {
		return nil, err
	}
	s.Collective, s.Algorithm, s.Call = a.Collective, a.Name, call
	return s, nil
}

// settle fills in the defaults and refuses what the algorithm cannot do.
func (a Algorithm) settle(call Call) (Call, error) {
	if call.Slices == 0 && a.Site != "" {
		parts := call.Ranks
		if a.whole {
			parts = 1
		}
		call.Slices = pieces(call.Bytes, parts)
	}
	call = call.withDefaults()
	if a.Inter != nil && call.Inter == "" {
		call.Inter = a.Inter[0]
	}
	if err := call.validate(); err != nil {
		return call, err
	}
	if a.PowerOfTwo && call.Ranks&(call.Ranks-1) != 0 {
		return call, fmt.Errorf("%s/%s needs a power of two of ranks, not %d", a.Collective, a.Name, call.Ranks)
	}
	if a.Inter != nil && !slices.Contains(a.Inter, call.Inter) {
		return call, fmt.Errorf("%s/%s has no %q across nodes: inter is %s", a.Collective, a.Name, call.Inter, strings.Join(a.Inter, " or "))
	}
	if a.Site == "" {
		call.Seats = nil
	}
	if !a.Sliced {
		call.Slices = 1
	}
	if !a.Loops || call.Batch >= call.Slices {
		call.Batch = 0
	}
	if call.Slices == 1 {
		call.Portion = 0
	}
	if !a.Aggregates || call.Together >= call.Ranks {
		call.Together = 0
	}
	if !a.Groups || call.Peers >= call.Ranks {
		call.Peers = 0
	}
	if !a.Twin {
		call.Lone = false
	}
	if a.Collective == Barrier {
		call.Bytes, call.Channels = 0, 1
	}
	return call, nil
}

func (c Call) withDefaults() Call {
	c.PerNode, c.Channels, c.Slices = max(c.PerNode, 1), max(c.Channels, 1), max(c.Slices, 1)
	return c
}

// maxSteps keeps the indices of a lane within 32 bits.
const maxSteps = 1 << 30

func (c Call) validate() error {
	switch {
	case c.Ranks < 1:
		return fmt.Errorf("a collective needs at least 1 rank, not %d", c.Ranks)
	case c.Ranks > maxSteps/4/c.Slices:
		return fmt.Errorf("%d ranks times %d slices are too many: at most %d", c.Ranks, c.Slices, maxSteps/4)
	case c.Batch < 0:
		return fmt.Errorf("a batch of %d slices: it has at least one, or 0 for all", c.Batch)
	case c.Portion < 0 || c.Portion > maxBytes:
		return fmt.Errorf("a portion must lie between 0 and %d bytes, not %d", int64(maxBytes), int64(c.Portion))
	case c.Together < 0:
		return fmt.Errorf("%d chunks in a message: there is at least one, or 0 for all that can go together", c.Together)
	case c.Peers < 0:
		return fmt.Errorf("%d peers at the same time: there is at least one, or 0 for all", c.Peers)
	case c.Bytes < 0 || c.Bytes > maxBytes:
		return fmt.Errorf("bytes must lie between 0 and %d, not %d", int64(maxBytes), int64(c.Bytes))
	case c.Root < 0 || c.Root >= c.Ranks:
		return fmt.Errorf("root %d is not one of the ranks 0..%d", c.Root, c.Ranks-1)
	case c.Order != nil && len(c.Order) < c.Channels:
		return fmt.Errorf("%d channels, but an order of ranks for %d only", c.Channels, len(c.Order))
	}
	if c.Nodes != nil && len(c.Nodes) != c.Ranks {
		return fmt.Errorf("nodes of %d ranks, for %d", len(c.Nodes), c.Ranks)
	}
	for channel, order := range c.Order {
		if err := permutation(order, c.Ranks); err != nil {
			return fmt.Errorf("order of channel %d: %w", channel, err)
		}
	}
	return nil
}

// maxBytes of a call: beyond 2^50 (a pebibyte) sums over all ranks could leave 63 bits.
const maxBytes = units.Bytes(1) << 50

func permutation(order []int32, ranks int) error {
	if len(order) != ranks {
		return fmt.Errorf("%d positions for %d ranks", len(order), ranks)
	}
	seen := make([]bool, ranks)
	for _, r := range order {
		if r < 0 || int(r) >= ranks || seen[r] {
			return fmt.Errorf("rank %d is out of range or appears twice", r)
		}
		seen[r] = true
	}
	return nil
}
