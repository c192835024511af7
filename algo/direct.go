package algo

// gatherAll sends position q's own chunk to everybody and receives everybody's: 2(p-1) steps of one round.
func gatherAll(s *Step, p, q, i, round int32) bool {
	switch {
	case i < p-1:
		s.send(mod(q+1+i, p), one(q), round)
	case i < 2*(p-1):
		from := mod(q-1-(i-(p-1)), p)
		s.receive(from, one(from), round, false)
	default:
		return false
	}
	return true
}

// scatterAll sends everybody their chunk and combines what arrives of one's own: 2(p-1) steps of one round.
func scatterAll(s *Step, p, q, i, round int32) bool {
	switch {
	case i < p-1:
		to := mod(q+1+i, p)
		s.send(to, one(to), round)
	case i < 2*(p-1):
		s.receive(mod(q-1-(i-(p-1)), p), one(q), round, true)
	default:
		return false
	}
	return true
}
