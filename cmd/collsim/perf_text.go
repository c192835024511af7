package main

import (
	"fmt"
	"strings"

	"collsim/scenarios/measured"
)

// textOf is a log as rows, until package measured writes them.
func textOf(l *measured.Log) []byte {
	var b strings.Builder
	for _, n := range l.Notes {
		fmt.Fprintf(&b, "# %s\n", n)
	}
	for _, r := range l.Rows {
		fmt.Fprintf(&b, "%12d  %12d  %8s  %6s  %6d %10.2f\n", r.Bytes, r.Count, r.Type, r.Redop, r.Root, float64(r.OutOfPlace.Time)/1e6)
	}
	return []byte(b.String())
}
