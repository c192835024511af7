package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"collsim/cmd/collsim/store"
	html "collsim/plots/report"
	"collsim/scenarios"
	"collsim/scenarios/compare"
)

// pageOfComparison is the page of what compare --output json has written.
func pageOfComparison(name string, data []byte, line string) (*html.Page, error) {
	c, err := compare.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var figures []html.Figure
	for _, f := range versusPictures {
		var b bytes.Buffer
		if f.draw(&b, "svg", c, line) == nil { // else there is nothing to draw, such as curves where nothing runs
			figures = append(figures, html.Figure{Words: f.doc, SVG: b.Bytes()})
		}
	}
	return html.Comparison(c, figures), nil
}

// isSweep tells whether a path is the directory of a sweep, or its database.
func isSweep(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	if info.IsDir() {
		_, err := os.Stat(filepath.Join(path, planFile))
		return err == nil
	}
	return store.IsDatabase(path)
}

// pageOfSweep is the page of a sweep that was played: totals over its two longest axes.
func pageOfSweep(c *cobra.Command, args []string, line string) (*html.Page, error) {
	g, err := playedSweep(c, args)
	if err != nil {
		return nil, err
	}
	figure, err := scenarios.MeasureOf("total")
	if err != nil {
		return nil, failed(err)
	}
	tables, err := (&tabulating{}).tables(g.merged)
	if err != nil {
		return nil, err
	}
	cells, err := figuresOf(tables, figure)
	if err != nil {
		return nil, failed(err)
	}
	v := &view{g, figure, cells}
	var figures []html.Figure
	var b bytes.Buffer
	if len(cells) > 0 && v.curves(&b, "svg", line) == nil { // else an axis has words, which no curve shows
		figures = append(figures, html.Figure{Words: v.title(), SVG: b.Bytes()})
	}
	var shown []html.Table
	for i := range v.tables {
		shown = append(shown, v.tables[i].html(figure.Name()))
	}
	return html.Sweep(g.merged, shown, figures, v.notes())
}

// playedSweep is a sweep from its directory or from its database.
func playedSweep(c *cobra.Command, args []string) (*gathered, error) {
	if info, err := os.Stat(args[0]); err == nil && info.IsDir() {
		return gather(c, args)
	}
	m, err := store.ReadMerged(args[0])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", args[0], err)
	}
	return &gathered{plan: m.Plan, merged: m}, nil
}

// html is a table for a page.
func (t *tableOf) html(figure string) html.Table {
	of := html.Table{Caption: figure, Head: []html.Column{{Name: t.corner()}}}
	if t.Title != "" {
		of.Caption += ", " + t.Title
	}
	for _, head := range t.heads(figure) {
		of.Head = append(of.Head, html.Column{Name: head, Number: true})
	}
	for i := range t.Rows.Values {
		row := html.Row{Cells: []html.Cell{{Text: t.Rows.Label(i)}}}
		for _, c := range t.cells[i] {
			row.Cells = append(row.Cells, html.Cell{Text: c.text})
		}
		of.Rows = append(of.Rows, row)
	}
	return of
}
