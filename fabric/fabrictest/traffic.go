package fabrictest

import (
	"math/bits"

	"collsim/fabric"
	"collsim/sim/units"
)

// Draw is a small random stream for tests: the same numbers for the same seed, everywhere.
type Draw struct{ state uint64 }

// NewDraw returns the stream of the given seed.
func NewDraw(seed uint64) *Draw {
	d := &Draw{seed*0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D}
	for range 4 {
		d.Below(2)
	}
	return d
}

// Below returns a number from 0 to n-1.
func (d *Draw) Below(n int) int {
	d.state = d.state*6364136223846793005 + 1442695040888963407
	hi, _ := bits.Mul64(d.state, uint64(n))
	return int(hi)
}

// anyCable has one of the rates, latencies and framings that real media have, and a buffer of 2 packets or more.
func anyCable(d *Draw) fabric.Link {
	l := Cable()
	l.Rate = []units.Rate{50e9, 25e9, 450e9, 63e9, 100e9, 333_333_333_331}[d.Below(6)]
	l.Latency = units.Duration(1000 + d.Below(300_000))
	l.Frame, l.Header = []units.Bytes{0, 256, 256, 4096}[d.Below(4)], []units.Bytes{16, 24, 30}[d.Below(3)]
	l.Buffer = 2*l.Wire(4*units.KiB) + units.Bytes(d.Below(2)*d.Below(200_000))
	return l
}

func anyBox(d *Draw) fabric.Device {
	box := Box("box")
	box.Queueing = fabric.Queueing(d.Below(2))
	box.Arbitration = fabric.Arbitration(d.Below(2))
	box.Latency = units.Duration(d.Below(300_000))
	return box
}

// traffic is a random leaf-spine network and random posts on it, half of them to one hot rank, some of them sent from
// within the delivery of another.
func (s Suite) traffic(seed uint64) (*fabric.Graph, []Post) {
	d := NewDraw(seed)
	t := LeafSpine(2+d.Below(3), 2+d.Below(4), 1+d.Below(3), anyCable(d), anyBox(d))
	if d.Below(2) == 0 {
		for i := range t.Links {
			from, to := t.Links[i].From, t.Links[i].To
			t.Links[i] = anyCable(d)
			t.Links[i].From, t.Links[i].To = from, to
		}
	}
	ranks := len(t.GPUs)
	hot := d.Below(ranks)
	owners := NewDraw(seed + 1000)
	several := 1 + owners.Below(3)
	var posts []Post
	for i := range 10 + d.Below(50) {
		a, b := d.Below(ranks), d.Below(ranks)
		if d.Below(2) == 0 {
			b = hot
		}
		if a == b {
			b = (b + 1) % ranks
		}
		p := Post{Route: t.Route(a, b, d.Below(t.Spines)), Bytes: units.Bytes(d.Below(200_000)), Owner: uint32(owners.Below(several))}
		if i > 0 && d.Below(4) == 0 {
			p.After = 1 + d.Below(i)
		} else {
			p.At = units.Time(d.Below(2) * d.Below(5_000_000))
		}
		posts = append(posts, p)
	}
	return t.Graph, posts
}
