// Package report makes one HTML file of what is known about a run, a comparison or a sweep: the answer in words, tables
// with units, figures, the scenario, and how to repeat it.
//
// The file needs nothing beside itself: styles and figures (as SVG) are inside, and its policy forbids to load anything.
// It follows the reader's choice of light or dark, and prints. The same input gives the same bytes.
package report
