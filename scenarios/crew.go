package scenarios

import (
	"math"
	"slices"
	"strconv"

	"collsim/sim/ledger"
)

// crew is how many ranks take part and which of them are late or slow: {count: 12, 3: {start: 1 ms, slow: 1.4}}.
type crew struct{}

const crewValid = "a whole number; or count, and rank numbers with start, slow and noise"

func crewCount() integer {
	return integer{1, 1 << 20, func(d *draft, n int64) { d.Ranks = int(n) }}
}

func (crew) read(r *reader, path string, n *node, d *draft) {
	if n.Form != mapping {
		r.problem(n.Where, path+": must be a number or a mapping", n.Text, crewValid)
		return
	}
	for _, f := range n.Fields {
		if f.Name == "count" {
			crewCount().read(r, path+".count", f.Value, d)
			continue
		}
		rank, err := strconv.ParseUint(f.Name, 10, 31)
		if err != nil || strconv.FormatUint(rank, 10) != f.Name {
			r.problem(f.Where, path+": neither count nor a rank number", f.Name, crewValid)
			continue
		}
		d.late = Straggler{Rank: int(min(rank, math.MaxInt32)), Slow: Ratio{1, 1}}
		group{stragglerKeys(), ""}.read(r, path+"."+f.Name, f.Value, d)
		d.Stragglers = append(d.Stragglers, d.late)
	}
	slices.SortFunc(d.Stragglers, func(a, b Straggler) int { return a.Rank - b.Rank })
}

// slowIn are the phases in which a rank can be slow by itself: what its cores and its GPU do.
var slowIn = []ledger.Component{ledger.Launch, ledger.Prepare, ledger.Negotiate, ledger.Register, ledger.Library, ledger.Reduce, ledger.Compute}

// inSoftware is the word for all phases that are software.
const inSoftware = "software"

func phaseKeys() []key {
	one := func(name, doc string) key {
		return key{name, "", doc, factor{1, mostSlow, func(d *draft) *Ratio {
			d.late.SlowIn = append(d.late.SlowIn, Phase{Name: name})
			return &d.late.SlowIn[len(d.late.SlowIn)-1].Slow
		}}, anywhere}
	}
	all := []key{one(inSoftware, "In all of its software, but for the phases that are named as well.")}
	for _, c := range slowIn {
		all = append(all, one(c.String(), "In what counts as "+c.String()+"."))
	}
	return all
}

// object is the rank in the words of a file.
func (s *Straggler) object() ordered {
	var o ordered
	if s.Late.Distribution != "" {
		o.add("start", s.Late.object())
	} else {
		o.add("start", s.Start.Exact())
	}
	if len(s.SlowIn) == 0 {
		o.add("slow", s.Slow.String())
	} else {
		var phases ordered
		for _, p := range s.SlowIn {
			phases.add(p.Name, p.Slow.String())
		}
		o.add("slow", phases)
	}
	if s.Noise.Distribution != "" {
		o.add("noise", s.Noise.object())
	}
	return o
}
