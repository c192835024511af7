package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"collsim/algo"
	"collsim/scenarios"
	"collsim/sim/units"
)

func roundsCommand() *cobra.Command {
	var collective, algorithm, ranks, size string
	var progress showing
	c := &cobra.Command{
		Use:                   "rounds [--collective NAME] [--algorithm NAME] [--ranks FROM..TO]",
		DisableFlagsInUseLine: true,
		Short:                 "Rounds, messages and bytes of each algorithm, against the textbook",
		Long: `Counts what each algorithm of a collective does, from its schedule: rounds (and
what the textbook's formula says), the longest chain of dependent messages,
messages in all, and the bytes that the busiest rank sends.`,
		Example: `  collsim rounds --collective all_reduce --ranks 2..16
  collsim rounds --collective barrier --ranks 8 --algorithm dissemination`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			from, to, err := parseRanks(ranks)
			if err != nil {
				return err
			}
			bytes, err := units.ParseBytes(size)
			if err != nil {
				return fmt.Errorf("--bytes: %w", err)
			}
			if _, err := chosen(collective, algorithm); err != nil {
				return err
			}
			hide, err := progress.start(c)
			if err != nil {
				return err
			}
			t := table{collective: algo.Collective(collective), algorithm: algorithm, bytes: bytes}
			err = t.count(c.Context(), from, to)
			hide()
			if i := (*interruption)(nil); errors.As(err, &i) {
				return watchOf(c.Context()).conclude(i)
			}
			if err != nil {
				return failed(err)
			}
			text, err := t.text()
			if err != nil {
				return failed(err)
			}
			return writeOut(c.OutOrStdout(), text)
		},
	}
	c.Flags().SortFlags = false
	c.Flags().StringVar(&collective, "collective", string(algo.AllReduce), "the operation that the ranks perform together")
	c.Flags().StringVar(&algorithm, "algorithm", "", "only this way to perform it")
	c.Flags().StringVar(&ranks, "ranks", "2..16", "how many ranks: a number, or two with .. between them")
	c.Flags().StringVar(&size, "bytes", "1MiB", "size of the buffer, as nccl-tests prints it")
	progress.declare(c.Flags())
	return c
}

// table is what rounds prints.
type table struct {
	collective algo.Collective
	algorithm  string // only this one; "" = all
	bytes      units.Bytes
	rows       []algo.CountRow
}

// count counts every algorithm at every number of ranks, the fewest ranks first. Where it was interrupted the error is an
// *interruption.
func (t *table) count(ctx context.Context, from, to int) error {
	w := watchOf(ctx)
	for n := from; n <= to; n++ {
		w.begin(count(n, "rank"), n-from, to-from+1)
		w.see(scenarios.Progress{Stage: scenarios.Counting})
		w.keep(t.partly())
		if ctx.Err() != nil {
			return w.interruption()
		}
		rows, err := algo.CountTable(t.collective, n, n, algo.Call{Bytes: t.bytes})
		if err != nil {
			return err
		}
		for _, row := range rows {
			if t.algorithm == "" || t.algorithm == row.Algorithm.Name {
				t.rows = append(t.rows, row)
			}
		}
	}
	return nil
}

// text is the table by algorithm.
func (t *table) text() ([]byte, error) {
	var b strings.Builder
	if b.WriteString(string(t.collective)); t.collective != algo.Barrier {
		fmt.Fprintf(&b, " of %v", t.bytes)
	}
	b.WriteByte('\n')
	var rows []algo.CountRow
	for _, a := range algo.All() {
		for _, row := range t.rows {
			if row.Algorithm.Collective == a.Collective && row.Algorithm.Name == a.Name {
				rows = append(rows, row)
			}
		}
	}
	err := algo.PrintCountTable(&b, rows)
	return []byte(b.String()), err
}

// partly writes the rows so far when the command is interrupted.
func (t *table) partly() func(*interruption) ([]byte, error) {
	soFar := *t
	return func(i *interruption) ([]byte, error) {
		text, err := soFar.text()
		p := &page{}
		p.paragraph("partial: ", i.text()+"; what follows are the numbers of ranks before that")
		p.Write(text)
		return []byte(p.String()), err
	}
}

// most is how many ranks the commands that walk whole schedules accept.
const most = 1024

func parseRanks(text string) (from, to int, err error) {
	first, last, span := strings.Cut(text, "..")
	if !span {
		last = first
	}
	from, err = strconv.Atoi(strings.TrimSpace(first))
	if err == nil {
		to, err = strconv.Atoi(strings.TrimSpace(last))
	}
	if err != nil || from < 1 || to < from || to > most {
		return 0, 0, fmt.Errorf("--ranks: %q is not a number of ranks; valid: 8, or 2..16, from 1 to %d", text, most)
	}
	return from, to, nil
}

// chosen lists the algorithms of a collective, or the one that was named.
func chosen(collective, name string) ([]algo.Algorithm, error) {
	var all []algo.Algorithm
	var names, collectives []string
	for _, a := range algo.All() {
		if n := len(collectives); n == 0 || collectives[n-1] != string(a.Collective) {
			collectives = append(collectives, string(a.Collective))
		}
		if string(a.Collective) == collective {
			all = append(all, a)
			names = append(names, a.Name)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("--collective: unknown collective %q%s", collective, suggest(collective, collectives))
	}
	if name == "" {
		return all, nil
	}
	for _, a := range all {
		if a.Name == name {
			return []algo.Algorithm{a}, nil
		}
	}
	return nil, fmt.Errorf("--algorithm: %s has no algorithm %q%s", collective, name, suggest(name, names))
}
