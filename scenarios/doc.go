// Package scenarios turns a question written down in YAML into an answer: it loads and checks the file, binds fabric,
// schedule, library and seed, runs them, and gives a versioned Result whose parts sum to its total.
//
// Every quantity in a file carries a unit. All instants and spans in a Result are integer picoseconds.
package scenarios
