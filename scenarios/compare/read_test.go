package compare

import (
	"encoding/json"
	"strings"
	"testing"

	"collsim/scenarios"
	"collsim/sim/units"
)

// written is a comparison of two competitors at two sizes; a wins, then they tie.
func written(t *testing.T) *Comparison {
	t.Helper()
	g := &Grid{Names: []string{"a", "b"}, Unit: Ranks, Scales: []int{4}, Sizes: []units.Bytes{8, 16}}
	c, err := g.Answer(func(points []Point) ([]Cell, error) {
		cells := make([]Cell, len(points))
		for i, p := range points {
			cells[i].Total = 10
			if p.Of == 1 && p.Bytes < 16 {
				cells[i].Total = 15
			}
			cells[i].Percent = "50"
		}
		return cells, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestReadGivesBackWhatWasWritten(t *testing.T) {
	c := written(t)
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	read, err := Read(data)
	if err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(read)
	if err != nil || string(again) != string(data) {
		t.Errorf("%v: written\n%s\nread\n%s", err, data, again)
	}
	for i := range c.Places {
		if p, q := &c.Places[i], &read.Places[i]; p.Winner() != q.Winner() || p.Thousandths() != q.Thousandths() || p.Wins(1) != q.Wins(1) {
			t.Errorf("place %d: %d wins by %d, and %d by %d when read", i, p.Winner(), p.Thousandths(), q.Winner(), q.Thousandths())
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for want, change := range map[string]func(*Comparison){
		"schema":    func(c *Comparison) { c.Schema = "collsim.result/v1" },
		"version":   func(c *Comparison) { c.ModelVersion = scenarios.ModelVersion + "0" },
		"places":    func(c *Comparison) { c.Places = c.Places[1:] },
		"names":     func(c *Comparison) { c.Places[1].Cells = nil },
		"turn":      func(c *Comparison) { c.Places[1].Bytes = 7 },
		"crossings": func(c *Comparison) { c.Crossings = append(c.Crossings, Crossing{}) },
	} {
		c := written(t)
		change(c)
		data, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Read(data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("without its %s: %v", want, err)
		}
	}
	if _, err := Read([]byte("{")); err == nil {
		t.Error("half an object is read")
	}
}
