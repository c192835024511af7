package compare

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"collsim/sim/units"
)

// track is made-up curves: the times of competitors at places from 0 on, and where they cannot run.
type track struct {
	times  [][]units.Duration
	lame   [][]bool
	played int
}

// walk are curves that go up and down at random, so that they cross often and tie now and then.
func walk(r *rand.Rand, competitors, places int, lame bool) *track {
	t := &track{}
	for range competitors {
		times, cannot := make([]units.Duration, places), make([]bool, places)
		at := units.Duration(1000)
		for i := range times {
			at += units.Duration(r.IntN(7) - 3)
			times[i], cannot[i] = at, lame && r.IntN(3) == 0
		}
		t.times, t.lame = append(t.times, times), append(t.lame, cannot)
	}
	return t
}

func (t *track) play(points []Point) ([]Cell, error) {
	cells := make([]Cell, len(points))
	for i, p := range points {
		t.played++
		cells[i].Total = t.times[p.Of][p.Bytes]
		if t.lame[p.Of][p.Bytes] {
			cells[i] = Cell{Refused: "cannot"}
		}
	}
	return cells, nil
}

// sign is how a stands to b, and whether both can run.
func (t *track) sign(a, b int, at int64) (sign int, runs bool) {
	switch d := t.times[a][at] - t.times[b][at]; {
	case d < 0:
		sign = -1
	case d > 0:
		sign = 1
	}
	return sign, !t.lame[a][at] && !t.lame[b][at]
}

// best are all that take least.
func (t *track) best(at int64) []string {
	var names []string
	least := units.Duration(-1)
	for of := range t.times {
		d := t.times[of][at]
		if t.lame[of][at] || least >= 0 && d > least {
			continue
		}
		if d != least {
			names, least = nil, d
		}
		names = append(names, fmt.Sprint(of))
	}
	return names
}

// gridOn is a grid over some of a track's places.
func gridOn(r *rand.Rand, t *track, pairs bool) *Grid {
	g := &Grid{Unit: Nodes, Scales: []int{1}, Pairs: pairs}
	for of := range t.times {
		g.Names = append(g.Names, fmt.Sprint(of))
	}
	for at := range t.times[0] {
		if r.IntN(20) == 0 {
			g.Sizes = append(g.Sizes, units.Bytes(at))
		}
	}
	return g
}

// TestPairsAgainstEveryPlace holds the crossings of random curves against all places looked at one by one.
func TestPairsAgainstEveryPlace(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		track := walk(r, 3, 300, seed%2 == 1)
		g := gridOn(r, track, true)
		c, err := g.Answer(track.play)
		if err != nil {
			t.Fatal(err)
		}
		for a := range 3 {
			for b := a + 1; b < 3; b++ {
				for i := range max(1, len(g.Sizes)) - 1 {
					low, high := int64(g.Sizes[i]), int64(g.Sizes[i+1])
					track.pairBetween(t, c, a, b, low, high)
				}
			}
		}
	}
}

// pairBetween checks what is said of a pair between two places of the grid.
func (k *track) pairBetween(t *testing.T, c *Comparison, a, b int, low, high int64) {
	t.Helper()
	var said []Crossing
	for _, x := range c.Crossings {
		if x.pair == [2]int{a, b} && x.Over == "bytes" && x.Low >= low && x.High <= high {
			said = append(said, x)
		}
	}
	var changes [][2]int64 // every one there is
	last := low
	was, first := k.sign(a, b, low)
	for at := low + 1; at <= high; at++ {
		if is, runs := k.sign(a, b, at); runs {
			if is != was {
				changes = append(changes, [2]int64{last, at})
			}
			was, last = is, at
		}
	}
	x, _ := k.sign(a, b, low)
	y, second := k.sign(a, b, high)
	if !first || !second || x == y {
		if len(said) > 0 {
			t.Errorf("%d and %d do not trade places between %d and %d, but: %+v", a, b, low, high, said)
		}
		return
	}
	if len(said) != 1 || !slices.Contains(changes, [2]int64{said[0].Low, said[0].High}) {
		t.Errorf("%d and %d between %d and %d: %+v is not one of %v", a, b, low, high, said, changes)
		return
	}
	sign, _ := k.sign(a, b, said[0].Low)
	if want := named(c.Names, stand{sign: sign}.leaders(a, b)); !slices.Equal(said[0].From, want) {
		t.Errorf("ahead at %d is %v, not %v", said[0].Low, want, said[0].From)
	}
}

// TestWinnersAgainstEveryPlace: the crossings of random curves are a chain from the winners at one end of the grid to those
// at the other, and each is where winners really change.
func TestWinnersAgainstEveryPlace(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 2))
		track := walk(r, 2+int(seed%4), 300, false)
		g := gridOn(r, track, false)
		c, err := g.Answer(track.play)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Sizes) == 0 {
			continue
		}
		best := track.best(int64(g.Sizes[0]))
		for _, x := range c.Crossings {
			if x.High != x.Low+1 || !slices.Equal(x.From, track.best(x.Low)) || !slices.Equal(x.To, track.best(x.High)) || slices.Equal(x.From, x.To) {
				t.Errorf("seed %d: %v up to %d, %v from %d; they are %v and %v", seed, x.From, x.Low, x.To, x.High, track.best(x.Low), track.best(x.High))
			}
			if !slices.Equal(best, x.From) {
				t.Errorf("seed %d: before %d %v is best, and %v before it", seed, x.Low, x.From, best)
			}
			best = x.To
		}
		if last := track.best(int64(g.Sizes[len(g.Sizes)-1])); !slices.Equal(best, last) {
			t.Errorf("seed %d: at the end %v is best, not %v", seed, last, best)
		}
	}
}

// TestSearchIsShort: straight lines take a few probes over billions of places, and any others not many more than halving.
func TestSearchIsShort(t *testing.T) {
	const width = int64(1) << 32
	for _, c := range []struct {
		name string
		most int
		diff func(at int64) units.Duration
	}{
		{"straight", 22, func(at int64) units.Duration { return units.Duration(at-1_234_567_891)*37 + 5 }},
		{"cliff", 66, func(at int64) units.Duration {
			if at < 3_000_000_019 {
				return -1
			}
			return 1 << 40
		}},
		{"curve", 66, func(at int64) units.Duration { return units.Duration(at/1000*(at/1000)) - 1_000_000_007 }},
	} {
		k := newKnown()
		l := line{over: overBytes}
		probes := 0
		for {
			from, to, ok := k.between(&l, 0, 1, 1, width)
			if ok {
				if to != from+1 || (c.diff(from) < 0) == (c.diff(to) < 0) {
					t.Errorf("%s: %d and %d are no change of sign next to each other", c.name, from, to)
				}
				break
			}
			for _, p := range k.wanted {
				k.cells[p] = Cell{Total: 1<<60 + units.Duration(1-p.Of)*c.diff(int64(p.Bytes))}
			}
			probes += len(k.wanted) / 2
			k.wanted = nil
		}
		if probes > c.most {
			t.Errorf("%s: %d probes for %d bits, more than %d", c.name, probes, bits.Len64(uint64(width)), c.most)
		}
	}
}
