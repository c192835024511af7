package fabric_test

import (
	"math/rand"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/fabric"
	"collsim/sim/units"
)

// send is bytes that wait from an instant on until they are sent.
type send struct {
	now, at, start, end units.Time
	wire                units.Bytes
}

func measured(end units.Time, bins int, sends ...send) fabric.Use {
	m := fabric.NewMeter(2, end, bins)
	for _, s := range sends {
		m.Wait(1, s.now, s.at, s.wire)
	}
	for _, s := range sends {
		m.Send(1, s.now, s.start, s.end, s.wire)
	}
	m.Settle()
	return m.Use(1)
}

func TestMeter(t *testing.T) {
	for _, c := range []struct {
		name  string
		sends []send
		want  fabric.Use
	}{
		{"nothing", nil, fabric.Use{Busy: []units.Duration{0, 0, 0}}},
		{"across edges of thirds of 100", []send{{0, 10, 20, 70, 5}}, fabric.Use{Busy: []units.Duration{13, 33, 4}, Peak: 5, Mean: 0}},
		{"sent as it comes", []send{{0, 10, 10, 20, 5}}, fabric.Use{Busy: []units.Duration{10, 0, 0}}},
		{"one ahead, two wait", []send{{0, 0, 0, 40, 7}, {0, 0, 40, 80, 10}, {0, 30, 80, 95, 20}}, fabric.Use{Busy: []units.Duration{33, 33, 29}, Peak: 30, Mean: (10*40 + 20*50) / 100}},
		{"one comes as another goes", []send{{0, 0, 50, 60, 10}, {0, 50, 90, 95, 10}}, fabric.Use{Busy: []units.Duration{0, 10, 5}, Peak: 10, Mean: 9}},
		{"past the end", []send{{0, 60, 90, 130, 10}, {0, 110, 140, 150, 99}}, fabric.Use{Busy: []units.Duration{0, 0, 10}, Peak: 10, Mean: 3}},
	} {
		if diff := cmp.Diff(c.want, measured(100, 3, c.sends...)); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
	}
}

func TestMeterBlock(t *testing.T) {
	m := fabric.NewMeter(1, 100, 1)
	m.Block(0, 10, 30)
	m.Block(0, 90, 120)
	m.Block(0, 130, 140)
	if got := m.Use(0).Blocked; got != 30 {
		t.Errorf("%d ps", int64(got))
	}
}

// What is told of busy time at an even rate is told whole, whatever the edges.
func TestMeterBusyAtAnEvenRate(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 300 {
		end, bins := units.Time(1+r.Intn(1000)), 1+r.Intn(30)
		m := fabric.NewMeter(1, end, bins)
		var want units.Duration
		for range 5 {
			from := units.Time(r.Intn(int(end)))
			to := from + 1 + units.Time(r.Intn(int(end-from)))
			busy := units.Duration(r.Intn(500))
			m.Busy(0, from, to, busy)
			want += busy
		}
		var got units.Duration
		for _, d := range m.Use(0).Busy {
			got += d
		}
		if got != want {
			t.Fatalf("%d ps in %d bins of %d ps, not %d", got, bins, end, want)
		}
	}
}

// In whatever order it hears of things, as long as none of them is past, it says what a look at every instant says.
func TestMeterAgainstEveryInstant(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 200 {
		const end = 200
		m := fabric.NewMeter(1, end, 4)
		var level [end + 100]units.Bytes
		var busy [4]units.Duration
		for now := units.Time(0); now < end; now += units.Time(r.Intn(20)) {
			s := send{at: now + units.Time(r.Intn(10)), wire: units.Bytes(1 + r.Intn(9))}
			s.start = s.at + units.Time(r.Intn(30))
			s.end = s.start + units.Time(r.Intn(20))
			m.Wait(0, now, s.at, s.wire)
			m.Send(0, now, s.start, s.end, s.wire)
			for at := s.at; at < s.start; at++ {
				level[at] += s.wire
			}
			for at := s.start; at < min(s.end, end); at++ {
				busy[at/(end/4)]++
			}
		}
		m.Settle()
		want := fabric.Use{Busy: busy[:]}
		for _, n := range level[:end] {
			want.Peak, want.Mean = max(want.Peak, n), want.Mean+n
		}
		want.Mean /= end
		if diff := cmp.Diff(want, m.Use(0)); diff != "" {
			t.Fatal(diff)
		}
	}
}

// With nothing to look at there is nothing to see.
func TestMeterOfNoTime(t *testing.T) {
	m := fabric.NewMeter(1, 0, 2)
	m.Wait(0, 0, 0, 8)
	m.Send(0, 0, 0, 10, 8)
	m.Settle()
	if diff := cmp.Diff(fabric.Use{Busy: []units.Duration{0, 0}}, m.Use(0)); diff != "" {
		t.Error(diff)
	}
}

// What is recorded instant by instant says the same as the sums: two links' worth of random bytes that wait and are sent.
func TestRecord(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	for range 200 {
		const end = 1000
		m := fabric.NewMeter(1, end, 1)
		m.Record()
		free := units.Time(0)
		for at := units.Time(0); at < end; at += units.Time(r.Intn(60)) {
			wire := units.Bytes(1 + r.Intn(50))
			start := max(at, free)
			free = start.Add(units.Duration(wire))
			m.Wait(0, at, at, wire)
			m.Send(0, at, start, free, wire)
		}
		m.Settle()
		use := m.Use(0)
		var busy units.Duration
		last := units.Time(-1)
		for _, s := range m.Stretches(0) {
			if s.From <= last || s.To <= s.From || s.To > end {
				t.Fatalf("stretches %v", m.Stretches(0))
			}
			busy, last = busy+s.To.Sub(s.From), s.To
		}
		var peak, waited units.Bytes
		before := fabric.Depth{}
		for _, d := range append(m.Depths(0), fabric.Depth{At: end}) {
			waited += before.Bytes * units.Bytes(d.At-before.At)
			if d.At < before.At || d.Bytes == before.Bytes && d.At != end {
				t.Fatalf("depths %v", m.Depths(0))
			}
			peak, before = max(peak, d.Bytes), d
		}
		if busy != use.Busy[0] || peak != use.Peak || waited/end != use.Mean {
			t.Fatalf("busy %d, peak %d, mean %d of %+v", int64(busy), peak, waited/end, use)
		}
	}
}
