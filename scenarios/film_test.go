package scenarios

import (
	"testing"

	"collsim/sim/units"
)

// filmed watches every scenario of a file.
func filmed(t *testing.T, text string) []*Film {
	t.Helper()
	f, err := Load("film.yaml", []byte("schema: collsim.scenario/v1\n"+text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	want, err := f.Run(nil)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var all []*Film
	for i := range f.Scenarios {
		film, err := f.Film(i, 16, nil, inTurn)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := film.Result; got.Total != want[i].Total || got.Fidelity != want[i].Fidelity || got.CriticalPath != want[i].CriticalPath {
			t.Errorf("%s: watched, it takes %v by %s, else %v by %s", text, got.Total, got.Fidelity, want[i].Total, want[i].Fidelity)
		}
		all = append(all, film)
	}
	return all
}

// pauses has a host that takes in so little that switches pause each other.
const pauses = "fabric: {preset: star, nodes: 16, network: leaf-spine, set: {leaf.nodes: 4, leaf.oversubscription: 4}}\n" +
	"collective: all_gather\nalgorithm: direct\nbytes: 2 MiB\nlibrary: raw\nfidelity: packet\n" +
	"set: {switch.flow-control: pause, switch.memory: 16 MiB, switch.pause: 64 KiB, \"leaf0>node0/gpu0.rate\": 1 GB/s}\n"

var filmScenarios = []string{
	"fabric: {preset: hgx-h100, nodes: 2}\ncollective: all_to_all\nalgorithm: pairwise\nbytes: 1 MiB\nlibrary: mpi\n",
	"fabric: {preset: hgx-h100, nodes: 2}\ncollective: all_reduce\nbytes: 256 KiB\nlibrary: nccl\n",
	"fabric: {preset: hgx-h100, nodes: 2}\ncollective: all_reduce\nbytes: 64 KiB\nlibrary: gloo\nfidelity: message\nvariants: {ring: {algorithm: ring}, tree: {algorithm: tree}}\n",
	"fabric: pcie-8\ncollective: all_gather\nalgorithm: direct\nbytes: 8 MiB\nlibrary: raw\nfidelity: flow\n",
	"fabric: pcie-8\ncollective: all_gather\nalgorithm: ring\nbytes: 1 MiB\nlibrary: mpi\nfidelity: postal\n",
	"fabric: {preset: star, nodes: 8}\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 MiB\nlibrary: raw\nset: {network.loss: 0.2 %, retransmit.timeout: 200 us}\n",
	pauses,
	"fabric: hgx-h100\ncollective: all_reduce\nalgorithm: nvls\nbytes: 1 MiB\nlibrary: raw\n",
	"fabric: {preset: hgx-h100, nodes: 2}\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 MiB\nlibrary: raw\njobs: {first: {placement: [0..3, 8..11]}, second: {placement: [4..7, 12..15], start: 5 us}}\n",
}

// The hops of every message lead from the instant at which its data enters the network to that at which its last byte is
// there, along links that follow one another; then it is taken, and all buffers are full at the end.
func TestFilm(t *testing.T) {
	stops, filled := 0, 0
	for _, text := range filmScenarios {
		for _, film := range filmed(t, text) {
			told(t, film.Result)
			level := map[[2]int]int64{}
			for i, m := range film.Messages {
				at := m.Sent
				for _, h := range m.Hops {
					at = at.Add(h.Latency())
				}
				if at != m.Arrived || m.Taken < m.Arrived || m.Taken > film.Total {
					t.Fatalf("%s: %+v leads to %d ps", text, m, int64(at))
				}
				for n := 1; n < len(m.Hops); n++ {
					if before, link := film.Graph.Links[m.Hops[n-1].Link], film.Graph.Links[m.Hops[n].Link]; before.To != link.From && film.Result.Loss == nil {
						t.Fatalf("%s: %+v jumps", text, m)
					}
				}
				if g := film.Gain(i); g != nil {
					for _, fill := range g.Fills {
						level[[2]int{int(m.To), int(fill.Column)}] += fill.By
					}
				}
			}
			for _, l := range film.Links {
				for _, s := range l.Stops {
					if stops++; s.From >= s.To {
						t.Fatalf("%s: %s stands still from %d to %d", text, l.Link, s.From, s.To)
					}
				}
			}
			if film.Filling == nil {
				continue
			}
			for r := range film.Result.Ranks {
				for c, full := range film.Filling.Full {
					if filled++; film.Filling.Start[r][c]+level[[2]int{r, c}] != full {
						t.Fatalf("%s: column %d of rank %d ends at %d of %d", text, c, r, film.Filling.Start[r][c]+level[[2]int{r, c}], full)
					}
				}
			}
		}
	}
	if stops == 0 || filled == 0 {
		t.Errorf("%d links stood still, %d columns were filled", stops, filled)
	}
}

// When a port stood still adds up to what its counters say.
func TestFilmStops(t *testing.T) {
	f, err := Load("stops.yaml", []byte("schema: collsim.scenario/v1\n"+pauses))
	if err != nil {
		t.Fatal(err)
	}
	results, err := f.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Links(results, nil, inTurn); err != nil {
		t.Fatal(err)
	}
	want := map[string]units.Duration{}
	for _, l := range results[0].Links.All {
		want[l.Link] = l.Starved + l.Paused
	}
	film, err := f.Film(0, 16, nil, inTurn)
	if err != nil {
		t.Fatal(err)
	}
	any := units.Duration(0)
	for _, l := range film.Links {
		var sum units.Duration
		for _, s := range l.Stops {
			sum += s.To.Sub(s.From)
		}
		if any += sum; sum != want[l.Link] {
			t.Errorf("%s stood still for %v, its counters say %v", l.Link, sum, want[l.Link])
		}
	}
	if any == 0 {
		t.Error("no port stood still")
	}
}
