package sim

import (
	"errors"
	"math/rand"
	"sort"
	"testing"

	"collsim/sim/units"
)

// diary records what fires and schedules what it is told to.
type diary struct {
	k     *Kernel
	id    HandlerID
	seen  []uint64
	after func(now units.Time, arg uint64)
}

func newDiary(o Options) *diary {
	d := &diary{k: New(o)}
	d.id = d.k.Register(d)
	return d
}

func (d *diary) Handle(now units.Time, _ uint16, arg uint64) {
	d.seen = append(d.seen, arg)
	if d.after != nil {
		d.after(now, arg)
	}
}

func (d *diary) run(t *testing.T) {
	t.Helper()
	if more, err := d.k.Run(0); more || err != nil {
		t.Fatalf("Run: more %v, error %v", more, err)
	}
}

func equal(t *testing.T, got, want []uint64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("fired %v, want %v", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("fired %v, want %v", got, want)
		}
	}
}

// Every order of the queue is that of a stable sort by (time, key), under delays of every scale.
func TestOrderIsAStableSort(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 200 {
		d := newDiary(Options{})
		type item struct {
			at  units.Time
			key uint32
			arg uint64
		}
		var all []item
		for i := range 300 {
			it := item{units.Time(r.Int63() >> uint(1+r.Intn(62))), uint32(r.Intn(3)), uint64(i)}
			all = append(all, it)
			d.k.At(it.at, it.key, d.id, 0, it.arg)
		}
		sort.SliceStable(all, func(i, j int) bool {
			return all[i].at < all[j].at || all[i].at == all[j].at && all[i].key < all[j].key
		})
		d.run(t)
		var want []uint64
		for _, it := range all {
			want = append(want, it.arg)
		}
		equal(t, d.seen, want)
	}
}

// Two runs of events in order, as ranks in turn are that do not begin with the lowest, come out as a stable sort has them:
// every length of either, with keys that they share.
func TestOrderOfTwoRuns(t *testing.T) {
	for first := range 12 {
		for second := range 12 {
			for shift := range 12 {
				d := newDiary(Options{})
				var keys []int
				for i := range first {
					keys = append(keys, shift+i)
				}
				for i := range second {
					keys = append(keys, 2*i)
				}
				want := make([]uint64, len(keys))
				for i, key := range keys {
					want[i] = uint64(i)
					d.k.At(7, uint32(key), d.id, 0, uint64(i))
				}
				sort.SliceStable(want, func(i, j int) bool { return keys[want[i]] < keys[want[j]] })
				d.run(t)
				equal(t, d.seen, want)
			}
		}
	}
}

// Events pushed while running, at any distance, come out in order too.
func TestOrderUnderPushes(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	d := newDiary(Options{})
	last := units.Time(-1)
	left := 20000
	d.after = func(now units.Time, _ uint64) {
		if now < last {
			t.Fatalf("%d after %d", now, last)
		}
		last = now
		for range r.Intn(3) {
			if left > 0 {
				left--
				d.k.At(now.Add(units.Duration(r.Int63()>>uint(20+r.Intn(43)))), 0, d.id, 0, 0)
			}
		}
	}
	for range 50 {
		d.k.At(units.Time(r.Intn(1000)), 0, d.id, 0, 0)
	}
	d.run(t)
	if d.k.Pending() != 0 || len(d.seen) < 1000 {
		t.Fatalf("%d fired, %d left", len(d.seen), d.k.Pending())
	}
}

// A consequence at the same instant belongs to the next round, whatever its key.
func TestRoundsComeBeforeKeys(t *testing.T) {
	d := newDiary(Options{})
	d.after = func(now units.Time, arg uint64) {
		if arg == 2 {
			d.k.At(now, 0, d.id, 0, 20)
		}
	}
	d.k.At(5, 9, d.id, 0, 3)
	d.k.At(5, 1, d.id, 0, 2)
	d.run(t)
	equal(t, d.seen, []uint64{2, 3, 20})
}

// The shuffle permutes what shares an instant, a round and a key, and nothing else.
func TestShuffle(t *testing.T) {
	moved := false
	for seed := uint64(1); seed < 20; seed++ {
		d := newDiary(Options{Shuffle: seed})
		for i := range uint64(8) {
			d.k.At(units.Time(i/4), uint32(i/2%2), d.id, 0, i)
		}
		d.run(t)
		for i, arg := range d.seen {
			if int(arg)/2 != i/2 {
				t.Fatalf("seed %d: %v mixes instants or keys", seed, d.seen)
			}
			moved = moved || int(arg) != i
		}
	}
	if !moved {
		t.Fatal("the shuffle never changed anything")
	}
}

func TestPausedRunIsTheSameRun(t *testing.T) {
	play := func(budget uint64) []uint64 {
		d := newDiary(Options{})
		d.after = func(now units.Time, arg uint64) {
			if arg < 100 {
				d.k.At(now.Add(units.Duration(arg%3)), 0, d.id, 0, arg+2)
			}
		}
		d.k.At(1, 0, d.id, 0, 0)
		d.k.At(1, 0, d.id, 0, 1)
		for {
			more, err := d.k.Run(budget)
			if err != nil {
				t.Fatal(err)
			}
			if !more {
				return d.seen
			}
			if budget == 0 {
				t.Fatal("a run without budget stopped early")
			}
		}
	}
	equal(t, play(1), play(0))
	equal(t, play(7), play(0))
}

func TestLimits(t *testing.T) {
	d := newDiary(Options{MaxEvents: 3})
	for i := range uint64(5) {
		d.k.At(units.Time(i), 0, d.id, 0, i)
	}
	more, err := d.k.Run(0)
	var events *EventLimit
	if !more || !errors.As(err, &events) || events.Limit != 3 || len(d.seen) != 3 {
		t.Fatalf("more %v, error %v, fired %v", more, err, d.seen)
	}
	d = newDiary(Options{MaxTime: 3})
	d.k.At(3, 0, d.id, 0, 1)
	d.k.At(4, 0, d.id, 0, 2)
	more, err = d.k.Run(0)
	var late *TimeLimit
	if !more || !errors.As(err, &late) || late.Next != 4 || len(d.seen) != 1 {
		t.Fatalf("more %v, error %v, fired %v", more, err, d.seen)
	}
	d.k.At(3, 0, d.id, 0, 3) // looking at the next event has not moved the reference
	if d.k.Pending() != 2 {
		t.Fatal("an event was lost")
	}
}

func TestPastPanics(t *testing.T) {
	d := newDiary(Options{})
	d.after = func(now units.Time, _ uint64) { d.k.At(now-1, 0, d.id, 0, 0) }
	d.k.At(5, 0, d.id, 0, 0)
	defer func() {
		if recover() == nil {
			t.Fatal("scheduling into the past went through")
		}
	}()
	d.run(t)
}

// Once the queue has grown, firing and scheduling allocate nothing.
func TestNoAllocation(t *testing.T) {
	h := newHold(1000, fabricLaw)
	h.k.Run(1_000_000)
	if n := testing.AllocsPerRun(10, func() { h.k.Run(10_000) }); n > 0 {
		t.Fatalf("%v allocations in 10,000 events", n)
	}
}
