package main

import (
	"fmt"
	"slices"
	"strings"

	"collsim/scenarios/validate"
)

// sample is the part of the page about the classes that are built in, on the sweeps that they were fitted to.
func sample(points [][]validate.Point) string {
	var b strings.Builder
	lines := validate.Table(points)
	targets(&b, &lines[len(lines)-1])
	row(&b, "system", "collective", "rows", "1 to 32 KiB", "to 1 MiB", "to 16 MiB", "to 256 MiB", "256 MiB and more", "all", "bias", "chosen, as sizes grow", "sweeps")
	b.WriteString("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---|---|\n")
	for _, l := range lines {
		cells := []string{l.System, l.Collective, fmt.Sprint(l.All.Points)}
		for _, s := range append(slices.Clone(l.Bands), l.All) {
			cells = append(cells, pair(s))
		}
		cells = append(cells, fmt.Sprintf("%+.1f", 100*l.All.Bias), strings.Join(l.Choices, ", "), strings.Join(l.Cases, " "))
		row(&b, cells...)
	}
	for _, of := range points {
		if c := of[0].Case; len(c.Dear) > 0 {
			fmt.Fprintf(&b, "\nNot run, and in no figure: %s", spared(c))
		}
	}
	return b.String()
}

// spared names the rows of a case that take too long.
func spared(c *validate.Case) string {
	sizes := make([]string, len(c.Dear))
	for i, r := range c.Dear {
		sizes[i] = r.Bytes.String()
	}
	return fmt.Sprintf("sweep %s at %s, minutes and gigabytes each; `-large` runs them.\n", c.ID, strings.Join(sizes, ", "))
}

// pair is median and 90th percentile.
func pair(s validate.Statistics) string {
	if s.Points == 0 {
		return "-"
	}
	return percent(s.Median) + " / " + percent(s.P90)
}

// targets says what is asked for and what is reached.
func targets(b *strings.Builder, all *validate.Line) {
	row(b, "error in hundredths of ln(simulated/measured)", "asked for", "reached")
	b.WriteString("|---|---:|---:|\n")
	large := all.Bands[len(all.Bands)-1]
	row(b, "median, all sizes", "8", percent(all.All.Median))
	row(b, "90th percentile, all sizes", "30", percent(all.All.P90))
	row(b, "median, 256 MiB and more", "4", percent(large.Median))
	b.WriteByte('\n')
}

// choices is the part about algorithms and protocols that NCCL is known to have taken.
func choices(verdicts []validate.Verdict) string {
	var b strings.Builder
	row(&b, "sweep", "sizes", "taken", "how it is known", "the model")
	b.WriteString("|---|---|---|---|---|\n")
	for _, v := range verdicts {
		said := "the same"
		if len(v.Others) > 0 {
			said = fmt.Sprintf("%d of %d rows otherwise: %s at %v", len(v.Others), v.Points, v.Others[0].Way(), v.Others[0].Bytes)
		}
		row(&b, v.Sweep, fmt.Sprintf("%v to %v", v.From, v.To), strings.Join(v.Algorithms, " or ")+"/"+v.Protocol, v.Known, said)
	}
	return b.String()
}

// left is the part about sources that were left out.
func left(all []*validate.Left) string {
	var b strings.Builder
	row(&b, "source", "sweeps", "rows", "classes of the others", "within their band", "numbers", "after five sizes, other rows")
	b.WriteString("|---|---:|---:|---:|---:|---:|---:|\n")
	var before, after []float64
	within, banded := 0, 0
	for _, l := range all {
		before, after, within = append(before, l.Uncalibrated...), append(after, l.Calibrated...), within+l.Within
		banded += l.Banded
		row(&b, l.Source, fmt.Sprint(len(l.Cases)), fmt.Sprint(len(l.Uncalibrated)), pair(validate.StatisticsOf(l.Uncalibrated)),
			share(l.Within, l.Banded), fmt.Sprint(l.Numbers), pair(validate.StatisticsOf(l.Calibrated)))
	}
	row(&b, "all", "", fmt.Sprint(len(before)), pair(validate.StatisticsOf(before)), share(within, banded), "", pair(validate.StatisticsOf(after)))
	return b.String()
}

// spread is the part about how far sites are from their classes.
func spread(sites []validate.Sites) string {
	var b strings.Builder
	row(&b, "parameter", "sites that tell of it", "80 % are within a factor of", "stated")
	b.WriteString("|---|---:|---:|---:|\n")
	for _, s := range sites {
		row(&b, s.Parameter, fmt.Sprint(s.Count), fmt.Sprintf("%.2f", s.Factor), fmt.Sprintf("%.2f", s.Stated))
	}
	return b.String()
}

func share(part, all int) string {
	if all == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f %%", 100*float64(part)/float64(all))
}

// numbers is the part about what was fitted.
func numbers(m *validate.Model, f *validate.Fitted) string {
	var b strings.Builder
	row(&b, "number", "parameter", "classes", "prior", "value", "80 % of the fit", "known from the sweeps")
	b.WriteString("|---|---|---|---:|---:|---|---:|\n")
	for j, k := range f.Known {
		n := &m.Numbers[j]
		cells := []string{n.Name, n.Parameter.Name, strings.Join(n.Classes, ", "), n.Start.String(), n.Plain(f.Values[j]).String()}
		switch {
		case k == nil && n.Spread > 0:
			cells = append(cells, "no sweep is about it", "0 %")
		case k == nil:
			cells = append(cells, "not fitted", "")
		default:
			cells = append(cells, n.Plain(k.Low).String()+" to "+n.Plain(k.High).String(), fmt.Sprintf("%.0f %%", 100*k.Learned))
		}
		row(&b, cells...)
	}
	if len(f.Coupled) > 0 {
		b.WriteString("\nHard to tell apart, by the correlation of their logarithms:\n\n")
		row(&b, "number", "and", "correlation")
		b.WriteString("|---|---|---:|\n")
		for _, p := range f.Coupled {
			row(&b, p.A, p.B, fmt.Sprintf("%+.2f", p.Correlation))
		}
	}
	return b.String()
}
