package page

import (
	"collsim/fabric"
	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/units"
)

// mostBins are the equal parts of a window for which ports tell what they do, and mostPortFigures all such figures.
const (
	mostBins        = 480
	mostPortFigures = 160_000
)

// portTold is what the sending end of an edge did. Of the window each list has pairs: a bin, and the figure from there on.
type portTold struct {
	Edge    int32            `json:"edge"`
	Busy    units.Duration   `json:"busy_ps"` // in the whole run, of all links together
	Stopped units.Duration   `json:"stopped_ps"`
	Peak    units.Bytes      `json:"peak_bytes"`
	Waits   []units.Duration `json:"waits_ps"` // of all messages of the run at it, by component of the ledger
	Sends   []int64          `json:"sends"`    // thousandths of the bin
	Stops   []int64          `json:"stops"`    // thousandths of the bin, of the link that stood still longest
	Queue   []int64          `json:"queue"`    // bytes: the most in the bin
}

// portsTold tells what ports did that sent anything.
func (s *stage) portsTold(w window) body {
	tracks := make([][]*scenarios.LinkTrack, len(s.edges))
	busy := 0
	for i := range s.film.Links {
		l := &s.film.Links[i]
		if e := s.edge[l.ID]; e >= 0 {
			if len(tracks[e]) == 0 {
				busy++
			}
			tracks[e] = append(tracks[e], l)
		}
	}
	b := bins{w.from, w.until, min(mostBins, max(24, mostPortFigures/(3*max(1, busy))))}
	all := []portTold{}
	waits := s.waits()
	for e, of := range tracks {
		if len(of) == 0 {
			continue
		}
		p := portTold{Edge: int32(e), Waits: waits[e]}
		sends, stops, queue := make([]int64, b.n), make([]int64, b.n), make([]int64, b.n)
		for _, l := range of {
			p.Busy += b.share(l.Busy, sends, int64(len(s.edges[e].links)), false)
			p.Stopped += b.share(l.Stops, stops, 1, true)
			p.Peak = max(p.Peak, b.most(l.Queue, queue))
		}
		p.Sends, p.Stops, p.Queue = steps(sends), steps(stops), steps(queue)
		all = append(all, p)
	}
	return body{{"bins", b.n}, {"all", all}}
}

// waits are the sums over all messages of what they did at each edge, by component.
func (s *stage) waits() [][]units.Duration {
	all := make([][]units.Duration, len(s.edges))
	for e := range all {
		all[e] = make([]units.Duration, ledger.Components)
	}
	for i := range s.film.Messages {
		hops := s.film.Messages[i].Hops
		for h := range hops {
			if e := s.edge[hops[h].Link]; e >= 0 {
				s.legs(&hops[h], func(l leg) { all[e][l.component] += l.span })
			}
		}
	}
	return all
}

// bins are equal parts of a window.
type bins struct {
	from, until units.Time
	n           int
}

// of is the bin of an instant of the window.
func (b bins) of(at units.Time) int {
	return int(min(fabric.Portion(units.Duration(b.n), at.Sub(b.from), b.until.Sub(b.from)), units.Duration(b.n-1)))
}

// edge is when a bin begins.
func (b bins) edge(i int) units.Time {
	return b.from.Add(fabric.Portion(b.until.Sub(b.from), units.Duration(i), units.Duration(b.n)))
}

// share adds to each bin the thousandths that stretches cover of it, over so many links, or keeps the most of several links. It
// returns how long the stretches are, whole.
func (b bins) share(all []fabric.Stretch, into []int64, links int64, most bool) (sum units.Duration) {
	covered := make([]units.Duration, b.n)
	for _, s := range all {
		sum += s.To.Sub(s.From)
		from, to := max(s.From, b.from), min(s.To, b.until)
		for i := b.of(from); from < to; i++ {
			end := to
			if i+1 < b.n {
				end = min(end, max(b.edge(i+1), from))
			}
			covered[i] += end.Sub(from)
			from = end
		}
	}
	for i, d := range covered {
		end := b.until
		if i+1 < b.n {
			end = b.edge(i + 1)
		}
		long := end.Sub(b.edge(i))
		if d == 0 || long <= 0 {
			continue
		}
		part := int64(fabric.Portion(1000, min(d, long), long))
		if most {
			into[i] = max(into[i], part)
		} else {
			into[i] += part / links
		}
	}
	return sum
}

// most keeps in each bin the most bytes that wait at any instant of it, and returns the most of the whole run.
func (b bins) most(all []fabric.Depth, into []int64) (peak units.Bytes) {
	for i := range all {
		peak = max(peak, all[i].Bytes)
		from, to := all[i].At, b.until
		if i+1 < len(all) {
			to = min(to, all[i+1].At)
		}
		if from = max(from, b.from); all[i].Bytes == 0 || from >= to {
			continue
		}
		for k := b.of(from); k <= b.of(to-1); k++ {
			into[k] = max(into[k], int64(all[i].Bytes))
		}
	}
	return peak
}

// steps writes a list as pairs: where it changes, and to what. It begins with 0.
func steps(all []int64) []int64 {
	pairs, before := []int64{}, int64(0)
	for i, n := range all {
		if n != before {
			pairs = append(pairs, int64(i), n)
			before = n
		}
	}
	return pairs
}
