package main

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// screen is how wide a table may be, in letters.
const screen = 80

// page is text that is being laid out for a terminal.
type page struct {
	strings.Builder
	paint bool // colours may be used
}

// line appends one line without blanks at its end.
func (p *page) line(parts ...string) {
	p.WriteString(strings.TrimRight(strings.Join(parts, ""), " "))
	p.WriteByte('\n')
}

// paragraph appends words, broken between them so that no line is wider than the screen; lines after the first are
// indented as far as the lead is wide.
func (p *page) paragraph(lead, words string) {
	if words == "" {
		return
	}
	line, indent := lead, strings.Repeat(" ", letters(lead))
	empty := true
	for _, word := range strings.Fields(words) {
		if !empty && letters(line)+1+letters(word) > screen {
			p.line(line)
			line, empty = indent, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	p.line(line)
}

var paint = regexp.MustCompile("\x1b\\[[0-9;]*m")

// letters is how wide a text is on the screen.
func letters(text string) int { return utf8.RuneCountInString(paint.ReplaceAllString(text, "")) }

// left fills text up to n letters; right does so at its front.
func left(text string, n int) string {
	return text + strings.Repeat(" ", max(0, n-letters(text)))
}

func right(text string, n int) string {
	return strings.Repeat(" ", max(0, n-letters(text))) + text
}

// colour is a terminal's colour (SGR).
type colour string

const (
	red     colour = "31"
	green   colour = "32"
	yellow  colour = "33"
	blue    colour = "34"
	magenta colour = "35"
	bold    colour = "1"
)

// in returns text in a colour where colours may be used.
func (p *page) in(c colour, text string) string {
	if !p.paint || text == "" {
		return text
	}
	return "\x1b[" + string(c) + "m" + text + "\x1b[0m"
}
