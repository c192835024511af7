package exec

import "collsim/sim/units"

// price is what software does to so many bytes. Sizes seldom change from one message to the next.
type price struct {
	bytes             units.Bytes
	copying, reducing units.Duration
}

func (x *Run) price(n units.Bytes) *price {
	if p := &x.last; p.bytes != n {
		*p = price{n, x.host.Copy(n), x.host.Reduce(n)}
	}
	return &x.last
}
