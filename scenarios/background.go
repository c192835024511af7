package scenarios

import (
	"slices"
	"strconv"

	"collsim/sim/units"
)

// The patterns of background traffic.
const (
	evenly  = "constant"
	onOff   = "on-off"
	poisson = "poisson"
)

// Background is traffic beside the collective, of one kind: flows that nobody waits for.
type Background struct {
	Name     string
	From, To []int         // GPUs: each of From to the one at its place in To; either may be a single one
	Pairs    int           // or so many pairs of GPUs, drawn
	Rate     units.Rate    // of payload, of each flow; while it is on
	Sizes    []units.Bytes // of messages, each equally likely
	Pattern  string
	Period   units.Duration // of on-off
	On       units.Duration // how long of each period
	Start    units.Duration
	Stop     units.Duration // 0 = with the collective
	Class    int
}

// defaultFlowMessage is the size of messages of background traffic that says none. Source: the largest piece of a
// storage or RDMA transfer that applications post at once is usually 64 KiB to 1 MiB (judgement).
const defaultFlowMessage = 64 * units.KiB

func backgroundKeys() []key {
	of := func(d *draft) *Background { return &d.Background[len(d.Background)-1] }
	span := func(least units.Duration, field func(*Background) *units.Duration) duration {
		return duration{least, latestStart, func(d *draft) *units.Duration { return field(of(d)) }}
	}
	return []key{
		{"from", "", "GPUs that send, by number: each to the one at its place in to.", gpuList{func(d *draft) *[]int { return &of(d).From }}, anywhere},
		{"to", "", "GPUs that receive. A single one on one side stands for as many as on the other.", gpuList{func(d *draft) *[]int { return &of(d).To }}, anywhere},
		{"pairs", "", "So many pairs of GPUs, drawn by the seed. Instead of from and to.", integer{1, 1 << 16, func(d *draft, n int64) { of(d).Pairs = int(n) }}, anywhere},
		{"rate", "", "What each flow offers, in bytes of payload; of an on-off flow, while it is on.", speed{func(d *draft) *units.Rate { return &of(d).Rate }}, anywhere},
		{"bytes", "", "Size of its messages, or sizes that are drawn from, each equally likely. Left out: 64 KiB.",
			sizeList{func(d *draft) *[]units.Bytes { return &of(d).Sizes }}, anywhere},
		{"pattern", "", "Whether messages come evenly (constant), evenly in a part of each period (on-off), or as unrelated events do (poisson). Left out: constant.",
			word{func(*Catalogue) []string { return []string{evenly, onOff, poisson} }, func(d *draft) *string { return &of(d).Pattern }}, anywhere},
		{"period", "", "Of on-off: from one start to the next.", span(1, func(b *Background) *units.Duration { return &b.Period }), anywhere},
		{"on", "", "Of on-off: how long of each period messages come.", span(1, func(b *Background) *units.Duration { return &b.On }), anywhere},
		{"start", "", "When it begins. Left out: 0.", span(0, func(b *Background) *units.Duration { return &b.Start }), anywhere},
		{"stop", "", "When it ends. Left out: with what is measured, which ends it in any case.", span(1, func(b *Background) *units.Duration { return &b.Stop }), anywhere},
		{"class", "", "The traffic class of its messages. Left out: 0.", integer{0, 255, func(d *draft, n int64) { of(d).Class = int(n) }}, anywhere},
	}
}

func background() named {
	return named{"background traffic", backgroundKeys(), func(d *draft, name string) { d.Background = append(d.Background, Background{Name: name}) }, nil}
}

// object is the traffic in the words of a file.
func (b *Background) object() ordered {
	var o ordered
	if b.Pairs > 0 {
		o.add("pairs", b.Pairs)
	} else {
		o.add("from", ranges(b.From))
		o.add("to", ranges(b.To))
	}
	o.add("rate", b.Rate.Exact())
	o.add("bytes", exactSizes(b.Sizes))
	o.add("pattern", b.Pattern)
	for _, s := range []struct {
		name  string
		value units.Duration
	}{{"period", b.Period}, {"on", b.On}, {"start", b.Start}, {"stop", b.Stop}} {
		if s.value > 0 {
			o.add(s.name, s.value.Exact())
		}
	}
	if b.Class > 0 {
		o.add("class", b.Class)
	}
	return o
}

