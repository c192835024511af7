package message

import (
	"collsim/fabric"
	"collsim/sim/units"
)

// lease is whose messages a link has carried at which messages may start.
type lease struct {
	owner   int64           // whose message was the first; -1 = there was none yet
	tenants *fabric.Tenants // nil = all are one owner's
}

// moveIn: a message of an owner comes that is the first, or not of the owner of all before, which are over at start.
func (l *lease) moveIn(owner uint32, start units.Time) {
	if l.owner < 0 {
		l.owner = int64(owner)
	} else if l.tenants == nil {
		l.tenants = fabric.NewTenants(uint32(l.owner), start, units.Duration(start)) // gaps count as well: nobody waits in one
	}
}

// others is for how long the link is busy with messages of others than an owner from since, not before the clock, to start,
// when all is over that has come.
func (l *lease) others(owner uint32, since, start units.Time) units.Duration {
	if l.tenants == nil {
		return 0
	}
	own := l.tenants.By(owner, start, units.Duration(start)) - l.tenants.By(owner, since, units.Duration(since))
	return start.Sub(since) - own
}
