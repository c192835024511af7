//go:build linux

package main

import (
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
)

// answer is a result of collsim by column of its CSV: scenario, total, counts and the breakdown.
type answer map[string]string

// number is a column that has a whole number; 0 where it has none.
func (a answer) number(column string) int64 {
	n, _ := strconv.ParseInt(a[column], 10, 64)
	return n
}

// ask runs an all-reduce without software in collsim, as a user does.
func (c *programs) ask(flags ...string) (a answer, used usage, err error) {
	argv := append([]string{c.collsim, "run", "--collective", "all_reduce", "--library", "raw", "--output", "csv"}, flags...)
	text, used, err := run(argv...)
	if err != nil {
		return nil, used, err
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return nil, used, fmt.Errorf("%s: %w", strings.Join(argv, " "), err)
	}
	if len(rows) != 2 {
		return nil, used, fmt.Errorf("%s printed %d rows, not a head and a result", strings.Join(argv, " "), len(rows))
	}
	a = answer{}
	for i, column := range rows[0] {
		a[column] = rows[1][i]
	}
	return a, used, nil
}
