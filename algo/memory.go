package algo

import (
	"fmt"
	"math/bits"
	"strings"

	"collsim/sim/units"
)

// memory is what every rank's buffer holds, symbolically: for each rank, channel, slice and label a piece, known by
// whose data it is and whose contributions it has. It never holds a byte of data.
type memory struct {
	s        *Schedule
	p        int32
	channels int32
	slices   int32
	cells    [][]cell // by party, then (channel*slices + slice)*Labels + label
	all      set      // every rank
	words    slab[uint64]
	pieces   slab[piece]
	at       [][]int32
	sizes    []units.Bytes // by (channel*slices + slice)*Labels + chunk
}

// piece is data with an identity: which place of which buffer it belongs to, and, where contributions count, who is in.
type piece struct {
	id  int64
	who set
}

// cell is a place of a rank's buffer.
type cell struct {
	piece
	held       bool
	lane, step int32 // who wrote it last; lane -1: nobody
}

// set of ranks, never changed once made.
type set []uint64

// single is the set of one rank; a seat contributes nothing.
func single(rank, p int32) set {
	s := make(set, (p+63)/64)
	if rank < p {
		s[rank/64] = 1 << (rank % 64)
	}
	return s
}

func everyone(p int32) set {
	s := make(set, (p+63)/64)
	for r := range p {
		s[r/64] |= 1 << (r % 64)
	}
	return s
}

// union makes a new set.
func (m *memory) union(a, b set) set {
	c := set(m.words.take(len(a)))
	for i := range a {
		c[i] = a[i] | b[i]
	}
	return c
}

// slab hands out short slices of few large blocks; a block is freed when nothing refers to it any more.
type slab[T any] struct{ block []T }

func (s *slab[T]) take(n int) []T {
	if len(s.block) < n {
		s.block = make([]T, max(n, 512))
	}
	taken := s.block[:n:n]
	s.block = s.block[n:]
	return taken
}

func (a set) equal(b set) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// common is the first rank in both; ok is false if there is none.
func (a set) common(b set) (rank int32, ok bool) {
	for i := range a {
		if both := a[i] & b[i]; both != 0 {
			return int32(i*64 + bits.TrailingZeros64(both)), true
		}
	}
	return 0, false
}

// String lists the members, runs of three or more as first..last.
func (a set) String() string {
	var runs []string
	for r, n := 0, len(a)*64; r < n; r++ {
		if !a.has(r) {
			continue
		}
		first := r
		for r+1 < n && a.has(r+1) {
			r++
		}
		switch r - first {
		case 0:
			runs = append(runs, fmt.Sprint(first))
		case 1:
			runs = append(runs, fmt.Sprint(first), fmt.Sprint(r))
		default:
			runs = append(runs, fmt.Sprintf("%d..%d", first, r))
		}
	}
	return strings.Join(runs, "+")
}

func (a set) has(r int) bool { return a[r/64]>>(r%64)&1 != 0 }

// newMemory holds what the ranks hold before the collective.
func newMemory(s *Schedule) *memory {
	m := &memory{
		s: s, p: int32(s.Call.Ranks), channels: int32(s.Call.Channels), slices: int32(s.Call.Slices),
		all: everyone(int32(s.Call.Ranks)),
	}
	for _, order := range s.Call.Order {
		m.at = append(m.at, inverse(order))
	}
	m.measure()
	m.cells = make([][]cell, s.Parties())
	for r := range s.Parties() {
		m.cells[r] = make([]cell, m.channels*m.slices*s.Labels)
		own := single(r, m.p)
		for i := range m.cells[r] {
			id, held := m.first(r, int32(i))
			m.cells[r][i] = cell{piece: piece{id, own}, held: held, lane: -1}
		}
	}
	return m
}

