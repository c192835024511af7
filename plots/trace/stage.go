package trace

import (
	"cmp"
	"slices"

	"collsim/scenarios"
	"collsim/sim/units"
)

// stage is where one result is shown.
type stage struct {
	*events
	r        *scenarios.Result
	t        *scenarios.Timeline
	prefix   string // of process names, where there are several results
	nodes    int
	perParty int // lanes
	arrows   [][]arrow
}

// arrow is one end of a message, at a lane.
type arrow struct {
	at      units.Time
	number  int64
	ends    bool
	message *scenarios.Message
}

func newStage(e *events, r *scenarios.Result, several bool) *stage {
	s := &stage{events: e, r: r, t: r.Timeline}
	if several {
		s.prefix = r.Variant + ": "
	}
	for _, p := range s.t.Parties {
		s.nodes = max(s.nodes, p.Node+1)
	}
	for _, l := range s.t.Links {
		s.nodes = max(s.nodes, l.Node+1)
	}
	for i := range s.t.Spans {
		s.perParty = max(s.perParty, int(s.t.Spans[i].Lane)+1)
	}
	for i := range s.t.Messages {
		s.perParty = max(s.perParty, int(s.t.Messages[i].Lane)+1)
	}
	return s
}

// processOf is that of a node; -1 = the network, which comes last.
func (s *stage) processOf(node int) int {
	if node < 0 {
		node = s.nodes
	}
	return s.process + node + 1
}

func (s *stage) laneThread(party, lane int) thread {
	return thread{s.processOf(s.t.Parties[party].Node), party*s.perParty + lane + 1}
}

func (s *stage) linkThread(i int) thread {
	return thread{s.processOf(s.t.Links[i].Node), len(s.t.Parties)*s.perParty + i + 1}
}

// parties are those who are shown.
func (s *stage) parties() []scenarios.Party { return s.t.Parties[:s.t.Shown] }

// name names all processes and threads.
func (s *stage) name() {
	used := make([]bool, s.nodes+1)
	use := func(t thread) { used[t.process-s.process-1] = true }
	for i := range s.parties() {
		use(s.laneThread(i, 0))
	}
	for i := range s.t.Links {
		use(s.linkThread(i))
	}
	for node, there := range used {
		name := "network"
		if node < s.nodes {
			name = "node " + itoa(node)
		}
		if there {
			p := s.process + node + 1
			s.events.name("process", thread{p, 0}, s.prefix+name, p)
		}
	}
	for i, p := range s.parties() {
		for lane := range s.perParty {
			name, t := p.Name, s.laneThread(i, lane)
			if s.perParty > 1 {
				name += ", lane " + itoa(lane)
			}
			s.events.name("thread", t, name, t.number)
		}
	}
	for i := range s.t.Links {
		t := s.linkThread(i)
		s.events.name("thread", t, s.t.Links[i].Link, t.number)
	}
}

// links writes when links send, and what waits for them.
func (s *stage) links() {
	for i := range s.t.Links {
		l, t := &s.t.Links[i], s.linkThread(i)
		for _, b := range l.Busy {
			s.event("B", t, b.From, *new(object).word("name", "sends").args(new(object).number("from_ps", int64(b.From)).number("to_ps", int64(b.To))))
			s.event("E", t, b.To, nil)
		}
		for _, d := range l.Queue {
			s.event("C", t, d.At, *new(object).word("name", "queue of "+l.Link).args(new(object).number("bytes", int64(d.Bytes))))
		}
	}
}

// meet sorts both ends of each message to their lanes. An arrow starts when its sender begins to post, and ends in the last
// picosecond of the way, so that both ends lie within slices.
func (s *stage) meet() {
	s.arrows = make([][]arrow, len(s.t.Parties)*s.perParty)
	for i := range s.t.Messages {
		m := &s.t.Messages[i]
		s.flows++
		from, to := int(m.From)*s.perParty+int(m.Lane), int(m.To)*s.perParty+int(m.Lane)
		s.arrows[from] = append(s.arrows[from], arrow{m.Posted, s.flows, false, m})
		s.arrows[to] = append(s.arrows[to], arrow{m.Arrived - 1, s.flows, true, m})
	}
	for _, of := range s.arrows {
		slices.SortStableFunc(of, func(a, b arrow) int { return cmp.Compare(a.at, b.at) })
	}
}
