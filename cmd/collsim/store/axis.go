package store

import (
	"fmt"
	"strconv"
	"strings"

	"collsim/scenarios/sweep"
	"collsim/sim/units"
)

// Axis is a path that points differ in, and the columns that say how: one with the words of the file, and where all words are
// quantities of one kind a second with their numbers, whose name ends with the unit. Plain numbers need one column only.
type Axis struct {
	Path     string // nic.rate
	Column   string // axis_nic_rate
	Quantity string // axis_nic_rate_bytes_per_s; "" = there is none
	kind     Kind   // of Column
	number   func(string) (int64, error)
}

// columns are those of the axis.
func (a *Axis) columns() []Column {
	all := []Column{{a.Column, a.kind}}
	if a.Quantity != "" {
		all = append(all, Column{a.Quantity, Integer})
	}
	return all
}

// cells are the values of the columns at a point.
func (a *Axis) cells(v sweep.Values) []any {
	all := make([]any, len(a.columns()))
	text, ok := v.Get(a.Path)
	if !ok {
		return all
	}
	all[0] = text
	if a.number != nil {
		n, _ := a.number(text) // all words of the axis are numbers
		all[len(all)-1] = n
	}
	return all
}

// quantity is a kind of numbers that words can be.
type quantity struct {
	unit  string // "" = plain numbers
	parse func(string) (int64, error)
}

var quantities = []quantity{
	{"", plain},
	{"bytes", func(s string) (int64, error) { n, err := units.ParseBytes(s); return int64(n), err }},
	{"ps", func(s string) (int64, error) { n, err := units.ParseDuration(s); return int64(n), err }},
	{"bytes_per_s", func(s string) (int64, error) { n, err := units.ParseRate(s); return narrow(uint64(n), err) }},
	{"hz", func(s string) (int64, error) { n, err := units.ParseFrequency(s); return narrow(uint64(n), err) }},
	{"ppb", func(s string) (int64, error) { n, err := units.ParseProbability(s); return int64(n), err }},
}

// plain reads a number that is written as it is printed.
func plain(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err == nil && strconv.FormatInt(n, 10) != text {
		err = strconv.ErrSyntax
	}
	return n, err
}

func narrow(n uint64, err error) (int64, error) {
	if err == nil && int64(n) < 0 {
		err = fmt.Errorf("%d has more than 63 bits", n)
	}
	return int64(n), err
}

// axesOf finds the paths of records, in the order in which they come up.
func axesOf(records []sweep.Record) []Axis {
	var all []Axis
	at := map[string]int{}
	words := map[string][]string{}
	for i := range records {
		for _, v := range records[i].Values {
			if _, ok := at[v.Path]; !ok {
				at[v.Path] = len(all)
				all = append(all, Axis{Path: v.Path})
			}
			words[v.Path] = append(words[v.Path], v.Text)
		}
	}
	taken := map[string]bool{}
	for i := range all {
		a := &all[i]
		a.Column = unused(taken, "axis_"+identifier(a.Path))
		unit, parse := measured(words[a.Path])
		a.number = parse
		switch {
		case parse == nil:
		case unit == "":
			a.kind = Integer
		default:
			a.Quantity = unused(taken, a.Column+"_"+unit)
		}
	}
	return all
}

// measured is the kind that all words are of; parse is nil where there is none.
func measured(words []string) (unit string, parse func(string) (int64, error)) {
	for _, q := range quantities {
		fits := true
		for _, w := range words {
			if _, err := q.parse(w); err != nil {
				fits = false
				break
			}
		}
		if fits {
			return q.unit, q.parse
		}
	}
	return "", nil
}

// identifier is a path in letters that no query language makes anything of.
func identifier(path string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, path)
}

// unused is a name, with a number behind it where another has it already.
func unused(taken map[string]bool, name string) string {
	found := name
	for n := 2; taken[found]; n++ {
		found = fmt.Sprintf("%s_%d", name, n)
	}
	taken[found] = true
	return found
}
