// Package plots draws figures from results.
//
// Lengths on the page are points of 1/72 inch, from the top left corner down. Durations are integer picoseconds until
// the moment they become a place on the page; no number that is printed has been a float.
//
// The same results give the same picture, byte for byte: components are drawn in the order of the ledger, results in
// the order given.
package plots
