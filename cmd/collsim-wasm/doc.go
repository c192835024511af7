//go:build !(js && wasm)

// Command collsim-wasm is the engine of the page for a browser's Worker. It is built for GOOS=js GOARCH=wasm: see make page.
package main

import "os"

func main() {
	os.Stderr.WriteString("collsim-wasm: runs in a browser only; valid: make page\n")
	os.Exit(2)
}
