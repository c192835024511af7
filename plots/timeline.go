package plots

import (
	"errors"
	"io"

	"collsim/scenarios"
)

// Timeline draws what every rank does when.
func Timeline(w io.Writer, format string, results []scenarios.Result, caption string) error {
	return errors.New("this figure is being drawn up")
}

// QueueDepth draws what waits for the busiest links when.
func QueueDepth(w io.Writer, format string, results []scenarios.Result, caption string) error {
	return errors.New("this figure is being drawn up")
}
