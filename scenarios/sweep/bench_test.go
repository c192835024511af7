package sweep

import (
	"testing"

	"collsim/scenarios"
)

// hundred are small points of one kind.
const hundred = head + "algorithm: ring\nsweep: {axes: {bytes: 1 KiB..100 KiB:+1 KiB}}\n"

// BenchmarkExpand is what it costs to plan a hundred small points, BenchmarkRun to play them.
func BenchmarkExpand(b *testing.B) {
	for b.Loop() {
		if _, err := Expand(Source{Name: "f", Text: hundred}, nil, inTurn, scenarios.Room{}, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	p, err := Expand(Source{Name: "f", Text: hundred}, nil, inTurn, scenarios.Room{}, nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for _, point := range p.Points {
			if _, err := p.Run(point, len(p.Points), scenarios.Room{}, nil); err != nil {
				b.Fatal(err)
			}
		}
	}
}
