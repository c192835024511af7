// Validate holds the model against the sweeps of testdata/measured.
//
//	validate [-rows] [-only 001,002] [-fit]
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"collsim/scenarios/measured"
	"collsim/scenarios/validate"
)

type options struct {
	data, only, with        string
	source, keep            string
	rows, priors            bool
	large, fit, sites, page bool
	every, rounds           int
}

func main() {
	var o options
	flag.StringVar(&o.data, "data", "testdata/measured", "the sweeps")
	flag.StringVar(&o.only, "only", "", "sweeps to run, with commas between them; empty = all healthy ones")
	flag.BoolVar(&o.rows, "rows", false, "print every row")
	flag.BoolVar(&o.fit, "fit", false, "fit the numbers, and write the classes anew")
	flag.BoolVar(&o.priors, "priors", false, "run with the priors of the numbers, not with the classes")
	flag.StringVar(&o.with, "with", "", "numbers to change first: tree-share=60 %,block-ll=5 GB/s")
	flag.BoolVar(&o.sites, "sites", false, "leave each source out in turn, and calibrate it")
	flag.StringVar(&o.source, "source", "", "of the sources, leave out only those whose names match this regular expression")
	flag.StringVar(&o.keep, "keep", "", "a directory for what sources that were left out gave: those that it has are not left out again")
	flag.BoolVar(&o.large, "large", false, "the rows of all-to-all over 1,024 ranks that are spared as well, which takes half an hour of CPU and many GB")
	flag.BoolVar(&o.page, "page", false, "write docs/validation.md and its figures")
	flag.IntVar(&o.every, "every", 1, "of so many rows of a sweep take one")
	flag.IntVar(&o.rounds, "rounds", 0, "steps that a fit may take; 0 = as many as it needs")
	flag.Parse()
	if err := run(&o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(o *options) error {
	cases, err := cases(o)
	if err != nil {
		return err
	}
	table, err := validate.Numbers()
	if err != nil {
		return err
	}
	m := validate.NewModel(cases, table)
	m.Every, m.Rounds = o.every, o.rounds
	m.Watch = func(round int, cost float64) { fmt.Fprintf(os.Stderr, "step %d, cost %.1f\n", round, cost) }
	if o.sites {
		return sites(o, m)
	}
	var values []float64
	if o.priors {
		values = m.Start
	}
	if o.with != "" {
		values = m.InClasses()
		if err := change(m, values, o.with); err != nil {
			return err
		}
	}
	if o.fit {
		f, err := m.Fit(each)
		if err != nil {
			return err
		}
		printFit(m, f)
		values = f.Values
		if o.page {
			if err := renew("numbers", numbers(m, f)); err != nil {
				return err
			}
		}
		if o.only == "" {
			if err := writeClasses(m, f); err != nil {
				return err
			}
		}
	}
	points, err := m.Points(each, m.Rows(), values)
	if err != nil {
		return err
	}
	if o.rows {
		printRows(points)
	}
	printTable(validate.Table(points))
	if !o.page {
		return nil
	}
	known, err := validate.Choices()
	if err != nil {
		return err
	}
	drawn, err := figures(points, "docs/validation")
	if err != nil {
		return err
	}
	return cmp.Or(renew("sample", sample(points)), renew("choices", choices(validate.Judge(known, points))), renew("figures", drawn))
}

// change sets numbers by name.
func change(m *validate.Model, values []float64, with string) error {
	for _, pair := range strings.Split(with, ",") {
		name, text, _ := strings.Cut(pair, "=")
		j := slices.IndexFunc(m.Numbers, func(n validate.Number) bool { return n.Name == name })
		if j < 0 {
			return fmt.Errorf("-with: there is no number %q; valid: those of scenarios/validate/numbers.tsv", name)
		}
		v, err := m.Numbers[j].Parameter.Parse(text)
		if err != nil {
			return fmt.Errorf("-with %s: %w", name, err)
		}
		values[j] = float64(v.Int)
	}
	return nil
}

// sites leaves each source out in turn.
func sites(o *options, m *validate.Model) error {
	match, err := regexp.Compile(o.source)
	if err != nil {
		return fmt.Errorf("-source: %w", err)
	}
	var all []*validate.Left
	for _, source := range m.Sources() {
		if !match.MatchString(source) {
			continue
		}
		l, err := kept(o.keep, source, func() (*validate.Left, error) { return m.LeaveOut(source, each) })
		if err != nil {
			return err
		}
		all = append(all, l)
		fmt.Print(left(all[len(all)-1:]))
	}
	spread := spread(validate.SitesOf(m.Numbers, all))
	fmt.Print(left(all), "\n", spread)
	if o.page {
		return cmp.Or(renew("left", left(all)), renew("spread", spread))
	}
	return nil
}

// cases are those that are asked for. Sweeps that the model cannot run are named and left out.
func cases(o *options) ([]*validate.Case, error) {
	sweeps, err := measured.ReadSweeps(os.DirFS(o.data))
	if err != nil {
		return nil, err
	}
	only := strings.Split(o.only, ",")
	var all []*validate.Case
	for _, s := range sweeps {
		if o.only != "" && !slices.Contains(only, s.ID) || o.only == "" && s.Status != measured.Healthy {
			continue
		}
		c, err := validate.NewCase(s)
		if err != nil {
			fmt.Fprintln(os.Stderr, "left out:", err)
			continue
		}
		if !o.large {
			c.Spare()
		}
		all = append(all, c)
	}
	return all, nil
}

func writeClasses(m *validate.Model, f *validate.Fitted) error {
	for _, c := range m.Classes(f) {
		w, err := os.Create("scenarios/calibration/classes/" + c.Name + ".yaml")
		if err != nil {
			return err
		}
		if err := c.Write(w); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
	}
	return nil
}
