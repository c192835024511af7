package exec

import (
	"collsim/fabric/host"
	"collsim/sim/units"
)

// memory is what a lane's present step moves.
func (x *Run) memory(i int32, l *lane) buffer {
	number := i - l.rank*x.schedule.Lanes
	s, _ := x.schedule.Step(l.rank, number, l.index)
	return buffer{l.rank, x.schedule.Channels[number], s.Chunks.First, s.Slice, s.Bytes}
}

// registering is what the registration of the step's memory costs the rank now.
func (x *Run) registering(i int32, l *lane) units.Duration {
	switch x.host.Cache {
	case host.Disabled:
		return x.host.Register(l.step.bytes)
	case host.Cold:
		if x.host.Capacity > 0 {
			if x.cache.find(x.memory(i, l)) < 0 {
				return x.host.Register(l.step.bytes)
			}
		} else if !x.known[l.rank] {
			return x.host.Register(x.stands[l.rank].Bytes)
		}
	}
	return 0
}

// registered: the step's memory is registered now, or was already.
func (x *Run) registered(i int32, l *lane) {
	switch {
	case x.host.Cache != host.Cold:
	case x.host.Capacity > 0:
		x.cache.use(x.memory(i, l))
	default:
		x.known[l.rank] = true
	}
}
