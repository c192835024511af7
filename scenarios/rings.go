package scenarios

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"collsim/fabric/topofile"
	"collsim/sim/input"
)

// ordering is a word, a file of NCCL's with the rings that it searched out, or those rings, a channel each: GPUs of a
// server in the order in which the ring goes by them.
type ordering struct{}

const orderingValid = "fabric, ranks, the file of NCCL_GRAPH_DUMP_FILE, or rings such as [0 1 2 3, 0 3 2 1]"

func (ordering) read(r *reader, path string, n *node, d *draft) {
	switch {
	case n.Form == scalar && slices.Contains(orders, n.Text):
		d.Order = n.Text
	case n.Form == scalar && isFile(n.Text):
		return // the file has been refused
	case n.Form == scalar:
		r.problems = append(r.problems, Problem{Where: n.Where, What: path + ": unknown", Text: n.Text, Hint: input.Meant(n.Text, orders), Valid: orderingValid})
	case n.Form == list && len(n.Items) > 0:
		for _, item := range n.Items {
			if ring, ok := r.ring(path, item); ok {
				d.Rings = append(d.Rings, ring)
			}
		}
	default:
		r.problem(n.Where, path+": must be a word or rings", n.Text, orderingValid)
	}
}

// isFile tells whether a text looks like the name of a file.
func isFile(text string) bool { return strings.ContainsAny(text, "./\\") }

// ring reads the GPUs of a server, each once.
func (r *reader) ring(path string, n *node) (ring []int32, ok bool) {
	const valid = "numbers of a server's GPUs with blanks between, such as 0 3 2 1, each once"
	text, ok := r.scalar(n, path, valid)
	if !ok {
		return nil, false
	}
	for _, word := range strings.Fields(text) {
		gpu, err := parseWhole(word)
		if err != nil || gpu >= mostGPUs || slices.Contains(ring, int32(gpu)) {
			r.problem(n.Where, path+": no ring", text, valid)
			return nil, false
		}
		ring = append(ring, int32(gpu))
	}
	if ring == nil {
		r.problem(n.Where, path+": a ring of nobody", text, valid)
	}
	return ring, ring != nil
}

func (ordering) schema(*Catalogue) ordered {
	ring := ordered{{"type", "string"}, {"pattern", "^ *[0-9]+( +[0-9]+)* *$"}}
	return anyOf(ordered{{"enum", orders}}, ordered{{"type", "string"}, {"pattern", `[./\\]`}}, ordered{{"type", "array"}, {"items", ring}, {"minItems", 1}})
}

// circle puts the rings of a file in the place of its name.
func (r *reader) circle(n *node) *node {
	path := n.Get("order")
	if path == nil || path.Form != scalar || !isFile(path.Text) {
		return n
	}
	data, ok := r.open(path, "order", "the file of NCCL_GRAPH_DUMP_FILE, by its place from here")
	if !ok {
		return n
	}
	all, err := topofile.ReadSearched(path.Text, data)
	if err != nil {
		if wrong, ok := err.(Problems); ok {
			r.problems = append(r.problems, wrong...)
		}
		return n
	}
	rings := &node{Form: list, Where: path.Where}
	for _, ring := range topofile.Rings(all) {
		rings.Items = append(rings.Items, &node{Text: spellRing(ring), Where: path.Where})
	}
	if len(rings.Items) == 0 {
		r.problem(path.Where, "order: the file has no ring", path.Text, `a <graph> of pattern="4", with a <channel> for each ring`)
		return n
	}
	return n.With(field{Name: "order", Where: path.Where, Value: rings})
}

func spellRing(ring []int32) string {
	words := make([]string, len(ring))
	for i, gpu := range ring {
		words[i] = strconv.Itoa(int(gpu))
	}
	return strings.Join(words, " ")
}

func spellRings(rings [][]int32) []string {
	all := make([]string, len(rings))
	for i, ring := range rings {
		all[i] = spellRing(ring)
	}
	return all
}

// ringed checks rings against the fabric: they go by all GPUs of its servers, which must all take part.
func (b *bound) ringed() error {
	s, g := &b.scenario, b.graph
	if s.Rings == nil {
		return nil
	}
	if len(s.Jobs)+len(s.Groups) > 0 || len(b.gpus) != g.Ranks() || !inPlace(b.gpus) {
		return fmt.Errorf("order: rings are of all %d GPUs of the fabric, rank r on GPU r; valid: all of them without jobs, groups or placement, or order: fabric", g.Ranks())
	}
	for c, ring := range s.Rings {
		if len(ring) != g.GPUsPerNode {
			return fmt.Errorf("order: ring %d goes by %d GPUs, %s, but a server of the fabric has %d", c, len(ring), spellRing(ring), g.GPUsPerNode)
		}
		if most := slices.Max(ring); int(most) >= g.GPUsPerNode {
			return fmt.Errorf("order: ring %d goes by GPU %d, but a server of the fabric has 0 to %d", c, most, g.GPUsPerNode-1)
		}
	}
	return nil
}

// spare warns of rings that no channel goes by.
func (b *bound) spare() {
	if all, used := len(b.scenario.Rings), b.schedule.Call.Channels; all > used {
		b.warnings = append(b.warnings, fmt.Sprintf("order: the rings after the first %d of %d changed nothing: there are no more channels", used, all))
	}
}

// orderOfRings is the order of ranks by which each channel goes: through one server after the other by its ring. Channels
// beyond the rings begin with the first again, as NCCL doubles them.
func (b *bound) orderOfRings(channels int) [][]int32 {
	perNode := int32(b.graph.GPUsPerNode)
	order := make([][]int32, channels)
	for c := range order {
		for node := range int32(b.graph.Nodes) {
			for _, gpu := range b.scenario.Rings[c%len(b.scenario.Rings)] {
				order[c] = append(order[c], node*perNode+gpu)
			}
		}
	}
	return order
}
