package exec

import (
	"errors"
	"fmt"
	"strings"

	"collsim/fabric"
	"collsim/sim/units"
)

// Deadlock says that lanes are left but nothing can happen any more.
type Deadlock struct {
	At    units.Time // the instant of the last event
	Waits []Wait     // at most 8, lowest rank first
	Lanes int        // how many lanes are stuck in all
	Cause string     // what the network says about it; "" = nothing
}

// Wait is one lane that cannot go on.
type Wait struct {
	Rank, Lane, Step int    // Rank counts on into the seats
	Who              string // rank 3, or seat s0
	For              string
}

func (d *Deadlock) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "deadlock: %d lanes cannot go on", d.Lanes)
	for _, w := range d.Waits {
		fmt.Fprintf(&b, "; %s lane %d step %d %s", w.Who, w.Lane, w.Step, w.For)
	}
	if d.Lanes > len(d.Waits) {
		fmt.Fprintf(&b, "; and %d more", d.Lanes-len(d.Waits))
	}
	if d.Cause != "" {
		b.WriteString("; " + d.Cause)
	}
	return b.String()
}

// deadlock names who waits for whom.
func (x *Run) deadlock() error {
	if x.failure != nil {
		return x.failure
	}
	d := &Deadlock{At: x.kernel.Now()}
	for i := range x.lanes {
		l := &x.lanes[i]
		if l.phase == finished {
			continue
		}
		d.Lanes++
		if len(d.Waits) < 8 {
			d.Waits = append(d.Waits, Wait{int(l.rank), i % int(x.schedule.Lanes), int(l.index), x.schedule.Party(l.rank), x.reason(int32(i), l)})
		}
	}
	err := x.net.Settled()
	var gave *fabric.GaveUp
	switch {
	case errors.As(err, &gave):
		return gave
	case err != nil:
		d.Cause = err.Error()
	}
	return d
}

func (x *Run) reason(i int32, l *lane) string {
	switch {
	case l.stalled && x.outstanding != nil && l.phase == posting && x.to(i, l.step.send).messages >= x.window:
		return fmt.Sprintf("waits for %s to take one of the %d messages that its window lets it have on their way", x.schedule.Party(l.step.send), x.window)
	case l.phase == securing:
		return fmt.Sprintf("waits for %s to take one of the %d messages that its window lets it have on their way", x.schedule.Party(l.step.send), x.window)
	case l.stalled:
		return "waits for its messages to be acknowledged"
	case l.phase == fetching:
		return fmt.Sprintf("waits for step %d of its lane %d", l.step.waitStep, l.step.waitLane)
	case l.phase == passing:
		return fmt.Sprintf("waits for round %d to end before it sends in round %d", x.gate.open, l.step.round)
	case l.phase == receiving:
		return "waits for a message from " + x.schedule.Party(l.step.recv)
	}
	return fmt.Sprintf("%s, receiving from %s", phaseNames[l.phase], x.schedule.Party(l.step.recv))
}
