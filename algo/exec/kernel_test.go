package exec_test

import (
	"math/rand"
	"sort"
	"testing"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/sim"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// blocks is what the evaluator knows of thread blocks: what they cost, and in which node a rank is.
type blocks struct {
	host.Kernel
	work units.Duration // of the proxy thread, a message; never 0 where it is evaluated
	node []int32
}

func (m *maxplus) crosses(a, b int32) bool {
	return m.seat(a) || m.seat(b) || m.blocks.node[a] != m.blocks.node[b]
}

// onWire is what links carry of a message.
func (m *maxplus) onWire(p *post) units.Bytes {
	if m.blocks == nil || p.news {
		return p.bytes
	}
	r, idle := m.blocks.Wire, int64(0)
	if m.crosses(p.src, p.dst) {
		r = m.blocks.NetWire
	} else {
		idle = (int64(m.blocks.Gap)*(starRate/1_000_000_000)/1000 + int64(m.s.Lanes) - 1) / int64(m.s.Lanes) // whole bytes: gaps are of whole nanoseconds
	}
	if r == (host.Ratio{}) {
		r = host.Ratio{Num: 1, Den: 1}
	}
	return units.Bytes((int64(p.bytes)*r.Num+r.Den-1)/r.Den + idle)
}

func over(r units.Rate, n units.Bytes) units.Duration {
	if r == 0 {
		return 0
	}
	return r.Over(n)
}

// follow walks a lane of thread blocks.
func (m *maxplus) follow(r, l int32) (moved bool) {
	b := m.blocks
	var now instant
	until := func(t instant) {
		if t.after(now) {
			now = t
		}
	}
	ends := m.ends[r*m.s.Lanes+l]
	var data algo.Step // of the pass before
	var begin, end units.Time
	var enters instant
	done := false // by the lane that the step waits for
	for i := range ends {
		step, _ := m.s.Step(r, l, int32(i))
		pass := over(b.Block, step.Bytes) + b.Piece
		if peer := step.Recv; peer >= 0 && m.crosses(peer, r) || peer < 0 && step.Send >= 0 && m.crosses(r, step.Send) {
			pass = over(b.NetBlock, step.Bytes) + b.NetPiece
		}
		if m.seat(r) {
			pass = 0
		}
		alike := func(o algo.Step) bool { return o.Chunks == step.Chunks && o.Slice == step.Slice }
		same := i > 0 && alike(data)
		data = step
		if next, ok := m.s.Step(r, l, int32(i)+1); ok && step.Recv >= 0 && step.Send < 0 && !step.Signal && next.Recv >= 0 && alike(next) {
			pass = 0 // the next one reads both
		}
		done = step.Recv < 0 && done && same
		if step.WaitLane >= 0 && step.Recv < 0 && step.Send >= 0 && !m.seat(step.Send) {
			before, _ := m.s.Step(r, step.WaitLane, step.WaitStep)
			done = done || before.Recv >= 0 && alike(before)
		}
		if done {
			pass = 0
		}
		if step.WaitLane >= 0 {
			until(m.ends[r*m.s.Lanes+step.WaitLane][step.WaitStep])
		}
		if step.Send >= 0 {
			if before, ok := m.frees[m.of[place{r, l, int32(i)}]]; ok {
				back := instant{m.posts[before].taken, 0}
				until(back)
				enters = latest(enters, back)
			}
		}
		if step.Recv >= 0 {
			p := &m.posts[m.matches[place{r, l, int32(i)}]]
			at, ahead := p.arrives, units.Duration(0)
			if !m.crosses(p.src, p.dst) {
				at = at.Add(b.Hop)
				if b.Lines {
					ahead = p.stretch
				}
			}
			since, from, heard := now.t, now, m.hears(p)
			if same && end == now.t {
				since, from = begin, enters
			}
			begin, enters = max(since, at.Add(-ahead)), latest(from, instant{at.Add(-ahead), 0}, heard)
			end = max(begin.Add(pass), at, now.t)
			until(heard)
			until(instant{end, 0})
			p.taken = end + 2*starCable + starSwitch
		}
		if step.Send >= 0 {
			p := &m.posts[m.of[place{r, l, int32(i)}]]
			if step.Recv < 0 {
				if !same || end != now.t || done {
					begin, enters = now.t, now
				}
				end = max(begin.Add(pass), now.t)
				until(instant{end, 0})
			}
			moved = moved || p.at != now || p.stretch != end.Sub(begin) || p.enters != enters
			p.at, p.stretch, p.enters = now, end.Sub(begin), enters
		}
		if step.Signal {
			now.round++
		}
		moved = moved || ends[i] != now
		ends[i] = now
	}
	return moved
}

// hears is when a block learns that links have carried a message to it. At message level it is told ahead of the clock; at
// the others by an event of that very instant, so what follows in it is of the next round. What is still being written then
// is heard of ahead.
func (m *maxplus) hears(p *post) instant {
	if m.level == "message" || p.arrives > p.carried {
		return instant{p.arrives, 0}
	}
	return instant{p.arrives, 1}
}

// writes reports whether a message enters the network while its block writes it.
func (m *maxplus) writes(p *post) bool {
	return m.blocks != nil && !m.seat(p.src) && !m.seat(p.dst) && !m.crosses(p.src, p.dst) && p.enters.t < p.at.t
}

// takes is how long the proxy thread works for a message.
func (b *blocks) takes(p *post) units.Duration {
	d := b.work + over(b.ProxyRate, p.bytes)
	if 0 < p.bytes && p.bytes <= b.Inline {
		d += b.Fetch
	}
	return d
}

// served is when a proxy thread has done each message of those of its rank, given in the order in which they are ready.
func (b *blocks) served(of []*post) map[*post]units.Time {
	if b.ProxyRate > 0 {
		return b.servedInTurns(of)
	}
	free, ends := units.Time(0), map[*post]units.Time{}
	for _, p := range of {
		free = max(free, p.at.t).Add(b.takes(p))
		ends[p] = free
	}
	return ends
}

// servedInTurns is served for a thread that goes round: a message is done in as many parts as there are KiB begun in it, one
// to four, all as long as the first but for the last. A lane asks for one part at a time, and for the next, of this message
// or of the one behind it, when that is done, or later when that message is ready. Among lanes that have asked the first one
// is served, and the lower one of two that ask in one instant.
func (b *blocks) servedInTurns(of []*post) map[*post]units.Time {
	lanes, left := map[int32][]*post{}, map[*post]units.Duration{}
	asks := map[int32]instant{} // by lane that has messages left
	for _, p := range of {
		if left[p] = b.takes(p); len(lanes[p.lane]) == 0 {
			asks[p.lane] = p.at
		}
		lanes[p.lane] = append(lanes[p.lane], p)
	}
	free, ends := units.Time(0), map[*post]units.Time{}
	for len(asks) > 0 {
		next := int32(-1)
		for l, at := range asks {
			if next < 0 || asks[next].after(at) || asks[next] == at && l < next {
				next = l
			}
		}
		p := lanes[next][0]
		parts := units.Duration(1)
		for parts < 4 && p.bytes > 1024*units.Bytes(parts) {
			parts++
		}
		part := b.takes(p) / parts
		if part*parts < b.takes(p) {
			part++
		}
		part = min(part, left[p])
		free = max(free, asks[next].t).Add(part)
		asks[next] = instant{free, 0}
		if left[p] -= part; left[p] > 0 {
			continue
		}
		ends[p] = free
		lanes[next] = lanes[next][1:]
		if len(lanes[next]) == 0 {
			delete(asks, next)
		} else if q := lanes[next][0]; q.at.after(asks[next]) {
			asks[next] = q.at
		}
	}
	return ends
}

// drive lets the proxy threads serve what crosses nodes, and starts it.
func (m *maxplus) drive() {
	b := m.blocks
	ready, late := make([][]*post, m.s.Call.Ranks), map[*post]bool{}
	for id := range m.frees { // who waits for a slot is beyond the window
		late[&m.posts[id]] = true
	}
	for i := range m.posts {
		p := &m.posts[i]
		switch p.leave = p.at; {
		case m.seat(p.src):
		case m.crosses(p.src, p.dst):
			ready[p.src] = append(ready[p.src], p)
		case m.writes(p):
			p.leave = p.enters
		}
	}
	for _, of := range ready {
		sort.Slice(of, func(i, j int) bool {
			p, q := of[i], of[j]
			if p.at != q.at {
				return q.at.after(p.at)
			}
			if p.lane != q.lane {
				return p.lane < q.lane
			}
			return p.order < q.order
		})
		ends, last := b.served(of), map[int32]units.Time{} // by lane, whose messages leave in order
		for _, p := range of {
			start := b.NetHop
			if p.bytes > b.NetEager {
				start += b.NetRise
			}
			if p.bytes > b.Inline {
				start += b.NetRead
			}
			if late[p] {
				start += b.NetLate
			}
			last[p.lane] = max(last[p.lane], ends[p].Add(start))
			p.leave = instant{last[p.lane], 0}
		}
	}
}

// randomBlocks draws what thread blocks cost. Something of it is never nothing.
func randomBlocks(r *rand.Rand) *blocks {
	some := func(d units.Duration) units.Duration { return units.Duration(r.Intn(3)) * d }
	ratio := func() host.Ratio {
		return []host.Ratio{{}, {Num: 2, Den: 1}, {Num: 16, Den: 15}, {Num: 1000, Den: 827}}[r.Intn(4)]
	}
	b := &blocks{work: 1 + some(391*ns)}
	b.Kernel = host.Kernel{
		Block: units.Rate(r.Intn(3)) * 7_100_000_000, Piece: some(217 * ns), Lines: r.Intn(3) > 0, Hop: some(331 * ns), Gap: some(700 * ns), NetHop: 1*ns + some(2*us),
		NetRise: some(3 * us), NetEager: units.Bytes(r.Intn(20_000)), Wire: ratio(), NetWire: ratio(), ProxyRate: units.Rate(r.Intn(2)) * 3e9,
		NetBlock: units.Rate(r.Intn(3)) * 5_300_000_000, NetPiece: some(173 * ns), NetLate: some(5 * us), NetRead: some(600 * ns), Inline: units.Bytes(r.Intn(3_000)), Fetch: some(900 * ns),
	}
	return b
}

// run is a run of thread blocks on the star, whose ranks are of nodes.
func (b *blocks) run(s *algo.Schedule, g *fabric.Graph, l level, perNode int, window int32) exec.Config {
	c := exec.Config{Schedule: s, Graph: g, Net: l.net(g), Window: window}
	c.Host = host.Model{Costs: host.Costs{Kernel: b.Kernel, Proxy: host.RankProxy, ProxyWork: b.work}}
	b.node = nil
	for r := range int32(s.Call.Ranks) {
		b.node = append(b.node, r/int32(perNode))
		c.Stands = append(c.Stands, exec.Stand{GPU: r, Node: r / int32(perNode), Luck: uint64(r), Bytes: s.Call.Bytes})
	}
	return c
}

func (b *blocks) evaluate(s *algo.Schedule, l level, window int32) units.Duration {
	m := &maxplus{s: s, level: l.name, window: int(window), blocks: b}
	return m.evaluate()
}

// Thread blocks that pass lines or whole messages on, with proxies, starts and windows, over every algorithm and at every
// level: the evaluator agrees to the picosecond.
func TestBlocksAgree(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	compared, stuck, lines := 0, 0, 0
	for _, a := range algo.All() {
		for _, call := range []algo.Call{
			{Ranks: 2, Bytes: 100_003}, {Ranks: 5, Bytes: 100_003}, {Ranks: 8, Bytes: 8 * 8192}, {Ranks: 8, PerNode: 2, Bytes: 99_999},
			{Ranks: 6, Bytes: 300_001, Channels: 2, Slices: 3}, {Ranks: 7, Bytes: 300_001, Slices: 8},
		} {
			if _, err := a.Build(call); err != nil {
				continue
			}
			s := build(t, a.Collective, a.Name, call)
			g := star(t, call.Ranks, fabric.Setting{Name: "network.buffer", Value: fabric.SizeOf(units.GiB)})
			for _, l := range levels {
				if s.Seats > 1 && l.name != "postal" {
					continue
				}
				b, window := randomBlocks(r), []int32{0, 4, 20}[r.Intn(3)]
				o, ok := windowed(t, b.run(s, g, l, []int{1, 2, 8}[r.Intn(3)], window))
				if !ok {
					stuck++
					continue
				}
				if want := b.evaluate(s, l, window); o.Total != want {
					t.Errorf("%s/%s %+v %s window %d %+v: %d ps, evaluator %d", a.Collective, a.Name, call, l.name, window, b, int64(o.Total), int64(want))
				}
				compared++
				if b.Lines && b.node[call.Ranks-1] == 0 {
					lines++
				}
			}
		}
	}
	t.Logf("%d comparisons, %d of lines inside a node, %d stuck", compared, lines, stuck)
	if compared < 400 || lines < 80 {
		t.Errorf("%d comparisons, %d of lines inside a node", compared, lines)
	}
}

// Random schedules of thread blocks: the evaluator agrees, and so does every order of what happens in one picosecond.
func TestRandomBlocks(t *testing.T) {
	ended := 0
	for seed := range int64(150) {
		r := rand.New(rand.NewSource(seed))
		s := randomSchedule(r)
		g := star(t, s.Call.Ranks, fabric.Setting{Name: "network.buffer", Value: fabric.SizeOf(units.GiB)})
		b, window := randomBlocks(r), int32(r.Intn(4))
		for _, l := range levels {
			c := b.run(s, g, l, 1+r.Intn(7), window)
			o, ok := windowed(t, c)
			if !ok {
				continue
			}
			ended++
			if want := b.evaluate(s, l, window); o.Total != want {
				t.Fatalf("seed %d %s window %d: %d ps, evaluator %d", seed, l.name, window, int64(o.Total), int64(want))
			}
			c.Limits = sim.Options{Shuffle: uint64(seed) + 1}
			if p, _ := windowed(t, c); p == nil || p.Total != o.Total || p.Critical != o.Critical {
				t.Fatalf("seed %d %s window %d: shuffle differs from %d", seed, l.name, window, int64(o.Total))
			}
		}
	}
	if ended < 200 {
		t.Errorf("only %d runs ended", ended)
	}
}

// chain is one message from rank 0 to the last, by all others.
func chain(ranks int, n units.Bytes) *algo.Schedule {
	steps := map[[2]int32][]algo.Step{}
	for r := range int32(ranks) {
		s := still(n, r)
		if s.Recv = r - 1; int(r) < ranks-1 {
			s.Send = r + 1
		}
		steps[[2]int32{r, 0}] = []algo.Step{s}
	}
	return written(ranks, 1, steps)
}

// Whole messages pay for a pass and a hop at every rank; the wire carries them while a block writes them. Of lines only the
// first pass is seen: every other block follows the one before it, and ends when the last line is there. The wire has them
// from when they are there, so that all of its time shows but a hop.
func TestChainOfBlocks(t *testing.T) {
	const n, ranks, hop, piece = 60_000, 5, 500 * ns, 100 * ns
	const pass = n*100*units.Picosecond + piece // at 10 GB/s
	g := star(t, ranks)
	for _, lines := range []bool{false, true} {
		b := &blocks{Kernel: host.Kernel{Block: 10e9, Piece: piece, Lines: lines, Hop: hop}}
		passes, serialize := units.Duration(ranks), units.Duration(0)
		if lines {
			passes, serialize = 1, (ranks-2)*(starOver(n)-hop)
		}
		for _, l := range levels {
			o := play(t, b.run(chain(ranks, n), g, l, ranks, 0))
			expect(t, o, map[ledger.Component]units.Duration{
				ledger.Prepare: passes * pass, ledger.Protocol: (ranks - 1) * hop,
				ledger.Serialize: serialize, ledger.Propagate: (ranks - 1) * starMessage(0),
			})
		}
	}
}
