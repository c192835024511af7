package measured

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"collsim/algo"
	"collsim/sim/input"
)

// Parse reads what nccl-tests wrote: its text, whatever was printed between, or its JSON. want is the collective that the log must be
// of; "" = the only one it is of. What is passed over is told in Problems of the log. The error is [input.Problems].
//
// A file may hold several runs, one after the other. Those of the collective asked for, of equally many ranks, are one log.
func Parse(file string, data []byte, want algo.Collective) (*Log, error) {
	var runs []*run
	if text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\ufeff")), " \t\r\n"); len(text) > 0 && text[0] == '{' {
		one, err := readJSON(file, text)
		if err != nil {
			return nil, err
		}
		runs = []*run{one}
	} else {
		runs = readText(file, data)
	}
	c, mine, err := choose(file, runs, want)
	if err != nil {
		return nil, err
	}
	return join(c, mine, leftovers(runs, mine))
}

const forms = "text that nccl-tests prints, or the JSON that it writes with -J"

// choose takes the runs of the collective asked for.
func choose(file string, runs []*run, want algo.Collective) (algo.Collective, []*run, error) {
	refuse := func(what, text, valid string) (algo.Collective, []*run, error) {
		return "", nil, input.Problems{{Where: input.Where{File: file}, What: what, Text: text, Valid: valid}}
	}
	var mine []*run
	var held []string            // what the runs are of, in words
	var common []algo.Collective // what all of them may be of
	for _, r := range runs {
		if len(r.seen) == 0 {
			continue
		}
		of := r.collectives()
		if want == "" {
			of = r.checked(of)
		}
		if words := r.words(of); !slices.Contains(held, words) {
			held = append(held, words)
		}
		if want != "" && !slices.Contains(of, want) {
			continue
		}
		if mine = append(mine, r); len(mine) == 1 {
			common = of
		} else {
			common = slices.DeleteFunc(slices.Clone(common), func(c algo.Collective) bool { return !slices.Contains(of, c) })
		}
	}
	switch {
	case len(held) == 0:
		if p := leftovers(runs, nil); len(p) > 0 {
			return "", nil, append(input.Problems{{Where: input.Where{File: file}, What: "there is no whole row of results", Valid: forms}}, p...)
		}
		return refuse("there is no row of results", "", forms)
	case len(mine) == 0:
		return refuse("the log is not of "+string(want), strings.Join(held, "; "), "a log of "+program(want))
	case want != "":
		return want, mine, nil
	case len(common) != 1:
		if p := contradiction(mine); p != nil {
			return "", nil, p
		}
		return refuse("the log does not say which one collective it is of", strings.Join(held, "; "), "the name of one of them, asked for (--collective)")
	}
	return common[0], mine, nil
}

// contradiction is the first row of a run that is of no collective, though its head names one; nil = there is none.
func contradiction(runs []*run) error {
	for _, r := range runs {
		if r.Collective != "" && len(r.checked(r.collectives())) == 0 {
			at := input.Where{File: r.Name, Line: r.seen[0].Line, Column: 1}
			return input.Problems{{Where: at, What: "the log says that it is of " + r.Program + ", but its rows are not", Text: r.seen[0].text(), Valid: "count, redop, root and bandwidths of " + r.Program}}
		}
	}
	return nil
}

// words tells a reader what a run is of.
func (r *run) words(of []algo.Collective) string {
	switch {
	case r.Program != "" && len(of) == 1:
		return r.Program
	case r.Program != "" && r.Collective != "":
		return "says that it is of " + r.Program + ", but its rows are not"
	case r.Program != "":
		return r.Program + ", which is not simulated"
	case len(of) == 0 && r.Ranks > 0:
		return fmt.Sprintf("rows of no collective of the %d ranks that are listed", r.Ranks)
	case len(of) == 0:
		return "rows of no known collective"
	}
	names := make([]string, len(of))
	for i, c := range of {
		names[i] = string(c)
	}
	return "rows of " + strings.Join(names, " or ")
}

// program is the test of a collective.
func program(c algo.Collective) string {
	for _, t := range tests {
		if t.collective == c {
			return t.name + "_perf"
		}
	}
	return string(c)
}

// join makes one log of runs of one collective.
func join(c algo.Collective, runs []*run, problems input.Problems) (*Log, error) {
	l := runs[0].Log
	l.Collective = c
	l.Problems = problems
	for i, r := range runs {
		if ok := true; r.Ranks == 0 {
			if r.Ranks, ok = r.counted(c); !ok {
				return nil, r.refused("rows belong to different numbers of ranks", "")
			}
		}
		if i == 0 {
			l.Ranks = r.Ranks
		} else if r.Ranks != l.Ranks {
			return nil, r.refused("the log holds runs of different numbers of ranks", fmt.Sprint(l.Ranks, " and ", r.Ranks))
		}
		for _, s := range r.seen {
			if s.Chosen = r.choice(s.Bytes); s.of(c, r.Ranks) {
				l.Rows = append(l.Rows, s.Row)
			} else {
				l.problem(s.Line, input.Problem{What: "a row is not of " + string(c), Text: s.text(), Valid: "count, redop, root and bandwidths of " + program(c)})
			}
		}
		if r.twice {
			l.problem(0, input.Problem{What: "a rank stands twice in the list of devices", Valid: "nccl-tests built with MPI, where it runs as several processes"})
		}
	}
	l.Problems = l.Problems.Sorted()
	return &l, nil
}

// refused says why runs are no log together.
func (r *run) refused(what, text string) error {
	return input.Problems{{Where: input.Where{File: r.Name, Line: r.seen[0].Line, Column: 1}, What: what, Text: text, Valid: "a file of runs of equally many ranks"}}
}

// text is a row as its first columns name it.
func (s *seen) text() string {
	return fmt.Sprint(int64(s.Bytes), " ", s.Count, " ", s.Type, " ", s.Redop, " ", s.Root)
}

// leftovers are the problems of the runs that count, and of those without rows, to whatever they belong.
func leftovers(runs, mine []*run) input.Problems {
	var all input.Problems
	for _, r := range runs {
		if slices.Contains(mine, r) || len(r.seen) == 0 {
			all = append(all, r.Problems...)
		}
	}
	return all
}
