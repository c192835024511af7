package message

import (
	"slices"

	"collsim/fabric"
)

// table finds things by what they are made of, in eight bytes each at most. A map would take a dozen times that, and runs
// of many ranks intern a million routes.
type table struct {
	places []int32 // open addressing: number + 1 of a thing; 0 = nothing
	held   int
}

// find returns the number of the thing with a hash for which same holds; -1 = there is none.
func (t *table) find(hash uint64, same func(int32) bool) int32 {
	for at := hash; len(t.places) > 0; at++ {
		i := t.places[at&uint64(len(t.places)-1)] - 1
		if i < 0 || same(i) {
			return i
		}
	}
	return -1
}

// put adds a thing that is not there. hash tells that of things that are.
func (t *table) put(i int32, hash func(int32) uint64) {
	if t.held*2 >= len(t.places) {
		old := t.places
		t.places = make([]int32, max(64, 2*len(old)))
		for _, j := range old {
			if j > 0 {
				t.place(j-1, hash(j-1))
			}
		}
	}
	t.held++
	t.place(i, hash(i))
}

func (t *table) place(i int32, hash uint64) {
	at := hash & uint64(len(t.places)-1)
	for t.places[at] != 0 {
		at = (at + 1) & uint64(len(t.places)-1)
	}
	t.places[at] = i + 1
}

// mix adds a link to a hash.
func mix(hash uint64, id fabric.LinkID) uint64 {
	hash = (hash ^ uint64(uint32(id))) * 0x9e3779b97f4a7c15
	return hash ^ hash>>29
}

// routed is the interned path of a route; -1 = there is none.
func (n *Net) routed(route []fabric.LinkID) fabric.PathID {
	hash := uint64(len(route))
	for _, id := range route {
		hash = mix(hash, id)
	}
	return fabric.PathID(n.routes.find(hash, func(i int32) bool {
		hops := n.hops[n.paths[i].first:]
		for j, id := range route {
			if hops[j].link != id || hops[j].final != (j == len(route)-1) {
				return false
			}
		}
		return true
	}))
}

// routeHash is the hash of an interned path.
func (n *Net) routeHash(i int32) uint64 {
	hops := n.hops[n.paths[i].first:]
	length := 1
	for !hops[length-1].final {
		length++
	}
	hash := uint64(length)
	for j := range length {
		hash = mix(hash, hops[j].link)
	}
	return hash
}

// turn numbers the pairs of links that messages cross one after the other.
func (n *Net) turn(route []fabric.LinkID, i int) int32 {
	pair := [2]fabric.LinkID{-1, route[i]}
	if i > 0 {
		pair[0] = route[i-1]
	}
	hash := func(t int32) uint64 { return mix(mix(0, n.pairs[t][0]), n.pairs[t][1]) }
	t := n.turns.find(mix(mix(0, pair[0]), pair[1]), func(t int32) bool { return n.pairs[t] == pair })
	if t < 0 {
		t = int32(len(n.tails))
		n.tails = grown(n.tails, tail{})
		n.pairs = grown(n.pairs, pair)
		n.turns.put(t, hash)
	}
	return t
}

// grown is append with room for as many again where there is none: what is copied and thrown away on the way stays small
// beside the slab.
func grown[T any](slab []T, one T) []T {
	if len(slab) == cap(slab) {
		slab = slices.Grow(slab, max(16, len(slab)))
	}
	return append(slab, one)
}
