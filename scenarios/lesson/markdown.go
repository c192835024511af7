package lesson

import (
	"strings"

	"collsim/sim/input"
)

// Block is a paragraph, a list or some code: all the Markdown that lessons have, so that a terminal and a page can show it
// alike. Within text, `code` stands between backquotes.
type Block struct {
	Kind  Kind     `json:"kind"`
	Text  string   `json:"text,omitempty"`  // of a paragraph on one line, of code as it stands
	Items []string `json:"items,omitempty"` // of a list
}

// Kind is what a block is.
type Kind string

// The kinds of blocks.
const (
	Text Kind = "text"
	List Kind = "list"
	Code Kind = "code"
)

// section is what stands below one heading.
type section struct {
	title  string
	line   int
	blocks []Block
	yaml   string // its block of YAML, behind as many line feeds as there are lines before it, so that places come out right
	fence  int    // the line where that begins; 0 = there is none
}

// markdown cuts a file into a title and its sections. What is no paragraph, list or block of code is a problem.
type markdown struct {
	file     string
	title    string
	sections []section
	problems input.Problems

	fence string // the open one's word; "" = none
	code  []string
	open  bool // whether a line goes on with the paragraph or item before it
}

func split(file, text string) *markdown {
	m := &markdown{file: file}
	for i, line := range strings.Split(text, "\n") {
		m.line(i+1, strings.TrimRight(line, " \r"))
	}
	if m.fence != "" {
		m.problem(strings.Count(text, "\n")+1, "a block is not closed", "", "``` on a line of its own")
	}
	return m
}

func (m *markdown) problem(line int, what, text, valid string) {
	m.problems = append(m.problems, input.Problem{Where: input.Where{File: m.file, Line: line, Column: 1}, What: what, Text: text, Valid: valid})
}

func (m *markdown) line(n int, line string) {
	if m.fence != "" {
		m.inside(n, line)
		return
	}
	word, fenced := strings.CutPrefix(line, "```")
	title, titled := strings.CutPrefix(line, "# ")
	heading, headed := strings.CutPrefix(line, "## ")
	switch {
	case titled && m.title == "" && len(m.sections) == 0:
		m.title = title
	case headed:
		m.sections = append(m.sections, section{title: heading, line: n})
		m.open = false
	case line == "":
		m.open = false
	case len(m.sections) == 0:
		m.problem(n, "text before the first section", line, "# TITLE, then ## "+strings.Join(headings, ", ## "))
	case fenced && word == "":
		m.problem(n, "a block of nothing in particular", "", "```yaml or ```console")
	case fenced:
		m.fence, m.code, m.open = word, nil, false
	case strings.HasPrefix(line, "#"), strings.HasPrefix(line, "|"), strings.HasPrefix(line, ">"), strings.HasPrefix(line, "* "):
		m.problem(n, "lessons do not have this form of Markdown", line, "paragraphs, lists with -, blocks between ```")
	default:
		m.text(line)
	}
}

// inside is a line of a block of code.
func (m *markdown) inside(n int, line string) {
	if line != "```" {
		m.code = append(m.code, line)
		return
	}
	s := &m.sections[len(m.sections)-1]
	text := strings.Join(m.code, "\n") + "\n"
	first := n - len(m.code)
	switch {
	case m.fence != "yaml":
		s.blocks = append(s.blocks, Block{Kind: Code, Text: text})
	case s.fence != 0:
		m.problem(first-1, "a second block of YAML in one section", "", "one")
	default:
		s.yaml, s.fence = strings.Repeat("\n", first-1)+text, first
	}
	m.fence = ""
}

// text is a line of a paragraph or of a list.
func (m *markdown) text(line string) {
	s := &m.sections[len(m.sections)-1]
	item, listed := strings.CutPrefix(line, "- ")
	last := len(s.blocks) - 1
	switch {
	case listed && last >= 0 && s.blocks[last].Kind == List:
		s.blocks[last].Items = append(s.blocks[last].Items, item)
	case listed:
		s.blocks = append(s.blocks, Block{Kind: List, Items: []string{item}})
	case m.open && s.blocks[last].Kind == List:
		items := s.blocks[last].Items
		items[len(items)-1] += " " + strings.TrimLeft(line, " ")
	case m.open:
		s.blocks[last].Text += " " + line
	default:
		s.blocks = append(s.blocks, Block{Kind: Text, Text: line})
	}
	m.open = true
}
