package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"collsim/cmd/collsim/store"
	"collsim/scenarios/sweep"
)

func exportCommand() *cobra.Command {
	var format, out string
	c := &cobra.Command{
		Use:                   "export DB | DIR | JOURNAL ... [flags]",
		DisableFlagsInUseLine: true,
		Short:                 "Write the points of a sweep as Parquet, CSV or JSON lines",
		Long: `Writes a line a point: its index and id, the values of its axes, the error where there
is no result, and all figures in the words and units of run --output csv. Axes are called
axis_PATH; one whose values are quantities has a second column with whole numbers, such as
axis_nic_rate_bytes_per_s. Missing values are null, and empty in CSV.

Reads the database of a sweep, or journals, or the directory of both; journals need not
be complete.`,
		Example: `  collsim sweep export scaling.sweep --format parquet --out scaling.parquet
  collsim sweep export scaling.sweep/results.db --format csv`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(store.Formats, format) {
				return fmt.Errorf("--format: unknown form %q%s", format, suggest(format, store.Formats))
			}
			if format == "parquet" && out == "" {
				return errors.New("--out is needed: parquet is not for a terminal; valid: --out FILE")
			}
			if out != "" {
				if err := place(out); err != nil {
					return fmt.Errorf("--out: cannot write %q: %w", out, err)
				}
			}
			records, err := recorded(args)
			if err != nil {
				return err
			}
			data, err := store.Export(format, records)
			switch {
			case err != nil:
				return err
			case out == "":
				return writeOut(c.OutOrStdout(), data)
			}
			return onDisk(writeFile(out, data))
		},
	}
	c.Flags().StringVar(&format, "format", "csv", "how: "+strings.Join(store.Formats, ", "))
	c.Flags().StringVar(&out, "out", "", "the file to write. Left out: standard output")
	return c
}

// recorded reads the records of a database, or of journals, in the order of their plan.
func recorded(paths []string) ([]sweep.Record, error) {
	if len(paths) == 1 && store.IsDatabase(paths[0]) {
		return store.Read(paths[0])
	}
	for _, path := range paths {
		if store.IsDatabase(path) {
			return nil, fmt.Errorf("%s: is a database, which stands alone; valid: one database, or journals", path)
		}
	}
	journals, err := readJournals(paths)
	if err != nil {
		return nil, err
	}
	all, err := united(journals)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: there are no points in it; valid: a database, a journal, or a directory of journals that sweep run wrote", strings.Join(paths, ", "))
	}
	return all, err
}

// united are the records of journals of one plan, each point once. A result replaces an error of the same point.
func united(journals []*sweep.Journal) ([]sweep.Record, error) {
	type found struct {
		sweep.Record
		in string
	}
	points := map[int]found{}
	whole := ""
	for _, j := range journals {
		plan := cmp.Or(j.Header.Of, j.Header.Plan)
		if whole = cmp.Or(whole, plan); plan != whole && plan != "" {
			return nil, fmt.Errorf("%s: is of the plan %s, and %s of %s; valid: journals of one plan", j.Name, plan, journals[0].Name, whole)
		}
		for _, r := range j.Records {
			switch was, ok := points[r.Index]; {
			case !ok || was.Error != "":
				points[r.Index] = found{r, j.Name}
			case r.Error == "" && !bytes.Equal(r.Result, was.Result):
				return nil, failed(fmt.Errorf("point %d (%v) has two different results, in %s and in %s: were both made by one program?", r.Index, r.Values, was.in, j.Name))
			}
		}
	}
	var all []sweep.Record
	for _, f := range points {
		all = append(all, f.Record)
	}
	slices.SortFunc(all, func(a, b sweep.Record) int { return cmp.Compare(a.Index, b.Index) })
	return all, nil
}
