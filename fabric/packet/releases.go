package packet

import (
	"collsim/sim/units"
)

// releasing is bytes that leave a memory.
type releasing struct {
	at    units.Time
	bytes int32
	in    int32 // the lane by which they came
	out   int32 // and by which they leave
}

// releases is a ring of them, sorted by time. Ports decide nearly in order of time, so that a new one nearly always goes
// to the end, or a few places before it.
type releases struct {
	first units.Time  // of them; never = there is none
	ring  []releasing // its length is a power of two
	begin uint32
	count uint32
}

// take returns the first one, of which there must be one. It is there until the next is added.
func (r *releases) take() *releasing {
	mask := uint32(len(r.ring) - 1)
	one := &r.ring[r.begin&mask]
	r.begin++
	if r.count--; r.count > 0 {
		r.first = r.ring[r.begin&mask].at
	} else {
		r.first = never
	}
	return one
}

func (r *releases) add(one releasing) {
	if int(r.count) == len(r.ring) {
		r.grow()
	}
	mask := uint32(len(r.ring) - 1)
	j := r.begin + r.count
	r.count++
	for j != r.begin && r.ring[(j-1)&mask].at > one.at {
		r.ring[j&mask] = r.ring[(j-1)&mask]
		j--
	}
	r.ring[j&mask] = one
	r.first = min(r.first, one.at)
}

func (r *releases) grow() {
	larger := make([]releasing, max(16, 2*len(r.ring)))
	for i := range r.count {
		larger[i] = r.ring[(r.begin+i)&uint32(len(r.ring)-1)]
	}
	r.ring, r.begin = larger, 0
}
