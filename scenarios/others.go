package scenarios

import (
	"fmt"
	"math/bits"
	"strings"

	"collsim/fabric"
)

// swamped warns of a flow that brings more than the narrowest link on its way carries, headers left out. Where the network
// chooses among several ways it may spread the flow, and nothing is said.
func (b *bound) swamped() {
	for i := range b.scenario.Background {
		t := &b.scenario.Background[i]
		for _, pair := range b.pairs(i) {
			l, ok := b.narrowest(pair)
			if !ok || !t.exceeds(&b.graph.Links[l]) {
				continue
			}
			b.warnings = append(b.warnings, fmt.Sprintf("background.%s.rate: a flow from GPU %d to GPU %d brings more than %s carries, %s: its backlog grows for as long as it lasts",
				t.Name, pair[0], pair[1], b.graph.LinkName(l), b.graph.Links[l].Rate))
			break
		}
	}
}

// narrowest is the first of the slowest links between two GPUs; ok is false where there may be several ways, or none.
func (b *bound) narrowest(pair [2]int) (slowest fabric.LinkID, ok bool) {
	if b.graph.Routing.Adaptive() {
		if ways, err := b.graph.Ways(pair[0], pair[1], 0, 2); err != nil || len(ways) > 1 {
			return 0, false
		}
	}
	route, err := b.graph.Route(pair[0], pair[1], 0)
	if err != nil || len(route) == 0 {
		return 0, false // the run says so
	}
	slowest = route[0]
	for _, l := range route {
		if b.graph.Links[l].Rate < b.graph.Links[slowest].Rate {
			slowest = l
		}
	}
	return slowest, true
}

// exceeds tells whether a flow brings more in the long run than a link carries.
func (b *Background) exceeds(l *fabric.Link) bool {
	if b.Pattern != onOff {
		return b.Rate > l.Rate
	}
	high, low := bits.Mul64(uint64(b.Rate), uint64(b.On))
	most, least := bits.Mul64(uint64(l.Rate), uint64(b.Period))
	return high > most || high == most && low > least
}

// crowded says who the others are where they cost somebody half of its time or more: what its own bytes wait for at the
// port of its own GPU is serialization, whoever sent what stands before them. "" = nowhere.
func (b *bound) crowded(r *Result) string {
	var worst *JobResult
	for i := range r.Jobs {
		j := &r.Jobs[i]
		if j.Total > 0 && 2*j.Cost >= j.Total && (worst == nil || j.Cost > worst.Cost) {
			worst = j
		}
	}
	if worst == nil {
		return ""
	}
	var others []string
	for i := range r.Background {
		if t := &r.Background[i]; t.Messages > 0 {
			others = append(others, "background "+t.Name)
		}
	}
	for i := range r.Jobs {
		if j := &r.Jobs[i]; j != worst {
			others = append(others, j.Kind+" "+j.Name)
		}
	}
	const most = 3
	if n := len(others) - most; n > 1 {
		others = append(others[:most], fmt.Sprintf("%d more", n))
	}
	return fmt.Sprintf("%s waits for others: %d %% of its time (%s) is what comes with %s", worst.Name, share(worst.Cost, worst.Total), worst.Cost.Short(), strings.Join(others, ", "))
}
