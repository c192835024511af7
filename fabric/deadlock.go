package fabric

import (
	"slices"
	"strconv"
	"strings"
)

// Deadlock says that messages could wait for each other's buffers in a circle for ever.
type Deadlock struct {
	Links []string // each waits for the next, and the last for the first; with the escape lane where it is not 0
}

func (e *Deadlock) Error() string {
	return "routing can deadlock: " + strings.Join(append(slices.Clone(e.Links), e.Links[0]), " waits for ") +
		"; valid routes never make buffers wait for one another in a circle, as those of trees, or of fat-tree, dragonfly and torus with their lanes"
}

// Looped reports whether routes might let buffers wait for one another in a circle. Those of networks that are built by
// name cannot: they rise and fall again, or change lanes (Dally and Seitz 1987).
func (g *Graph) Looped() bool {
	switch r := g.router.(type) {
	case *clos, *fatTree:
		return false
	case *torus:
		return g.Escapes < 2
	case *dragonfly:
		return g.Escapes < 2 && r.groups > 1
	}
	return true
}

// Waits gathers which buffers can wait for which: a packet that fills the one behind a link leaves it when there is room
// in the one behind the next link of its route. Each escape lane of a link has its own.
type Waits struct {
	graph *Graph
	lanes int
	index map[int32]int32 // what waits -> its number, in the order in which it was met
	names []int32         // number -> what waits: link x lanes + lane, and from links x lanes on what is no buffer
	next  [][]int32       // number -> those that it can wait for
	seen  map[[2]int32]bool
	other int32 // how many that are no buffers
}

// Waits is empty: nothing waits yet.
func (g *Graph) Waits() *Waits {
	return &Waits{graph: g, lanes: max(g.Escapes, 1), index: map[int32]int32{}, seen: map[[2]int32]bool{}}
}

// Add notes what messages on a route wait for. A device that drops packets makes nobody wait, nor
// does memory.
func (w *Waits) Add(route []LinkID) {
	buffers := w.buffers(route)
	for i := 1; i < len(buffers); i++ {
		if w.graph.Devices[w.graph.Links[route[i]].From].Flow != Drop && w.graph.Links[route[i-1]].Buffer < endless {
			w.wait(buffers[i-1], buffers[i])
		}
	}
}

// buffers are those along a route.
func (w *Waits) buffers(route []LinkID) []int32 {
	escape := w.graph.EscapeLanes(route)
	buffers := make([]int32, len(route))
	for i, id := range route {
		buffers[i] = int32(int(id) * w.lanes)
		if escape != nil {
			buffers[i] += int32(escape[i])
		}
	}
	return buffers
}

func (w *Waits) wait(a, b int32) {
	if pair := [2]int32{a, b}; !w.seen[pair] {
		w.seen[pair] = true
		from, to := w.number(a), w.number(b)
		w.next[from] = append(w.next[from], to)
	}
}

func (w *Waits) number(name int32) int32 {
	n, ok := w.index[name]
	if !ok {
		n = int32(len(w.names))
		w.index[name] = n
		w.names, w.next = append(w.names, name), append(w.next, nil)
	}
	return n
}

// vertex is something that waits and is no buffer.
func (w *Waits) vertex() int32 {
	w.other++
	return int32(len(w.graph.Links)*w.lanes) + w.other - 1
}

// leave adds a route that ends where something waits, enter one that starts there.
func (w *Waits) leave(route []LinkID, at int32) {
	w.Add(route)
	if buffers := w.buffers(route); len(route) > 0 {
		w.wait(buffers[len(buffers)-1], at)
	}
}

func (w *Waits) enter(at int32, route []LinkID) {
	w.Add(route)
	if len(route) > 0 {
		w.wait(at, w.buffers(route)[0])
	}
}

// Circle is a Deadlock where buffers can wait for one another in a circle, else nil. It is a depth-first search, from
// lower links first.
func (w *Waits) Circle() error {
	tried := make([]int, len(w.next)) // how many of its successors have been followed; all and one = it is done with
	on := make([]bool, len(w.next))   // the present path
	for _, name := range slices.Sorted(slices.Values(w.names)) {
		path := []int32{w.index[name]}
		for len(path) > 0 {
			at := path[len(path)-1]
			on[at] = true
			if tried[at] >= len(w.next[at]) {
				tried[at], on[at] = len(w.next[at])+1, false
				path = path[:len(path)-1]
				continue
			}
			to := w.next[at][tried[at]]
			tried[at]++
			if on[to] {
				return w.name(path[slices.Index(path, to):])
			}
			if tried[to] <= len(w.next[to]) {
				path = append(path, to)
			}
		}
	}
	return nil
}

func (w *Waits) name(circle []int32) error {
	e := &Deadlock{}
	for _, n := range circle {
		at := w.names[n]
		if int(at) >= len(w.graph.Links)*w.lanes {
			continue // no buffer
		}
		name := w.graph.LinkName(LinkID(int(at) / w.lanes))
		if lane := int(at) % w.lanes; lane > 0 {
			name += " on lane " + strconv.Itoa(lane)
		}
		e.Links = append(e.Links, name)
	}
	return e
}
