package scenarios

import (
	"math"
	"slices"
	"strconv"
)

// crew is how many ranks take part and which of them are late or slow: {count: 12, 3: {start: 1 ms, slow: 1.4}}.
type crew struct{}

const crewValid = "a whole number; or count, and rank numbers with start and slow"

func crewCount() integer {
	return integer{1, 1 << 20, func(d *draft, n int64) { d.Ranks = int(n) }}
}

func (crew) read(r *reader, path string, n *node, d *draft) {
	if n.form != mapping {
		r.problem(n.where, path+": must be a number or a mapping", n.text, crewValid)
		return
	}
	for _, f := range n.fields {
		if f.name == "count" {
			crewCount().read(r, path+".count", f.value, d)
			continue
		}
		rank, err := strconv.ParseUint(f.name, 10, 31)
		if err != nil || strconv.FormatUint(rank, 10) != f.name {
			r.problem(f.where, path+": neither count nor a rank number", f.name, crewValid)
			continue
		}
		d.late = Straggler{Rank: int(min(rank, math.MaxInt32)), Slow: Ratio{1, 1}}
		group{stragglerKeys(), ""}.read(r, path+"."+f.name, f.value, d)
		d.Stragglers = append(d.Stragglers, d.late)
	}
	slices.SortFunc(d.Stragglers, func(a, b Straggler) int { return a.Rank - b.Rank })
}
