package algo

// gatherAll sends position q's own chunk to everybody and receives everybody's: 2(p-1) steps of one round.
func gatherAll(p, q, i, round int32) (Step, bool) {
	switch {
	case i < p-1:
		return send(mod(q+1+i, p), one(q), round), true
	case i < 2*(p-1):
		from := mod(q-1-(i-(p-1)), p)
		return receive(from, one(from), round, false), true
	}
	return Step{}, false
}

// scatterAll sends everybody their chunk and combines what arrives of one's own: 2(p-1) steps of one round.
func scatterAll(p, q, i, round int32) (Step, bool) {
	switch {
	case i < p-1:
		to := mod(q+1+i, p)
		return send(to, one(to), round), true
	case i < 2*(p-1):
		return receive(mod(q-1-(i-(p-1)), p), one(q), round, true), true
	}
	return Step{}, false
}
