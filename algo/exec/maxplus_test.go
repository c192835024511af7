package exec_test

import (
	"math/bits"
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/sim/units"
)

// maxplus is an independent evaluator of a schedule on the star: it shares nothing with the executor or any Net. It
// guesses when every message is posted and arrives, derives what follows from the guess, and repeats until nothing
// changes. Every consequence lies later than its cause, so there is one fixed point only.
type maxplus struct {
	s       *algo.Schedule
	rounds  bool
	window  int // of each lane and peer; 0 = none
	level   string
	ends    [][]instant // lane -> step -> when it ended
	posts   []post
	of      map[place]int // (rank, lane, step) that sends -> post
	matches map[place]int // (rank, lane, step) that receives -> post
	answers map[int]int   // post -> the news that it has been taken; only where there is a window
	frees   map[int]int   // post -> the news without which it may not be posted
	blocks  *blocks       // thread blocks that move the data; nil = none do
}

type place struct{ rank, lane, step int32 }

// instant is a time and a round of it: telling another lane that a step is over takes no time but one round, and what is
// posted in an earlier round of an instant leaves first.
type instant struct {
	t     units.Time
	round int
}

func (a instant) after(b instant) bool { return a.t > b.t || a.t == b.t && a.round > b.round }

func latest(of ...instant) (last instant) {
	for _, a := range of {
		if a.after(last) {
			last = a
		}
	}
	return last
}

// post is one message.
type post struct {
	src, dst, lane, round int32
	order                 int  // of its lane's messages
	news                  bool // that a message has been taken
	bytes                 units.Bytes
	at                    instant
	arrives               units.Time

	leave   instant        // of thread blocks: when the network gets it
	stretch units.Duration // the time in which it was written
	enters  instant        // when its first byte may leave, inside a node
	carried units.Time     // when links have carried its last byte, written or not
	taken   units.Time     // and when its slot is free again at the sender
}

// leaves is when a message is handed to the network: a switch forwards it first.
func (m *maxplus) leaves(p *post) instant {
	if m.seat(p.src) {
		return instant{p.at.t + starSwitch, 0}
	}
	if m.blocks != nil {
		return p.leave
	}
	return p.at
}

func (m *maxplus) seat(party int32) bool { return int(party) >= m.s.Call.Ranks }

// The star, written down again on purpose.
const (
	starRate   = 50_000_000_000
	starCable  = 100_000
	starSwitch = 200_000
	starPacket = 4096
)

func starOver(n units.Bytes) units.Duration {
	return units.Duration(n) * (1_000_000_000_000 / starRate)
}

func evaluate(s *algo.Schedule, rounds bool, level string) units.Duration {
	return evaluateWindow(s, rounds, 0, level)
}

func evaluateWindow(s *algo.Schedule, rounds bool, window int, level string) units.Duration {
	m := &maxplus{s: s, rounds: rounds, window: window, level: level}
	return m.evaluate()
}

func (m *maxplus) evaluate() units.Duration {
	m.of, m.matches, m.answers, m.frees = map[place]int{}, map[place]int{}, map[int]int{}, map[int]int{}
	m.collect()
	for again := true; again; again = m.derive() {
		m.network()
	}
	var last units.Time
	for _, lane := range m.ends {
		for _, end := range lane {
			last = max(last, end.t)
		}
	}
	return units.Duration(last)
}

// collect lists the messages and matches them by (sender, receiver, lane) in program order.
func (m *maxplus) collect() {
	type pair struct{ src, dst, lane int32 }
	sent, received := map[pair][]int{}, map[pair][]place{}
	for r := range m.s.Parties() {
		for l := range m.s.Lanes {
			order := 0
			n := int32(0)
			for ; ; n++ {
				step, ok := m.s.Step(r, l, n)
				if !ok {
					break
				}
				if step.Recv >= 0 {
					received[pair{step.Recv, r, l}] = append(received[pair{step.Recv, r, l}], place{r, l, n})
				}
				if step.Send >= 0 {
					m.of[place{r, l, n}] = len(m.posts)
					sent[pair{r, step.Send, l}] = append(sent[pair{r, step.Send, l}], len(m.posts))
					m.posts = append(m.posts, post{src: r, dst: step.Send, lane: l, round: step.Round, order: order, bytes: step.Bytes})
					order++
				}
			}
			m.ends = append(m.ends, make([]instant, n))
		}
	}
	for p, ids := range sent {
		for i, id := range ids {
			m.matches[received[p][i]] = id
		}
		if m.window > 0 && !m.seat(p.src) && !m.seat(p.dst) {
			m.answer(ids)
		}
	}
}

// answer makes the news that messages of one lane to one peer have been taken. A lane's news of one instant leave by how
// far away the peer is, then by the peer's order of sending.
func (m *maxplus) answer(ids []int) {
	ranks := int32(m.s.Call.Ranks)
	for i, id := range ids {
		p := m.posts[id]
		if m.blocks != nil { // a counter: no message
			if i >= m.window {
				m.frees[id] = ids[i-m.window]
			}
			continue
		}
		away := int(p.src-p.dst+ranks) % int(ranks)
		m.answers[id] = len(m.posts)
		if i+m.window < len(ids) {
			m.frees[ids[i+m.window]] = len(m.posts)
		}
		m.posts = append(m.posts, post{src: p.dst, dst: p.src, lane: p.lane, round: -1, order: away<<(17-bits.Len32(uint32(ranks-1))) + p.order, news: true})
	}
}

