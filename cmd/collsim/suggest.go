package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// suggest says which of the words was probably meant, or else which there are.
func suggest(word string, words []string) string {
	near := nearest(word, words)
	if len(near) == 0 {
		return "; valid: " + strings.Join(words, ", ")
	}
	return "; did you mean " + strings.Join(near, " or ") + "?"
}

// nearest lists the words, at most three, that a slip of the finger could have turned into word, nearest first.
func nearest(word string, words []string) []string {
	type guess struct {
		word  string
		edits int
	}
	var guesses []guess
	for _, w := range words {
		d := edits(plainWord(word), plainWord(w))
		if strings.Contains(plainWord(w), plainWord(word)) && len(word) > 2 {
			d = min(d, 1)
		}
		if d <= max(1, len(word)/3) {
			guesses = append(guesses, guess{w, d})
		}
	}
	slices.SortStableFunc(guesses, func(a, b guess) int { return cmp.Compare(a.edits, b.edits) })
	var near []string
	for _, g := range guesses[:min(3, len(guesses))] {
		near = append(near, g.word)
	}
	return near
}

// plainWord is a word without what people mix up: case, underscores, hyphens and blanks.
func plainWord(word string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(word))
}

// edits is the number of letters to put in, take out, exchange or swap with their neighbours (optimal string alignment).
func edits(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := d[i-1][j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			d[i][j] = min(change, d[i-1][j]+1, d[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

func flagNames(c *cobra.Command) []string {
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	for i := range names {
		names[i] = "--" + names[i]
	}
	return names
}
