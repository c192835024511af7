// Package units holds the quantities of the simulator: instants and spans in integer picoseconds, bytes, and rates in
// bytes per second.
//
// Instants ([Time]) and spans ([Duration]) are distinct types, so that adding two instants does not compile. Nothing
// here is a float: the simulator's promise that parts sum exactly to the total rests on integers.
//
// Quantities are written with a unit ("250 ns", "64 MiB", "400 Gb/s"); a bare number is refused by the parsers. GB is
// 10^9 bytes, GiB is 2^30 bytes, and Gb is 10^9 bits.
package units
