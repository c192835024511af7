package store

import (
	"testing"

	"collsim/scenarios"
	"collsim/scenarios/sweep"
)

const head = "schema: collsim.scenario/v1\nname: try\nfabric: {preset: star, nodes: 4}\ncollective: all_reduce\nlibrary: raw\n"

// question has two algorithms under eight conditions, one of them a quantity that no figure of a result repeats.
const question = head + `sweep:
  axes:
    algorithm: [ring, tree]
    bytes: [8 B, 1 MiB]
    fabric.nodes: [4, 8]
    network.rate: [50 GB/s, 100 GB/s]
`

func inTurn(n int, do func(int)) {
	for i := range n {
		do(i)
	}
}

// played is a sweep that was played; the points at which break are broken are given errors.
func played(t *testing.T, text string, broken ...int) *sweep.Merged {
	t.Helper()
	p, err := sweep.Expand(sweep.Source{Name: "try.yaml", Text: text}, nil, inTurn, scenarios.Room{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	j := &sweep.Journal{Name: "test", Header: p.Header(1, 1)}
	for _, point := range p.Points {
		r, err := p.Run(point, len(p.Points), scenarios.Room{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, index := range broken {
			if r.Index == index {
				r.Result, r.Error = nil, "a link is down: x>y"
			}
		}
		j.Records = append(j.Records, r)
	}
	m, err := sweep.Merge(p, j)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func total(t *testing.T, r *sweep.Record) int64 {
	t.Helper()
	a, err := r.Answer()
	if err != nil {
		t.Fatal(err)
	}
	return int64(a.Total)
}
