package page

import (
	"encoding/json"
	"fmt"
	"testing"
)

// timelineTold is an answer, as a page reads it.
type timelineTold struct {
	Total int64            `json:"total_ps"`
	From  int64            `json:"from_ps"`
	Until int64            `json:"until_ps"`
	Notes []string         `json:"notes"`
	Path  map[string]int64 `json:"critical_path"`
	Boxes []box            `json:"boxes"`
	Edges struct {
		From, To []int
	} `json:"edges"`
	Rows     []rowTold  `json:"rows"`
	Rounds   [][3]int64 `json:"rounds"`
	Messages struct {
		From, To, Share, Legs []int
		Bytes                 []int64
		Posted                []int64 `json:"posted_ps"`
		Sent                  []int64 `json:"sent_ps"`
		Arrived               []int64 `json:"arrived_ps"`
		Taken                 []int64 `json:"taken_ps"`
		LegEdge               []int   `json:"leg_edge"`
		LegPs                 []int64 `json:"leg_ps"`
	} `json:"messages"`
	Spans struct {
		Row  []int   `json:"row"`
		From []int64 `json:"from_ps"`
		To   []int64 `json:"to_ps"`
	} `json:"spans"`
	Way struct {
		From []int64 `json:"from_ps"`
		To   []int64 `json:"to_ps"`
	} `json:"path"`
	Ports struct {
		Bins int
		All  []portTold
	} `json:"ports"`
	Buffers *struct {
		Columns         int
		Full, Times, By []int64
		Start           [][]int64
		Row, Column     []int
		At              []int64 `json:"at_ps"`
	} `json:"buffers"`
	Problems []problem `json:"problems"`
	Error    *trouble  `json:"error"`
}

// watchedTimeline asks for a timeline and checks that it says what must hold of any.
func watchedTimeline(t *testing.T, from int64, flags ...[2]string) *timelineTold {
	t.Helper()
	ask, err := json.Marshal(map[string]any{"do": "timeline", "flags": flags, "from_ps": from})
	if err != nil {
		t.Fatal(err)
	}
	answer := Answer(ask, Carrier{Each: inTurn})
	told := &timelineTold{}
	if err := json.Unmarshal(answer, told); err != nil {
		t.Fatalf("%v: %.500s", err, answer)
	}
	if told.Error != nil || told.Problems != nil {
		return told
	}
	where := fmt.Sprint(flags)
	if n := len(answer); n > 12_000_000 {
		t.Errorf("%s: an answer of %d bytes", where, n)
	}
	told.messagesHold(t, where)
	told.rowsHold(t, where)
	told.buffersHold(t, where)
	for e := range told.Edges.From {
		if a, b := told.Edges.From[e], told.Edges.To[e]; a == b || max(a, b) >= len(told.Boxes) {
			t.Fatalf("%s: edge %d leads from box %d to %d", where, e, a, b)
		}
	}
	for _, p := range told.Ports.All {
		for _, pairs := range [][]int64{p.Sends, p.Stops, p.Queue} {
			for i := 0; i < len(pairs); i += 2 {
				if at := pairs[i]; at < 0 || at >= int64(told.Ports.Bins) || i > 0 && at <= pairs[i-2] {
					t.Fatalf("%s: bins %v", where, pairs)
				}
			}
		}
	}
	return told
}

func (told *timelineTold) messagesHold(t *testing.T, where string) {
	t.Helper()
	m, leg := &told.Messages, 0
	if len(m.Legs) == 0 {
		t.Fatalf("%s: no messages", where)
	}
	for i := range m.From {
		at := m.Sent[i]
		for range m.Legs[i] {
			at += m.LegPs[leg]
			leg++
		}
		if at != m.Arrived[i] || m.Posted[i] > m.Sent[i] || m.Arrived[i] > m.Taken[i] || m.Taken[i] <= told.From || m.Posted[i] >= told.Until {
			t.Fatalf("%s: message %d is posted at %d, sent at %d, arrives at %d by its legs at %d, and is taken at %d", where, i, m.Posted[i], m.Sent[i], m.Arrived[i], at, m.Taken[i])
		}
	}
}

func (told *timelineTold) rowsHold(t *testing.T, where string) {
	t.Helper()
	for _, r := range told.Rows {
		sum := int64(0)
		for c := range r.Works {
			sum += int64(r.Works[c] + r.Flies[c] + r.Waits[c])
		}
		if sum != int64(r.End) {
			t.Fatalf("%s: %s ends at %d, its parts sum to %d", where, r.Name, int64(r.End), sum)
		}
	}
	if told.From > 0 || told.Until < told.Total {
		return
	}
	parts := int64(0)
	for _, ps := range told.Path {
		parts += ps
	}
	at := int64(0)
	for i, from := range told.Way.From {
		if from != at {
			t.Fatalf("%s: the critical path has a gap at %d", where, at)
		}
		at = told.Way.To[i]
	}
	if at != told.Total || parts != told.Total {
		t.Fatalf("%s: the critical path ends at %d, its parts sum to %d, the run takes %d", where, at, parts, told.Total)
	}
}

