//go:build linux

package main

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
)

// foldable is a run that folds, and perhaps can be done in full too.
type foldable struct {
	name  string
	nodes int
	full  bool
	words string // further flags of collsim run
}

const (
	starRing     = "--fabric star --algorithm ring"
	hierarchical = "--fabric hgx-h100 --network switch --algorithm hierarchical --channels 1"
)

var foldables = []foldable{
	{"ring", 1024, true, starRing + " --bytes 1GiB"},
	{"ring", 4096, true, starRing + " --bytes 4GiB"},
	{"ring", 131072, false, starRing + " --bytes 128GiB"},
	{"hierarchical, 8 GPUs a server", 128, true, hierarchical + " --bytes 1GiB"},
	{"hierarchical, 8 GPUs a server", 131072, false, hierarchical + " --bytes 8GiB"},
}

// folded measures collsim run with one rank of each class played, and in full where that can be.
func folded(o *options, all []foldable) (string, error) {
	var b strings.Builder
	b.WriteString(taken(o.runs))
	b.WriteString("| run | ranks | messages | simulated us | folded: CPU s | peak MiB | in full: CPU s | peak MiB |\n|---|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, f := range all {
		small, a, err := f.measure(o, "require")
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %.3f | %.1f |", f.name, grouped(a.number("ranks")), grouped(a.number("messages")), microseconds(a.number("total_ps")), small.cpu.Seconds(), mebibytes(small.peak))
		if !f.full {
			b.WriteString(" | |\n")
			continue
		}
		large, whole, err := f.measure(o, "off")
		if err != nil {
			return "", err
		}
		if !maps.Equal(whole, a) {
			return "", fmt.Errorf("%s over %d nodes: folded %v, in full %v", f.name, f.nodes, a, whole)
		}
		fmt.Fprintf(&b, " %.3f | %.1f |\n", large.cpu.Seconds(), mebibytes(large.peak))
	}
	return b.String(), nil
}

func (f *foldable) measure(o *options, fold string) (best usage, a answer, err error) {
	for range o.runs {
		next, used, err := o.ask(append(strings.Fields(f.words), "--fidelity", "message", "--fold", fold, "--nodes", strconv.Itoa(f.nodes))...)
		if err != nil {
			return best, a, err
		}
		a = next
		best.best(used)
	}
	return best, a, nil
}
