package fabric

import (
	"slices"
	"testing"
)

// Weights are read with their classes, and what is none is refused.
func TestWeights(t *testing.T) {
	p, ok := Find(Parameters(), "lanes.weights")
	if !ok {
		t.Fatal("no parameter lanes.weights")
	}
	for text, want := range map[string][]int{"1": {1}, "4,2,1": {4, 2, 1}, " 255 , 1": {255, 1}} {
		v, err := p.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		g, _, err := Build(Spec{Preset: "star", Nodes: 2, Set: []Setting{{Name: p.Name, Value: v}}})
		if err != nil {
			t.Fatal(err)
		}
		if g.Lanes != len(want) || !slices.Equal(g.Weights, want) || g.PortLanes() != len(want) {
			t.Errorf("%q: %d classes of weights %v on %d lanes, want %v", text, g.Lanes, g.Weights, g.PortLanes(), want)
		}
	}
	for _, text := range []string{"", "0", "256", "4,,1", "1.5", "x", "1,1,1,1,1,1,1,1,1", "auto"} {
		if v, err := p.Parse(text); err == nil {
			t.Errorf("%q is read as %v", text, v)
		}
	}
	if p.Allows(Value{Quantity: WeightsQuantity}) == nil {
		t.Error("no weights at all are allowed")
	}
}
