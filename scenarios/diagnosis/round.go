package diagnosis

import (
	"collsim/algo"
	"collsim/scenarios"
	"collsim/scenarios/trial"
	"collsim/sim/units"
)

// Round is the check of claim H4: the time of a small collective over its rounds, against one link.
type Round struct {
	Bytes    units.Bytes // of the row
	Rounds   int         // of a ring
	Measured units.Duration
	Expected units.Duration
	Link     units.Duration // a byte from the first GPU to the last, without software
}

// roundOf divides the time of the smallest row by the rounds of a ring.
func roundOf(t *trial.Trial, rows []Row) (Round, error) {
	s := t.Scenario
	n, perNode := seats(&s)
	r := Round{Bytes: rows[0].Bytes, Rounds: n - 1}
	if algo.Collective(s.Collective) == algo.AllReduce {
		r.Rounds *= 2
	}
	if r.Rounds < 1 {
		return Round{}, nil
	}
	r.Measured, r.Expected = rows[0].Measured/units.Duration(r.Rounds), rows[0].Simulated/units.Duration(r.Rounds)
	last := (n - 1) / perNode * perNode
	if last == 0 {
		last = n - 1
	}
	s.Collective, s.Algorithm, s.Library, s.Protocol, s.NCCL = string(algo.Broadcast), "chain", "raw", "", scenarios.NCCL{}
	s.Ranks, s.Placement, s.Channels, s.Root, s.Stragglers = 2, scenarios.Placement{List: []int{0, last}}, 1, 0, nil
	var kept []scenarios.Setting
	for _, x := range s.Settings {
		if len(x.Name) < 5 || x.Name[:5] != "host." {
			kept = append(kept, x)
		}
	}
	s.Settings = kept
	bench, err := scenarios.NewBench(s)
	if err != nil {
		return Round{}, err
	}
	answer, err := bench.Run(1, nil)
	r.Link = answer.Total
	return r, err
}