func (told *timelineTold) buffersHold(t *testing.T, where string) {
	t.Helper()
	b := told.Buffers
	if b == nil || told.Until < told.Total {
		return
	}
	for i, by := range b.By {
		b.Start[b.Row[i]][b.Column[i]] += by
	}
	for r := range b.Start {
		for c, n := range b.Start[r] {
			if want := b.Full[c] * b.Times[r]; n != want {
				t.Fatalf("%s: column %d of row %d ends at %d of %d", where, c, r, n, want)
			}
		}
	}
}

func TestTimeline(t *testing.T) {
	star := [2]string{"fabric", "star"}
	told := watchedTimeline(t, 0, star, [2]string{"nodes", "8"}, [2]string{"collective", "all_reduce"}, [2]string{"algorithm", "ring"}, [2]string{"bytes", "64 KiB"}, [2]string{"library", "mpi"})
	if len(told.Rows) != 8 || len(told.Messages.From) != 8*14 || len(told.Rounds) != 14 || len(told.Boxes) != 9 || len(told.Notes) != 0 {
		t.Errorf("%d rows, %d messages, %d rounds, %d boxes, %q", len(told.Rows), len(told.Messages.From), len(told.Rounds), len(told.Boxes), told.Notes)
	}
	share := map[int]int{}
	for _, s := range told.Messages.Share {
		share[s]++
	}
	if len(share) != 8 || share[125] != 8 || share[1000] != 8*7 {
		t.Errorf("messages by what they carry: %v", share)
	}
	for _, flags := range [][][2]string{
		{{"fabric", "hgx-h100"}, {"nodes", "2"}, {"collective", "all_reduce"}, {"bytes", "1 MiB"}, {"library", "nccl"}},
		{{"fabric", "hgx-h100"}, {"collective", "all_reduce"}, {"algorithm", "nvls"}, {"bytes", "1 MiB"}, {"library", "raw"}},
		{star, {"nodes", "64"}, {"collective", "all_to_all"}, {"algorithm", "grouped"}, {"bytes", "1 MiB"}, {"library", "raw"}, {"fidelity", "message"}},
	} {
		if told := watchedTimeline(t, 0, flags...); told.Error != nil || told.Problems != nil {
			t.Errorf("%v: %+v %+v", flags, told.Error, told.Problems)
		}
	}
}

// Beyond 64 ranks servers are boxes, and what moves inside them is in nobody's sight.
func TestTimelineFolded(t *testing.T) {
	told := watchedTimeline(t, 0, [][2]string{{"fabric", "hgx-h100"}, {"nodes", "16"}, {"collective", "all_reduce"}, {"algorithm", "hierarchical"}, {"channels", "2"}, {"bytes", "8 MiB"}, {"library", "raw"}, {"fidelity", "message"}}...)
	if len(told.Rows) != 16 || len(told.Notes) == 0 || told.Rows[3].Parties != 8 {
		t.Errorf("%d rows, %q", len(told.Rows), told.Notes)
	}
	if told.Buffers == nil || told.Buffers.Columns != 1 {
		t.Error("buffers of servers are one column each")
	}
}

// Windows that follow one another tell of all messages.
func TestTimelineWindows(t *testing.T) {
	flags := [][2]string{{"fabric", "star"}, {"nodes", "64"}, {"collective", "all_reduce"}, {"algorithm", "ring"}, {"bytes", "4 MiB"}, {"channels", "4"}, {"library", "raw"}, {"fidelity", "message"}}
	seen, windows := map[[3]int64]bool{}, 0
	for from := int64(0); ; windows++ {
		told := watchedTimeline(t, from, flags...)
		m := &told.Messages
		if len(m.From) > mostMessages {
			t.Fatalf("%d messages", len(m.From))
		}
		for i := range m.From {
			seen[[3]int64{int64(m.From[i]), m.Posted[i], m.Arrived[i]}] = true
		}
		if told.From != from || told.Until <= from {
			t.Fatalf("asked from %d: from %d until %d", from, told.From, told.Until)
		}
		if from = told.Until; from == told.Total {
			break
		}
	}
	if windows == 0 || len(seen) < 64*126 {
		t.Errorf("%d windows, %d messages", windows+1, len(seen))
	}
}

func TestTimelineRefuses(t *testing.T) {
	told := watchedTimeline(t, 0, [][2]string{{"fabric", "star"}, {"nodes", "1024"}, {"collective", "all_to_all"}, {"algorithm", "grouped"}, {"bytes", "1 MiB"}, {"library", "raw"}, {"fidelity", "message"}}...)
	if told.Error == nil || told.Error.Kind != "limit" {
		t.Errorf("%+v", told.Error)
	}
}

func inTurn(n int, do func(int)) {
	for i := range n {
		do(i)
	}
}
