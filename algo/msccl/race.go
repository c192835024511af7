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
func (x *player) read(l *state, lane int32, w Where, j int32) (*value, error) {
	cell := x.cells[l.at.gpu].of(w.Buffer, w.Offset+j)
	a := &x.access[l.at.gpu][cell]
	if !l.knows(a.wrote) {
		return nil, x.fault(l.at, "reads chunk %d of buffer %s, which %s writes: neither waits for the other", w.Offset+j, w.Buffer, a.wrote.at)
	}
	v := x.holds[l.at.gpu][cell]
	if v == nil {
		return nil, x.fault(l.at, "reads chunk %d of buffer %s, in which there is nothing yet", w.Offset+j, w.Buffer)
	}
	mine := touch{lane, l.clock[lane], l.at}
	for i := range a.reads {
		if a.reads[i].lane == lane {
			a.reads[i] = mine
			return v, nil
		}
	}
	a.reads = append(a.reads, mine)
	return v, nil
}

// write puts a value there. Whoever wrote or read it must have been waited for.
func (x *player) write(l *state, lane int32, w Where, j int32, v *value) error {
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
	a.wrote, a.reads = touch{lane, l.clock[lane], l.at}, a.reads[:0]
	x.holds[l.at.gpu][cell] = v
	return nil
}

// knows reports whether a touch happened before what a lane does now.
func (l *state) knows(t touch) bool { return t.count == 0 || l.clock[t.lane] >= t.count }
