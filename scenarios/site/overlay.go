package site

import (
	"fmt"
	"strings"

	"collsim/scenarios/calibration"
)

// Calibration is the figures as a calibration of a site, whose ranges are the intervals of eight in ten cases. A figure
// without an interval has no range there either, and one that is guided that of its class. Figures of the fabric have no place in a calibration; the error names them.
func (a *Answer) Calibration(name string, logs []string) (*calibration.Class, error) {
	c := &calibration.Class{Kind: calibration.Site, Name: name,
		About: fmt.Sprintf("fitted to %s: half of %d rows within %.1f %%", strings.Join(logs, ", "), a.Used.Rows, 100*a.Used.Median)}
	for i := range a.Figures {
		f := &a.Figures[i]
		if !strings.HasPrefix(f.Name, "host.") {
			return nil, fmt.Errorf("%s is a figure of the fabric, which a calibration does not hold; valid: --set %s=%s", f.Name, f.Name, calibration.Exact(f.Value))
		}
		v := calibration.Value{Parameter: f.Name, Value: f.Value, Low: f.Value, High: f.Value, Source: "fitted; no interval: " + f.Why}
		if low, high, ok := f.Interval(80); ok {
			v.Low, v.High, v.Source = low, high, "fitted"
		}
		c.Values = append(c.Values, v)
	}
	for i := range a.Guided {
		g := &a.Guided[i]
		low, high := g.Range()
		c.Values = append(c.Values, calibration.Value{Parameter: g.Name, Value: g.Value, Low: low, High: high, Source: "moved as far as its class makes likely, whose range it has"})
	}
	c.Sort()
	return c, c.Named()
}
