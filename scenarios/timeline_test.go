package scenarios

import (
	"strings"
	"testing"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

func timelines(f *File) func([]Result, Watch, Each) error { return f.Timelines }

// told checks that a timeline says what its result does.
func told(t *testing.T, r *Result) {
	t.Helper()
	l := r.Timeline
	where := strings.TrimSpace(r.Name + " " + r.Variant + " " + r.Fidelity)
	var path Breakdown
	at := units.Time(0)
	for _, s := range l.Path {
		if s.From != at || s.Place < 0 || int(s.Place) >= len(l.Places) {
			t.Fatalf("%s: %+v follows %d ps on the critical path", where, s, int64(at))
		}
		path[s.Component] += s.To.Sub(s.From)
		at = s.To
	}
	if path != r.CriticalPath || at != l.Total || l.Total != units.Time(r.Total) {
		t.Fatalf("%s: the path says %v, the result %v", where, path, r.CriticalPath)
	}
	var bytes units.Bytes
	for _, m := range l.Messages {
		bytes += m.Bytes
	}
	if int64(len(l.Messages)) != r.Messages || bytes != r.PayloadBytes {
		t.Fatalf("%s: %d messages of %d B, the result says %d of %d", where, len(l.Messages), bytes, r.Messages, r.PayloadBytes)
	}
	tiles(t, where, r)
}

// tiles checks that spans tile each lane's time, and the waits along a rank's last lane, and the lanes before that it
// followed, sum to the rank's.
func tiles(t *testing.T, where string, r *Result) {
	t.Helper()
	type lane struct{ party, lane int32 }
	of := map[lane][]Span{}
	for _, s := range r.Timeline.Spans {
		known := of[lane{s.Party, s.Lane}]
		end := units.Time(0)
		if len(known) > 0 {
			end = known[len(known)-1].To
		}
		if s.From != end || s.To <= s.From {
			t.Fatalf("%s: %+v follows %d ps", where, s, int64(end))
		}
		of[lane{s.Party, s.Lane}] = append(known, s)
	}
	for _, view := range r.PerRank.Ranks {
		last, end := int32(0), units.Time(0)
		follows := false
		for key, spans := range of {
			if int(key.party) != view.Rank {
				continue
			}
			if to := spans[len(spans)-1].To; to > end || to == end && key.lane < last {
				last, end = key.lane, to
			}
			for _, s := range spans {
				follows = follows || s.State == Following
			}
		}
		if idle := r.Total - units.Duration(end); idle != view.Idle {
			t.Fatalf("%s: rank %d idles for %d ps, its lanes for %d", where, view.Rank, int64(view.Idle), int64(idle))
		}
		var waiting units.Duration
		for _, s := range of[lane{int32(view.Rank), last}] {
			if s.State == Waiting {
				waiting += s.To.Sub(s.From)
			}
		}
		if waiting != view.Waiting && !follows { // a lane that follows goes on with what that one waited
			t.Fatalf("%s: rank %d waits for %d ps, its spans for %d", where, view.Rank, int64(view.Waiting), int64(waiting))
		}
	}
}

func TestTimelines(t *testing.T) {
	for _, text := range []string{
		"fabric: {preset: hgx-h100, nodes: 2}\ncollective: all_to_all\nalgorithm: pairwise\nbytes: 1 MiB\nlibrary: mpi\n",
		"fabric: {preset: hgx-h100, nodes: 2}\ncollective: all_reduce\nalgorithm: ring\nbytes: 64 KiB\nlibrary: gloo\nfidelity: message\n",
		"fabric: {preset: hgx-h100, nodes: 2}\ncollective: all_reduce\nalgorithm: tree\nbytes: 64 KiB\nlibrary: mpi\nchannels: 2\nranks: {3: {start: 50 us}}\n",
		"fabric: pcie-8\ncollective: all_gather\nalgorithm: direct\nbytes: 8 MiB\nlibrary: raw\nfidelity: flow\n",
		"fabric: pcie-8\ncollective: all_gather\nalgorithm: ring\nbytes: 1 MiB\nlibrary: mpi\nfidelity: postal\n",
		"fabric: {preset: star, nodes: 8}\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 MiB\nlibrary: raw\nsync: rounds\n",
		"fabric: {preset: star, nodes: 8}\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 MiB\nlibrary: raw\nset: {network.loss: 0.2 %, retransmit.timeout: 200 us}\n",
		"fabric: {preset: star, nodes: 4}\ncollective: all_reduce\nalgorithm: ring\nbytes: 256 KiB\nlibrary: raw\non-error: retry-batch\nset: {network.loss: 0.2 %, retransmit.timeout: 200 us}\n",
		"fabric: hgx-h100\ncollective: all_reduce\nalgorithm: nvls\nbytes: 1 MiB\nlibrary: raw\n",
		"fabric: {preset: hgx-h100, nodes: 2}\ncollective: all_reduce\nalgorithm: ring\nbytes: 1 MiB\nlibrary: raw\njobs: {first: {placement: [0..3, 8..11]}, second: {placement: [4..7, 12..15], start: 5 us}}\n",
	} {
		for _, r := range studied(t, "schema: collsim.scenario/v1\n"+text, timelines) {
			told(t, &r)
			if r.Timeline.Limit(MostEvents) != r.Timeline {
				t.Errorf("%s: something was left out", text)
			}
		}
	}
}

// Two ranks of a star, each with software of 1 us, exchange what can be worked out by hand.
func TestTimelineByHand(t *testing.T) {
	r := &studied(t, `
schema: collsim.scenario/v1
fabric: {preset: star, nodes: 2}
collective: send_recv
algorithm: shift
bytes: 4 KiB
library: raw
set: {host.core.clock: 1 GHz, host.core.instructions: 1000}
`, timelines)[0]
	told(t, r)
	l := r.Timeline
	const us, sent = 1_000_000, 81_920 // 4 KiB at 50 GB/s
	if len(l.Messages) == 0 {
		t.Fatal("no messages")
	}
	if m := l.Messages[0]; m.Posted != 0 || m.Sent != us || m.Arrived != us+400_000+sent {
		t.Errorf("%+v", m)
	}
	for _, s := range l.Spans {
		if s.State == Working && (s.Component != ledger.Library || s.To-s.From != us) {
			t.Errorf("%+v", s)
		}
	}
}

// What is too much is left out by rules that the note states.
func TestTimelineLimit(t *testing.T) {
	text := "schema: collsim.scenario/v1\nfabric: {preset: star, nodes: 8}\ncollective: all_reduce\nalgorithm: ring\nbytes: 64 KiB\nlibrary: mpi\n"
	whole := studied(t, text, timelines)[0].Timeline
	all, spans, messages := whole.Events(), len(whole.Spans), len(whole.Messages)
	for _, c := range []struct {
		most int64
		note string
	}{
		{all, ""}, {all - 1, "all ranks are shown, and the busiest 15 of 16 links"},
		{all / 2, "the first 4 of 8 ranks are shown, with the messages among them, and the busiest 8 of 16 links"},
		{all / 8, "rank 0 of 8 is shown, and the busiest"}, {40, "rank 0 of 8 is shown, and the busiest 6 of 16 links, until"},
	} {
		l := whole.Limit(c.most)
		if l.Events() > c.most || !strings.Contains(l.Note, c.note) {
			t.Errorf("at most %d: %d events, %q", c.most, l.Events(), l.Note)
		}
		for _, m := range l.Messages {
			if int(max(m.From, m.To)) >= l.Shown || m.Arrived > l.Until {
				t.Errorf("at most %d: %+v is not shown", c.most, m)
			}
		}
	}
	if whole.Events() != all || len(whole.Spans) != spans || len(whole.Messages) != messages {
		t.Error("what is left out of a copy is gone from the whole")
	}
}
