package algo

// fold brings p positions down to the power of two below: of the first 2(p-P), each even one folds into the odd one
// above it, which stands for both (Thakur, Rabenseifner, Gropp 2005, section 4.4).
type fold struct {
	p, f, x int32 // f = floor(log2 p); x = 1 unless p is a power of two
	extra   int32 // p - P
}

func foldTo(p int32) fold {
	f := floorLog(p)
	return fold{p: p, f: f, x: ceilLog(p) - f, extra: p - 1<<f}
}

// folded reports whether position q only lends its data; host, whether it stands for two.
func (d *fold) folded(q int32) bool { return q < 2*d.extra && q%2 == 0 }
func (d *fold) host(q int32) bool   { return q < 2*d.extra && q%2 == 1 }

// vertex of a position that is not folded, 0..P-1; position is its inverse.
func (d *fold) vertex(q int32) int32 {
	if q < 2*d.extra {
		return q / 2
	}
	return q - d.extra
}

func (d *fold) position(v int32) int32 {
	if v < d.extra {
		return 2*v + 1
	}
	return v + d.extra
}

// aside gives the two steps of a folded position: everything to its host in round 0, the result back in round last.
func (d *fold) aside(s *Step, q, index int32, all Chunks, last int32) bool {
	switch index {
	case 0:
		s.send(q+1, all, 0)
	case 1:
		s.receive(q+1, all, last, false)
	default:
		return false
	}
	return true
}
