package scenarios

import (
	"errors"
	"strconv"
	"strings"

	"collsim/sim"
	"collsim/sim/input"
	"collsim/sim/units"
)

// The rules by which ranks are placed on GPUs.
const (
	byPacking = "packed"
	byStride  = "strided" // GPU 0 of every node, then GPU 1 of every node
	byChance  = "random"
)

// Placement says on which GPUs ranks stand. The zero value is packed: rank r on GPU r.
type Placement struct {
	Rule string // "" = packed, strided, random
	Own  bool   // random has a seed of its own
	Seed uint64
	List []int // instead of a rule: rank r stands on GPU List[r]
}

// packed tells whether rank r stands on GPU r.
func (p *Placement) packed() bool { return p.Rule == "" && p.List == nil }

// value is the placement in the words of a file.
func (p *Placement) value() any {
	switch {
	case p.List != nil:
		return ranges(p.List)
	case p.Rule == byChance && p.Own:
		return byChance + "(" + strconv.FormatUint(p.Seed, 10) + ")"
	}
	return p.Rule
}

// drawPlacement is the purpose of the draws of a random placement.
const drawPlacement = 1001

// gpus are the GPUs of a fabric in the order in which ranks take them.
func (p *Placement) gpus(nodes, perNode int, seed uint64) []int32 {
	if p.List != nil {
		return narrow(p.List)
	}
	all := make([]int32, 0, nodes*perNode)
	for i := range nodes * perNode {
		all = append(all, int32(i))
		if p.Rule == byStride {
			all[i] = int32(i%nodes*perNode + i/nodes)
		}
	}
	if p.Rule == byChance {
		if p.Own {
			seed = p.Seed
		}
		for i := len(all) - 1; i > 0; i-- { // the shuffle of Fisher and Yates
			j := sim.Key{Seed: seed, Entity: uint64(i), Purpose: drawPlacement}.Draw() % uint64(i+1)
			all[i], all[j] = all[j], all[i]
		}
	}
	return all
}

// ranges writes a list of numbers with runs of three and more as a..b, so that a placement on a whole fabric stays short.
func ranges(list []int) []any {
	all := []any{}
	for i := 0; i < len(list); {
		n := 1
		for i+n < len(list) && list[i+n] == list[i]+n {
			n++
		}
		if n < 3 {
			all, n = append(all, list[i]), 1
		} else {
			all = append(all, strconv.Itoa(list[i])+".."+strconv.Itoa(list[i+n-1]))
		}
		i += n
	}
	return all
}

func narrow(list []int) []int32 {
	all := make([]int32, len(list))
	for i, v := range list {
		all[i] = int32(v)
	}
	return all
}

// placing is a rule, or a list of GPUs.
type placing struct{}

const placementValid = "packed, strided, random, random(SEED), or GPUs by rank, such as [0, 8, 1, 9] or 0..7"

func (placing) read(r *reader, path string, n *node, d *draft) {
	if n.Form == list || n.Form == scalar && n.Text != "" && n.Text[0] >= '0' && n.Text[0] <= '9' {
		gpuList{func(d *draft) *[]int { return &d.Placement.List }}.read(r, path, n, d)
		return
	}
	s, ok := r.scalar(n, path, placementValid)
	if !ok {
		return
	}
	seed, drawn := strings.CutPrefix(s, byChance+"(")
	switch seed, closed := strings.CutSuffix(seed, ")"); {
	case drawn && closed:
		v, err := parseWhole(seed)
		if err != nil {
			r.problem(n.Where, path+": a seed must be a whole number", s, "random(7)")
			return
		}
		d.Placement = Placement{Rule: byChance, Own: true, Seed: uint64(v)}
	case s == byPacking:
		d.Placement = Placement{}
	case s == byStride, s == byChance:
		d.Placement = Placement{Rule: s}
	default:
		words := []string{byPacking, byStride, byChance}
		r.problems = append(r.problems, Problem{Where: n.Where, What: path + ": unknown", Text: s, Hint: input.Meant(s, words), Valid: placementValid})
	}
}

