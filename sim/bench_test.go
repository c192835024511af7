//go:build unix

package sim

import (
	"fmt"
	"runtime"
	"syscall"
	"testing"

	"collsim/sim/units"
)

// law draws the delay of the next event in the hold model: pop one, push one.
type law func(u uint64) units.Duration

// fabricLaw is what a packet simulation schedules: now, a 4 KiB packet at 400 Gb/s, a cable, a longer one, and up to 2 us.
func fabricLaw(u uint64) units.Duration {
	switch u % 5 {
	case 0:
		return 0
	case 1:
		return 81920
	case 2:
		return 100_000
	case 3:
		return 500_000
	}
	return units.Duration(u >> 8 % 2_000_000)
}

// tieLaw is lock-step: four fixed delays.
func tieLaw(u uint64) units.Duration { return units.Duration(1+u%4) * 100_000 }

// exponentialLaw is memoryless with a mean of 1 us.
func exponentialLaw(u uint64) units.Duration {
	return Jitter{Distribution: Exponential, Mean: units.Microsecond}.Draw(Key{Index: u})
}

type xorshift uint64

func (x *xorshift) next() uint64 {
	*x ^= *x << 13
	*x ^= *x >> 7
	*x ^= *x << 17
	return uint64(*x)
}

// hold keeps n events pending in the product's queue.
type hold struct {
	k    *Kernel
	id   HandlerID
	rand xorshift
	law  law
}

func newHold(n int, l law) *hold {
	h := &hold{k: New(Options{}), rand: 88172645463325252, law: l}
	h.id = h.k.Register(h)
	for range n {
		h.k.At(units.Time(l(h.rand.next())), 0, h.id, 0, 0)
	}
	return h
}

func (h *hold) Handle(now units.Time, _ uint16, arg uint64) {
	h.k.At(now.Add(h.law(h.rand.next())), 0, h.id, 0, arg)
}

// binary is the yardstick: a binary heap of the same events as values, ordered by (time, sequence), sifted with a hole.
type binary struct {
	items []sequenced
	seq   uint64
}

type sequenced struct {
	event
	seq uint64
}

func before(a, b *sequenced) bool { return a.at < b.at || a.at == b.at && a.seq < b.seq }

func (b *binary) push(e event) {
	x := sequenced{e, b.seq}
	b.seq++
	b.items = append(b.items, x)
	i := len(b.items) - 1
	for i > 0 && before(&x, &b.items[(i-1)/2]) {
		b.items[i] = b.items[(i-1)/2]
		i = (i - 1) / 2
	}
	b.items[i] = x
}

func (b *binary) pop() event {
	top, n := b.items[0].event, len(b.items)-1
	x := b.items[n]
	b.items = b.items[:n]
	i := 0
	for c := 1; c < n; c = 2*i + 1 {
		if c+1 < n && before(&b.items[c+1], &b.items[c]) {
			c++
		}
		if !before(&b.items[c], &x) {
			break
		}
		b.items[i] = b.items[c]
		i = c
	}
	if n > 0 {
		b.items[i] = x
	}
	return top
}

// The yardstick pops in the product's order: it measures the same work.
func TestBinaryHeapAgrees(t *testing.T) {
	var b binary
	var q queue
	r := xorshift(7)
	for i := range uint64(500) {
		e := event{at: units.Time(r.next() % 50), arg: i}
		b.push(e)
		q.push(e)
	}
	for range 500 {
		if x, y := b.pop(), q.pop(); x != y {
			t.Fatalf("binary heap %+v, radix heap %+v", x, y)
		}
	}
}

func BenchmarkHold(b *testing.B) {
	laws := []struct {
		name string
		law  law
	}{{"fabric", fabricLaw}, {"ties", tieLaw}, {"exponential", exponentialLaw}}
	for _, l := range laws {
		for _, n := range []int{1e3, 1e5, 1e6} {
			b.Run(fmt.Sprintf("radix/%s/%.0e", l.name, float64(n)), func(b *testing.B) { holdRadix(b, n, l.law) })
			b.Run(fmt.Sprintf("binary/%s/%.0e", l.name, float64(n)), func(b *testing.B) { holdBinary(b, n, l.law) })
		}
	}
}

// cpuPer reports the process's CPU time for each of b.N turns: the machine may be shared, wall time lies.
func cpuPer(b *testing.B, turn func(times int)) {
	runtime.GC()
	b.ResetTimer()
	before := cpu()
	turn(b.N)
	b.ReportMetric(float64(cpu()-before)/float64(b.N), "cpu-ns/op")
}

func cpu() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return syscall.TimevalToNsec(u.Utime) + syscall.TimevalToNsec(u.Stime)
}

func holdRadix(b *testing.B, n int, l law) {
	var q queue
	r := xorshift(88172645463325252)
	for range n {
		q.push(event{at: units.Time(l(r.next()))})
	}
	turn := func(times int) {
		for range times {
			e := q.pop()
			e.at = e.at.Add(l(r.next()))
			q.push(e)
		}
	}
	turn(5 * n) // the buckets have grown
	cpuPer(b, turn)
}

func holdBinary(b *testing.B, n int, l law) {
	var q binary
	r := xorshift(88172645463325252)
	for range n {
		q.push(event{at: units.Time(l(r.next()))})
	}
	turn := func(times int) {
		for range times {
			e := q.pop()
			e.at = e.at.Add(l(r.next()))
			q.push(e)
		}
	}
	turn(5 * n) // the buckets have grown
	cpuPer(b, turn)
}

// BenchmarkKernel is a whole event: pop, dispatch through the table, schedule the next.
func BenchmarkKernel(b *testing.B) {
	for _, n := range []int{1e3, 1e5} {
		b.Run(fmt.Sprintf("%.0e", float64(n)), func(b *testing.B) {
			h := newHold(n, fabricLaw)
			h.k.Run(uint64(5 * n))
			b.ReportAllocs()
			cpuPer(b, func(times int) { h.k.Run(uint64(times)) })
		})
	}
}
