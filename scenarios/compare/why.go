package compare

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"collsim/sim/ledger"
	"collsim/sim/units"
)

// explain names the leaders of crossings and says which components trade places.
func (c *Comparison) explain(g *Grid, k *known) {
	for i := range c.Crossings {
		x := &c.Crossings[i]
		x.From, x.To = named(g.Names, x.from), named(g.Names, x.to)
		l := line{over: x.Over, scale: x.Scale, bytes: x.Bytes}
		a, b := x.pair[0], x.pair[1]
		if !slices.Contains(x.from, a) { // a is who is ahead at low
			a, b = b, a
		}
		at := func(of int, place int64) *Cell {
			c := k.cells[l.point(of, place)]
			return &c
		}
		for end, place := range []int64{x.Low, x.High} {
			first, second := at(a, place), at(b, place)
			x.Lead[end] = Lead{first.Total, second.Total}
			if end == 1 {
				x.Lead[end] = Lead{second.Total, first.Total}
			}
		}
		t := trade{
			names: [2]string{g.Names[a], g.Names[b]}, low: [2]*Cell{at(a, x.Low), at(b, x.Low)}, high: [2]*Cell{at(a, x.High), at(b, x.High)},
			first: [2]*Cell{at(a, x.grid[0]), at(b, x.grid[0])}, last: [2]*Cell{at(a, x.grid[1]), at(b, x.grid[1])}, crossing: x,
		}
		x.Why = t.why()
	}
}

// trade is two competitors that trade places: the first is ahead at low.
type trade struct {
	names       [2]string
	low, high   [2]*Cell
	first, last [2]*Cell // at the neighbours of the grid
	crossing    *Crossing
}

// apart is how much more the first of two spends on each component.
func apart(pair [2]*Cell) (parts [ledger.Components]units.Duration) {
	for c := range parts {
		parts[c] = pair[0].Path[c] - pair[1].Path[c]
	}
	return parts
}

// why says which components trade places, and which of them tips the balance.
func (t *trade) why() string {
	parts := apart(t.high)
	saves, pays := t.largest(parts, -1), t.largest(parts, 1)
	a, b := t.names[0], t.names[1]
	var text string
	switch {
	case saves == "" && pays == "":
		text = "both spend the same on everything"
	case saves == "":
		text = fmt.Sprintf("%s pays %s more than %s", a, pays, b)
	case pays == "":
		text = fmt.Sprintf("%s saves %s against %s", a, saves, b)
	default:
		text = fmt.Sprintf("%s saves %s against %s, and pays %s more", a, saves, b, pays)
	}
	if x, y := t.high[0].Rounds, t.high[1].Rounds; x != y {
		text += fmt.Sprintf("; its rounds are %d, the other's %d", x, y)
	}
	return text + t.tips() + t.jumps()
}

// tips says what grows against the first between the neighbours of the grid.
func (t *trade) tips() string {
	before, after := apart(t.first), apart(t.last)
	var most ledger.Component
	for c := range ledger.Components {
		if after[c]-before[c] > after[most]-before[most] {
			most = c
		}
	}
	grew := after[most] - before[most]
	if grew <= 0 {
		return ""
	}
	x := t.crossing
	return fmt.Sprintf("; from %s to %s %s grows by %s against it", x.place(x.grid[0]), x.place(x.grid[1]), most, grew.Short())
}

// steepJump is how many times as much as a byte on average a byte must add to be called a jump.
const steepJump = 20

// jumps says where it is a jump from one byte to the next that tips the balance, as where a protocol changes, and not what
// grows with the bytes: it is at least half of what the leads differ by.
func (t *trade) jumps() string {
	if t.crossing.Over != overBytes || t.crossing.High != t.crossing.Low+1 {
		return ""
	}
	jump := func(i int) units.Duration { return max(t.high[i].Total-t.low[i].Total, t.low[i].Total-t.high[i].Total) }
	i := 0
	if jump(1) > jump(0) {
		i = 1
	}
	steady := max(t.last[i].Total-t.first[i].Total, t.first[i].Total-t.last[i].Total) / units.Duration(t.crossing.grid[1]-t.crossing.grid[0]) // a byte
	if lead := t.crossing.Lead; 2*jump(i) < lead[0].by()+lead[1].by() || jump(i) < 2*jump(1-i) || jump(i) <= steepJump*(steady+1) {
		return ""
	}
	grown := func(c ledger.Component) units.Duration {
		return max(t.high[i].Path[c]-t.low[i].Path[c], t.low[i].Path[c]-t.high[i].Path[c])
	}
	most := ledger.Component(0)
	for c := range ledger.Components {
		if grown(c) > grown(most) {
			most = c
		}
	}
	return fmt.Sprintf("; the time of %s jumps by %s from this byte to the next, most of it %s, so sizes near by may fall on either side",
		t.names[i], jump(i).Short(), most)
}

// named components are at most three, each at least a tenth of all on its side.
const (
	mostNamed  = 3
	namedShare = 10
)

// largest names the components of one sign that make up most of their sum: "41.2 us of protocol".
func (t *trade) largest(parts [ledger.Components]units.Duration, sign units.Duration) string {
	var some []ledger.Component
	sum := units.Duration(0)
	for c := range ledger.Components {
		if d := parts[c] * sign; d > 0 {
			some, sum = append(some, c), sum+d
		}
	}
	slices.SortStableFunc(some, func(a, b ledger.Component) int { return cmp.Compare(parts[b]*sign, parts[a]*sign) })
	var words []string
	for _, c := range some {
		if d := parts[c] * sign; len(words) < mostNamed && d >= sum/namedShare {
			words = append(words, fmt.Sprintf("%s of %s", d.Short(), c))
		}
	}
	if n := len(words); n > 2 {
		words = []string{strings.Join(words[:n-1], ", "), words[n-1]}
	}
	return strings.Join(words, " and ")
}

// place writes a place of the line that a crossing is on.
func (x *Crossing) place(at int64) string {
	if x.Over == overBytes {
		return units.Bytes(at).Short()
	}
	return count(at, x.Over)
}

// count writes so many ranks or nodes.
func count(n int64, what string) string {
	if n == 1 {
		what = strings.TrimSuffix(what, "s")
	}
	return fmt.Sprintf("%d %s", n, what)
}

// perThousand is a over b in thousandths, rounded down.
func perThousand(a, b units.Duration) int64 {
	x := new(big.Int).Mul(big.NewInt(int64(a)), big.NewInt(1000))
	return x.Div(x, big.NewInt(int64(b))).Int64()
}
