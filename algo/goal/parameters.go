package goal

import (
	"fmt"
	"math"
)

// Parameters are the LogGOPS costs, in the unit of the calculations: nanoseconds by convention, picoseconds where links
// move more than a byte a nanosecond.
type Parameters struct {
	Latency     int64 // L: from the end of the overhead at the sender to the first byte at the receiver
	Overhead    int64 // o: of the CPU, for each message sent or received
	Gap         int64 // g: of the NIC, between messages
	PerByteGap  int64 // G: of the NIC, for each byte after the first
	PerByteWork int64 // O: of the CPU, for each byte after the first
	Eager       int64 // S: a longer message holds its sender until it is received

	// LogGOPSim makes the rules those of the simulator in all they have of their own: a message of no byte costs one byte
	// less than one of a byte, and an operation that needs one of another cpu does not wait for its end.
	LogGOPSim bool
}

// check refuses costs that are none, and such as could leave the range of the clock in a program.
func (q *Parameters) check(p *Program) error {
	for _, c := range []struct {
		name  string
		value int64
	}{{"L", q.Latency}, {"o", q.Overhead}, {"g", q.Gap}, {"G", q.PerByteGap}, {"O", q.PerByteWork}, {"S", q.Eager}} {
		if c.value < 0 {
			return fmt.Errorf("goal: %s is %d: a cost is not negative", c.name, c.value)
		}
	}
	most := float64(0) // of the clock, were nothing done at the same time as anything else
	for r := range p.Ranks {
		for i := range p.Ranks[r].Ops {
			if o := &p.Ranks[r].Ops[i]; o.Kind == Calc {
				most += float64(o.Size)
			} else {
				perByte := float64(q.PerByteGap) + float64(q.PerByteWork)
				most += 2*float64(q.Overhead) + float64(q.Gap) + float64(q.Latency) + float64(o.Size)*perByte
			}
		}
	}
	if most >= math.MaxInt64/4 {
		return fmt.Errorf("goal: the operations add up to %.3g units of time, more than the clock holds: use a coarser unit", most)
	}
	return nil
}

// beyond is how many bytes of a message follow its first.
func (q *Parameters) beyond(size int64) int64 {
	if size > 0 || q.LogGOPSim {
		return size - 1
	}
	return 0
}

// busy is how long a message keeps the CPU at its sender.
func (q *Parameters) busy(size int64) int64 { return q.Overhead + q.beyond(size)*q.PerByteWork }

// takes is how long it keeps the CPU at its receiver, who takes the bytes as they come.
func (q *Parameters) takes(size int64) int64 {
	n := q.beyond(size)
	work, wire := n*q.PerByteWork, n*q.PerByteGap
	if q.LogGOPSim { // compares without a sign
		return q.Overhead + int64(max(uint64(work), uint64(wire)))
	}
	return q.Overhead + max(work, wire)
}

// wire is how long it keeps a NIC.
func (q *Parameters) wire(size int64) int64 { return q.Gap + q.beyond(size)*q.PerByteGap }