func (placing) schema(c *Catalogue) ordered {
	word := ordered{{"type", "string"}, {"pattern", `^(packed|strided|random|random\([0-9]+\))$`}}
	return anyOf(word, gpuList{}.schema(c))
}

// gpuList is GPUs by number, each once; a range a..b stands for all from a to b.
type gpuList struct{ into func(*draft) *[]int }

const gpusValid = "numbers of GPUs, such as [0, 8, 1, 9], and ranges such as 0..7"

func (z gpuList) read(r *reader, path string, n *node, d *draft) {
	items := n.Items
	if n.Form != list {
		items = []*node{n}
	}
	if len(items) == 0 {
		r.problem(n.Where, path+": is empty", "", gpusValid)
	}
	all, seen := []int{}, map[int]bool{}
	for _, item := range items {
		s, ok := r.scalar(item, path, gpusValid)
		if !ok {
			continue
		}
		first, last, err := span(s)
		if err != nil {
			what := err.Error()
			if p := (*units.ParseError)(nil); errors.As(err, &p) {
				what = p.Problem
			}
			r.problem(item.Where, path+": "+what, s, gpusValid)
			continue
		}
		for i := first; i <= last; i++ {
			if seen[i] {
				r.problem(item.Where, path+": "+strconv.Itoa(i)+" stands twice", s, "each once")
				break
			}
			seen[i] = true
			all = append(all, i)
		}
	}
	*z.into(d) = all
}

// span reads a number, or a range a..b.
func span(text string) (first, last int, err error) {
	a, b, isRange := strings.Cut(text, "..")
	if !isRange {
		b = a
	}
	low, err := parseWhole(strings.TrimSpace(a))
	if err != nil {
		return 0, 0, err
	}
	high, err := parseWhole(strings.TrimSpace(b))
	switch {
	case err != nil:
		return 0, 0, err
	case high < low:
		return 0, 0, errors.New("a range that goes down")
	case high >= mostGPUs:
		return 0, 0, errors.New("more than any fabric has")
	}
	return int(low), int(high), nil
}

// mostGPUs is how many GPUs a fabric can have.
const mostGPUs = 1 << 20

func (gpuList) schema(*Catalogue) ordered {
	one := ordered{{"type", []string{"integer", "string"}}, {"pattern", `^[0-9]+( *[.][.] *[0-9]+)?$`}}
	return anyOf(one, ordered{{"type", "array"}, {"items", one}, {"minItems", 1}})
}

// What algorithms number ranks by.
const (
	byFabric = "fabric"
	byRanks  = "ranks"
)

var orders = []string{byFabric, byRanks}

// highest is how many GPUs, from the first, a scenario speaks of; 0 = it does not say.
func (d *draft) highest() int {
	most := d.Ranks
	up := func(list []int) {
		for _, gpu := range list {
			most = max(most, gpu+1)
		}
	}
	up(d.Placement.List)
	next := 0
	for i := range d.Jobs {
		next += d.Jobs[i].Ranks
		up(d.Jobs[i].GPUs)
	}
	for i := range d.Background {
		up(d.Background[i].From)
		up(d.Background[i].To)
	}
	return max(most, next)
}

// placed checks the list of a placement against the fabric, and reports whether it will do.
func (r *reader) placed(n *node, d *draft, gpus int) bool {
	list := d.Placement.List
	if list == nil {
		return true
	}
	wrong := len(r.problems)
	at := n.Get("placement")
	r.onGPUs(at, "placement", list, gpus)
	if count := n.At("ranks", "count"); count != nil && d.Ranks != len(list) {
		r.problem(count.Where, "ranks: "+count.Text+" ranks, but placement lists "+strconv.Itoa(len(list))+" GPUs", count.Text, strconv.Itoa(len(list))+", or leave it out")
	}
	if len(d.Jobs) == 0 {
		d.Ranks = len(list)
	}
	return len(r.problems) == wrong
}
