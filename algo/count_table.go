package algo

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// CountRow is what one algorithm costs for one number of ranks, counted and by the book.
type CountRow struct {
	Algorithm Algorithm
	Ranks     int
	Counts    Counts
	Textbook  int    // rounds by the paper's formula
	Refused   string // why the algorithm cannot do the call; the rest is then zero
}

// CountTable counts every algorithm of the call's collective for from..to ranks; call gives the rest. Algorithms are in
// order of name, ranks ascending.
func CountTable(c Collective, from, to int, call Call) ([]CountRow, error) {
	var rows []CountRow
	for _, a := range All() {
		if a.Collective != c {
			continue
		}
		for p := from; p <= to; p++ {
			call.Ranks = p
			row, err := countRow(a, call)
			if err != nil {
				return nil, err
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func countRow(a Algorithm, call Call) (CountRow, error) {
	row := CountRow{Algorithm: a, Ranks: call.Ranks}
	s, err := a.Build(call)
	if err != nil {
		row.Refused = err.Error()
		return row, nil
	}
	if row.Counts, err = Count(s); err != nil {
		return row, err
	}
	row.Textbook, err = a.Rounds(call)
	return row, err
}

// PrintCountTable prints rows as aligned text.
func PrintCountTable(w io.Writer, rows []CountRow) error {
	width := len("algorithm")
	for _, r := range rows {
		width = max(width, len(r.Algorithm.Name))
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "%-*s\tranks\trounds\ttextbook\tdepth\tsteps\tmessages\tbytes a rank\treduced\t\n", width, "algorithm")
	for _, r := range rows {
		if r.Refused != "" {
			fmt.Fprintf(t, "%-*s\t%d\t-\t-\t-\t-\t-\t-\t-\t\n", width, r.Algorithm.Name, r.Ranks)
			continue
		}
		c := r.Counts
		fmt.Fprintf(t, "%-*s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", width, r.Algorithm.Name, r.Ranks,
			c.Rounds, r.Textbook, c.Depth, c.PipelineSteps, c.Messages, int64(c.Sent), int64(c.Reduced))
	}
	return t.Flush()
}
