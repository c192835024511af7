package exec_test

import (
	"sort"

	"collsim/sim/units"
)

// piece is what one decision of a port moves: a packet, or a whole message.
type piece struct {
	post, input int
	bytes       units.Bytes
	at, end     units.Time // may leave; has left
}

// network recomputes all arrivals from all posts.
func (m *maxplus) network() {
	if m.blocks != nil {
		m.drive()
	}
	n := m.s.Call.Ranks
	up, down, out := make([][]int, n), make([][]*piece, n), make([][]int, n)
	for id := range m.posts {
		p := &m.posts[id]
		if m.seat(p.src) {
			out[p.dst] = append(out[p.dst], id)
		} else {
			up[p.src] = append(up[p.src], id)
		}
	}
	for src, ids := range up {
		m.first(ids, func(p *post, id int, size units.Bytes, start units.Time) {
			if m.seat(p.dst) { // the last piece of a message leaves last
				p.carried = start.Add(starOver(size)) + starCable
				p.arrives = p.carried
				return
			}
			down[p.dst] = append(down[p.dst], &piece{post: id, input: src, bytes: size, at: start + starCable + starSwitch})
		})
	}
	for _, ids := range out {
		m.first(ids, func(p *post, _ int, size units.Bytes, start units.Time) {
			p.carried = start.Add(starOver(size)) + starCable
			p.arrives = p.carried
		})
	}
	for _, pieces := range down {
		m.serve(pieces)
		for _, x := range pieces {
			p := &m.posts[x.post]
			p.carried = x.end + starCable // the last piece of a message leaves last
			p.arrives = p.carried
			if m.writes(p) { // and no sooner than it is written
				p.arrives = max(p.arrives, p.at.t+2*starCable+starSwitch)
			}
		}
	}
}

// first sends messages over the link at which they start, in the order in which they leave, and tells of every piece.
func (m *maxplus) first(ids []int, sent func(p *post, id int, size units.Bytes, start units.Time)) {
	sort.Slice(ids, func(i, j int) bool {
		p, q := &m.posts[ids[i]], &m.posts[ids[j]]
		if a, b := m.leaves(p), m.leaves(q); a != b {
			return b.after(a)
		}
		if p.lane != q.lane {
			return p.lane < q.lane
		}
		if p.order != q.order {
			return p.order < q.order
		}
		return q.news
	})
	free := units.Time(0)
	for _, id := range ids {
		p := &m.posts[id]
		free = max(free, m.leaves(p).t)
		for _, size := range m.cut(m.onWire(p)) {
			sent(p, id, size, free)
			free = free.Add(starOver(size))
		}
	}
}

func (m *maxplus) cut(n units.Bytes) (sizes []units.Bytes) {
	if m.level != "packet" {
		return []units.Bytes{n}
	}
	for ; n > starPacket; n -= starPacket {
		sizes = append(sizes, starPacket)
	}
	return append(sizes, n)
}

// serve gives every piece its end at one output of the switch.
func (m *maxplus) serve(pieces []*piece) {
	switch m.level {
	case "postal": // nobody is in the way
		for _, x := range pieces {
			x.end = x.at.Add(starOver(x.bytes))
		}
	case "message": // first come, first served; ties by input
		sort.SliceStable(pieces, func(i, j int) bool {
			a, b := pieces[i], pieces[j]
			return a.at < b.at || a.at == b.at && a.input < b.input
		})
		free := units.Time(0)
		for _, x := range pieces {
			free = max(free, x.at).Add(starOver(x.bytes))
			x.end = free
		}
	case "packet":
		m.turns(pieces)
	}
}

// turns is round-robin over inputs, a queue each.
func (m *maxplus) turns(pieces []*piece) {
	n := m.s.Call.Ranks
	queues := make([][]*piece, n)
	for _, x := range pieces {
		queues[x.input] = append(queues[x.input], x)
	}
	free, next := units.Time(0), 0
	for range pieces {
		first := units.Never
		for _, q := range queues {
			if len(q) > 0 {
				first = min(first, q[0].at)
			}
		}
		now := max(free, first)
		for len(queues[next%n]) == 0 || queues[next%n][0].at > now {
			next++
		}
		x := queues[next%n][0]
		queues[next%n] = queues[next%n][1:]
		next = (next + 1) % n
		x.end = now.Add(starOver(x.bytes))
		free = x.end
	}
}
