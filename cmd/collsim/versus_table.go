package main

import (
	"fmt"
	"slices"
	"strings"

	"collsim/scenarios/compare"
	"collsim/sim/units"
)

// placesTitle names what all runs have in common.
func placesTitle(c *compare.Comparison) string {
	name := ""
	if c.Name != "" {
		name = c.Name + ": "
	}
	return fmt.Sprintf("%s%s on %s, library %s, %s level", name, c.Collective, c.Fabric, c.Library, c.Fidelity)
}

// placesTable lays out who wins where, what the winners reach, where that changes and why.
func placesTable(p *page, c *compare.Comparison) {
	p.paragraph("", p.in(bold, placesTitle(c)))
	p.paragraph("fidelity: ", c.FidelityNote)
	for _, w := range c.Warnings {
		p.paragraph(p.in(red, "warning:")+" ", w)
	}
	keys := shortNames(c.Names)
	p.line()
	p.paragraph("", p.in(bold, "winner")+", and by what factor the second takes longer; = is a tie")
	legend(p, c.Names, keys)
	matrix(p, c, func(place *compare.Place) string {
		return verdict(place, func(name string) string { return keys[slices.Index(c.Names, name)] })
	})
	p.line()
	p.paragraph("", p.in(bold, "busbw of the winner")+", and the lower bound in percent of its time")
	matrix(p, c, func(place *compare.Place) string {
		of := place.Winner()
		if of < 0 {
			return nothing
		}
		cell := &place.Cells[of]
		percent, _, _ := strings.Cut(cell.Percent.String(), ".")
		return cell.Busbw.Short() + right(percent, 4) + "%"
	})
	refusals(p, c)
	crossings(p, c)
	if c.Partial != "" {
		p.line()
		p.paragraph(p.in(red, "partial:")+" ", c.Partial)
	}
}

// shortNames are names of at most five letters that tell competitors apart: initials of several words, or else the
// beginning, with the number where that is not enough.
func shortNames(names []string) []string {
	const most = 5
	var keys []string
	for i, name := range names {
		key := name
		if words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' }); len(words) > 1 && len(name) > most {
			key = ""
			for _, w := range words {
				key += w[:1]
			}
			if _, inter, ok := strings.Cut(name, "/"); ok {
				key += "/" + inter
			}
		}
		if len(key) > most {
			key = key[:most-1] + "."
		}
		if slices.Contains(keys, key) || slices.Contains(names, key) && key != name {
			key = fmt.Sprintf("%s%d", key[:min(len(key), most-2)], i+1)
		}
		keys = append(keys, key)
	}
	return keys
}

// legend explains names that were shortened.
func legend(p *page, names, keys []string) {
	var words []string
	for i, name := range names {
		if keys[i] != name {
			words = append(words, keys[i]+" = "+name)
		}
	}
	p.paragraph("", strings.Join(words, ", "))
}

// verdict says who wins at a place and by how much.
func verdict(place *compare.Place, called func(string) string) string {
	var names []string
	for _, name := range place.Winners {
		names = append(names, called(name))
	}
	switch m := place.Thousandths(); {
	case len(names) == 0:
		return nothing
	case len(names) > 1:
		return strings.Join(names, "=")
	case place.Second == "":
		return names[0] + " alone"
	default:
		return names[0] + " " + factor(m)
	}
}

// factor writes thousandths as 1.23x.
func factor(m int64) string {
	switch {
	case m < 10_000:
		return fmt.Sprintf("%d.%02dx", m/1000, m%1000/10)
	case m < 100_000:
		return fmt.Sprintf("%d.%dx", m/1000, m%1000/100)
	}
	return fmt.Sprintf("%dx", m/1000)
}

// scaleName is the head of a column.
func scaleName(c *compare.Comparison, scale int) string {
	return count(scale, strings.TrimSuffix(c.Unit, "s"))
}

