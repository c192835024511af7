package scenarios_test

import (
	"strings"
	"testing"

	"collsim/scenarios"
)

// Among several results a criterion is about one, compares with another where it gives a factor, and names the rest.
func TestCriterionAmongSeveral(t *testing.T) {
	file, err := scenarios.Load("s.yaml", []byte(`
schema: collsim.scenario/v1
fabric: {preset: star, nodes: 4}
collective: all_reduce
bytes: 0 B
library: raw
sync: rounds
rivals: off
variants:
  given: {algorithm: ring}
  mine: {algorithm: tree}
  twice: {algorithm: tree, fabric: {nodes: 8}}
`))
	if err != nil {
		t.Fatal(err)
	}
	results, err := file.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	result := func(name string) *scenarios.Result {
		for i := range results {
			if results[i].Variant == name {
				return &results[i]
			}
		}
		t.Fatalf("nobody is called %s", name)
		return nil
	}
	for text, want := range map[string]string{ // the ring has 6 rounds, trees have 4 and 6
		"rounds = 4":                         "yes: rounds is 4, and the bound is 4; it was 6 (0.667 times that)",
		"rounds < 0.5x":                      "no: rounds is 4, and the bound is 3; it was 6 (0.667 times that)",
		"twice.rounds = 1x":                  "yes: twice.rounds is 6, and the bound is 6",
		"twice.rounds <= rounds + 1":         "no: twice.rounds is 6, and the bound is 5",
		"mine.rounds < twice.rounds":         "yes: mine.rounds is 4, and the bound is 6; it was 6 (0.667 times that)",
		"given.rounds > 2 x rounds":          "no: given.rounds is 6, and the bound is 8",
		"rounds = given.rounds - 2":          "yes: rounds is 4",
		"twice.total = 3/2 x mine.total":     "yes: twice.total is",
		"twice.share.propagate >= 100 %":     "yes: twice.share.propagate is 100 %",
		"twice.total > given.total + 1 x ro": "",
	} {
		c, err := scenarios.ParseAmong(text, "given", "mine", "twice")
		if want == "" {
			if err == nil {
				t.Errorf("%s is understood", text)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		holds, says, err := c.Among(result)
		if answer := map[bool]string{true: "yes: ", false: "no: "}[holds] + says; err != nil || !strings.HasPrefix(answer, want) {
			t.Errorf("%s: %s (%v), not %s", text, answer, err, want)
		}
	}
	if _, err := scenarios.ParseAmong("else.total < 1x", "given", "mine", "twice"); err == nil {
		t.Error("a result that nobody named is understood")
	}
}
