package algo

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"collsim/sim/units"
)

// Drawing is a schedule played on symbolic data, round by round.
type Drawing struct {
	Ranks   int        // rows beyond are seats
	Columns []string   // what a rank's buffer is cut into
	Start   [][]string // by rank and column: what is held before
	Rounds  []DrawnRound
}

// DrawnRound is one round of a drawing.
type DrawnRound struct {
	Round    int
	Messages []DrawnMessage // by sender, then receiver, then lane
	Held     [][]string     // by rank, then seat, and column: what is held after this round
	Changed  [][]bool       // by rank, then seat, and column: whether this round wrote it
}

// DrawnMessage says who sends what to whom; numbers beyond the ranks are seats.
type DrawnMessage struct {
	From, To int
	What     string
	Bytes    units.Bytes
	Added    bool // to what the receiver holds; otherwise it replaces that
	lane     int32
}

// Play checks a schedule and keeps what it sees.
func Play(s *Schedule) (*Drawing, error) {
	c := newChecker(s)
	var seen []message
	c.saw = func(m message) { seen = append(seen, m) }
	state := make([][]cell, len(c.cells))
	for r := range state {
		state[r] = slices.Clone(c.cells[r])
	}
	if err := c.run(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(seen, func(a, b message) int { return int(a.round - b.round) })
	d := &Drawing{Ranks: int(c.p), Start: c.texts(state)}
	for i := range c.cells[0] {
		d.Columns = append(d.Columns, c.column(int32(i)))
	}
	for len(seen) > 0 {
		n := 1
		for n < len(seen) && seen[n].round == seen[0].round {
			n++
		}
		d.Rounds = append(d.Rounds, c.draw(state, seen[:n]))
		seen = seen[n:]
	}
	return d, nil
}

// draw applies the messages of one round to the state.
func (c *checker) draw(state [][]cell, messages []message) DrawnRound {
	round := DrawnRound{Round: int(messages[0].round), Changed: make([][]bool, len(c.cells))}
	for r := range round.Changed {
		round.Changed[r] = make([]bool, len(c.cells[0]))
	}
	for _, m := range messages {
		for j, i := range m.cells {
			state[m.to][i] = m.after[j]
			round.Changed[m.to][i] = true
		}
		round.Messages = append(round.Messages, DrawnMessage{
			From: int(m.from), To: int(m.to), What: c.what(m), Bytes: m.bytes, Added: m.reduce, lane: m.lane,
		})
	}
	slices.SortStableFunc(round.Messages, func(a, b DrawnMessage) int {
		return cmp.Or(a.From-b.From, a.To-b.To, int(a.lane-b.lane))
	})
	round.Held = c.texts(state)
	return round
}

// what names the chunks of a message.
func (c *checker) what(m message) string {
	if c.s.Collective == Barrier {
		return "notice"
	}
	var names []string
	for _, i := range m.cells {
		names = append(names, c.column(i))
	}
	if len(names) > 4 {
		names = append(names[:2], "..", names[len(names)-1])
	}
	return strings.Join(names, " ")
}

// column names a cell: c for chunk (s for the relative slot of an all-to-all), then channel and slice where there are any.
func (c *checker) column(i int32) string {
	name := fmt.Sprintf("c%d", i%c.s.Labels)
	switch {
	case c.s.Collective == AllToAll:
		name = fmt.Sprintf("s%d", i%c.s.Labels)
	case c.s.Collective == Barrier:
		name = "knows"
	case c.s.Labels == 1:
		name = "all"
	}
	if c.channels > 1 {
		name += fmt.Sprintf(".ch%d", i/c.s.Labels/c.slices)
	}
	if c.slices > 1 {
		name += fmt.Sprintf(".sl%d", i/c.s.Labels%c.slices)
	}
	return name
}

func (c *checker) texts(state [][]cell) [][]string {
	all := make([][]string, len(state))
	for r := range state {
		for i := range state[r] {
			all[r] = append(all[r], c.text(&state[r][i]))
		}
	}
	return all
}

// text is the ranks whose contributions a cell has, or the block it holds, or x for held; a dot for nothing.
func (c *checker) text(have *cell) string {
	switch {
	case !have.held:
		return "."
	case c.s.Collective.reduces() || c.s.Collective == Barrier:
		return have.who.String()
	case c.s.Collective == AllToAll || c.s.Collective == SendRecv:
		p := int64(c.p)
		return fmt.Sprintf("%d>%d", have.id/p%p, have.id%p)
	}
	return "x"
}

// Draw prints each round of a schedule: who sends which chunk to whom, and who then holds what. It checks the schedule
// on the way and returns what [Check] would.
func Draw(w io.Writer, s *Schedule) error {
	d, err := Play(s)
	if err != nil {
		return err
	}
	out := &strings.Builder{}
	fmt.Fprintf(out, "%s/%s: %s, %s\n", s.Collective, s.Algorithm, plural(s.Call.Ranks, "rank"), plural(len(d.Rounds), "round"))
	fmt.Fprintf(out, "%s; * marks what a round has changed\n\nstart\n", legend(s.Collective))
	d.grid(out, d.Start, nil)
	for _, r := range d.Rounds {
		fmt.Fprintf(out, "\nround %d\n", r.Round)
		for _, m := range r.Messages {
			how := ""
			if m.Added {
				how = ", added"
			}
			fmt.Fprintf(out, "  %s -> %s  %s%s\n", brief(m.From, d.Ranks), brief(m.To, d.Ranks), m.What, how)
		}
		d.grid(out, r.Held, r.Changed)
	}
	_, err = io.WriteString(w, out.String())
	return err
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func legend(c Collective) string {
	switch {
	case c == Barrier:
		return "a cell lists the ranks whose arrival is known"
	case c.reduces():
		return "a cell lists the ranks whose data is in it"
	case c == AllToAll || c == SendRecv:
		return "a cell names the block it holds, from>to"
	}
	return "x: holds the chunk"
}

// grid prints one line a rank and a seat, changed cells marked with a star.
func (d *Drawing) grid(w io.Writer, cells [][]string, changed [][]bool) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "  \t%s\n", strings.Join(d.Columns, "\t"))
	for r, row := range cells {
		fmt.Fprintf(t, "  %s", party(int32(r), int32(d.Ranks)))
		for i, text := range row {
			if changed != nil && changed[r][i] {
				text += "*"
			}
			fmt.Fprintf(t, "\t%s", text)
		}
		fmt.Fprintln(t)
	}
	t.Flush()
}
