//go:build browser

package browser

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestNamesOfEverything looks for form elements without a label, pictures without words, ids that are there twice.
func TestNamesOfEverything(t *testing.T) {
	for name, address := range views {
		b := open(t, carriers[0], address)
		for _, fault := range run[[]string](b, "probe.unlabelled()") {
			t.Errorf("%s: %s has no name", name, fault)
		}
		if n := run[int](b, "document.querySelectorAll('main, header, nav[aria-label], h1').length"); n < 4 {
			t.Errorf("%s: the page has %d of its landmarks", name, n)
		}
		if lang := run[string](b, "document.documentElement.lang"); lang != "en" {
			t.Errorf("%s: the language is %q", name, lang)
		}
	}
}

// TestKeyboard goes through the page by its keys alone.
func TestKeyboard(t *testing.T) {
	b := open(t, carriers[0], views["explore"])
	last := struct {
		Name       string
		Place      int
		Ring, Body bool
	}{Place: -1}
	for i := range 25 {
		b.press(kb.Tab)
		now := last
		now = run[struct {
			Name       string
			Place      int
			Ring, Body bool
		}](b, "probe.focused()")
		switch {
		case now.Body:
			t.Fatalf("after %d tabs the focus is nowhere", i+1)
		case now.Place <= last.Place:
			t.Errorf("tab goes back from %s to %s", last.Name, now.Name)
		case !now.Ring:
			t.Errorf("nobody sees that %s has the focus", now.Name)
		}
		last = now
	}
	run[any](b, "document.activeElement.blur()")
	for key, view := range map[string]string{"1": "explore", "2": "watch", "3": "compare", "4": "lessons"} {
		b.press(key)
		run[bool](b, "probe.until('the view of a key', () => probe.view()?.classList.contains(%s))", view)
		b.settle()
	}
	b.press("?")
	run[bool](b, "probe.until('the list of keys', () => document.getElementById('help').open)")
	b.press(kb.Escape)
	run[bool](b, "probe.until('no list of keys', () => !document.getElementById('help').open)")

	b.turn(views["watch"])
	run[any](b, "document.activeElement.blur()")
	says := func(word string) {
		run[bool](b, "probe.until('the word on the button', () => probe.text(probe.one('.watch-play')) === %s)", word)
	}
	says("Play")
	b.press(" ")
	says("Pause")
	b.press(" ")
	says("Play")
	at := run[string](b, "probe.text(probe.one('.watch-readout'))")
	b.press(kb.ArrowRight)
	if next := run[string](b, "probe.text(probe.one('.watch-readout'))"); next == at {
		t.Errorf("the arrow stays at %s", at)
	}
}

// TestAnswersAreAnnounced waits for a new answer in the live region.
func TestAnswersAreAnnounced(t *testing.T) {
	b := open(t, carriers[0], views["explore"])
	const said = "probe.until('words', () => probe.text(document.getElementById('said')))"
	before := run[string](b, said)
	run[bool](b, "probe.choose('bytes', '32 MiB')")
	run[bool](b, "probe.until('other words', () => probe.text(document.getElementById('said')) !== %s)", before)
	if live := run[string](b, "document.getElementById('said').ariaLive"); live != "polite" {
		t.Errorf("the region is %q", live)
	}
}

// TestNothingMovesForWhoWantsThat asks for less motion.
func TestNothingMovesForWhoWantsThat(t *testing.T) {
	b := open(t, carriers[0], "#/explore?explore.curves=off")
	b.media(map[string]string{"prefers-reduced-motion": "reduce"})
	for _, address := range views {
		b.turn(address)
		if moving := run[[]string](b, "probe.moving()"); len(moving) > 0 {
			t.Errorf("%s: %q move", address, moving)
		}
	}
	b.turn(views["watch"])
	run[any](b, "document.activeElement.blur()")
	first := run[int](b, "collsim.frames.count")
	b.press(" ")
	b.do(chromedp.Sleep(time.Second))
	if drawn := run[int](b, "collsim.frames.count") - first; drawn > 5 {
		t.Errorf("%d pictures in a second", drawn)
	}
}
