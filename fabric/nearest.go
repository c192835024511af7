package fabric

// nearest is the word that takes the fewest single-letter edits to become name; the first of equals.
func nearest(name string, words []string) string {
	best, least := "", -1
	for _, w := range words {
		if d := edits(name, w); least < 0 || d < least {
			best, least = w, d
		}
	}
	return best
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