// derive walks every lane with the present arrivals and reports whether any step or post moved.
func (m *maxplus) derive() (moved bool) {
	for r := range m.s.Parties() {
		for l := range m.s.Lanes {
			if m.blocks != nil {
				moved = m.follow(r, l) || moved
				continue
			}
			moved = m.walk(r, l) || moved
		}
	}
	return moved
}

func (m *maxplus) walk(r, l int32) (moved bool) {
	var now instant
	ends := m.ends[r*m.s.Lanes+l]
	until := func(t instant) {
		if t.after(now) {
			now = t
		}
	}
	for i := range ends {
		step, _ := m.s.Step(r, l, int32(i))
		if step.WaitLane >= 0 {
			until(m.ends[r*m.s.Lanes+step.WaitLane][step.WaitStep])
		}
		if step.Recv >= 0 {
			id := m.matches[place{r, l, int32(i)}]
			until(instant{m.posts[id].arrives, 0})
			if answer, ok := m.answers[id]; ok {
				moved = moved || m.posts[answer].at != now
				m.posts[answer].at = now
			}
		}
		if step.Send >= 0 {
			id := m.of[place{r, l, int32(i)}]
			p := &m.posts[id]
			if m.rounds {
				until(instant{m.opens(p.round), 0})
			}
			if news, ok := m.frees[id]; ok { // it is heard by an event, so what follows is of the next round
				until(instant{m.posts[news].arrives, 1})
			}
			moved = moved || p.at != now
			p.at = now
		}
		if step.Signal {
			now.round++
		}
		moved = moved || ends[i] != now
		ends[i] = now
	}
	return moved
}

// opens is when every message of the earlier rounds has arrived.
func (m *maxplus) opens(round int32) (t units.Time) {
	for i := range m.posts {
		if m.posts[i].round < round && !m.posts[i].news {
			t = max(t, m.posts[i].arrives)
		}
	}
	return t
}

// The evaluator itself, on what can be seen by eye.
func TestEvaluatorByHand(t *testing.T) {
	s := build(t, algo.Gather, "binomial", algo.Call{Ranks: 2, Bytes: 2 * 8192})
	if got, want := evaluate(s, false, "packet"), starMessage(8192); got != want {
		t.Fatalf("one message: %d, want %d", int64(got), int64(want))
	}
	s = build(t, algo.Barrier, "central", algo.Call{Ranks: 4})
	if got, want := evaluate(s, false, "message"), 2*starMessage(0); got != want {
		t.Fatalf("two rounds of nothing: %d, want %d", int64(got), int64(want))
	}
	s = build(t, algo.AllReduce, "central", algo.Call{Ranks: 3, Bytes: 8192}) // two into one port, then one after the other out
	for _, level := range []string{"message", "packet"} {
		if got, want := evaluate(s, false, level), 2*starMessage(2*8192); got != want {
			t.Fatalf("%s: %d, want %d", level, int64(got), int64(want))
		}
	}
}

// Every algorithm, at every level, for odd and even numbers of ranks, equal and unequal chunks, channels and slices,
// with and without barriers, equals the evaluator to the picosecond.
func TestEvaluatorAgrees(t *testing.T) {
	compared := 0
	for _, a := range algo.All() {
		for _, call := range evaluated() {
			if _, err := a.Build(call); err != nil {
				continue
			}
			s := build(t, a.Collective, a.Name, call)
			g := star(t, max(call.Ranks, 2), fabric.Setting{Name: "network.buffer", Value: fabric.SizeOf(units.GiB)})
			for _, l := range levels {
				if s.Seats > 1 && l.name != "postal" {
					continue // on one switch: what starts there meets what passes, at a port that the evaluator does not have
				}
				for _, rounds := range []bool{false, true} {
					if rounds && s.Call.Slices > 1 {
						continue // refused: a barrier leaves nothing to pipeline
					}
					o := play(t, exec.Config{Schedule: s, Graph: g, Net: l.net(g), Rounds: rounds})
					if want := evaluate(s, rounds, l.name); o.Total != want {
						t.Errorf("%s/%s %+v %s rounds=%v: %d ps, evaluator %d", a.Collective, a.Name, call, l.name, rounds, int64(o.Total), int64(want))
					}
					compared++
				}
			}
		}
	}
	t.Logf("%d comparisons", compared)
}

func evaluated() (calls []algo.Call) {
	for _, n := range []int{1, 2, 3, 4, 5, 6, 8, 13} {
		for _, bytes := range []units.Bytes{0, 7, 100_003, units.Bytes(n) * 8192} {
			calls = append(calls, algo.Call{Ranks: n, Bytes: bytes})
		}
		calls = append(calls, algo.Call{Ranks: n, Bytes: 300_001, Channels: 2, Slices: 3, Root: n - 1})
		if n%2 == 0 {
			calls = append(calls, algo.Call{Ranks: n, PerNode: 2, Bytes: 99_999, Inter: "tree"})
		}
	}
	return calls
}
