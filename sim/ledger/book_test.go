package ledger

import (
	"strings"
	"testing"

	"collsim/sim/units"
)

// panics returns what f panics with.
func panics(f func()) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text, _ = p.(string)
		}
	}()
	f()
	return ""
}

func TestChargesSumToTheCursor(t *testing.T) {
	b := NewBook(false, Library, Queue)
	i := b.Grow(2)
	b.Charge(i, 0, 30, Library, 0)
	b.Charge(i, 30, 100, Queue, 0)
	b.Charge(i, 100, 105, Library, 0)
	p := b.Parts(i)
	if b.At(i) != 105 || p[Library] != 35 || p[Queue] != 70 || p.Sum() != 105 {
		t.Fatalf("at %d, parts %v", int64(b.At(i)), p)
	}
	if p.Group(Software) != 35 || p.Group(Queueing) != 70 || p.Group(Physical) != 0 || p.Group(Waiting) != 0 {
		t.Fatalf("groups of %v", p)
	}
	if b.At(i+1) != 0 {
		t.Fatal("a charge on one trail reached another")
	}
}

func TestGapsAndOverlapsPanic(t *testing.T) {
	for _, from := range []units.Time{9, 11} {
		b := NewBook(false, Library)
		b.Grow(1)
		b.Charge(0, 0, 10, Library, 0)
		if got := panics(func() { b.Charge(0, from, 20, Library, 0) }); !strings.Contains(got, "stands at 10 ps") {
			t.Errorf("charging from %d gave %q", int64(from), got)
		}
	}
	b := NewBook(false, Library)
	b.Grow(1)
	if got := panics(func() { b.Charge(0, 0, -1, Library, 0) }); got == "" {
		t.Error("a charge into the past went through")
	}
	if got := panics(func() { b.Charge(0, 0, 1, Queue, 0) }); !strings.Contains(got, "queue") {
		t.Errorf("a component that was not declared gave %q", got)
	}
}

func TestForkIsACopy(t *testing.T) {
	b := NewBook(true, Library, Propagate)
	lane := b.Grow(2)
	message := lane + 1
	b.Charge(lane, 0, 10, Library, 1)
	b.Fork(message, lane)
	b.Charge(message, 10, 50, Propagate, 2)
	b.Charge(lane, 10, 12, Library, 3)
	if b.At(lane) != 12 || b.At(message) != 50 {
		t.Fatalf("lane at %d, message at %d", int64(b.At(lane)), int64(b.At(message)))
	}
	path := b.Path(message)
	if len(path) != 2 || path[0].Component != Library || path[0].Cause != 1 || path[1].To != 50 || path[1].Cause != 2 {
		t.Fatalf("path %+v", path)
	}
	if p := b.Path(lane); len(p) != 2 || p[1].Cause != 3 {
		t.Fatalf("path of the lane %+v", p)
	}
}

func TestChargingAllocatesNothing(t *testing.T) {
	b := NewBook(false, Library, Queue)
	b.Grow(2)
	at := units.Time(0)
	if n := testing.AllocsPerRun(100, func() {
		b.Charge(0, at, at+5, Library, 0)
		b.Fork(1, 0)
		b.Charge(1, at+5, at+9, Queue, 0)
		b.Fork(0, 1)
		at += 9
	}); n != 0 {
		t.Fatalf("%v allocations a charge", n)
	}
}

func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for c := range Components {
		name := c.String()
		if got, ok := ParseComponent(name); !ok || got != c || seen[name] {
			t.Errorf("component %d is called %q", c, name)
		}
		seen[name] = true
	}
	if _, ok := ParseComponent("latency"); ok {
		t.Error("latency is not a component")
	}
}

func BenchmarkChargeAndFork(b *testing.B) {
	k := NewBook(false, Launch, Library, Protocol, Complete, Reduce, Serialize, Propagate, Queue)
	k.Grow(2)
	at := units.Time(0)
	for range b.N {
		k.Charge(0, at, at+5, Library, 0)
		k.Fork(1, 0)
		k.Charge(1, at+5, at+9, Queue, 0)
		k.Fork(0, 1)
		at += 9
	}
}
