package lesson_test

import (
	"slices"
	"sync"
	"testing"

	"collsim/scenarios"
	"collsim/scenarios/lesson"
)

// played are results by the text of what was run: a run is the same whenever it is made, and each lesson begins with one that
// all its answers are compared with.
var played sync.Map

func play(f *scenarios.File) ([]scenarios.Result, error) {
	key := string(scenarios.Canonical(f.Scenarios[0]))
	if results, ok := played.Load(key); ok {
		return results.([]scenarios.Result), nil
	}
	results, err := f.Run(nil)
	if err == nil {
		played.Store(key, results)
	}
	return results, err
}

func course(t *testing.T) []*lesson.Lesson {
	t.Helper()
	all, err := lesson.All()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// verdict checks an answer of flags over the scenario as given.
func verdict(t *testing.T, l *lesson.Lesson, a lesson.Answer) *lesson.Verdict {
	t.Helper()
	f, err := l.Start().Override(a)
	if err != nil {
		t.Fatalf("%s: %v", a, err)
	}
	v, err := l.Check(f, play)
	if err != nil {
		t.Fatalf("%s: %v", a, err)
	}
	for _, p := range v.Points {
		t.Logf("%s: %v: %s: %s", a, p.Holds, p.That, p.Says)
	}
	return v
}

// Every solution is right and every tempting answer wrong, and each condition is one that some answer misses: by the
// simulator, for no lesson says what comes out.
func TestTheCourse(t *testing.T) {
	for _, l := range course(t) {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			missed := make([]bool, len(l.Asks))
			for _, a := range append([]lesson.Answer{l.Answer}, l.Others...) {
				if v := verdict(t, l, a); !v.Passed {
					t.Errorf("%s is a solution, and does not pass: %s %+v", a, v.Refused, v.Points)
				}
			}
			for _, a := range l.Wrong {
				v := verdict(t, l, a)
				if v.Passed {
					t.Errorf("%s is wrong, and passes", a)
				}
				if v.Refused != "" {
					continue
				}
				for i, p := range v.Points {
					missed[i] = missed[i] || !p.Holds
				}
			}
			if i := slices.Index(missed, false); i >= 0 {
				t.Errorf("no wrong answer misses %s", l.Asks[i].That)
			}
		})
	}
}

// What is offered can be chosen, and changes the key that it is offered for and nothing else; the value that the scenario
// has is among the offers.
func TestOffers(t *testing.T) {
	for _, l := range course(t) {
		for _, c := range l.Change {
			for _, value := range c.Offers {
				f, err := l.Start().Override([]scenarios.Flag{{Name: "set", Value: c.Key + "=" + value}})
				if err != nil {
					t.Errorf("%s: %s: %s: %v", l.Name, c.Key, value, err)
					continue
				}
				if keys, others := l.Changes(f); len(others) > 0 || len(keys) > 0 && keys[0] != c.Key {
					t.Errorf("%s: %s: %s changes %v %v", l.Name, c.Key, value, keys, others)
				}
			}
		}
	}
}
