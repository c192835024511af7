// Package fit finds the numbers of a model that agree best with what was measured, how well they are known by it, and which
// of them the measurements cannot tell apart.
//
// The error of a point is the logarithm of simulated over measured time. Numbers are fitted as logarithms too, for all of
// them are positive and known up to a factor. Each number has a prior: a value and by what factor it may be wrong. So a
// number that no measurement is about stays where it was, and a table with one odd row does not carry a number away, for
// large errors count by their size and not by their square.
//
// The package knows neither collectives nor scenarios: whoever has a problem says how to simulate a point.
package fit
