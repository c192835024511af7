package flow

// The sources that send are a binary heap by the end of their heads, then by first link. Each knows its place.

func (n *Net) sooner(a, b int32) bool {
	s, t := &n.sources[a], &n.sources[b]
	return s.end < t.end || s.end == t.end && a < b
}

// due puts source i where its end belongs.
func (n *Net) due(i int32) {
	s := &n.sources[i]
	if s.place < 0 {
		s.place = int32(len(n.ends))
		n.ends = append(n.ends, i)
	}
	n.down(n.up(s.place))
}

// drop takes source i out.
func (n *Net) drop(i int32) {
	at, last := n.sources[i].place, int32(len(n.ends)-1)
	moved := n.ends[last]
	n.ends = n.ends[:last]
	n.sources[i].place = -1
	if at < last {
		n.put(at, moved)
		n.down(n.up(at))
	}
}

func (n *Net) put(at, i int32) {
	n.ends[at] = i
	n.sources[i].place = at
}

func (n *Net) up(at int32) int32 {
	i := n.ends[at]
	for at > 0 {
		above := (at - 1) / 2
		if !n.sooner(i, n.ends[above]) {
			break
		}
		n.put(at, n.ends[above])
		at = above
	}
	n.put(at, i)
	return at
}

func (n *Net) down(at int32) {
	i, size := n.ends[at], int32(len(n.ends))
	for {
		below := 2*at + 1
		if below >= size {
			break
		}
		if below+1 < size && n.sooner(n.ends[below+1], n.ends[below]) {
			below++
		}
		if !n.sooner(n.ends[below], i) {
			break
		}
		n.put(at, n.ends[below])
		at = below
	}
	n.put(at, i)
}
