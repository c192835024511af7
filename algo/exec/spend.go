package exec

import (
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// charge lets d of lane i's time pass and books it.
func (x *Run) charge(i int32, l *lane, c ledger.Component, d units.Duration) {
	if d == 0 {
		return
	}
	to := l.time.Add(d)
	x.book.Charge(i, l.time, to, c, ledger.Cause(l.rank))
	l.time = to
}

// spend lets the rank's software work for a nominal duration; what a slow rank takes longer is skew.
func (x *Run) spend(i int32, l *lane, c ledger.Component, nominal units.Duration) {
	if nominal != 0 {
		x.labour(i, l, c, nominal)
	}
}

// labour is spend where there is something to do.
func (x *Run) labour(i int32, l *lane, c ledger.Component, nominal units.Duration) {
	x.charge(i, l, c, nominal)
	if x.uneven {
		x.charge(i, l, ledger.Skew, x.host.Excess(l.rank, c, nominal))
	}
}

// tremble adds the random part of posting a message.
func (x *Run) tremble(i int32, l *lane) {
	luck := x.luck(i, l.rank, l.index)
	x.charge(i, l, ledger.Skew, x.draw(x.host.Jitter, l.rank, drawPost, luck)+x.draw(x.host.Scheduling, l.rank, drawScheduling, luck))
	if x.host.Noise != nil {
		x.charge(i, l, ledger.Skew, x.draw(x.host.Noise[l.rank], l.rank, drawNoise, luck))
	}
}
