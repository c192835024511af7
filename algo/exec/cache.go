package exec

import (
	"collsim/sim/units"
)

// buffer is the piece of a rank's memory that a message moves. Chunks that begin with the same label, in one slice of one
// channel, are the same memory.
type buffer struct {
	rank, channel, first, slice int32
	bytes                       units.Bytes
}

// cache is what each rank has registered with its NIC, up to a capacity; what was used longest ago goes first. Slots lie
// in a slab and are found by a hash, so that nothing is allocated once it has grown.
type cache struct {
	capacity units.Bytes // of each rank; 0 = there is no such limit
	slots    []slot
	spare    int32   // first slot that is not in use; -1 = none
	chains   []int32 // hash -> first slot; -1 = none
	ranks    []held
}

type slot struct {
	buffer
	newer, older int32 // among those of the rank; -1 = none
	next         int32 // in its chain, or among spare ones
}

// held is what one rank has registered.
type held struct {
	bytes          units.Bytes
	newest, oldest int32
}

func (c *cache) init(ranks int, capacity units.Bytes) {
	c.capacity, c.spare = capacity, -1
	c.ranks = make([]held, ranks)
	for i := range c.ranks {
		c.ranks[i].newest, c.ranks[i].oldest = -1, -1
	}
	c.spread(64)
}

// find returns the slot of b; -1 = it is not registered.
func (c *cache) find(b buffer) int32 {
	i := c.chains[c.hash(b)]
	for i >= 0 && c.slots[i].buffer != b {
		i = c.slots[i].next
	}
	return i
}

func (c *cache) hash(b buffer) uint64 {
	h := uint64(b.rank)<<32 | uint64(uint32(b.first))
	h = (h ^ uint64(b.bytes)) * 0x9e3779b97f4a7c15
	h = (h ^ h>>32 ^ uint64(b.channel)<<32 ^ uint64(uint32(b.slice))) * 0x9e3779b97f4a7c15
	return h >> 32 % uint64(len(c.chains))
}

// use registers b if it is not registered, in the place of what was used longest ago, and makes it the newest. What is
// larger than the capacity is registered for the moment only.
func (c *cache) use(b buffer) {
	h := &c.ranks[b.rank]
	i := c.find(b)
	if i >= 0 {
		c.unlink(h, i)
		c.link(h, i)
		return
	}
	if b.bytes > c.capacity {
		return
	}
	for h.bytes+b.bytes > c.capacity {
		c.evict(h)
	}
	c.insert(h, b)
}

func (c *cache) insert(h *held, b buffer) {
	i := c.spare
	if i >= 0 {
		c.spare = c.slots[i].next
	} else {
		i = int32(len(c.slots))
		c.slots = append(c.slots, slot{})
		if len(c.slots) > len(c.chains) {
			c.spread(2 * len(c.chains))
		}
	}
	k := c.hash(b)
	c.slots[i] = slot{buffer: b, next: c.chains[k]}
	c.chains[k] = i
	h.bytes += b.bytes
	c.link(h, i)
}

// evict gives up what the rank used longest ago.
func (c *cache) evict(h *held) {
	i := h.oldest
	s := &c.slots[i]
	at := &c.chains[c.hash(s.buffer)]
	for *at != i {
		at = &c.slots[*at].next
	}
	*at = s.next
	c.unlink(h, i)
	h.bytes -= s.bytes
	s.next, c.spare = c.spare, i
}

// link makes slot i the rank's newest.
func (c *cache) link(h *held, i int32) {
	s := &c.slots[i]
	s.newer, s.older = -1, h.newest
	if h.newest >= 0 {
		c.slots[h.newest].newer = i
	} else {
		h.oldest = i
	}
	h.newest = i
}

func (c *cache) unlink(h *held, i int32) {
	s := &c.slots[i]
	if s.newer >= 0 {
		c.slots[s.newer].older = s.older
	} else {
		h.newest = s.older
	}
	if s.older >= 0 {
		c.slots[s.older].newer = s.newer
	} else {
		h.oldest = s.newer
	}
}

// spread hashes all that is registered into so many chains.
func (c *cache) spread(chains int) {
	c.chains = make([]int32, chains)
	for i := range c.chains {
		c.chains[i] = -1
	}
	for r := range c.ranks {
		for i := c.ranks[r].newest; i >= 0; i = c.slots[i].older {
			k := c.hash(c.slots[i].buffer)
			c.slots[i].next, c.chains[k] = c.chains[k], i
		}
	}
}
