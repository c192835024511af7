package page

import (
	"fmt"
	"strings"

	"collsim/fabric"
	"collsim/fabric/topofile"
	"collsim/scenarios"
	"collsim/sim/units"
)

// mostDrawn is how many ranks are drawn each by itself, and how many boxes of a kind; of more several are one.
const mostDrawn = 64

// stage is what of a film is drawn where.
type stage struct {
	film   *scenarios.Film
	boxes  []box
	edges  []edge
	rows   []row
	box    []int32 // device -> its box; -1 = it is not drawn
	edge   []int32 // link -> its edge; -1 = both of its ends are in one box, or it is not drawn
	row    []int32 // party -> its row; -1 = it has none
	lanes  int32   // of a party, the most that any has
	folded string  // what is drawn together; "" = nothing is
}

// box is a device on the page, or several.
type box struct {
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	Node    int32  `json:"node"` // -1 = the network between servers
	Tier    int    `json:"tier"` // of a switch of the network, from 1
	Devices int    `json:"devices"`
}

// edge is what links lead from one box to another.
type edge struct {
	from, to int32
	name     string
	medium   string
	links    []fabric.LinkID
	rate     units.Rate
	pauses   bool
}

// row is a line of the diagram of ranks and time: a rank, or ranks that are one box.
type row struct {
	name    string
	box     int32
	parties []int32
	shown   int32 // the party whose lane is drawn
	lane    int32
}

func newStage(film *scenarios.Film) *stage {
	s := &stage{film: film, box: make([]int32, len(film.Graph.Devices)), edge: make([]int32, len(film.Graph.Links)), row: make([]int32, len(film.Parties))}
	s.place(s.plan())
	s.connect()
	s.seat()
	s.choose()
	return s
}

// used tells which devices something passes. GPUs, NICs and the network are drawn in any case.
func (s *stage) used() []bool {
	g := s.film.Graph
	used := make([]bool, len(g.Devices))
	for i := range s.film.Links {
		l := &g.Links[s.film.Links[i].ID]
		used[l.From], used[l.To] = true, true
	}
	for d := range g.Devices {
		v := &g.Devices[d]
		used[d] = used[d] || v.Kind == fabric.GPU || v.Node < 0
	}
	return used
}

// plan says by which name devices are drawn together: each by its own, or by servers, or, where there are few of them, so many
// GPUs as makes few enough boxes. "" = it is not drawn.
func (s *stage) plan() func(fabric.DeviceID) string {
	g, used := s.film.Graph, s.used()
	own := func(d fabric.DeviceID) string {
		if !used[d] {
			return ""
		}
		return g.Devices[d].Name
	}
	if len(g.GPUs) <= mostDrawn {
		return own
	}
	outside := s.together(fabric.Switch)
	if g.Nodes < 8 {
		together := (len(g.GPUs) + mostDrawn - 1) / mostDrawn
		s.folded = fmt.Sprintf("%d GPUs that follow one another are one box.", together)
		rank := make([]int, len(g.Devices))
		for r, d := range g.GPUs {
			rank[d] = r
		}
		return func(d fabric.DeviceID) string {
			switch v := &g.Devices[d]; {
			case v.Kind == fabric.GPU:
				first := rank[d] / together * together
				return fmt.Sprintf("gpus %d..%d", first, min(first+together, len(g.GPUs))-1)
			case v.Node < 0:
				return outside(d)
			}
			return own(d)
		}
	}
	together := (g.Nodes + mostDrawn - 1) / mostDrawn
	s.folded = "Each server is one box; what moves inside one is not drawn."
	if together > 1 {
		s.folded = fmt.Sprintf("%d servers are one box; what moves inside one is not drawn.", together)
	}
	return func(d fabric.DeviceID) string {
		if v := &g.Devices[d]; v.Node >= 0 {
			if together == 1 {
				return fmt.Sprintf("node%d", v.Node)
			}
			first := int(v.Node) / together * together
			return fmt.Sprintf("nodes %d..%d", first, min(first+together, g.Nodes)-1)
		}
		return outside(d)
	}
}

