package report

import (
	"bytes"
	_ "embed" // the template and its style are files
	"errors"
	"fmt"
	"html/template"
	"image/color"
	"io"
	"strings"
)

// Page is what stands in a file, from the top.
type Page struct {
	Title    string
	Lead     []string // the answer in words
	Warnings []string
	Parts    []Part
	Commands []string // that repeat it
	Made     string   // by which program
}

// Part is a section of a page.
type Part struct {
	Title   string
	Words   []string
	Figures []Figure
	Tables  []Table
	Codes   []Code
}

// Figure is a picture with what it shows in words, for those who cannot see it.
type Figure struct {
	Words string
	SVG   []byte
}

// Code is a text that is shown as it is, folded.
type Code struct{ Title, Text string }

// Table has one line a thing.
type Table struct {
	Caption string
	Head    []Column
	Rows    []Row
}

// Column is the head of a column. Numbers stand to the right.
type Column struct {
	Name   string
	Number bool
}

// Row is a line of a table; the first cell names it.
type Row struct {
	Strong bool // a sum
	Cells  []Cell
}

// Cell is a text, or a bar.
type Cell struct {
	Text  string
	Color template.CSS // of a square before the text, or of the bar; "" = none
	Bar   int          // thousandths of the cell's width
}

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"style": func() template.CSS { return template.CSS(pageCSS) },
	"svg":   inline,
	"id":    id,
	"bar":   func(thousandths int) string { return fmt.Sprintf("%d.%d%%", thousandths/10, thousandths%10) },
}).Parse(pageHTML))

// WriteTo writes the page as HTML.
func (p *Page) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	if err := page.Execute(&b, p); err != nil {
		return 0, err
	}
	return b.WriteTo(w)
}

// inline is an SVG file as an element of a page: without what stands before it, and as wide as there is room.
func inline(f Figure) (template.HTML, error) {
	_, rest, ok := strings.Cut(string(f.SVG), "<svg ")
	size, rest, and := strings.Cut(rest, "viewBox=")
	if !ok || !and || !strings.Contains(size, "width=") {
		return "", errors.New("report: a figure is no SVG as package plots writes it")
	}
	return template.HTML(`<svg role="img" aria-label="` + template.HTMLEscapeString(f.Words) + `" viewBox=` + rest), nil
}

// id is a title as the name of a place in a page.
func id(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), "-")
}

// css is a colour as a style has it.
func css(c color.NRGBA) template.CSS {
	return template.CSS(fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B))
}

// texts are cells without colour.
func texts(words ...string) []Cell {
	cells := make([]Cell, len(words))
	for i, w := range words {
		cells[i].Text = w
	}
	return cells
}

// head is a row of columns, of which all but the first hold numbers.
func head(names ...string) []Column {
	columns := make([]Column, len(names))
	for i, n := range names {
		columns[i] = Column{n, i > 0}
	}
	return columns
}
