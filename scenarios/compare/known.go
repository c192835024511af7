package compare

// known is what has been played. A search that lacks a cell asks for it and gives up; it begins again when the cell is
// there. So all searches ask for what they need next at the same time, and nothing is played twice.
type known struct {
	cells  map[Point]Cell
	asked  map[Point]bool
	wanted []Point
}

func newKnown() *known { return &known{cells: map[Point]Cell{}, asked: map[Point]bool{}} }

// cell is what came out at a point; ok is false where that has to be played first.
func (k *known) cell(p Point) (c Cell, ok bool) {
	if c, ok = k.cells[p]; !ok && !k.asked[p] {
		k.asked[p] = true
		k.wanted = append(k.wanted, p)
	}
	return c, ok
}

// play plays what is wanted.
func (k *known) play(play Play) error {
	points := k.wanted
	k.wanted = nil
	cells, err := play(points)
	for i := range cells {
		if !cells[i].lost {
			k.cells[points[i]] = cells[i]
		}
	}
	return err
}

// stand is how two competitors stand to each other at a place.
type stand struct {
	ahead uint64 // by how much the first takes longer or shorter, without its sign
	sign  int    // -1 = the first is faster, 0 = a tie
	runs  bool   // both do
}

// leaders are those of a and b that are ahead.
func (s stand) leaders(a, b int) []int {
	switch s.sign {
	case -1:
		return []int{a}
	case 1:
		return []int{b}
	}
	return []int{a, b}
}

// stand compares competitors a and b at a place; ok is false where they have to be played first.
func (k *known) stand(l *line, a, b int, at int64) (s stand, ok bool) {
	x, first := k.cell(l.point(a, at))
	y, second := k.cell(l.point(b, at))
	if !first || !second {
		return s, false
	}
	s.runs = x.Refused == "" && y.Refused == ""
	switch d := x.Total - y.Total; {
	case d < 0:
		s.sign, s.ahead = -1, uint64(-d)
	case d > 0:
		s.sign, s.ahead = 1, uint64(d)
	}
	return s, true
}

// best are those that take least at a place, in the order of the competitors; none where nothing can run.
func (k *known) best(l *line, competitors int, at int64) (winners []int, ok bool) {
	least, ok := Cell{}, true
	for of := range competitors {
		c, played := k.cell(l.point(of, at))
		if ok = ok && played; !played || c.Refused != "" {
			continue
		}
		if len(winners) == 0 || c.Total < least.Total {
			winners, least = winners[:0], c
		}
		if c.Total == least.Total {
			winners = append(winners, of)
		}
	}
	return winners, ok
}