// matrix prints a cell for each size and scale, as many scales side by side as the screen is wide.
func matrix(p *page, c *compare.Comparison, cell func(*compare.Place) string) {
	wide, first := 0, len("size")
	for i := range c.Places {
		wide = max(wide, letters(cell(&c.Places[i])))
	}
	for _, scale := range c.Scales {
		wide = max(wide, letters(scaleName(c, scale)))
	}
	for _, n := range c.Sizes {
		first = max(first, letters(n.String()))
	}
	gap := 2
	if first+(wide+gap)*len(c.Scales) > screen && first+(wide+1)*len(c.Scales) <= screen {
		gap = 1
	}
	wide += gap
	atOnce := max(1, (screen-first)/wide)
	for from := 0; from < len(c.Scales); from += atOnce {
		to := min(from+atOnce, len(c.Scales))
		if from > 0 {
			p.line()
		}
		head := right("size", first)
		for _, scale := range c.Scales[from:to] {
			head += strings.Repeat(" ", gap) + left(scaleName(c, scale), wide-gap)
		}
		p.line(p.in(bold, head))
		for i, n := range c.Sizes {
			row := right(n.String(), first)
			for j := from; j < to; j++ {
				row += strings.Repeat(" ", gap) + left(cell(&c.Places[j*len(c.Sizes)+i]), wide-gap)
			}
			p.line(row)
		}
	}
}

// refusals say who cannot run where, once for each reason.
func refusals(p *page, c *compare.Comparison) {
	type refusal struct {
		name, why string
		scales    []string
	}
	var all []refusal
	for of, name := range c.Names {
		for j, scale := range c.Scales {
			why := c.Places[j*len(c.Sizes)].Cells[of].Refused
			if why == "" {
				continue
			}
			if n := len(all); n > 0 && all[n-1].name == name && all[n-1].why == why {
				all[n-1].scales = append(all[n-1].scales, fmt.Sprint(scale))
				continue
			}
			all = append(all, refusal{name, why, []string{fmt.Sprint(scale)}})
		}
	}
	if len(all) > 0 {
		p.line()
		p.line(p.in(bold, "cannot run"))
	}
	for _, r := range all {
		p.paragraph("  "+r.name+": ", "at "+strings.Join(r.scales, ", ")+" "+c.Unit+": "+r.why)
	}
}

// tied are names of which several are a tie.
func tied(names []string) string { return strings.Join(names, " = ") }

// crossingPlace is what stays the same along the line on which a crossing lies.
func crossingPlace(c *compare.Comparison, x *compare.Crossing) string {
	if x.Over == "bytes" {
		return scaleName(c, x.Scale)
	}
	return x.Bytes.String()
}

// exactPlace writes one end of a crossing to the last byte.
func exactPlace(x *compare.Crossing, at int64) string {
	if x.Over == "bytes" {
		return grouped(at) + " B"
	}
	return count(int(at), strings.TrimSuffix(x.Over, "s"))
}

// crossings list every place where the best changes, and why. Neighbours that change alike are told once.
func crossings(p *page, c *compare.Comparison) {
	for _, over := range []string{"bytes", c.Unit} {
		var some []compare.Crossing
		for _, x := range c.Crossings {
			if x.Over == over {
				some = append(some, x)
			}
		}
		if len(some) == 0 {
			continue
		}
		p.line()
		p.line(p.in(bold, "crossings over "+over))
		for i := 0; i < len(some); {
			j := i + 1
			for j < len(some) && alikeCrossings(&some[i], &some[j]) {
				j++
			}
			crossing(p, c, some[i:j])
			i = j
		}
	}
}

// alikeCrossings tells whether two crossings over ranks or nodes are the same but for their size.
func alikeCrossings(x, y *compare.Crossing) bool {
	return x.Over != "bytes" && x.Low == y.Low && x.High == y.High && slices.Equal(x.From, y.From) && slices.Equal(x.To, y.To)
}

// crossing tells of one crossing, or of several that are alike, of which the last says why.
func crossing(p *page, c *compare.Comparison, some []compare.Crossing) {
	x := &some[len(some)-1]
	where := crossingPlace(c, x)
	if len(some) > 1 {
		p.paragraph("  ", fmt.Sprintf("%s to %s, %d sizes: %s, up to %s; from %s on %s", crossingPlace(c, &some[0]), where, len(some), tied(x.From), exactPlace(x, x.Low),
			exactPlace(x, x.High), tied(x.To)))
		where = "at " + where
	}
	p.paragraph("  "+left(where, 9)+" ", fmt.Sprintf("%s, up to %s (%s); from %s on %s (%s)", tied(x.From), exactPlace(x, x.Low), ahead(x.Lead[0]),
		exactPlace(x, x.High), tied(x.To), ahead(x.Lead[1])))
	p.paragraph("            why: ", x.Why)
}

// ahead says how far the faster of two is ahead.
func ahead(l compare.Lead) string {
	d := l.Other - l.Total
	if d == 0 {
		return "a tie at " + l.Total.Short()
	}
	return units.Duration(l.Total).Short() + ", " + d.Short() + " ahead"
}
