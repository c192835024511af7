package goal

import (
	"fmt"
	"strconv"

	"collsim/algo"
)

// Work is how long a rank combines or copies what a step has received, in the unit of the parameters; nil = no time at
// all.
type Work func(algo.Step) int64

// of makes one rank's operations of the steps of its lanes.
type of struct {
	rank  Rank
	work  Work
	heard [][]int32 // lane -> step -> the operation that ends what the step has received, or waits for; -1 = none
	sent  []int32   // lane -> its last send; -1 = none
}

// Of makes a program of a collective. A lane's messages have the lane's number as their tag, so that they match in order;
// receives wait for nobody; what a step sends waits for what the lane has received until then, and follows what it has
// sent before. Messages of no byte are written as one byte, for LogGOPSim charges such by an unsigned -1. Collectives in
// which switches take part have no GOAL.
func Of(s *algo.Schedule, work Work) (*Program, error) {
	if s.Seats > 0 {
		return nil, fmt.Errorf("goal: %s/%s goes through switches that add up and copy, which GOAL has no word for", s.Collective, s.Algorithm)
	}
	p := &Program{Ranks: make([]Rank, s.Call.Ranks)}
	for r := range p.Ranks {
		o := of{work: work}
		for lane := range s.Lanes {
			o.lane(s, int32(r), lane)
		}
		o.wait(s, int32(r))
		p.Ranks[r] = o.rank
	}
	if problems := p.check(); len(problems) > 0 {
		return nil, problems
	}
	return p, nil
}

// lane adds the operations of one lane.
func (o *of) lane(s *algo.Schedule, rank, lane int32) {
	o.heard, o.sent = append(o.heard, nil), append(o.sent, -1)
	last := int32(-1)
	for n := int32(0); ; n++ {
		step, ok := s.Step(rank, lane, n)
		if !ok {
			return
		}
		name := "_" + strconv.Itoa(int(lane)) + "_" + strconv.Itoa(int(n))
		if step.Recv >= 0 {
			got := o.add(Op{Kind: Recv, Label: "r" + name, Size: max(1, int64(step.Bytes)), Peer: step.Recv, Tag: int64(lane)})
			last = o.after(got, last)
			if o.work != nil && o.work(step) > 0 {
				calc := o.add(Op{Kind: Calc, Label: "c" + name, Size: o.work(step)})
				last = o.after(calc, last)
			}
		}
		if step.WaitLane >= 0 { // a point at which two lanes meet
			last = o.after(o.add(Op{Kind: Calc, Label: "w" + name}), last)
		}
		o.heard[lane] = append(o.heard[lane], last)
		if step.Send >= 0 {
			o.send(Op{Kind: Send, Label: "s" + name, Size: max(1, int64(step.Bytes)), Peer: step.Send, Tag: int64(lane)}, lane, last)
		}
	}
}

func (o *of) add(op Op) int32 {
	o.rank.Ops = append(o.rank.Ops, op)
	return int32(len(o.rank.Ops) - 1)
}

// after makes an operation need another, unless it is a receive, which can be posted at any time: then a calculation of no
// time joins both. It returns what ends when both have.
func (o *of) after(op, last int32) int32 {
	if last < 0 {
		return op
	}
	if o.rank.Ops[op].Kind != Recv {
		o.need(op, last, false)
		return op
	}
	join := o.add(Op{Kind: Calc, Label: "j" + o.rank.Ops[op].Label})
	o.need(join, op, false)
	o.need(join, last, false)
	return join
}

func (o *of) need(op, on int32, started bool) {
	o.rank.Needs = append(o.rank.Needs, Need{Op: op, On: on, Started: started})
}

func (o *of) send(op Op, lane, last int32) {
	sent := o.add(op)
	if last >= 0 {
		o.need(sent, last, false)
	}
	if before := o.sent[lane]; before >= 0 {
		o.need(sent, before, true)
	}
	o.sent[lane] = sent
}

// wait makes steps wait for those of other lanes, once all are known.
func (o *of) wait(s *algo.Schedule, rank int32) {
	labels := map[string]int32{}
	for i := range o.rank.Ops {
		labels[o.rank.Ops[i].Label] = int32(i)
	}
	for lane := range s.Lanes {
		for n := int32(0); ; n++ {
			step, ok := s.Step(rank, lane, n)
			if !ok {
				break
			}
			if step.WaitLane < 0 {
				continue
			}
			if on := o.heard[step.WaitLane][step.WaitStep]; on >= 0 {
				o.need(labels["w_"+strconv.Itoa(int(lane))+"_"+strconv.Itoa(int(n))], on, false)
			}
		}
	}
}
