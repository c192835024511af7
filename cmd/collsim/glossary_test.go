package main

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"collsim/algo"
	"collsim/scenarios"
	"collsim/sim/ledger"
	"collsim/sim/words"
)

func TestEveryWordIsExplained(t *testing.T) {
	known := vocabulary(entries())
	var wanted []string
	for c := range ledger.Components {
		wanted = append(wanted, c.String())
	}
	for g := range ledger.Groups {
		wanted = append(wanted, g.String())
	}
	for _, a := range algo.All() {
		wanted = append(wanted, string(a.Collective), a.Name)
	}
	for _, p := range parameters() {
		wanted = append(wanted, p.Name)
	}
	for _, list := range [][]fact{setting, outcome, ranks} {
		for _, f := range list {
			name, _, _ := strings.Cut(strings.TrimSpace(f.name), ",")
			if name != "most" {
				wanted = append(wanted, name)
			}
		}
	}
	for _, f := range facts(&scenarios.Result{}) {
		wanted = append(wanted, strings.TrimSpace(f[0]))
	}
	for _, f := range scenarios.Flags() {
		wanted = append(wanted, f.Name)
	}
	wanted = append(wanted, libraryNames()...)
	for _, w := range wanted {
		if !slices.Contains(known, w) {
			t.Errorf("collsim explain %s has nothing to say", w)
		}
	}
}

func TestEveryReferenceLeadsSomewhere(t *testing.T) {
	all := entries()
	for _, e := range all {
		for _, see := range e.see {
			if !slices.ContainsFunc(all, func(o entry) bool { return o.means(see) }) {
				t.Errorf("%s refers to %s, which nothing explains", e.name, see)
			}
		}
	}
}

func TestGlossaryIsShort(t *testing.T) {
	seen := map[string]string{}
	for _, e := range glossary {
		if n := sentences(e.text); n != 2 {
			t.Errorf("%s is explained in %d sentences, not two", e.name, n)
		}
		for _, w := range append([]string{e.name}, e.also...) {
			if other, twice := seen[w]; twice {
				t.Errorf("%s stands for %s and for %s", w, other, e.name)
			}
			seen[w] = e.name
		}
	}
}

// sentences counts full stops that end a sentence.
func sentences(text string) int {
	n := 0
	letters := []rune(text + " ")
	for i, r := range letters {
		if r == '.' && unicode.IsSpace(letters[i+1]) {
			n++
		}
	}
	return n
}

func TestNearest(t *testing.T) {
	for word, want := range map[string]string{
		"skw": "skew", "Head-Of-Line": "head-of-line", "allreduce": "all_reduce", "propogate": "propagate", "bus": "busbw",
	} {
		if got := words.Near(word, vocabulary(entries())); !slices.Contains(got, want) {
			t.Errorf("nearest to %q is %s, without %s", word, strings.Join(got, ", "), want)
		}
	}
}
