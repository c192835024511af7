package algo

import "math/bits"

// Filling is how the buffers of all parties fill while a schedule is performed: how many contributions are in each part of
// them. Where nothing is reduced a piece counts as one as soon as it is where it is to be at the end.
type Filling struct {
	Columns int       // what each buffer is cut into
	Full    []int64   // by column, what is in it when nothing is missing
	Start   [][]int64 // by party and column
	Gains   []Gain    // in an order that dependencies allow; from one lane to another in that of its sends
}

// Gain is what one message brings.
type Gain struct {
	From, To, Lane int32
	Carried, Most  int64 // contributions in its data, of so many that there can be
	Fills          []Fill
}

// Fill is by how much a column of the receiver becomes fuller.
type Fill struct {
	Column int32
	By     int64
}

// Fills plays a schedule on symbolic data and keeps how buffers fill, in at most so many columns. It returns the faults that
// it meets, as [Check] would.
func Fills(s *Schedule, columns int) (*Filling, error) {
	c := &filler{checker: newChecker(s)}
	c.cut(int32(columns))
	f := &Filling{Columns: int(c.columns), Full: make([]int64, c.columns), Start: make([][]int64, len(c.cells))}
	for i := range c.cells[0] {
		f.Full[c.slot(int32(i))] += c.full()
	}
	for r := range c.cells {
		f.Start[r] = make([]int64, c.columns)
		for i := range c.cells[r] {
			f.Start[r][c.slot(int32(i))] += c.level(int32(r), int32(i))
		}
	}
	err := walk(s, func(at place, st Step, got parcel) (parcel, error) {
		if st.Recv < 0 {
			return c.visit(at, st, got)
		}
		g := c.carries(at, st, got)
		c.fill(at, st, &g, -1)
		give, err := c.visit(at, st, got)
		c.fill(at, st, &g, 1)
		f.Gains = append(f.Gains, g)
		return give, err
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// filler is a checker that looks at how full buffers are.
type filler struct {
	*checker
	columns int32
	groups  int32 // columns a label; 0 = several labels share one
}

// cut chooses columns: labels, and where there is room their channels and slices apart.
func (c *filler) cut(columns int32) {
	c.groups = min(c.channels*c.slices, columns/c.s.Labels)
	if c.columns = c.groups * c.s.Labels; c.groups == 0 {
		c.columns = columns
	}
}

// slot is the column in which a cell counts.
func (c *filler) slot(i int32) int32 {
	label, copies := i%c.s.Labels, i/c.s.Labels
	if c.groups == 0 {
		return int32(int64(label) * int64(c.columns) / int64(c.s.Labels))
	}
	return label*c.groups + copies*c.groups/(c.channels*c.slices)
}

// counts tells whether contributions count; else it is whether a piece is in its place.
func (c *filler) counts() bool { return c.s.Collective.reduces() || c.s.Collective == Barrier }

// full is what a cell counts that lacks nothing.
func (c *filler) full() int64 {
	if c.counts() {
		return int64(c.p)
	}
	return 1
}

// level is what a cell of a party counts.
func (c *filler) level(party, i int32) int64 {
	have := &c.cells[party][i]
	if !have.held {
		return 0
	}
	if c.counts() {
		return have.who.size()
	}
	if want, wanted := c.last(party, i); wanted && have.id != want {
		return 0
	}
	return 1
}

func (a set) size() (n int64) {
	for _, word := range a {
		n += int64(bits.OnesCount64(word))
	}
	return n
}

// carries is the message that a step receives, without what it fills.
func (c *filler) carries(at place, st Step, got parcel) Gain {
	g := Gain{From: st.Recv, To: at.rank, Lane: at.lane, Most: int64(len(got.pieces)) * c.full()}
	for _, p := range got.pieces {
		if c.counts() {
			g.Carried += p.who.size()
		} else {
			g.Carried++
		}
	}
	return g
}

// fill adds so many times what the cells of a step count now to what its message brings.
func (c *filler) fill(at place, st Step, g *Gain, times int64) {
	if st.Chunks.Run < 1 || st.Slice < 0 || st.Slice >= c.slices {
		return // a fault, of which the checker tells
	}
	for j := range min(st.Chunks.Count, c.s.Labels) {
		i := c.target(at, st, j)
		column, by := c.slot(i), times*c.level(at.rank, i)
		n := 0
		for n < len(g.Fills) && g.Fills[n].Column != column {
			n++
		}
		if n == len(g.Fills) {
			g.Fills = append(g.Fills, Fill{Column: column})
		}
		g.Fills[n].By += by
	}
}
