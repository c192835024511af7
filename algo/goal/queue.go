package goal

// item is something that happens at an instant: an operation of a rank begins, or a message comes to it.
type item struct {
	at     int64
	serial int64 // when it was made: of two at one instant the older comes first
	rank   int32 // where
	op     int32 // of that rank; of a message, the send that made it
	from   int32 // the sender of a message; -1 = it is an operation
}

func (a *item) before(b *item) bool {
	return a.at < b.at || a.at == b.at && a.serial < b.serial
}

// queue is a binary heap of items.
type queue []item

func (q *queue) push(x item) {
	h := append(*q, x)
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !x.before(&h[up]) {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = x
	*q = h
}

func (q *queue) pop() item {
	h := *q
	first, x := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	i := 0
	for {
		down := 2*i + 1
		if down >= len(h) {
			break
		}
		if down+1 < len(h) && h[down+1].before(&h[down]) {
			down++
		}
		if !h[down].before(&x) {
			break
		}
		h[i] = h[down]
		i = down
	}
	if len(h) > 0 {
		h[i] = x
	}
	*q = h
	return first
}
