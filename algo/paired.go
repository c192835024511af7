package algo

import "fmt"

// paired brings p positions down to the power of two below: of the first 2(p-P), each even one folds into the odd one
// above it, which stands for both (Thakur, Rabenseifner, Gropp 2005, section 4.4).
type paired struct {
	p, f, x int32 // f = floor(log2 p); x = 1 unless p is a power of two
	extra   int32 // p - P
}

func pairUp(p int32) paired {
	f := floorLog(p)
	return paired{p: p, f: f, x: ceilLog(p) - f, extra: p - 1<<f}
}

// motion of positions, where none stands for two.
func (d *paired) motion(how drift) motion {
	if d.extra > 0 {
		return irregular(fmt.Sprintf("%d ranks are not a power of two, so that some stand for two", d.p))
	}
	return flipping(how)
}

// folded reports whether position q only lends its data; host, whether it stands for two.
func (d *paired) folded(q int32) bool { return q < 2*d.extra && q%2 == 0 }
func (d *paired) host(q int32) bool   { return q < 2*d.extra && q%2 == 1 }

// vertex of a position that is not folded, 0..P-1; position is its inverse.
func (d *paired) vertex(q int32) int32 {
	if q < 2*d.extra {
		return q / 2
	}
	return q - d.extra
}

func (d *paired) position(v int32) int32 {
	if v < d.extra {
		return 2*v + 1
	}
	return v + d.extra
}

// aside gives the two steps of a folded position: everything to its host in round 0, the result back in round last.
func (d *paired) aside(s *Step, q, index int32, all Chunks, last int32) bool {
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
