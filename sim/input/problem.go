package input

import (
	"slices"
	"strconv"
	"strings"

	"collsim/sim/units"
	"collsim/sim/words"
)

// Where is a place that the user wrote: in a file, or on the command line.
type Where struct {
	File         string
	Line, Column int    // from 1; 0 = no place in particular
	Flag         string // "--bytes"; with File where what the file says is wrong because of the flag
}

func (w Where) String() string {
	if file := (Where{File: w.File, Line: w.Line, Column: w.Column}); w.Flag != "" && w.File != "" {
		return w.Flag + ", with " + file.String()
	}
	if w.Flag != "" {
		return w.Flag
	}
	if w.Line == 0 {
		return w.File
	}
	return w.File + ":" + strconv.Itoa(w.Line) + ":" + strconv.Itoa(w.Column)
}

func (w Where) compare(v Where) int {
	if w.Line != v.Line {
		return w.Line - v.Line
	}
	if w.Column != v.Column {
		return w.Column - v.Column
	}
	return strings.Compare(w.Flag, v.Flag)
}

// Problem is one thing that is wrong with what the user wrote, or suspicious about it.
type Problem struct {
	Where Where
	What  string // "bytes: a size needs a unit"
	Text  string // the offending value; "" = there is none
	Hint  string // "did you mean ring?"
	Valid string // what would be right
	Cause error  // the error that says so as well, for programs; nil = there is none
}

func (p Problem) String() string {
	what := p.What
	if path, rest, ok := strings.Cut(what, ": "); ok && p.Where.Flag != "" && p.Where.File == "" && !strings.Contains(path, " ") {
		what = rest // the flag names the key already
	}
	s := p.Where.String() + ": " + what
	if p.Text != "" {
		s += ": " + strconv.Quote(Clip(p.Text))
	}
	return s + units.Advice(p.Hint, p.Valid)
}

// Same tells whether two problems are one, wherever they are placed.
func (p Problem) Same(q Problem) bool { return p.What == q.What && p.Text == q.Text }

// Clip keeps a message readable when somebody feeds in a novel.
func Clip(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}

// Problems is everything that is wrong, in the order in which it was written.
type Problems []Problem

func (p Problems) Error() string {
	const most = 100
	var lines []string
	for i, problem := range p {
		if i == most {
			lines = append(lines, "and "+strconv.Itoa(len(p)-most)+" more")
			break
		}
		lines = append(lines, problem.String())
	}
	return strings.Join(lines, "\n")
}

// Unwrap lists the causes.
func (p Problems) Unwrap() []error {
	var causes []error
	for _, problem := range p {
		if problem.Cause != nil {
			causes = append(causes, problem.Cause)
		}
	}
	return causes
}

// Sorted orders problems by place and drops what is said twice: variants share what stands in the common part.
func (p Problems) Sorted() Problems {
	slices.SortStableFunc(p, func(a, b Problem) int {
		if c := a.Where.compare(b.Where); c != 0 {
			return c
		}
		return strings.Compare(a.What, b.What)
	})
	return slices.CompactFunc(p, func(a, b Problem) bool { return a.Where == b.Where && a.What == b.What && a.Text == b.Text })
}

// Meant is a hint that the nearest of the valid words was meant; "" = none is near.
func Meant(text string, valid []string) string {
	if near := words.Near(text, valid); len(near) > 0 {
		return "did you mean " + near[0] + "?"
	}
	return ""
}
