package scenarios

import "strings"

// meant asks whether the nearest of words was meant; "" = none is near.
func meant(text string, words []string) string {
	if word, ok := nearest(text, words); ok {
		return "did you mean " + word + "?"
	}
	return ""
}

// nearest is the word that the fewest single-letter edits make of text, unless more than a third of it would change;
// the first of equals.
func nearest(text string, words []string) (word string, ok bool) {
	const longest = 64 // nobody misspells more than that
	if len(text) > longest {
		return "", false
	}
	text = strings.ToLower(strings.ReplaceAll(text, "_", "-"))
	least := max(len(text)/3, 1) + 1
	for _, w := range words {
		if d := edits(text, strings.ToLower(strings.ReplaceAll(w, "_", "-"))); d < least {
			word, least, ok = w, d, true
		}
	}
	return word, ok
}

// edits is the Levenshtein distance of two words.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
