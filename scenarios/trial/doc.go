// Package trial holds measured logs against the scenario that they are of: row by row, what was measured and what is
// simulated. It also says what makes a log useless, before anybody draws conclusions from it.
package trial
