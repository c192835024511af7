package exec

import (
	"collsim/sim/units"
)

// affine says of each of some trails which of them it continues after a period, and what the period has added.
type affine struct {
	trails []int32
	word   int // that told them apart
	from   []int32
	add    [][]int64
}

// mark empties trails and gives each its number, so that whatever continues it can be told. It returns what they held.
func (x *Run) mark(trails []int32) (rows [][]int64, word int) {
	word = x.book.Word(x.skip.spare)
	for k, i := range trails {
		row := x.book.Row(i)
		rows = append(rows, append([]int64(nil), row...))
		for w := range row {
			if w > 0 { // the first word says where it stands
				row[w] = 0
			}
		}
		row[word] = int64(k) + 1
	}
	return rows, word
}

// continued reads what has become of marked trails.
func (x *Run) continued(trails []int32, word int) *affine {
	a := &affine{trails: append([]int32(nil), trails...), word: word}
	for _, i := range trails {
		row := append([]int64(nil), x.book.Row(i)...)
		a.from = append(a.from, int32(row[word])-1)
		row[0], row[word] = 0, 0
		a.add = append(a.add, row)
	}
	return a
}

// whole reports whether every trail continues one that was marked.
func (a *affine) whole() bool {
	for _, k := range a.from {
		if k < 0 {
			return false
		}
	}
	return true
}

// of is what the map makes of some rows. A trail that continues none has its own row.
func (a *affine) of(rows [][]int64) [][]int64 {
	made := make([][]int64, len(a.from))
	for k := range made {
		made[k] = append([]int64(nil), a.add[k]...)
		if from := a.from[k]; from >= 0 {
			for w, v := range rows[from] {
				made[k][w] += v
			}
		}
	}
	return made
}

// twice is the map after itself.
func (a *affine) twice() *affine {
	b := &affine{trails: a.trails, word: a.word, add: a.of(a.add)}
	for _, k := range a.from {
		b.from = append(b.from, a.from[k])
	}
	return b
}

// book writes down what the trails that held rows are after so many periods. They stand where one has taken them, and by so
// much later.
func (a *affine) book(x *Run, rows [][]int64, periods int64, by units.Duration) {
	for m := a; periods > 0; periods >>= 1 {
		if periods&1 == 1 {
			rows = m.of(rows)
		}
		if periods > 1 {
			m = m.twice()
		}
	}
	for k, i := range a.trails {
		row := x.book.Row(i)
		at := row[0]
		copy(row, rows[k])
		row[0], row[a.word] = at+int64(by), 0
	}
}
