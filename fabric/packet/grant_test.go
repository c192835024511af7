package packet_test

import (
	"slices"
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/fabric/packet"
	"collsim/sim"
	"collsim/sim/units"
)

// granting builds a Net that may be wrong by a hundredth where no message is smaller than least.
func granting(least units.Bytes) fabrictest.Builder {
	return granted(packet.Grant{Bound: units.Certain / 100, Least: least})
}

func granted(grant packet.Grant) fabrictest.Builder {
	return func(k *sim.Kernel, g *fabric.Graph, s fabric.Sink) fabric.Net {
		return &sealing{Net: builder(packet.Options{Grant: grant})(k, g, s).(*packet.Net)}
	}
}

// posts are the messages of a work that all begin at once.
func (w work) posts() (posts []fabrictest.Post) {
	for _, r := range w.routes {
		posts = append(posts, fabrictest.Post{Route: r, Bytes: w.bytes})
	}
	return posts
}

// Grants are wrong by no more than they say: all messages of incasts and permutations, and nine in ten of those that come
// at random. One in ten of these is further off because such traffic is as sensitive to everything: it moves further if
// every third message is sent a packet's time later.
func TestGrantsKeepTheirBound(t *testing.T) {
	for _, c := range []struct {
		name   string
		graph  *fabric.Graph
		posts  []fabrictest.Post
		least  units.Bytes
		within int // of a hundred messages
	}{
		{"incast of 1 MiB", incastWork().graph, sized(incastWork().posts(), units.MiB), units.MiB, 100},
		{"incast of 8 MiB", incastWork().graph, incastWork().posts(), 8 * units.MiB, 100},
		{"permutation of 1 MiB", permutationWork().graph, sized(permutationWork().posts(), units.MiB), units.MiB, 100},
		{"permutation of 8 MiB", permutationWork().graph, permutationWork().posts(), 8 * units.MiB, 100},
		{"random, 1 to 4 MiB", incastWork().graph, drawMix(400, 1), units.MiB, 90},
		{"random, 8 to 32 MiB", incastWork().graph, drawMix(200, 8), 8 * units.MiB, 90},
	} {
		packets := builder(packet.Options{})
		want := fabrictest.Play(t, packets, c.graph, c.posts, 0, nil)
		got := fabrictest.Play(t, granting(c.least), c.graph, c.posts, 0, nil)
		largest, bound := got.Net.(*sealing).Granted()
		if largest <= c.graph.Packet || bound <= 0 || bound > units.Certain/100 {
			t.Errorf("%s: grants of %d bytes, a bound of %d ppb", c.name, largest, bound)
		}
		off := differences(want, got)
		if off[len(off)*c.within/100-1] > bound || off[len(off)-1] == 0 {
			t.Errorf("%s: %d of %d messages differ, %d in 100 by up to %d ppb of their latency; the bound is %d", c.name, differing(off), len(off), c.within, off[len(off)*c.within/100-1], bound)
		}
		t.Logf("%-20s grants of %5d B, bound %d ppm: %3d of %d messages differ, half within %d ppm, 90 in 100 within %d, 99 within %d, all within %d, last arrival %+d ppm", c.name, largest, bound/1000,
			differing(off), len(off), off[len(off)/2]/1000, off[len(off)*90/100-1]/1000, off[len(off)*99/100-1]/1000, off[len(off)-1]/1000, (last(got)-last(want))*1_000_000/last(want))
		if d := max(last(got)-last(want), last(want)-last(got)); units.Probability(d*int64(units.Certain)/last(want)) > bound {
			t.Errorf("%s: the last arrival is at %d ps, by packets at %d", c.name, last(got), last(want))
		}
		if c.within < 100 {
			moved := differences(want, fabrictest.Play(t, packets, c.graph, shifted(c.posts), 0, nil))
			if ours, theirs := off[len(off)*99/100-1], moved[len(off)*99/100-1]; ours > theirs {
				t.Errorf("%s: 99 in 100 messages are within %d ppb, and within %d if some are sent a packet's time later", c.name, ours, theirs)
			}
		}
	}
}

// shifted are posts every third of which comes later by what a packet takes.
func shifted(posts []fabrictest.Post) []fabrictest.Post {
	later := slices.Clone(posts)
	for i := 0; i < len(later); i += 3 {
		later[i].At += 81_920
	}
	return later
}

func sized(posts []fabrictest.Post, size units.Bytes) []fabrictest.Post {
	for i := range posts {
		posts[i].Bytes = size
	}
	return posts
}

