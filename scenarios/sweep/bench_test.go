package sweep

import (
	"testing"

	"collsim/scenarios"
)

// BenchmarkExpand and BenchmarkRun are what one small point costs.
func BenchmarkExpand(b *testing.B) {
	for b.Loop() {
		Expand(Source{Name: "f", Text: head + "algorithm: ring\nsweep: {axes: {bytes: {from: 1 B, to: 100 B, step: 1 B}}}\n"}, nil, inTurn, scenarios.Room{}, nil)
	}
}

func BenchmarkRun(b *testing.B) {
	p, err := Expand(Source{Name: "f", Text: head + "algorithm: ring\nsweep: {axes: {bytes: {from: 1 B, to: 100 B, step: 1 B}}}\n"}, nil, inTurn, scenarios.Room{}, nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for _, point := range p.Points {
			if _, err := p.Run(point, 100, scenarios.Room{}, nil); err != nil {
				b.Fatal(err)
			}
		}
	}
}
