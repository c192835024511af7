package scenarios

import (
	"math/bits"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// fewLoops are played in the first of three runs that show whether loops follow one another evenly; twice and three times as
// many in the others. Of fewer than mostLoops all are played.
const (
	fewLoops  = 4
	mostLoops = 8 * fewLoops
	midLoops  = 2 * fewLoops // from so many on chance of who comes first shows less
)

// timing plays the call, or as much of it as tells the rest.
func (b *bound) timing() (Timing, error) {
	if b.choice == nil {
		return b.played()
	}
	call := &b.schedule.Call
	width := max(call.Batch, 1)
	all := (call.Slices + width - 1) / width
	if call.Portion > 0 && all > mostLoops {
		full := *b
		for few := fewLoops; 8*few < all; few *= 2 {
			if t, ok, err := full.drawn(all, width, few); ok || err != nil {
				t.Played, t.Loops = b.scenario.Bytes, all
				return t, err
			}
		}
	}
	if err := b.cut(call.Slices, b.scenario.Bytes); err != nil {
		return Timing{}, err
	}
	t, err := b.played()
	t.Played = b.schedule.Call.Bytes
	return t, err
}

// Messages is about how many messages a [Bench] plays for n bytes: those of representatives, and of the loops that are
// drawn from. It does not count beyond so many.
func (x *Bench) Messages(n units.Bytes, most int64) (int64, error) {
	b := x.base
	b.scenario.Bytes, b.asked.Bytes, b.asked.NCCL.Tuner = n, n, ""
	if err := b.plan(); err != nil {
		return 0, &Refused{err}
	}
	b.crew()
	call := &b.schedule.Call
	messages := b.schedule.Messages(most)
	if all := (call.Slices + max(call.Batch, 1) - 1) / max(call.Batch, 1); call.Portion > 0 && all > mostLoops {
		messages = messages / int64(all) * 6 * fewLoops
	}
	f, _ := fidelityOf(byMessages)
	c := b.config(f)
	if fold, err := b.findFold(&c, false); err == nil {
		messages /= int64(fold.Ranks.Copies())
	}
	return messages, nil
}

// cut makes the schedule of so many slices and bytes of the call, with chunks that are alike at all ranks.
func (b *bound) cut(slices int, n units.Bytes) error {
	labels, call := units.Bytes(b.schedule.Labels), b.schedule.Call
	even := (n + labels - 1) / labels * labels
	if even == call.Bytes {
		return nil
	}
	call.Bytes, call.Slices = even, slices
	schedule, err := b.algorithm.Build(call)
	b.schedule = schedule
	return err
}

// drawn is the line through what 2 and 3 times a few loops of all take, if the same number of loops before them took as
// long: ok is false where they did not. The last loop, which takes the rest of the bytes, is one of the few.
func (b *bound) drawn(all, width, few int) (t Timing, ok bool, err error) {
	loop := b.schedule.Call.Portion * units.Bytes(b.schedule.Labels) * units.Bytes(b.schedule.Call.Channels)
	var at [3]Timing
	for i := range at {
		loops := (i + 1) * few
		if err = b.cut(loops*width, b.scenario.Bytes-units.Bytes(all-loops)*loop); err != nil {
			return t, false, err
		}
		if at[i], err = b.played(); err != nil {
			return t, false, err
		}
		t.Events += at[i].Events
	}
	before, last := at[1].Total-at[0].Total, at[2].Total-at[1].Total
	bent := last / 1024
	if few > midLoops {
		bent = last / 256
	}
	if d := last - before; max(d, -d) > bent {
		return t, false, nil
	}
	rest := int64(all - 3*few)
	for c := range ledger.Components {
		step := at[2].Critical[c] - at[1].Critical[c]
		t.Critical[c] = at[2].Critical[c] + units.Duration(share64(int64(step), rest, int64(few)))
		if t.Critical[c] < 0 {
			return t, false, nil // what binds has changed meanwhile
		}
		t.Total += t.Critical[c]
	}
	t.Messages = at[2].Messages + (at[2].Messages-at[1].Messages)*rest/int64(few)
	return t, true, nil
}

// share64 is n x num / den, cut to a whole number.
func share64(n, num, den int64) int64 {
	if n < 0 {
		return -share64(-n, num, den)
	}
	hi, lo := bits.Mul64(uint64(n), uint64(num))
	q, _ := bits.Div64(hi, lo, uint64(den))
	return int64(q)
}
