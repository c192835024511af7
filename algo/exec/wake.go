package exec

// signal: the step of lane i is over, at this instant.
func (x *Run) signal(i int32) {
	l := &x.lanes[i]
	l.index++
	l.phase = fetching
	first := l.rank * x.schedule.Lanes
	for j := first; j < first+x.schedule.Lanes; j++ {
		w := &x.lanes[j]
		if !w.parked || w.phase != fetching || first+w.step.waitLane != i || w.step.waitStep >= l.index {
			continue
		}
		w.parked = false
		x.follow(j, w, i, l)
		if w.phase = receiving; x.credits != nil {
			w.phase = securing
		}
		x.woken = append(x.woken, j)
	}
	x.woken = append(x.woken, i)
}

// follow makes lane w, which waited for lane l of its own rank, go on when l got there.
func (x *Run) follow(j int32, w *lane, i int32, l *lane) {
	if l.time > w.time {
		if x.trace != nil {
			x.followed(j, w.time, i)
		}
		w.time, w.waited, x.marked[j] = l.time, l.waited, x.marked[i]
		x.book.Fork(j, i)
	}
}

// settle advances the lanes that have been woken, until none is left.
func (x *Run) settle() {
	for len(x.woken) > 0 {
		i := x.woken[len(x.woken)-1]
		x.woken = x.woken[:len(x.woken)-1]
		x.advance(i)
	}
}
