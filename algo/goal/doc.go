// Package goal reads and writes schedules in GOAL, the group operation assembly language (Hoefler, Siebert, Lumsdaine
// 2009, Group operation assembly language: a flexible way to express collective communication), and plays them by the
// cost rules of LogGOPSim (Hoefler, Schneider, Lumsdaine 2010).
//
// [Parse] reads the text and says of everything that is wrong with it where that is. [Program.Play] gives the instant at
// which each rank finishes, in the unit of the parameters; a schedule that cannot go on is a [Stall], which names who
// waits for what. [Of] makes a program of a schedule of collsim, [Write] its text.
package goal
