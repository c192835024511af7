package main

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"collsim/algo"
	"collsim/fabric"
	"collsim/scenarios"
	"collsim/scenarios/glossary"
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
	for _, list := range [][]fact{setting, outcome, ranks, spent} {
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
		for _, see := range e.See {
			if !slices.ContainsFunc(all, func(o entry) bool { return o.means(see) }) {
				t.Errorf("%s refers to %s, which nothing explains", e.Name, see)
			}
		}
	}
}

func TestGlossaryIsShort(t *testing.T) {
	seen := map[string]string{}
	for _, e := range glossary.Terms() {
		if n := sentences(e.Text); n != 2 {
			t.Errorf("%s is explained in %d sentences, not two", e.Name, n)
		}
		for _, w := range append([]string{e.Name}, e.Also...) {
			if other, twice := seen[w]; twice {
				t.Errorf("%s stands for %s and for %s", w, other, e.Name)
			}
			seen[w] = e.Name
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

// TestEveryPrintedLabelIsExplained reads the labels off pages that show all of them.
func TestEveryPrintedLabelIsExplained(t *testing.T) {
	wanted := map[string]bool{"latency": true}
	for _, regime := range []string{"latency", "bandwidth", "software", "queueing", "waiting"} {
		wanted[regime+"-bound"] = true
	}
	for _, level := range []string{"packet", "message", "flow", "postal"} {
		wanted[level+" level"] = true
	}
	for _, word := range []string{"mixed", "decision", "bus factor", "starved", "payload", "inter", "network", "gpus-per-node"} {
		wanted[word] = true
	}
	for _, level := range levelNames(t) {
		wanted["bandwidth of a "+level] = true
	}
	header, _, code := collsim("rounds", "--ranks", "2")
	if code != exitRight {
		t.Fatal("collsim rounds fails")
	}
	for _, label := range columnsOf(strings.Split(header, "\n")[1])[1:] {
		wanted[label] = true
	}
	for _, n := range []int{1, 2} {
		for _, label := range labels(t, n) {
			wanted[label] = true
		}
	}
	for _, must := range []string{"textbook", "idle at end", "slowest", "no credit", "a round", "model", "warning"} {
		if !wanted[must] {
			t.Errorf("the test does not see %q, which is printed", must)
		}
	}
	all := entries()
	for _, w := range slices.Sorted(maps.Keys(wanted)) {
		if !slices.ContainsFunc(all, func(e entry) bool { return e.means(w) }) {
			t.Errorf("collsim explain %s has nothing to say", w)
		}
	}
}

// levelNames are the parts of fabrics whose bandwidth may set a bound.
func levelNames(t *testing.T) []string {
	var names []string
	see := func(spec fabric.Spec) {
		g, _, err := fabric.Build(spec)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range g.Levels() {
			names = append(names, l.Name)
		}
	}
	for _, p := range fabric.Presets() {
		see(fabric.Spec{Preset: p.Name, Nodes: 1})
	}
	for _, n := range fabric.Networks() {
		see(fabric.Spec{Preset: "hgx-h100", Nodes: 64, Network: n.Name})
	}
	return names
}

var wide = regexp.MustCompile(" {2,}")

// columnsOf are the words of a line between which there is more than a blank.
func columnsOf(line string) []string { return wide.Split(strings.TrimSpace(line), -1) }

var lead = regexp.MustCompile(`^([a-z ]+): `)

// labels are those of n results, from pages without values that look like them.
func labels(t *testing.T, n int) []string {
	t.Helper()
	results := make([]scenarios.Result, n)
	for i := range results {
		results[i] = wild([]string{"", "other"}[i])
		results[i].Hash, results[i].ModelVersion = "hash", "1"
		results[i].Name, results[i].Why, results[i].FidelityNote, results[i].Proof, results[i].Warnings = "", "why", "note", "proof", []string{"careful"}
	}
	var found []string
	if n == 1 {
		for _, f := range facts(&results[0]) {
			found = append(found, strings.TrimSpace(f[0]))
		}
	}
	text, err := render("table", results, false)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		words := columnsOf(line)
		switch {
		case lead.MatchString(strings.TrimSpace(line)):
			found = append(found, lead.FindStringSubmatch(strings.TrimSpace(line))[1])
		case strings.HasPrefix(line, "per rank"), strings.HasPrefix(line, "hottest ports"):
			found = append(found, words...)
		case len(words) > 1 && !strings.HasPrefix(strings.TrimSpace(line), "against ") && strings.Contains(line, "   ") && !strings.Contains(words[0], ">"):
			name, more, _ := strings.Cut(words[0], ", ")
			found = append(found, name)
			if more != "" {
				found = append(found, more)
			}
		}
		if _, version, ok := strings.Cut(line, ", seed "); ok && strings.Contains(version, ", model ") {
			found = append(found, "seed", "model")
		}
	}
	return found
}
