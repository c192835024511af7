// Package program joins several collectives and other work of a rank into one schedule: a storm of small operations, a
// training step.
//
// Every rank has a main lane, number 0, that does tasks, calls collectives and waits for them, in the order in which
// they were added. Collectives run on streams: those of one stream one after the other, those of different streams at
// the same time.
//
// Every step of the main lane is marked by its index plus one, and every lane of a call at its beginning and at its end,
// by numbers below zero that [Lane] explains: so an executor's marks tell when a rank computed, when it waited, and when
// data was under way.
//
// Units: indices and counts; tasks get their durations from whoever executes the schedule.
package program