// background completes background traffic and checks what no key can check alone.
func (r *reader) background(n *node, d *draft) {
	for i := range d.Background {
		b := &d.Background[i]
		at := n.At("background", b.Name)
		path := "background." + b.Name
		from, to, pairs := at.Get("from"), at.Get("to"), at.Get("pairs")
		switch {
		case pairs != nil && (from != nil || to != nil):
			r.problem(pairs.Where, path+".pairs: stands beside from or to", pairs.Text, "one of the two")
		case pairs == nil && from == nil:
			r.missing(at, path+".from", "numbers of GPUs; or pairs, with how many are drawn")
		case pairs == nil && to == nil:
			r.missing(at, path+".to", "numbers of GPUs")
		case len(b.From) > 1 && len(b.To) > 1 && len(b.From) != len(b.To):
			r.problem(to.Where, path+".to: "+strconv.Itoa(len(b.To))+" GPUs for "+strconv.Itoa(len(b.From))+" that send", "", "as many, or a single one")
		}
		if at.Get("rate") == nil {
			r.missing(at, path+".rate", "a rate such as 10 GB/s")
		}
		if b.Sizes == nil {
			b.Sizes = []units.Bytes{defaultFlowMessage}
		}
		if slices.Contains(b.Sizes, 0) {
			r.problem(at.Get("bytes").Where, path+".bytes: cannot be zero", "0", "a size such as 64 KiB")
		}
		r.pace(at, path, b)
		b.Pattern = or(b.Pattern, evenly)
		r.pattern(at, path, b)
	}
}

// pace refuses flows whose messages follow one another too fast to be played, or too slowly for the clock.
func (r *reader) pace(at *node, path string, b *Background) {
	least, most := slices.Min(b.Sizes), slices.Max(b.Sizes)
	switch rate := at.Get("rate"); {
	case b.Rate == 0 || least == 0: // refused already, or never sends
	case uint64(b.Rate)/perNanosecond >= uint64(least):
		r.problem(rate.Where, path+".rate: more than a message of "+least.String()+" a nanosecond", rate.Text, "a lower rate, or larger messages")
	case uint64(most)/uint64(longestWork/units.Second) > uint64(b.Rate):
		r.problem(rate.Where, path+".rate: a message of "+most.String()+" would take more than "+longestWork.String(), rate.Text, "a higher rate, or smaller messages")
	}
}

// perNanosecond is how many times a second something happens that happens each nanosecond.
const perNanosecond = uint64(units.Second / units.Nanosecond)

// pattern checks what a pattern needs, and drops what it does not look at.
func (r *reader) pattern(at *node, path string, b *Background) {
	if b.Pattern == onOff {
		for _, name := range []string{"period", "on"} {
			if at.Get(name) == nil {
				r.missing(at, path+"."+name, "a duration such as 1 ms")
			}
		}
		if b.Period > 0 && b.On > b.Period {
			r.problem(at.Get("on").Where, path+".on: longer than the period", at.Get("on").Text, "at most "+b.Period.String())
		}
	} else {
		for _, name := range []string{"period", "on"} {
			if v := at.Get(name); v != nil {
				r.warn(v.Where, path+"."+name+": "+b.Pattern+" has none; this changes nothing", v.Text, "")
			}
		}
		b.Period, b.On = 0, 0
	}
	if stop := at.Get("stop"); stop != nil && b.Stop > 0 && b.Stop <= b.Start {
		r.problem(stop.Where, path+".stop: not after its start", stop.Text, "later than "+b.Start.String())
	}
}

// backgroundPlaced checks the GPUs of background traffic.
func (r *reader) backgroundPlaced(n *node, d *draft, gpus int) {
	for i := range d.Background {
		b := &d.Background[i]
		at := n.At("background", b.Name)
		path := "background." + b.Name
		if b.Pairs > 0 {
			if gpus < 2 {
				r.problem(at.Where, path+".pairs: the fabric has a single GPU", strconv.Itoa(b.Pairs), "a fabric with two or more")
			}
			continue
		}
		r.onGPUs(at.Get("from"), path+".from", b.From, gpus)
		r.onGPUs(at.Get("to"), path+".to", b.To, gpus)
		for _, pair := range b.between() {
			if pair[0] == pair[1] {
				r.problem(at.Get("to").Where, path+".to: GPU "+strconv.Itoa(pair[0])+" would send to itself", "", "another GPU")
				break
			}
		}
	}
}

// between are the pairs of GPUs that are listed.
func (b *Background) between() [][2]int {
	var all [][2]int
	if len(b.From) == 0 || len(b.To) == 0 {
		return nil
	}
	for i := range max(len(b.From), len(b.To)) {
		all = append(all, [2]int{b.From[min(i, len(b.From)-1)], b.To[min(i, len(b.To)-1)]})
	}
	return all
}

// speed is a rate; it may be 0.
type speed struct{ into func(*draft) *units.Rate }

func (z speed) read(r *reader, path string, n *node, d *draft) {
	s, ok := r.scalar(n, path, "a rate such as 10 GB/s")
	if !ok {
		return
	}
	v, err := units.ParseRate(s)
	if err != nil {
		r.refuse(n, path, err)
		return
	}
	*z.into(d) = v
}

func (speed) schema(*Catalogue) ordered { return quantitySchema(units.RateUnits()) }
