//go:build browser

package browser

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
)

// trial is one value in one control, and what came of it.
type trial struct {
	Control string // the label, with what is special about it
	Value   string
	Changed bool   // the times, or where they go
	Said    string // at the control, or above the answer
	Problem bool   // it is a refusal
}

// bases are questions that controls are tried from: what one of them has no use for, the other has. Faster algorithms are not
// looked for, which changes no number and takes most of the time.
var bases = []struct {
	question flags
	take     string // all values that are tried, or the first one that is taken
}{
	{flags{{"fabric", "hgx-h100"}, {"nodes", "2"}, {"collective", "all_reduce"}, {"algorithm", "ring"}, {"bytes", "1 MiB"}, {"library", "mpi"}, {"fidelity", "message"}, {"rivals", "off"}}, "all"},
	{flags{{"fabric", "hgx-h100"}, {"nodes", "2"}, {"collective", "all_reduce"}, {"bytes", "256 KiB"}, {"library", "nccl"}, {"set", "jitter.mean=1 us"}, {"set", "jitter.distribution=exponential"}, {"set", "ranks.3.start=5 us"}, {"rivals", "off"}}, "one"},
}

// TestEveryControlChangesTheAnswerOrSaysWhyNot takes all form elements that it finds among the controls, and for each of them
// values that the page itself offers, or that are near what holds. The answer has to be another one, or the page has to say why
// not; and some value has to be taken.
func TestEveryControlChangesTheAnswerOrSaysWhyNot(t *testing.T) {
	t.Parallel()
	var taken sync.Map // by control: whether a value was taken
	t.Run("bases", func(t *testing.T) {
		for _, base := range bases {
			t.Run(base.take, func(t *testing.T) {
				t.Parallel()
				tryAll(t, base.question, base.take, &taken)
			})
		}
	})
	taken.Range(func(control, ok any) bool {
		if ok == false {
			t.Errorf("%s: no value of those that were tried is taken", control)
		}
		return true
	})
}

// tryAll tries values in all controls, from one question.
func tryAll(t *testing.T, question flags, take string, taken *sync.Map) {
	b := open(t, carriers[0], question.address())
	controls := run[int](b, "probe.controls().length")
	if controls < 20 {
		t.Fatalf("there are %d controls", controls)
	}
	effects, tried := 0, 0
	for i := range controls {
		all := run[[]trial](b, "probe.tryControl(%s, %s, %s)", i, question.address(), take)
		if len(all) == 0 {
			t.Errorf("control %d of %d: nothing to try", i, controls)
		}
		for _, one := range all {
			tried++
			if !one.Changed && one.Said == "" {
				t.Errorf("%s = %q: the answer is the same, and nothing says why", one.Control, one.Value)
			}
			if one.Changed {
				effects++
			}
			if _, known := taken.LoadOrStore(one.Control, !one.Problem); known && !one.Problem {
				taken.Store(one.Control, true)
			}
		}
	}
	t.Logf("%d controls, %d values, of which %d change the answer", controls, tried, effects)
	if effects < controls/3 {
		t.Errorf("%d of %d values changed the answer", effects, tried)
	}
}

// TestEveryButtonDoesSomething presses all buttons, boxes and choices of each view that are no controls of the question.
func TestEveryButtonDoesSomething(t *testing.T) {
	t.Parallel()
	for _, view := range []string{"explore", "compare", "watch", "lessons"} {
		t.Run(view, func(t *testing.T) {
			t.Parallel()
			address := fmt.Sprintf("#/%s?fabric=hgx-h100&collective=all_reduce&algorithm=ring&bytes=64+KiB&library=mpi&fidelity=message&rivals=off", view)
			b := open(t, carriers[0], address)
			for _, idle := range run[[]string](b, "probe.idleButtons(%s)", address) {
				t.Errorf("%s does nothing, and does not say why", idle)
			}
		})
	}
}

// long is a question that lasts for minutes.
var long = flags{{"fabric", "hgx-h100"}, {"nodes", "32"}, {"collective", "all_to_all"}, {"algorithm", "pairwise"}, {"bytes", "256 MiB"}, {"library", "raw"}, {"fidelity", "packet"}}

// TestNewerQuestionTakesThePlaceOfTheOlder asks something that lasts for minutes and then something else. The long run has to
// end: its Worker, or the work of the server.
func TestNewerQuestionTakesThePlaceOfTheOlder(t *testing.T) {
	each(t, func(t *testing.T, c carrier) {
		b := open(t, c, asked["ring"].address())
		before := run[json.RawMessage](b, "probe.answer()")
		run[bool](b, "probe.hash(%s)", long.address())
		if said := run[string](b, "probe.until('a question before a big run', () => probe.text(probe.one('.notice .box.ask')))"); said == "" {
			t.Error("the page does not say why it asks")
		}
		run[bool](b, "probe.start('Run it')")
		run[bool](b, "probe.until('progress', () => probe.all('.progress:not([hidden])').length > 0)")
		run[bool](b, "probe.turn(%s)", asked["ring"].address())
		if after := run[json.RawMessage](b, "probe.answer()"); string(before) != string(after) {
			t.Errorf("the newer question gives\n%s, not\n%s", after, before)
		}
		if c.name == "server" && b.cancelled == 0 {
			t.Error("the request of the long run was not cancelled")
		}
		quiet(b)

		run[bool](b, "probe.hash(%s)", long.address()) // which is meant: the page does not ask twice
		run[bool](b, "probe.until('progress', () => probe.all('.progress:not([hidden])').length > 0)")
		run[bool](b, "probe.start('Stop')")
		run[bool](b, "probe.until('a word about the end', () => probe.text(probe.one('.notice')).includes('Stopped'))")
		quiet(b)
	})
}
