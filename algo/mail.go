package algo

import "math/bits"

// mail is the messages on their way: of each sender to each lane in the order in which they were sent. It takes memory for
// the lanes and for what is on its way, and no more. A lane's desk holds the line of one sender, which is nearly always
// enough; lines of further senders stand in a hash table.
type mail[M any] struct {
	desks []desk
	slots []slot // 2^n of them, at most half of them taken
	shift int    // 64 - n
	taken int
	notes []note[M]
	spare int32 // the first note that is free, counted from 1; 0 = none
}

// line is messages of one sender, by their notes.
type line struct{ first, last int32 }

// desk is what a lane has before it.
type desk struct {
	from    int32 // whose line it is; -1 = nobody's
	line    line
	further int32 // lines of other senders to the lane
}

// slot is a line in the table; key 0 = the slot is free.
type slot struct {
	key  uint64
	line line
}

// note is a message and the step that sent it.
type note[M any] struct {
	message M
	by      int32
	next    int32 // the note behind it in its line, or the next that is free; counted from 1, 0 = none
}

func newMail[M any](lanes int32) mail[M] {
	m := mail[M]{desks: make([]desk, lanes), slots: make([]slot, 16), shift: 60}
	for i := range m.desks {
		m.desks[i].from = -1
	}
	return m
}

func mailKey(from, lane int32) uint64 { return uint64(lane)<<32 | uint64(from+1) }

// post sends a message to a lane.
func (m *mail[M]) post(from, lane int32, message M, by int32) {
	n := m.note(message, by)
	d := &m.desks[lane]
	if d.from == from {
		m.behind(&d.line, n)
		return
	}
	key := mailKey(from, lane)
	if d.further > 0 {
		if s := &m.slots[m.find(key)]; s.key == key {
			m.behind(&s.line, n)
			return
		}
	}
	if d.from < 0 {
		d.from, d.line = from, line{n, n}
		return
	}
	if 2*m.taken >= len(m.slots) {
		m.grow()
	}
	m.slots[m.find(key)] = slot{key, line{n, n}}
	m.taken++
	d.further++
}

// take is the oldest message from a sender to a lane, if there is one.
func (m *mail[M]) take(from, lane int32) (message M, ok bool) {
	d := &m.desks[lane]
	switch {
	case d.from == from:
		message, more := m.open(&d.line)
		if !more {
			d.from = -1
		}
		return message, true
	case d.further == 0:
		return message, false
	}
	at := m.find(mailKey(from, lane))
	if m.slots[at].key == 0 {
		return message, false
	}
	message, more := m.open(&m.slots[at].line)
	if !more {
		m.remove(at)
		d.further--
	}
	return message, true
}

// note puts a message where it stays until it is taken.
func (m *mail[M]) note(message M, by int32) int32 {
	n := m.spare - 1
	if n < 0 {
		m.notes = append(m.notes, note[M]{message: message, by: by})
		return int32(len(m.notes) - 1)
	}
	m.spare = m.notes[n].next
	m.notes[n] = note[M]{message: message, by: by}
	return n
}

// behind puts a note at the end of a line.
func (m *mail[M]) behind(l *line, n int32) {
	m.notes[l.last].next, l.last = n+1, n
}

// open takes the first message out of a line, and says whether there are more.
func (m *mail[M]) open(l *line) (message M, more bool) {
	n := &m.notes[l.first]
	message, more = n.message, n.next != 0
	next := n.next - 1
	*n = note[M]{next: m.spare}
	m.spare, l.first = l.first+1, next
	return message, more
}

// home is where the search for a key begins. One multiplication would put the neighbours of a tree or ring side by side.
func (m *mail[M]) home(key uint64) int {
	key *= 0x9e3779b97f4a7c15
	key ^= key >> 32
	return int(key * 0x9e3779b97f4a7c15 >> m.shift)
}

// find is the slot of a key, or the free one where it belongs.
func (m *mail[M]) find(key uint64) int {
	at := m.home(key)
	for m.slots[at].key != key && m.slots[at].key != 0 {
		at = (at + 1) & (len(m.slots) - 1)
	}
	return at
}

// remove frees a slot and moves up those behind it that a search would no longer find (Knuth, volume 3, algorithm 6.4R).
func (m *mail[M]) remove(at int) {
	mask := len(m.slots) - 1
	m.taken--
	for next := (at + 1) & mask; m.slots[next].key != 0; next = (next + 1) & mask {
		if home := m.home(m.slots[next].key); (next-home)&mask >= (next-at)&mask {
			m.slots[at], at = m.slots[next], next
		}
	}
	m.slots[at] = slot{}
}

func (m *mail[M]) grow() {
	old := m.slots
	m.slots = make([]slot, 2*len(old))
	m.shift = 64 - bits.Len(uint(len(old)))
	for _, s := range old {
		if s.key != 0 {
			m.slots[m.find(s.key)] = s
		}
	}
}

// left lists the oldest message of every line that has not been taken: its sender, its lane and the step that sent it.
func (m *mail[M]) left(yield func(from, lane, by int32)) {
	for lane := range m.desks {
		if d := &m.desks[lane]; d.from >= 0 {
			yield(d.from, int32(lane), m.notes[d.line.first].by)
		}
	}
	for i := range m.slots {
		if s := &m.slots[i]; s.key != 0 {
			yield(int32(uint32(s.key))-1, int32(s.key>>32), m.notes[s.line.first].by)
		}
	}
}
