// Package diagnosis finds out what is wrong with a machine by a log of nccl-tests: what is measured is held against what
// is simulated, and each known cause of slowness is simulated as well, in the strength that fits best. Causes are ranked by
// how much of the gap they explain.
//
// One cause is one file with one register line.
package diagnosis
