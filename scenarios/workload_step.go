package scenarios

import (
	"math/big"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/algo/program"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// gradientScale is the size of the second synchronisation: one number.
const gradientScale = 4

// trainer adds the steps of a training run to a program.
type trainer struct {
	*work
	of                *Workload
	sizes             []units.Bytes // of the operations of a step
	forward, backward []int32       // the tasks for them
	scan, renewed     int32
	pending           []int // calls of the step before, of double buffering
}

// The streams of training.
const (
	gradientStream  = 0
	parameterStream = 1
)

// training is steps of data-parallel training, by full synchronisation or sharded.
func (w *work) training() error {
	l := &w.b.scenario.Workload
	w.program = program.New(w.b.scenario.Ranks, min(w.b.graph.GPUsPerNode, w.b.scenario.Ranks))
	t := &trainer{work: w, of: l, scan: w.timed(ledger.Prepare, l.Bookkeeping.Scan), renewed: w.calls}
	if l.Rebuild == "every-step" {
		t.renewed = w.task(exec.Task{Component: ledger.Launch, Call: true, Renew: true})
	}
	tensors := l.Tensors
	if tensors == nil {
		tensors = l.Model.tensors()
	}
	step := t.full
	if l.Parallel == sharded {
		t.sizes = l.Bucket.buckets(tensors)
		t.forward = t.compute(l.Compute.Forward, t.sizes)
		step = t.sharded
	} else {
		t.sizes = l.Bucket.buckets(backwards(tensors))
		t.forward = []int32{t.timed(ledger.Compute, l.Compute.Forward)}
	}
	t.backward = t.compute(l.Compute.Backward, t.sizes)
	for i := range l.WarmUp + l.Steps {
		t.begun()
		t.do(t.before(i))
		if err := step(); err != nil {
			return err
		}
		if i == l.WarmUp+l.Steps-1 {
			t.drain()
		}
		t.ended()
	}
	return nil
}

// before is what a rank does before step i beside computing: what chance adds, and a stall.
func (w *work) before(i int) int32 {
	l := &w.b.scenario.Workload
	t := exec.Task{Component: ledger.Skew, Jitter: l.Compute.Jitter.law(), Luck: uint64(i)}
	if l.Stall.Time > 0 && l.Stall.Step == i+1 {
		t.By = make([]units.Duration, w.b.scenario.Ranks)
		t.By[l.Stall.Rank] = l.Stall.Time
	}
	if t.By == nil && t.Jitter.Mean == 0 {
		return 0
	}
	return w.task(t)
}

// compute splits a time over buckets in proportion to their bytes, so that the parts sum to it, and makes a task of each.
func (w *work) compute(total units.Duration, sizes []units.Bytes) []int32 {
	all, done := sum64(sizes), units.Bytes(0)
	until := func(n units.Bytes) units.Duration {
		if all == 0 { // nothing to go by: the first does it all
			return total
		}
		x := new(big.Int).Mul(big.NewInt(int64(total)), big.NewInt(int64(n)))
		return units.Duration(x.Div(x, big.NewInt(int64(all))).Int64())
	}
	tasks := make([]int32, len(sizes))
	for i, n := range sizes {
		before := until(done)
		if i == 0 {
			before = 0
		}
		tasks[i] = w.timed(ledger.Compute, until(done+n)-before)
		done += n
	}
	return tasks
}

// first is the task of the next call of a step: the first one may have to set the communicator up anew.
func (t *trainer) first() int32 {
	if t.ofStep == 0 {
		return t.renewed
	}
	return t.calls
}

// full is a step in which every rank holds the whole model and gradients are added up bucket by bucket.
func (t *trainer) full() error {
	t.do(t.forward[0])
	var calls []int
	reduce := func(n units.Bytes) error {
		c, err := t.call(operation{algo.AllReduce, n}, gradientStream, t.first())
		calls = append(calls, c)
		return err
	}
	for i, n := range t.sizes {
		t.do(t.backward[i])
		if t.of.Overlap {
			if err := reduce(n); err != nil {
				return err
			}
		}
	}
	t.do(t.scan)
	for _, n := range t.sizes {
		if !t.of.Overlap {
			if err := reduce(n); err != nil {
				return err
			}
		}
	}
	if t.of.DoubleBuffering {
		t.drain()
		t.pending = calls
	} else {
		t.wait(calls)
	}
	return t.again()
}

// again is the second synchronisation of a step.
func (t *trainer) again() error {
	if !t.of.Bookkeeping.SecondSynchronisation {
		return nil
	}
	c, err := t.call(operation{algo.AllReduce, gradientScale}, parameterStream, t.first())
	if err == nil {
		t.program.Wait(c)
	}
	return err
}

func (t *trainer) wait(calls []int) {
	for _, c := range calls {
		t.program.Wait(c)
	}
}

// drain waits for the gradients of the step before.
func (t *trainer) drain() {
	t.wait(t.pending)
	t.pending = nil
}

// sharded is a step in which every rank holds a share of each unit's parameters: they are gathered before the unit's
// forward pass and again before its backward pass, and its gradients are scattered. With overlap the next unit is
// gathered while this one computes (Zhao et al., "PyTorch FSDP", 2023).
func (t *trainer) sharded() error {
	last := len(t.sizes) - 1
	order := make([]int, 0, 2*len(t.sizes))
	for i := range t.sizes {
		order = append(order, i)
	}
	for i := range t.sizes {
		order = append(order, last-i)
	}
	gathered := make([]int, len(order))
	gather := func(i int) (err error) {
		gathered[i], err = t.call(operation{algo.AllGather, t.sizes[order[i]]}, parameterStream, t.first())
		return err
	}
	var scattered []int
	for i, unit := range order {
		if i == 0 || !t.of.Overlap {
			if err := gather(i); err != nil {
				return err
			}
		}
		t.program.Wait(gathered[i])
		if t.of.Overlap && i+1 < len(order) {
			if err := gather(i + 1); err != nil {
				return err
			}
		}
		if i <= last {
			t.do(t.forward[unit])
			continue
		}
		t.do(t.backward[unit])
		c, err := t.call(operation{algo.ReduceScatter, t.sizes[unit]}, gradientStream, t.first())
		if err != nil {
			return err
		}
		if scattered = append(scattered, c); !t.of.Overlap {
			t.program.Wait(c)
		}
	}
	t.do(t.scan)
	if t.of.Overlap {
		t.wait(scattered)
	}
	return t.again()
}

// works reports whether ranks do anything beside communicating.
func (b *bound) works() bool {
	if b.work == nil {
		return false
	}
	for _, t := range b.work.tasks {
		if t.Nominal > 0 || t.By != nil {
			return true
		}
	}
	return false
}
