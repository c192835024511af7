// Package program joins several collectives and other work of a rank into one schedule: a storm of small operations, a
// training step.
//
// Every rank has a main lane, number 0, that does tasks, calls collectives and waits for them, in the order in which
// they were added. Collectives run on streams: those of one stream one after the other, those of different streams at
// the same time.
//
// Units: indices and counts; tasks get their durations from whoever executes the schedule.
package program
