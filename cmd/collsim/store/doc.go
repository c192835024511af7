// Package store keeps what sweeps came to: as a database of SQLite with views that answer questions, as a table of Parquet,
// CSV or JSON lines, and in a cache by which a point that was played before is free.
//
// # One table
//
// [Tabulate] lays records out as a [Table]: one line a point, with its index and id, what its axes say, and every figure of
// its result under the name that the CSV of run has, which ends with the unit. Everything here is written from such a table:
// [Write] makes a database, [Export] a file. [Read] finds records again in a database.
//
// # Units
//
// Times are integer picoseconds, sizes bytes, bandwidths bytes per second. No figure is a floating-point number.
//
// # Builds without it
//
// SQLite and Parquet are left out on js, where SQLite does not run, and of builds with the tag nostore, which compile in half
// the time. What needs them is [ErrAbsent] there; CSV, JSON lines and journals work everywhere.
//
// # Errors
//
// Errors say what is wrong with which file and what would be right. The cache has none: a cache that is damaged or cannot be
// written costs time, never work.
package store
