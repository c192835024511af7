package sim

import (
	"fmt"

	"collsim/sim/units"
)

// HandlerID names a registered handler.
type HandlerID uint16

// Handler is everything that the kernel can wake. op and arg are private to the handler.
type Handler interface {
	Handle(now units.Time, op uint16, arg uint64)
}

// Options of a kernel. The zero value has no limits and no shuffle.
type Options struct {
	MaxEvents uint64     // events fired before Run returns an EventLimit; 0 = no limit
	MaxTime   units.Time // an event later than this makes Run return a TimeLimit; 0 = no limit
	Shuffle   uint64     // test seam: non-zero permutes the events that share an instant, a round and a key
}

// EventLimit says that a run fired as many events as it was allowed.
type EventLimit struct {
	Limit uint64
	At    units.Time
}

func (e *EventLimit) Error() string {
	return fmt.Sprintf("sim: limit of %d events reached at %d ps", e.Limit, int64(e.At))
}

// TimeLimit says that the next event lies beyond the simulated time that was allowed.
type TimeLimit struct{ Limit, Next units.Time }

func (e *TimeLimit) Error() string {
	return fmt.Sprintf("sim: limit of %d ps of simulated time reached; the next event is at %d ps", int64(e.Limit), int64(e.Next))
}

// Kernel owns the clock and the pending events. It is not safe for concurrent use; run one kernel a goroutine.
type Kernel struct {
	queue    queue
	now      units.Time
	handlers []Handler
	options  Options
	fired    uint64
}

// New returns a kernel at instant 0 with nothing to do.
func New(o Options) *Kernel {
	k := &Kernel{options: o}
	k.queue.shuffle = o.Shuffle
	return k
}

// Now is the instant of the event being handled, or of the last one handled.
func (k *Kernel) Now() units.Time { return k.now }

// Fired counts the events handled so far.
func (k *Kernel) Fired() uint64 { return k.fired }

// Skip counts an event that needed no turn of its own: what it would have done was known, and has been done, ahead of
// the clock. Limits and budgets count it like any other.
func (k *Kernel) Skip() { k.fired++ }

// Pending counts the events that have not fired yet.
func (k *Kernel) Pending() int { return k.queue.n }

// Register adds a handler; events are addressed to the ID it returns.
func (k *Kernel) Register(h Handler) HandlerID {
	if len(k.handlers) > 1<<16-1 {
		panic("sim: more than 65,536 handlers")
	}
	k.handlers = append(k.handlers, h)
	return HandlerID(len(k.handlers) - 1)
}

// At schedules (op, arg) for handler to at instant t. key orders the events of one instant and round, lowest first;
// events whose order matters must not share one. It allocates nothing once the queue has grown.
func (k *Kernel) At(t units.Time, key uint32, to HandlerID, op uint16, arg uint64) {
	if t < k.now {
		panic(fmt.Sprintf("sim: handler %d schedules op %d for %d ps, but it is %d ps already", to, op, int64(t), int64(k.now)))
	}
	k.queue.push(event{at: t, tag: uint64(key)<<32 | uint64(to)<<16 | uint64(op), arg: arg})
}

// Run fires events until none is left, budget events have fired, or a limit is reached. budget 0 means no budget. It
// reports whether events are left; calling it again goes on where it stopped, with the same result as one longer run.
func (k *Kernel) Run(budget uint64) (more bool, err error) {
	stop := k.fired + budget
	for k.queue.n > 0 {
		if budget != 0 && k.fired >= stop {
			return true, nil
		}
		if err := k.limited(); err != nil {
			return true, err
		}
		e := k.queue.pop()
		k.now = e.at
		k.fired++
		k.handlers[e.to()].Handle(e.at, e.op(), e.arg)
	}
	return false, nil
}

func (k *Kernel) limited() error {
	if k.options.MaxEvents != 0 && k.fired >= k.options.MaxEvents {
		return &EventLimit{Limit: k.options.MaxEvents, At: k.now}
	}
	if k.options.MaxTime != 0 {
		if next := k.queue.peek(); next > k.options.MaxTime {
			return &TimeLimit{Limit: k.options.MaxTime, Next: next}
		}
	}
	return nil
}
