package measured

import (
	"math"
	"slices"

	"collsim/algo"
)

// collectives are those that a run may be of: the one it names, or all that most of its rows agree with.
func (r *run) collectives() []algo.Collective {
	r.machines()
	if r.Program != "" {
		if r.Collective == "" || r.agreeing(r.Collective) == 0 {
			return nil
		}
		return []algo.Collective{r.Collective}
	}
	most, all := 1, []algo.Collective(nil)
	for _, t := range tests {
		switch n := r.agreeing(t.collective); {
		case n > most:
			most, all = n, []algo.Collective{t.collective}
		case n == most:
			all = append(all, t.collective)
		}
	}
	return all
}

// checked uses that nccl-tests does not check all_to_all and send_recv in place, and everything else it does.
func (r *run) checked(all []algo.Collective) []algo.Collective {
	aside := slices.ContainsFunc(r.seen, func(s seen) bool { return s.onlyAside() })
	both := slices.ContainsFunc(r.seen, func(s seen) bool {
		return s.OutOfPlace.Measured && s.InPlace.Measured && s.InPlace.Wrong != Unchecked
	})
	if aside == both {
		return all
	}
	kept := slices.DeleteFunc(slices.Clone(all), func(c algo.Collective) bool { return aside != (c == algo.AllToAll || c == algo.SendRecv) })
	if len(kept) == 0 {
		return all
	}
	return kept
}

func (r *run) agreeing(c algo.Collective) int {
	n := 0
	for i := range r.seen {
		if r.seen[i].of(c, r.Ranks) {
			n++
		}
	}
	return n
}

// machines counts ranks and nodes of the list of devices.
func (r *run) machines() {
	var hosts []string
	for _, d := range r.Devices {
		r.Ranks = max(r.Ranks, d.Rank+1)
		if !slices.Contains(hosts, d.Host) {
			hosts = append(hosts, d.Host)
		}
	}
	r.Nodes = len(hosts)
}

// counted is the number of ranks that rows give away where no list does: by their counts, or by their bus factors where those leave
// one number only; 0 = not known. ok is false where rows contradict one another.
func (r *run) counted(c algo.Collective) (ranks int, ok bool) {
	if shares(c, 2) > 1 {
		for i := range r.seen {
			switch share := r.seen[i].share(); {
			case share <= 0 || share > 1<<30:
			case ranks != 0 && int64(ranks) != share:
				return 0, false
			default:
				ranks = int(share)
			}
		}
		return ranks, true
	}
	if c != algo.AllReduce {
		return 0, true
	}
	low, high := 0.0, 2.0
	for i := range r.seen {
		low, high = max(low, r.seen[i].low), min(high, r.seen[i].high)
	}
	if low > high+slack {
		return 0, false
	}
	// The factor is 2(n-1)/n, so n = 2/(2-factor).
	first := math.Ceil(2/(2-low) - slack)
	if last := 2 / (2 - high); high >= 2 || math.Floor(last+slack) != first || first > 1<<20 {
		return 0, true
	}
	return int(first), true
}