// together draws switches of one tier that follow one another as one box, where there are too many of them.
func (s *stage) together(kind fabric.Kind) func(fabric.DeviceID) string {
	g, tier := s.film.Graph, topofile.Tier(s.film.Graph)
	of, seen := map[int]int{}, make([]int, len(g.Devices))
	for d := range g.Devices {
		if g.Devices[d].Node < 0 && g.Devices[d].Kind == kind {
			seen[d] = of[tier[d]]
			of[tier[d]]++
		}
	}
	return func(d fabric.DeviceID) string {
		n := (of[tier[d]] + mostDrawn - 1) / mostDrawn
		if n <= 1 {
			return g.Devices[d].Name
		}
		first := seen[d] / n * n
		return fmt.Sprintf("%d switches of tier %d, from %d on", min(n, of[tier[d]]-first), tier[d], first)
	}
}

// place makes a box for every name.
func (s *stage) place(name func(fabric.DeviceID) string) {
	g, tier := s.film.Graph, topofile.Tier(s.film.Graph)
	known := map[string]int32{"": -1}
	for d := range g.Devices {
		called := name(fabric.DeviceID(d))
		at, there := known[called]
		if !there {
			v := &g.Devices[d]
			at = int32(len(s.boxes))
			known[called] = at
			b := box{called, v.Kind.String(), v.Node, tier[d], 0}
			if strings.HasPrefix(called, "node") && called != v.Name {
				b.Kind = "node"
			}
			s.boxes = append(s.boxes, b)
		}
		if s.box[d] = at; at >= 0 {
			s.boxes[at].Devices++
		}
	}
}

// connect makes an edge for all links that lead from one box to another.
func (s *stage) connect() {
	g := s.film.Graph
	known := map[[2]int32]int32{}
	for i := range g.Links {
		l := &g.Links[i]
		from, to := s.box[l.From], s.box[l.To]
		if s.edge[i] = -1; from < 0 || to < 0 || from == to {
			continue
		}
		at, there := known[[2]int32{from, to}]
		if !there {
			at = int32(len(s.edges))
			known[[2]int32{from, to}] = at
			s.edges = append(s.edges, edge{from: from, to: to, name: s.boxes[from].Name + ">" + s.boxes[to].Name, medium: l.Medium, pauses: g.Devices[l.To].Flow == fabric.Pause})
		}
		e := &s.edges[at]
		e.links = append(e.links, fabric.LinkID(i))
		e.rate += l.Rate
		s.edge[i] = at
	}
}

// seat gives every party a row, those of one box one.
func (s *stage) seat() {
	of := map[int32]int32{}
	for p := range s.film.Parties {
		s.row[p] = -1
		device := s.film.Devices[p]
		if device < 0 {
			continue
		}
		at, there := of[s.box[device]]
		if !there || s.folded == "" {
			at = int32(len(s.rows))
			of[s.box[device]] = at
			s.rows = append(s.rows, row{name: s.film.Parties[p].Name, box: s.box[device]})
		}
		s.row[p] = at
		s.rows[at].parties = append(s.rows[at].parties, int32(p))
	}
}

// choose draws of each row the lane that ends last, the first on a tie.
func (s *stage) choose() {
	end := make([]units.Time, len(s.rows))
	for i := range s.rows {
		s.rows[i].shown = s.rows[i].parties[0]
	}
	for i := range s.film.Spans {
		sp := &s.film.Spans[i]
		s.lanes = max(s.lanes, sp.Lane+1)
		if at := s.row[sp.Party]; at >= 0 && sp.To > end[at] {
			end[at], s.rows[at].shown, s.rows[at].lane = sp.To, sp.Party, sp.Lane
		}
	}
	for i := range s.rows {
		if r := &s.rows[i]; s.folded != "" && len(r.parties) > 1 {
			r.name = s.boxes[r.box].Name + ": " + s.film.Parties[r.shown].Name
		}
	}
}
