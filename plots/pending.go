package plots

import (
	"errors"
	"io"

	"collsim/fabric"
	"collsim/scenarios"
)

var errPending = errors.New("this figure is being drawn up")

// Slope draws totals over a straggler's delay, and from where on each more of it shows in full.
func Slope(w io.Writer, format string, c SlopeSheet, caption string) error { return errPending }

// Fan draws percentiles of replicates over an axis.
func Fan(w io.Writer, format string, f FanSheet, caption string) error { return errPending }

// Percentiles draws what the replicates of results say, a row for the total and one a group of components.
func Percentiles(w io.Writer, format string, results []scenarios.Result, caption string) error {
	return errPending
}

// Tornado draws how far each change moves a total, one panel a sheet.
func Tornado(w io.Writer, format string, sheets []TornadoSheet, caption string) error {
	return errPending
}

// Loads draws a topology whose links are coloured by how busy they were.
func Loads(w io.Writer, format string, g *fabric.Graph, links *scenarios.Links, caption string) error {
	return errPending
}
