// Package page is the engine of collsim's page: one JSON request in, one JSON answer out, the same bytes wherever it runs.
// collsim serve carries them over HTTP, collsim-wasm in a browser.
package page
