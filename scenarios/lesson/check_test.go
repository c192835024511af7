package lesson_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"collsim/scenarios"
	"collsim/scenarios/lesson"
)

// answerTo loads an answer that is written from the scenario as given.
func answerTo(t *testing.T, l *lesson.Lesson, change ...string) *scenarios.File {
	t.Helper()
	f, err := scenarios.Load("mine.yaml", []byte(strings.NewReplacer(change...).Replace(l.YAML)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// An answer from a file is judged as the same answer from flags is; what it must not be is refused before it is played.
func TestRefused(t *testing.T) {
	l := course(t)[4] // two keys at most
	never := func(*scenarios.File) ([]scenarios.Result, error) {
		t.Error("it is played")
		return nil, errors.New("played")
	}
	for want, f := range map[string]*scenarios.File{
		"Nothing is changed yet":                                 answerTo(t, l),
		"and nothing else; your answer changes fabric.nodes":     answerTo(t, l, "nodes: 2", "nodes: 3"),
		"At most 2 of them may change; your answer changes rank": answerTo(t, l, "1 ms", "10 us", "700 us", "10 us", "300 us", "10 us"),
		"has variants": answerTo(t, l, "algorithm: central", "variants: {a: {algorithm: central}, b: {algorithm: tree}}"),
	} {
		v, err := l.Check(f, never)
		if err != nil || v.Passed || !strings.Contains(v.Refused, want) {
			t.Errorf("not refused with %q: %+v, %v", want, v, err)
		}
	}
}

func TestFileAndFlags(t *testing.T) {
	l := course(t)[4]
	file, err := l.Check(answerTo(t, l, "1 ms", "0 s", "700 us", "0 s", "name: lesson-05", "name: mine"), play)
	if err != nil {
		t.Fatal(err)
	}
	flags := verdict(t, l, l.Answer)
	if !file.Passed || !slices.Equal(file.Changed, []string{"ranks.5.start", "ranks.9.start"}) || !slices.Equal(file.Changed, flags.Changed) {
		t.Errorf("the file changes %v (%v), the flags %v (%v)", file.Changed, file.Passed, flags.Changed, flags.Passed)
	}
	if !slices.Equal(file.Points, flags.Points) {
		t.Errorf("%+v and %+v", file.Points, flags.Points)
	}
}

// What an answer says wrongly is the error of its reader; what a run meets is the error of the check.
func TestRunnersError(t *testing.T) {
	l := course(t)[0]
	stop := errors.New("stopped")
	for after := range 3 {
		n := 0
		_, err := l.Check(answerTo(t, l, "ring", "tree"), func(f *scenarios.File) ([]scenarios.Result, error) {
			if n++; n > after {
				return nil, stop
			}
			return play(f)
		})
		if !errors.Is(err, stop) {
			t.Errorf("after %d runs: %v", after, err)
		}
	}
}

func TestFind(t *testing.T) {
	all := course(t)
	for _, word := range []string{"7", "many-small-operations"} {
		if l, err := lesson.Find(all, word); err != nil || l.Number != 7 {
			t.Errorf("%s: %v, %v", word, l, err)
		}
	}
	for word, want := range map[string]string{"0": "1 to 12", "13": "1 to 12", "interupts": "did you mean interrupts?", "": "no such lesson"} {
		if _, err := lesson.Find(all, word); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %q", word, err, want)
		}
	}
}
