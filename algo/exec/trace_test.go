package exec_test

import (
	"math/rand"
	"testing"

	"github.com/google/go-cmp/cmp"

	"collsim/algo"
	"collsim/algo/exec"
	"collsim/fabric"
	"collsim/fabric/host"
	"collsim/fabric/loss"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// traced plays c twice, the second time with a trace, which must change nothing and must say the same as the outcome.
func traced(t *testing.T, name string, c exec.Config) *exec.Trace {
	t.Helper()
	want := play(t, c)
	c.Trace = &exec.Trace{}
	got := play(t, c)
	got.Path = nil // which only books keep that are traced
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s: a trace changes the run: %s", name, diff)
	}
	tiled(t, name, &c, got)
	var path ledger.Parts
	at := units.Time(0)
	for _, s := range c.Trace.Path {
		if s.From != at {
			t.Fatalf("%s: the critical path has a gap at %d ps", name, int64(at))
		}
		path[s.Component] += s.To.Sub(s.From)
		at = s.To
	}
	if path != got.Critical {
		t.Fatalf("%s: the path says %v, its parts %v", name, path, got.Critical)
	}
	var bytes units.Bytes
	for _, m := range c.Trace.Transfers {
		if bytes += m.Bytes; m.Posted > m.Sent || m.Sent >= m.Arrived || m.From == m.To || m.From%c.Schedule.Lanes != m.To%c.Schedule.Lanes {
			t.Fatalf("%s: %+v", name, m)
		}
	}
	if int64(len(c.Trace.Transfers)) != got.Messages || bytes != got.Payload {
		t.Fatalf("%s: %d transfers of %d B, %d messages of %d B", name, len(c.Trace.Transfers), bytes, got.Messages, got.Payload)
	}
	return c.Trace
}

// tiled checks that tiles follow one another from 0 to a lane's end, and that along the lane of each rank that ended last, and
// before each wait for another lane along that one, they sum to what the outcome says of the rank.
func tiled(t *testing.T, name string, c *exec.Config, o *exec.Outcome) {
	t.Helper()
	lanes := c.Schedule.Lanes
	of := make([][]exec.Tile, int32(len(o.Ranks))*lanes)
	for _, tile := range c.Trace.Tiles {
		if int(tile.Lane) >= len(of) {
			continue // a seat's
		}
		end := units.Time(0)
		if n := len(of[tile.Lane]); n > 0 {
			end = of[tile.Lane][n-1].To
		}
		if tile.From != end || tile.To <= end {
			t.Fatalf("%s: %+v follows %d ps", name, tile, int64(end))
		}
		of[tile.Lane] = append(of[tile.Lane], tile)
	}
	for r := range o.Ranks {
		last := int32(r) * lanes
		for i := last; i < int32(r+1)*lanes; i++ {
			if ended(of[i]) > ended(of[last]) {
				last = i
			}
		}
		if ended(of[last]) != o.Ranks[r].Finish {
			t.Fatalf("%s: rank %d ends at %d ps, its tiles at %d", name, r, int64(o.Ranks[r].Finish), int64(ended(of[last])))
		}
		if got := waited(of, last, units.Never); got != o.Ranks[r].Waiting {
			t.Fatalf("%s: rank %d waits for %d ps, its tiles for %d", name, r, int64(o.Ranks[r].Waiting), int64(got))
		}
	}
}

func ended(tiles []exec.Tile) units.Time {
	if len(tiles) == 0 {
		return 0
	}
	return tiles[len(tiles)-1].To
}

// waited is for how long a lane waited for peers until an instant: since it last followed another lane, and that one before.
func waited(of [][]exec.Tile, lane int32, until units.Time) (d units.Duration) {
	for n := len(of[lane]) - 1; n >= 0; n-- {
		tile := of[lane][n]
		if tile.To > until {
			continue
		}
		if tile.State == exec.Following {
			return d + waited(of, tile.For, tile.To)
		}
		if tile.State == exec.Waiting {
			d += tile.To.Sub(tile.From)
		}
	}
	return d
}

// Whatever is played, at every level, with software, handshakes, barriers and losses.
func TestTraceTiles(t *testing.T) {
	seen := [4]int{}
	for seed := range int64(40) {
		r := rand.New(rand.NewSource(seed))
		s := randomSchedule(r)
		g := star(t, s.Call.Ranks, fabric.Setting{Name: "network.buffer", Value: fabric.SizeOf(8 * units.KiB)})
		bad := lossy(t, s.Call.Ranks, chance(2e7))
		h := host.Model{Costs: randomCosts(r)}
		for _, l := range append([]level{fluid}, levels...) {
			c := exec.Config{Schedule: s, Graph: g, Net: l.net(g), Host: h, Rounds: seed%3 == 0}
			of := traced(t, l.name, c)
			c.Graph, c.Net = bad, l.losing(bad, loss.Options{Seed: uint64(seed), Resend: loss.Resend(seed % 2)})
			traced(t, l.name+" with losses", c)
			for _, tile := range of.Tiles {
				seen[tile.State]++
			}
		}
	}
	if min(seen[exec.Working], seen[exec.Flying], seen[exec.Waiting]) == 0 {
		t.Fatalf("some states never came: %v", seen)
	}
}

// Every registered all-reduce, with its channels, lanes that wait for each other, and switches that take part.
func TestTraceOfAlgorithms(t *testing.T) {
	seen := [4]int{}
	for _, a := range algo.All() {
		if a.Collective != algo.AllReduce {
			continue
		}
		g := star(t, 16)
		s, err := a.Build(algo.Call{Ranks: 16, PerNode: 8, Bytes: 1_000_000, Channels: 2, Slices: 2})
		if err != nil {
			t.Fatalf("%s: %v", a.Name, err)
		}
		for _, l := range levels {
			lines := host.Costs{Kernel: host.Kernel{Block: 10e9, Piece: 100 * ns, Lines: true, Hop: 300 * ns, NetHop: us, Issue: 900 * us}}
			for _, costs := range []host.Costs{{}, {Launch: us, Post: 100 * ns, Poll: 50 * ns, NICStart: 80 * ns}, lines} {
				c := exec.Config{Schedule: s, Graph: g, Net: l.net(g), Host: host.Model{Costs: costs}}
				if costs == lines {
					c.Window = 40
				}
				for _, tile := range traced(t, a.Name+" "+l.name, c).Tiles {
					seen[tile.State]++
				}
			}
		}
	}
	if min(seen[exec.Working], seen[exec.Flying], seen[exec.Waiting], seen[exec.Following]) == 0 {
		t.Fatalf("some states never came: %v", seen)
	}
}
