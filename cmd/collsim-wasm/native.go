//go:build !(js && wasm)

// Command collsim-wasm is the engine of the page for a browser's Worker, where it is built for GOOS=js GOARCH=wasm: see make
// page. Built for any other machine it answers one request from standard input with the same bytes, which is how make page
// gets the words of the controls.
package main

import (
	"fmt"
	"io"
	"os"

	"collsim/page"
)

func main() {
	ask, err := io.ReadAll(os.Stdin)
	if err == nil {
		_, err = os.Stdout.Write(page.Answer(ask, page.Carrier{Each: inTurn, Limits: page.Usual()}))
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "collsim-wasm: %v\n", err)
		os.Exit(1)
	}
}
