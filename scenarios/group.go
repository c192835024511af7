package scenarios

import (
	"strconv"
	"strings"
)

// Group is a way to cut the ranks into teams, each of which performs a collective of its own: those that share a tensor,
// the data of a batch, experts.
type Group struct {
	Name   string
	Size   int     // teams of so many ranks that follow one another
	Stride int     // or of the ranks that lie so far apart: as many teams
	Teams  [][]int // or as listed
	Class  int
	Call
}

// teams are the ranks of each team.
func (g *Group) teams(ranks int) [][]int32 {
	var all [][]int32
	switch {
	case g.Size > 0:
		for first := 0; first < ranks; first += g.Size {
			all = append(all, nil)
			for r := first; r < first+g.Size; r++ {
				all[len(all)-1] = append(all[len(all)-1], int32(r))
			}
		}
	case g.Stride > 0:
		for first := range g.Stride {
			all = append(all, nil)
			for r := first; r < ranks; r += g.Stride {
				all[first] = append(all[first], int32(r))
			}
		}
	default:
		for _, team := range g.Teams {
			all = append(all, narrow(team))
		}
	}
	return all
}

// cut is by what the ranks are cut; 0 = by list.
func (g *Group) cut() (name string, n int) {
	if g.Size > 0 {
		return "size", g.Size
	}
	return "stride", g.Stride
}

// inOrder is the word for groups one after the other on each rank; concurrent is that of a storm.
const inOrder = "in-order"

func groupKeys() []key {
	of := func(d *draft) *Group { return &d.Groups[len(d.Groups)-1] }
	own := []key{
		{"size", "", "Teams of so many ranks that follow one another, such as the 8 of a node.", integer{1, mostGPUs, func(d *draft, n int64) { of(d).Size = int(n) }}, anywhere},
		{"stride", "", "Teams of ranks that lie so far apart, such as the first of each node; there are as many teams.",
			integer{1, mostGPUs, func(d *draft, n int64) { of(d).Stride = int(n) }}, anywhere},
		{"ranks", "", "Teams as listed: [[0, 3], [1, 2]]. Each rank must be in one.", teamLists{of}, anywhere},
		{"class", "", "The traffic class of its messages. Left out: 0.", integer{0, 255, func(d *draft, n int64) { of(d).Class = int(n) }}, anywhere},
	}
	return append(own, callKeys(func(d *draft) *Call { return &of(d).Call })...)
}

func groupsOf() named {
	return named{"a group", groupKeys(), func(d *draft, name string) { d.Groups = append(d.Groups, Group{Name: name}) }, []key{
		{"run", "", "Whether a rank performs the collectives of its groups at the same time (concurrent), or one after the other as they are listed (in-order). Left out: concurrent.",
			word{func(*Catalogue) []string { return []string{concurrent, inOrder} }, func(d *draft) *string { return &d.Run }}, anywhere},
	}}
}

// teamLists are lists of ranks.
type teamLists struct{ of func(*draft) *Group }

func (z teamLists) read(r *reader, path string, n *node, d *draft) {
	if n.Form != list || len(n.Items) == 0 {
		r.problem(n.Where, path+": must be a list of lists of ranks", n.Text, "[[0, 3], [1, 2]]")
		return
	}
	all := make([][]int, len(n.Items))
	for i, item := range n.Items {
		gpuList{func(*draft) *[]int { return &all[i] }}.read(r, path, item, d)
	}
	z.of(d).Teams = all
}

func (z teamLists) schema(c *Catalogue) ordered {
	return ordered{{"type", "array"}, {"minItems", 1}, {"items", gpuList{}.schema(c)}}
}

// object is the group in the words of a file.
func (g *Group) object() ordered {
	var o ordered
	switch {
	case g.Size > 0:
		o.add("size", g.Size)
	case g.Stride > 0:
		o.add("stride", g.Stride)
	default:
		var teams [][]any
		for _, team := range g.Teams {
			teams = append(teams, ranges(team))
		}
		o.add("ranks", teams)
	}
	if g.Class > 0 {
		o.add("class", g.Class)
	}
	g.Call.object(&o)
	return o
}

// groups completes groups and checks what stands beside them.
func (r *reader) groups(n *node, d *draft) {
	for i := range d.Groups {
		g := &d.Groups[i]
		at := n.At("groups", g.Name)
		var said []string
		for _, name := range []string{"size", "stride", "ranks"} {
			if at.Get(name) != nil {
				said = append(said, name)
			}
		}
		switch {
		case len(said) == 0:
			r.missing(at, "groups."+g.Name+".size", "a size such as 8; or stride, or ranks")
		case len(said) > 1:
			r.problem(at.Get(said[1]).Where, "groups."+g.Name+"."+said[1]+": stands beside "+said[0], at.Get(said[1]).Text, "one of size, stride and ranks")
		}
		r.callOf(n, at, d, &g.Call)
	}
	if n.Get("groups") != nil && len(d.Groups) == 0 && n.Get("groups").Form == mapping {
		r.missing(n.Get("groups"), "groups", groupsOf().valid())
	}
	if len(d.Groups) > 0 {
		d.Run = or(d.Run, concurrent)
		r.sole(n, "groups", "workload")
		d.perform(d.Groups[0].Call)
	}
}

// groupsFit checks that each group cuts so many ranks into teams.
func (r *reader) groupsFit(n *node, d *draft, ranks int) {
	for i := range d.Groups {
		g := &d.Groups[i]
		at := n.At("groups", g.Name)
		path := "groups." + g.Name
		if g.Size == 0 && g.Stride == 0 && g.Teams == nil {
			continue // refused already
		}
		if name, part := g.cut(); part > 0 && ranks%part != 0 {
			r.problem(at.Get(name).Where, path+"."+name+": does not divide the "+strconv.Itoa(ranks)+" ranks", strconv.Itoa(part), divisors(ranks))
			return
		}
		in := make([]bool, ranks)
		for _, team := range g.teams(ranks) {
			for _, rank := range team {
				switch {
				case int(rank) >= ranks:
					r.problem(at.Get("ranks").Where, path+".ranks: not one of the "+strconv.Itoa(ranks)+" ranks", strconv.Itoa(int(rank)), "0 to "+strconv.Itoa(ranks-1))
					return
				case in[rank]:
					r.problem(at.Get("ranks").Where, path+".ranks: a rank in two teams", strconv.Itoa(int(rank)), "each rank in one")
					return
				}
				in[rank] = true
			}
			r.callOn(at.Where, at, path, &g.Call, len(team))
		}
		for rank := range in {
			if !in[rank] {
				r.problem(at.Get("ranks").Where, path+".ranks: leaves a rank out", strconv.Itoa(rank), "each rank in one team")
				return
			}
		}
	}
}

func divisors(n int) string {
	var all []string
	for i := 1; i <= n && len(all) < 12; i++ {
		if n%i == 0 {
			all = append(all, strconv.Itoa(i))
		}
	}
	return strings.Join(all, ", ")
}