// drawMix sends messages of one to four times so many MiB among 33 ranks at random, at half load.
func drawMix(count, mib int) (posts []fabrictest.Post) {
	d := fabrictest.NewDraw(uint64(count))
	for range count {
		a, b := d.Below(33), d.Below(32)
		if b >= a {
			b++
		}
		span := count * mib * 105 / 33 * 1_000_000 // 2.5 times so many MiB take 52 us each, on 33 links half the time
		posts = append(posts, fabrictest.Post{Route: fabrictest.StarRoute(a, b), Bytes: units.Bytes(mib)*units.MiB + units.Bytes(d.Below(3*mib<<20)), At: units.Time(d.Below(span))})
	}
	return posts
}

// differences are by how much messages are early or late, in parts of their latency, in order.
func differences(want, got *fabrictest.Played) (off []units.Probability) {
	for i := range want.Arrivals {
		a, b := want.Arrivals[i].Transit.Latency(), got.Arrivals[i].Transit.Latency()
		off = append(off, units.Probability(max(a-b, b-a)*units.Duration(units.Certain)/a))
	}
	slices.Sort(off)
	return off
}

func differing(off []units.Probability) (n int) {
	for _, e := range off {
		n += int(min(1, e))
	}
	return n
}

func last(p *fabrictest.Played) (at int64) {
	for i := range p.Arrivals {
		at = max(at, int64(p.Arrivals[i].At))
	}
	return at
}

// drawRoomy is the scenario of a seed on links of one lane with buffers that hold several packets, between messages of some
// size at least.
func drawRoomy(seed int, least units.Bytes) scenario {
	s := draw(seed)
	s.graph.Lanes, s.graph.Weights = 1, nil
	for i := range s.graph.Links {
		s.graph.Links[i].Buffer *= 16
	}
	for i := range s.graph.Devices {
		if i%2 == 0 {
			s.graph.Devices[i].Queueing = fabric.VirtualOutput
		}
	}
	for i := range s.posts {
		s.posts[i].Bytes += least
		s.posts[i].Lane = 0
	}
	return s
}

// Where one input feeds each port of a path packets go in trains, which is exact, breakdown and counters included, whatever
// goes on elsewhere.
func TestGrantsAreExactAlone(t *testing.T) {
	packets := builder(packet.Options{})
	trains := 0
	for seed := range 240 {
		s := drawRoomy(seed, 0)
		want := fabrictest.Play(t, packets, s.graph, s.posts, 0, nil)
		got := fabrictest.Play(t, buildSealed, s.graph, s.posts, 0, nil)
		same(t, seed, "trains", s, want, got)
		largest, bound := got.Net.(*sealing).Granted()
		if bound != 0 {
			t.Errorf("seed %d: a bound of %d", seed, bound)
		}
		trains += int(min(1, largest/s.graph.Packet-1))
	}
	w := ringOf(16, units.MiB+5000)
	want, _ := w.play(packets)
	if got, _ := w.play(buildSealed); got.end != want.end {
		t.Errorf("a ring ends at %d, by packets at %d", got.end, want.end)
	}
	if trains < 50 {
		t.Fatalf("only %d of 240 networks had trains", trains)
	}
}

// The coarsest grants, too, lose nothing, bring all credit home, and do not depend on the order of events.
func TestGrantsOfAnySize(t *testing.T) {
	const least = 100 * units.KiB
	build := granted(packet.Grant{Bound: units.Certain, Least: least})
	coarse := 0
	for seed := range 120 {
		s := drawRoomy(seed, least)
		first := fabrictest.Play(t, build, s.graph, s.posts, 0, nil)
		same(t, seed, "shuffled", s, first, fabrictest.Play(t, build, s.graph, s.posts, 1, nil))
		if _, bound := first.Net.(*sealing).Granted(); bound > 0 {
			coarse++
		}
	}
	if coarse < 15 {
		t.Fatalf("only %d of 120 networks had grants larger than a packet where messages meet", coarse)
	}
}

// BenchmarkGrants measures works by packets and by grants in turn.
func BenchmarkGrants(b *testing.B) {
	for _, c := range []struct {
		name string
		work work
	}{{"ring64", ringOf(64, units.MiB)}, {"incast32", incastWork()}, {"permutation128", permutationWork()}} {
		b.Run(c.name, func(b *testing.B) {
			packets, grants := gauge{}, gauge{}
			for range b.N {
				packets.play(c.work, builder(packet.Options{}))
				grants.play(c.work, granting(c.work.bytes))
			}
			b.ReportMetric(packets.ns(), "packets-ns/hop")
			b.ReportMetric(grants.ns(), "grants-ns/hop")
			b.ReportMetric(packets.ns()/grants.ns(), "faster")
			b.ReportMetric(0, "ns/op")
		})
	}
}
