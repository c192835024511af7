package msccl

// access is who touched a cell: the last write, and the reads since.
type access struct {
	wrote touch
	reads []touch
}

// touch is a step of a lane, counted from 1; count 0 = nobody.
type touch struct {
	lane, count int32
	at          place
}

// read takes chunk j of a place. Whoever wrote it must have been waited for.
func (x *player) read(l *state, w Where, j int32) (*value, error) {
	cell := x.cells[l.at.gpu].of(w.Buffer, w.Offset+j)
	a := &x.access[l.at.gpu][cell]
	if !l.knows(a.wrote) {
		return nil, x.fault(l.at, "reads chunk %d of buffer %s, which %s writes: neither waits for the other", w.Offset+j, w.Buffer, a.wrote.at)
	}
	v := x.holds[l.at.gpu][cell]
	if v == nil {
		return nil, x.fault(l.at, "reads chunk %d of buffer %s, in which there is nothing yet", w.Offset+j, w.Buffer)
	}
	for i := range a.reads {
		if a.reads[i].lane == l.lane {
			a.reads[i] = l.touch()
			return v, nil
		}
	}
	a.reads = append(a.reads, l.touch())
	return v, nil
}

// write puts a value there. Whoever wrote or read it must have been waited for.
func (x *player) write(l *state, w Where, j int32, v *value) error {
	cell := x.cells[l.at.gpu].of(w.Buffer, w.Offset+j)
	a := &x.access[l.at.gpu][cell]
	if !l.knows(a.wrote) {
		return x.fault(l.at, "writes chunk %d of buffer %s, which %s writes too: neither waits for the other", w.Offset+j, w.Buffer, a.wrote.at)
	}
	for _, r := range a.reads {
		if !l.knows(r) {
			return x.fault(l.at, "writes chunk %d of buffer %s, which %s reads: neither waits for the other", w.Offset+j, w.Buffer, r.at)
		}
	}
	a.wrote, a.reads = l.touch(), a.reads[:0]
	x.holds[l.at.gpu][cell] = v
	return nil
}

// knows reports whether a touch happened before what a lane does now.
func (l *state) knows(t touch) bool {
	return t.count == 0 || t.lane == l.lane || l.clock.of(t.lane) >= t.count
}

// touch is what the step that a lane is at does.
func (l *state) touch() touch { return touch{l.lane, l.at.step + 1, l.at} }
