package msccl

import (
	"cmp"
	"slices"
)

// clock is a vector clock: how many steps of each lane have happened before something, by lane, without lanes of which none
// has. In an all-to-all of hundreds of GPUs a block hears of few of the others, and there are too many to count all of
// them in each.
type clock []tick

type tick struct{ lane, steps int32 }

// find is where a lane stands, or belongs.
func (c clock) find(lane int32) (at int, found bool) {
	return slices.BinarySearchFunc(c, lane, func(t tick, lane int32) int { return cmp.Compare(t.lane, lane) })
}

// of is how many steps of a lane have happened before.
func (c clock) of(lane int32) int32 {
	if at, found := c.find(lane); found {
		return c[at].steps
	}
	return 0
}

// next is the clock after one more step of a lane.
func (c clock) next(lane int32) clock {
	at, found := c.find(lane)
	if !found {
		c = slices.Insert(c, at, tick{lane: lane})
	}
	c[at].steps++
	return c
}

// after is the clock of what happens after another thing as well. Where it needs no more room it changes the clock itself.
func (c clock) after(d clock) clock {
	i := 0
	for _, t := range d {
		for i < len(c) && c[i].lane < t.lane {
			i++
		}
		if i == len(c) || c[i].lane != t.lane {
			return c.merged(d)
		}
		c[i].steps = max(c[i].steps, t.steps)
	}
	return c
}

func (c clock) merged(d clock) clock {
	both := make(clock, 0, len(c)+len(d))
	for len(c) > 0 && len(d) > 0 {
		switch {
		case c[0].lane < d[0].lane:
			both, c = append(both, c[0]), c[1:]
		case c[0].lane > d[0].lane:
			both, d = append(both, d[0]), d[1:]
		default:
			both = append(both, tick{c[0].lane, max(c[0].steps, d[0].steps)})
			c, d = c[1:], d[1:]
		}
	}
	return append(append(both, c...), d...)
}
