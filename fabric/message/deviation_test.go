package message_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"collsim/fabric"
	"collsim/fabric/fabrictest"
	"collsim/sim/units"
)

// load is traffic whose times at both levels are compared.
type load struct {
	name    string
	graph   *fabric.Graph
	posts   []fabrictest.Post
	onePort bool // all messages share one port and nothing else
	lonely  bool // no two ranks' messages meet
}

func loads(cable fabric.Link, bytes units.Bytes) []load {
	many := load{name: "incast 32:1", onePort: true}
	many.graph, many.posts = fabrictest.Incast(cable, bytes)
	random := load{name: "permutation of 128, 2:1"}
	random.graph, random.posts = fabrictest.Permutation(cable, bytes)
	own := load{name: "all to all, own order", lonely: true}
	own.graph, own.posts = fabrictest.AllToAll(cable, bytes, fabrictest.OwnOrder)
	one := load{name: "all to all, one order"}
	one.graph, one.posts = fabrictest.AllToAll(cable, bytes, fabrictest.OneOrder)
	return []load{many, random, own, scattered(cable, bytes), one}
}

// scattered: 2,000 messages between random pairs of 32 ranks at random instants, links half loaded.
func scattered(cable fabric.Link, bytes units.Bytes) load {
	l := load{name: "random, load 1/2", graph: fabrictest.Star(32, cable, fabrictest.Box("hub"))}
	d := fabrictest.NewDraw(9)
	for range 2000 {
		a, b := d.Below(32), d.Below(31)
		if b >= a {
			b++
		}
		at := units.Time(cable.Rate.Over(2000*bytes/16)) / 1e6 * units.Time(d.Below(1e6))
		l.posts = append(l.posts, fabrictest.Post{Route: fabrictest.StarRoute(a, b), Bytes: bytes, At: at})
	}
	slices.SortStableFunc(l.posts, func(a, b fabrictest.Post) int { return cmp.Compare(a.At, b.At) })
	return l
}

// TestDeviation compares messages with packets under contention; -v prints the table of fabric/DEVIATIONS.md. One shared
// port is busy until the last byte at both levels, and an all-to-all in which no two messages meet is the same at both,
// whatever the buffers.
func TestDeviation(t *testing.T) {
	t.Logf("%-24s %8s %8s | %9s %8s %8s %8s | %8s", "", "buffer", "bytes", "same", "least", "mean", "most", "last")
	for _, buffer := range []units.Bytes{256 * units.MiB, units.MiB, 64 * units.KiB} {
		for _, bytes := range []units.Bytes{4 * units.KiB, 64 * units.KiB, units.MiB} {
			cable := fabrictest.Cable()
			cable.Buffer = buffer
			for _, l := range loads(cable, bytes) {
				fine := fabrictest.Play(t, packets, l.graph, l.posts, 0, nil).Arrivals
				coarse := fabrictest.Play(t, build, l.graph, l.posts, 0, nil).Arrivals
				same, last, line := deviation(fine, coarse)
				t.Logf("%-24s %8d %8d | %s", l.name, buffer>>10, bytes>>10, line)
				if l.onePort && last != 0 {
					t.Errorf("%s of %d bytes: the last message comes %d ps later than its packets", l.name, bytes, last)
				}
				if l.lonely && same != len(fine) {
					t.Errorf("%s of %d bytes: only %d of %d messages come when their packets do", l.name, bytes, same, len(fine))
				}
			}
		}
	}
}

// deviation counts the arrivals that are the same, and says how much later than fine the last arrival of coarse is and
// how much the latencies differ.
func deviation(fine, coarse []fabrictest.Arrival) (same int, last units.Duration, line string) {
	var end, coarseEnd units.Time
	var least, mean, most float64
	for i := range fine {
		end, coarseEnd = max(end, fine[i].At), max(coarseEnd, coarse[i].At)
		if fine[i].At == coarse[i].At {
			same++
		}
		r := float64(coarse[i].Transit.Latency())/float64(fine[i].Transit.Latency()) - 1
		least, most = min(least, r), max(most, r)
		mean += r / float64(len(fine))
	}
	return same, coarseEnd.Sub(end), fmt.Sprintf("%4d/%4d %+7.1f%% %+7.1f%% %+7.1f%% | %+7.2f%%",
		same, len(fine), 100*least, 100*mean, 100*most, 100*(float64(coarseEnd)/float64(end)-1))
}