// measure computes the sizes of all pieces from the cutting rule alone.
func (m *memory) measure() {
	call := m.s.Call
	for c := range call.Channels {
		for s := range call.Slices {
			for i := range m.s.Labels {
				chunk := part(call.Bytes, int(i), int(m.s.Labels))
				m.sizes = append(m.sizes, call.slice(part(chunk, c, call.Channels), s))
			}
		}
	}
}

// index of a cell.
func (m *memory) index(channel, slice, label int32) int32 {
	return (channel*m.slices+slice)*m.s.Labels + label
}

// owner is the rank whose chunk label i is, in the channel of cell i.
func (m *memory) owner(i int32) int32 { return m.rank(i/m.s.Labels/m.slices, i%m.s.Labels) }

func (m *memory) rank(channel, position int32) int32 {
	if m.at == nil {
		return position
	}
	return m.s.Call.Order[channel][position]
}

func (m *memory) position(channel, rank int32) int32 {
	if m.at == nil {
		return rank
	}
	return m.at[channel][rank]
}

// block is the identity of an all-to-all block: cells of the same channel and slice share their base.
func (m *memory) block(i, from, to int32) int64 {
	return (int64(i/m.s.Labels)*int64(m.p)+int64(from))*int64(m.p) + int64(to)
}

// ahead is the rank d positions ahead of a rank, in the channel of cell i.
func (m *memory) ahead(i, rank, d int32) int32 {
	c := i / m.s.Labels / m.slices
	return m.rank(c, mod(m.position(c, rank)+d, m.p))
}

// first is what cell i of a rank holds before the collective.
func (m *memory) first(rank, i int32) (id int64, held bool) {
	root := int32(m.s.Call.Root)
	if rank >= m.p { // a seat
		return int64(i), false
	}
	switch m.s.Collective {
	case AllGather, Gather:
		return int64(i), m.owner(i) == rank
	case Broadcast, Scatter:
		return int64(i), rank == root
	case AllToAll:
		return m.block(i, rank, m.ahead(i, rank, i%m.s.Labels)), true
	case SendRecv:
		return m.block(i, rank, mod(rank+1, m.p)), true
	}
	return int64(i), true
}

// last is what cell i of a rank must hold after the collective; wanted is false where anything will do.
func (m *memory) last(rank, i int32) (id int64, wanted bool) {
	root := int32(m.s.Call.Root)
	if rank >= m.p { // a seat
		return int64(i), false
	}
	switch m.s.Collective {
	case Reduce, Gather:
		return int64(i), rank == root
	case ReduceScatter, Scatter:
		return int64(i), m.owner(i) == rank
	case AllToAll:
		return m.block(i, m.ahead(i, rank, -(i%m.s.Labels)), rank), true
	case SendRecv:
		return m.block(i, mod(rank-1, m.p), rank), true
	}
	return int64(i), true
}

// size of a piece.
func (m *memory) size(id int64) units.Bytes {
	switch m.s.Collective {
	case AllToAll:
		base, to := id/int64(m.p)/int64(m.p), int32(id%int64(m.p))
		return m.sizes[int32(base)*m.s.Labels+to]
	case SendRecv:
		return m.sizes[id/int64(m.p)/int64(m.p)]
	}
	if m.s.Collective.owned() {
		i := int32(id)
		return m.sizes[i-i%m.s.Labels+m.owner(i)]
	}
	return m.sizes[id]
}

// describe names a piece for a message.
func (m *memory) describe(id int64) string {
	base, chunk := int32(0), ""
	switch m.s.Collective {
	case AllToAll, SendRecv:
		p := int64(m.p)
		base, chunk = int32(id/p/p), fmt.Sprintf("block %d to %d", id/p%p, id%p)
	default:
		base, chunk = int32(id)/m.s.Labels, fmt.Sprintf("chunk %d", int32(id)%m.s.Labels)
	}
	if m.channels > 1 {
		chunk += fmt.Sprintf(" channel %d", base/m.slices)
	}
	if m.slices > 1 {
		chunk += fmt.Sprintf(" slice %d", base%m.slices)
	}
	return chunk
}
