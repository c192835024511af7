package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"collsim/scenarios/measured"
	"collsim/sim/units"
)

// contrasted puts what perftest has measured beside what is simulated, size by size.
func (p *performing) contrasted(c *cobra.Command, simulated *measured.ProbeLog) ([]byte, error) {
	data, err := readInput(c.InOrStdin(), p.measured)
	if err != nil {
		return nil, err
	}
	log, err := measured.ParseProbe(p.measured, data)
	if err != nil {
		return nil, err
	}
	if log.Probe != simulated.Probe {
		return nil, fmt.Errorf("--compare: %s is of %s, not of %s; valid: --probe %s", p.measured, log.Probe.Name(), simulated.Probe.Name(), log.Probe.Name())
	}
	for _, w := range log.Problems {
		fmt.Fprintf(c.ErrOrStderr(), "collsim: warning: %v\n", w)
	}
	var b strings.Builder
	for _, n := range simulated.Notes {
		fmt.Fprintln(&b, n)
	}
	fmt.Fprintf(&b, "%s of %s\n\n%10s%14s%14s%10s\n", log.Probe.Name(), p.measured, "size", "measured", "simulated", "sim/meas")
	rows := 0
	for _, m := range log.Rows {
		i := slices.IndexFunc(simulated.Rows, func(r measured.ProbeRow) bool { return r.Bytes == m.Bytes })
		if i < 0 {
			continue
		}
		rows++
		s := simulated.Rows[i]
		if log.Probe.Bandwidth {
			fmt.Fprintf(&b, "%10s%14s%14s%10s\n", m.Bytes, m.Average.Short(), s.Average.Short(), timesOf(uint64(s.Average), uint64(m.Average)))
		} else {
			d := typical(m.Latency)
			fmt.Fprintf(&b, "%10s%14s%14s%10s\n", m.Bytes, d.Short(), typical(s.Latency).Short(), timesOf(uint64(typical(s.Latency)), uint64(d)))
		}
	}
	if rows == 0 {
		return nil, fmt.Errorf("--compare: no size of %s is among those that are simulated; valid: -b, -e and -f of the log", p.measured)
	}
	return []byte(b.String()), nil
}

// typical is the latency that is compared: what most messages take, or the average where that alone is known.
func typical(t measured.Latency) units.Duration {
	if t.Typical > 0 {
		return t.Typical
	}
	return t.Average
}

// timesOf is a ratio with three decimals; "-" where there is none.
func timesOf(a, b uint64) string {
	if b == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", float64(a)/float64(b))
}
