//go:build js && wasm

// Command collsim-wasm is the engine of the page for a browser's Worker: it gives the Worker one function, which takes a
// request and returns its answer. A second argument is told what comes before it: function (name, text).
package main

import (
	"runtime/debug"
	"syscall/js"
	"time"

	"collsim/page"
	"collsim/scenarios"
)

// beat is how often a page is told of progress.
const beat = 200 * time.Millisecond

func main() {
	debug.SetGCPercent(400) // there is one thread, which has to collect while it runs
	js.Global().Set("collsimAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		c := page.Carrier{Each: inTurn, Limits: page.Usual()}
		if len(args) > 1 && args[1].Type() == js.TypeFunction {
			c.Look = telling(args[1])
			c.Early = func(answer []byte) { args[1].Invoke("early", string(answer)) }
		}
		return string(page.Answer([]byte(args[0].String()), c))
	}))
	select {} // the function lives as long as the program
}

// telling tells a function of JavaScript about progress, by that name.
func telling(tell js.Value) func(scenarios.Progress) error {
	last := time.Now()
	return func(p scenarios.Progress) error {
		if now := time.Now(); now.Sub(last) > beat {
			last = now
			tell.Invoke("progress", string(page.Progress(p)))
		}
		return nil
	}
}
