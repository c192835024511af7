package exec

import "collsim/sim/units"

// price is what software does to so many bytes. Sizes seldom change from one message to the next.
type price struct {
	bytes             units.Bytes
	copying, reducing units.Duration

	passing, crossing      units.Duration // of a thread block, of one that exchanges it with another node
	driving                units.Duration // of the proxy thread
	inside, seated, across units.Bytes    // on links
}

// price finds that of n bytes. Pieces of a chunk differ by a byte at most, so that two are kept.
func (x *Run) price(n units.Bytes) *price {
	p := &x.last[n&1]
	if p.bytes != n {
		x.estimate(p, n)
	}
	return p
}

// estimate works a price out.
func (x *Run) estimate(p *price, n units.Bytes) {
	h := &x.host
	*p = price{bytes: n, copying: h.Copy(n), reducing: h.Reduce(n)}
	if x.passes != nil {
		p.passing, p.crossing, p.driving = h.Pass(n), h.NetPass(n), h.Driving(n)
		p.inside, p.seated, p.across = h.Wire.Of(n), h.SeatWire.Of(n), h.NetWire.Of(n)
	}
}
