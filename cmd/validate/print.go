package main

import (
	"fmt"
	"strings"

	"collsim/scenarios/validate"
)

func printFit(m *validate.Model, f *validate.Fitted) {
	fmt.Printf("%-26s %12s %12s %12s %12s %8s\n", "number", "prior", "value", "low", "high", "learned")
	for j, k := range f.Known {
		n := &m.Numbers[j]
		if k == nil {
			fmt.Printf("%-26s %12v %12v\n", n.Name, n.Start, n.Plain(f.Values[j]))
			continue
		}
		bound := ""
		if k.AtBound {
			bound = " at its bound"
		}
		fmt.Printf("%-26s %12v %12v %12v %12v %7.0f%%%s\n", n.Name, n.Start, n.Plain(k.Value), n.Plain(k.Low), n.Plain(k.High), 100*k.Learned, bound)
	}
	for _, p := range f.Coupled {
		fmt.Printf("hard to tell apart: %s, %s (%+.2f)\n", p.A, p.B, p.Correlation)
	}
	fmt.Printf("cost %.1f\n\n", f.Cost)
}

func printRows(points [][]validate.Point) {
	for _, of := range points {
		for i := range of {
			p := &of[i]
			if i == 0 {
				fmt.Printf("%s %s %s\n", p.Case.ID, p.Case.Log.Collective, p.Case.SystemName())
			}
			fmt.Printf("  %10v %12v %12v %+6.2f %s %d\n", p.Bytes, p.Measured, p.Simulated.Total, p.Error(), p.Way(), p.Simulated.Channels)
		}
	}
}

func printTable(lines []validate.Line) {
	fmt.Printf("%-42s %-14s", "system", "collective")
	for _, b := range validate.Bands {
		fmt.Printf(" %-20s", b.Name)
	}
	fmt.Printf(" %-20s\n", "all")
	for _, l := range lines {
		fmt.Printf("%-42s %-14s", l.System, l.Collective)
		for _, s := range append(append([]validate.Statistics(nil), l.Bands...), l.All) {
			if s.Points == 0 {
				fmt.Printf(" %-20s", "-")
				continue
			}
			fmt.Printf(" %-20s", fmt.Sprintf("%.3f/%.3f %+.2f", s.Median, s.P90, s.Bias))
		}
		fmt.Printf(" %4d %s %s\n", l.All.Points, strings.Join(l.Cases, " "), strings.Join(l.Choices, " "))
	}
}
