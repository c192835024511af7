package words

import (
	"slices"
	"strings"
)

// longest is the length beyond which a text is no slip of the finger.
const longest = 64

// Closest is the valid word that takes the fewest slips to become word, the first of equals; "" where none is valid.
func Closest(word string, valid []string) string {
	if len(valid) == 0 {
		return ""
	}
	return slices.MinFunc(valid, func(a, b string) int { return distance(word, a) - distance(word, b) })
}

// Near lists the valid words, at most three, that a slip of the finger may have turned into word, nearest first: those
// of which no more than a third differs, and those that word is a part of.
func Near(word string, valid []string) []string {
	if len(word) > longest {
		return nil
	}
	near := slices.DeleteFunc(slices.Clone(valid), func(w string) bool { return distance(word, w) > max(1, len(word)/3) })
	slices.SortStableFunc(near, func(a, b string) int { return distance(word, a) - distance(word, b) })
	return near[:min(3, len(near))]
}

func distance(word, valid string) int {
	a, b := plain(word), plain(valid)
	if len(a) > longest {
		a = a[:longest]
	}
	d := slips(a, b)
	if len(a) > 2 && strings.Contains(b, a) {
		d = min(d, 1)
	}
	return d
}

// Same tells whether two words differ at most in what people mix up: case, underscores, hyphens and blanks.
func Same(a, b string) bool { return plain(a) == plain(b) }

var mixedUp = strings.NewReplacer("_", "", "-", "", " ", "")

// plain is a word without what people mix up: case, underscores, hyphens and blanks.
func plain(word string) string { return mixedUp.Replace(strings.ToLower(word)) }

// slips is the number of letters to put in, take out, exchange or swap with their neighbours (optimal string alignment).
func slips(a, b string) int {
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

// Quote writes a word so that a shell reads it as one.
func Quote(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\n\"'`$&|;<>()*?[]{}!#~\\") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
