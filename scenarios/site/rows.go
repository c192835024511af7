package site

import (
	"fmt"
	"strings"

	"collsim/sim/units"
)

// Rows says which rows of a log are fitted. The others are predicted. The zero value takes all.
type Rows struct {
	turn  int // 1 = the first, third and so on, 2 = the second, fourth and so on; 0 = all
	sizes []units.Bytes
}

// RowWords are the words of ParseRows, beside sizes.
const RowWords = "all, even, odd, or sizes such as 1KiB,128KiB,4MiB"

// ParseRows reads all, even, odd or a list of sizes. Rows are counted by size, from 1.
func ParseRows(text string) (Rows, error) {
	switch text {
	case "all", "":
		return Rows{}, nil
	case "odd":
		return Rows{turn: 1}, nil
	case "even":
		return Rows{turn: 2}, nil
	}
	var r Rows
	for word := range strings.SplitSeq(text, ",") {
		n, err := units.ParseBytes(strings.TrimSpace(word))
		if err != nil {
			return Rows{}, fmt.Errorf("neither a word nor sizes: %q; valid: %s", text, RowWords)
		}
		r.sizes = append(r.sizes, n)
	}
	return r, nil
}

// takes tells whether the size that comes number turn, from 1, is fitted.
func (r *Rows) takes(turn int, n units.Bytes) bool {
	if r.sizes == nil {
		return r.turn == 0 || (turn+r.turn)%2 == 0
	}
	for _, size := range r.sizes {
		if size == n {
			return true
		}
	}
	return false
}
