package topofile

import (
	"slices"
	"strconv"
	"strings"

	"collsim/sim/words"
)

// Problem is one thing that is wrong with a file.
type Problem struct {
	Place Place
	What  string // "fabric.links: there is no device"
	Text  string // the offending value; "" = there is none
	Hint  string // "did you mean gpu0?"
	Valid string // what would be right
}

func (p Problem) String() string {
	s := p.Place.File
	if p.Place.Line > 0 {
		s += ":" + strconv.Itoa(p.Place.Line) + ":" + strconv.Itoa(p.Place.Column)
	}
	s += ": " + p.What
	if p.Text != "" {
		s += ": " + strconv.Quote(clip(p.Text))
	}
	if p.Hint != "" {
		s += "; " + p.Hint
	}
	switch {
	case p.Valid == "":
	case strings.HasSuffix(s, "?"):
		s += " valid: " + p.Valid
	default:
		s += "; valid: " + p.Valid
	}
	return s
}

// clip keeps a message readable when somebody feeds in a novel.
func clip(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}

// Problems is everything that is wrong with a file, in its order.
type Problems []Problem

// mostProblems ends the reading of a file that is nothing but mistakes.
const mostProblems = 1000

func (p Problems) Error() string {
	const most = 100
	var lines []string
	for i := range p {
		if i == most {
			lines = append(lines, "and "+strconv.Itoa(len(p)-most)+" more")
			break
		}
		lines = append(lines, p[i].String())
	}
	return strings.Join(lines, "\n")
}

// sorted orders problems by place and drops what is said twice.
func (p Problems) sorted() Problems {
	slices.SortStableFunc(p, func(a, b Problem) int {
		if a.Place.Line != b.Place.Line {
			return a.Place.Line - b.Place.Line
		}
		return a.Place.Column - b.Place.Column
	})
	return slices.Compact(p)
}

// meant asks whether the nearest of the valid words was meant; "" = none is near.
func meant(text string, valid []string) string {
	if near := words.Near(text, valid); len(near) > 0 {
		return "did you mean " + near[0] + "?"
	}
	return ""
}
