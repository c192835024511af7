package goal

import "strings"

// cursor goes along a line, word by word.
type cursor struct {
	text string
	at   int
}

func (c *cursor) blanks() {
	for c.at < len(c.text) && (c.text[c.at] == ' ' || c.text[c.at] == '\t') {
		c.at++
	}
}

// column of what comes next, from 1.
func (c *cursor) column() int {
	c.blanks()
	return c.at + 1
}

// word takes the next word: braces and colons are words of their own. "" = the line is over.
func (c *cursor) word() string {
	c.blanks()
	rest := c.text[c.at:]
	n := strings.IndexAny(rest, " \t{}:")
	switch {
	case n < 0:
		n = len(rest)
	case n == 0:
		n = 1
	}
	if end := strings.Index(rest[:n], "//"); end > 0 {
		n = end
	}
	if end := strings.Index(rest[:n], "/*"); end > 0 {
		n = end
	}
	c.at += n
	return rest[:n]
}

// peek is the next word, which stays.
func (c *cursor) peek() string {
	at := c.at
	w := c.word()
	c.at = at
	return w
}
