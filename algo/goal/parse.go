package goal

import (
	"bytes"
	"strconv"
	"strings"

	"collsim/sim/input"
)

// MostRanks is how many ranks a program may have.
const MostRanks = 1 << 22

// parser goes over the lines of a text once.
type parser struct {
	program  Program
	rank     int // whose braces are open; -1 = nobody's
	next     int // rank whose turn it is
	labels   map[string]int32
	comment  bool // within /* */
	opened   int  // the line on which braces or a comment were opened
	line     int
	problems input.Problems
}

// Parse reads the text of a program. Everything that is wrong with it is in its error: an [input.Problems], or a *Fault
// of dependencies that go round in a circle.
func Parse(file string, data []byte) (*Program, error) {
	p := parser{rank: -1}
	p.program.File = file
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // the byte order mark of an editor
	for len(data) > 0 && len(p.problems) <= mostProblems {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		p.line++
		p.read(&cursor{text: strings.TrimRight(string(line), "\r")})
		data = rest
	}
	p.end()
	if len(p.problems) > 0 {
		return nil, p.problems
	}
	if problems := p.program.check(); len(problems) > 0 {
		return nil, &Fault{problems}
	}
	return &p.program, nil
}

// Fault says that a file reads well, but that what it says cannot be right.
type Fault struct{ input.Problems }

func (f *Fault) Unwrap() error { return f.Problems }

// mostProblems is how many are worth reading.
const mostProblems = 100

func (p *parser) wrong(column int, what, text, valid string) {
	at := input.Where{File: p.program.File, Line: p.line, Column: column}
	p.problems = append(p.problems, input.Problem{Where: at, What: what, Text: text, Valid: valid})
}

// read takes one line: at most one statement, and braces.
func (p *parser) read(c *cursor) {
	if p.skipped(c) {
		return
	}
	switch word := c.peek(); {
	case p.program.Ranks == nil:
		p.count(c)
	case p.rank < 0 && p.next == len(p.program.Ranks):
		p.beyond(c)
	case p.rank < 0:
		p.open(c)
	case word == "}":
		c.word()
		p.rank = -1
	default:
		p.statement(c)
	}
	if !p.skipped(c) {
		p.wrong(c.column(), "this is more than one statement of a line", c.text[c.at:], "one statement a line")
	}
}

// skipped goes past blanks and comments, and reports whether nothing else is left of the line.
func (p *parser) skipped(c *cursor) bool {
	for {
		if p.comment {
			end := strings.Index(c.text[c.at:], "*/")
			if end < 0 {
				return true
			}
			c.at += end + len("*/")
			p.comment = false
		}
		c.blanks()
		switch rest := c.text[c.at:]; {
		case rest == "" || strings.HasPrefix(rest, "//"):
			return true
		case strings.HasPrefix(rest, "/*"):
			p.comment, p.opened = true, p.line
			c.at += len("/*")
		default:
			return false
		}
	}
}

// count reads num_ranks.
func (p *parser) count(c *cursor) {
	if at := c.column(); c.word() != "num_ranks" {
		p.wrong(at, "a program begins with its number of ranks", strings.TrimSpace(c.text[at-1:]), "num_ranks N")
		p.program.Ranks = []Rank{} // so that it is said once
		c.at = len(c.text)
		return
	}
	n, ok := p.number(c, "number of ranks", 1, MostRanks)
	if !ok {
		n = 0
	}
	p.program.Ranks = make([]Rank, n)
}

// open reads the head of a rank.
func (p *parser) open(c *cursor) {
	at := c.column()
	if c.word() != "rank" {
		p.wrong(at, "a statement outside of any rank", strings.TrimSpace(c.text[at-1:]), "rank "+strconv.Itoa(p.next)+" {")
		c.at = len(c.text)
		return
	}
	at = c.column()
	n, ok := p.number(c, "rank", 0, int64(len(p.program.Ranks))-1)
	if ok && int(n) != p.next {
		p.wrong(at, "ranks come in their order", strconv.FormatInt(n, 10), "rank "+strconv.Itoa(p.next))
	}
	if at = c.column(); c.word() != "{" {
		p.wrong(at, "the statements of a rank stand in braces", "", "rank "+strconv.Itoa(p.next)+" {")
	}
	p.rank, p.opened = p.next, p.line
	p.next++
	p.labels = map[string]int32{}
}

// beyond refuses, once, what comes after the last rank: LogGOPSim would not read it, so that ranks would be left out.
func (p *parser) beyond(c *cursor) {
	if len(p.problems) == 0 {
		p.wrong(c.column(), "this stands after the last rank, for num_ranks is "+strconv.Itoa(p.next), strings.TrimSpace(c.text[c.at:]), "num_ranks "+strconv.Itoa(p.next+1)+", or nothing")
	}
	c.at = len(c.text)
}

// end says what is missing.
func (p *parser) end() {
	switch {
	case len(p.problems) > mostProblems:
	case p.program.Ranks == nil:
		p.line = max(p.line, 1)
		p.wrong(1, "there is no program", "", "num_ranks N, then rank 0 { ... } to rank N-1 { ... }")
	case p.comment:
		p.wrong(1, "the comment that begins on line "+strconv.Itoa(p.opened)+" has no end", "", "*/")
	case p.rank >= 0:
		p.wrong(1, "the braces of rank "+strconv.Itoa(p.rank)+", opened on line "+strconv.Itoa(p.opened)+", are not closed", "", "}")
	case p.next < len(p.program.Ranks):
		p.wrong(1, "rank "+strconv.Itoa(p.next)+" is missing", "", "every rank from 0 to "+strconv.Itoa(len(p.program.Ranks)-1))
	}
}
