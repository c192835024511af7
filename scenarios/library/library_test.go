// Package library_test breaks the scenarios that are built in, to see that their expectations notice.
package library_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"collsim/scenarios"
)

// An expectation that nobody has seen fail would prove nothing, so every line of expect: has to fail: when its variants
// exchange their results, when a setting changes nothing, or by a line of mutations.txt, which has two forms:
//
//	NAME => OLD => NEW           NEW stands for every OLD between claim: and expect:
//	NAME => --FLAG VALUE ...     flags are laid over all variants, as on the command line of run
//
// A scenario has at least one of those, and each must be noticed.
func TestExpectationsCanFail(t *testing.T) {
	if testing.Short() {
		t.Skip("plays every scenario several times")
	}
	mutations := readMutations(t)
	paths, err := filepath.Glob("*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(path, ".yaml")
		mine := mutations[name]
		if len(mine) == 0 {
			t.Errorf("no line of mutations.txt breaks %s", name)
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOriginal(t, name)
			broken := append(o.exchanged(), o.warned(t)...)
			for _, m := range mine {
				failed := o.mutated(t, m)
				if len(failed) == 0 {
					t.Errorf("does not notice %s", m)
				}
				broken = append(broken, failed...)
			}
			o.unbroken(t, broken)
		})
		delete(mutations, name)
	}
	for name := range mutations {
		t.Errorf("mutations.txt: there is no scenario %s", name)
	}
}

// readMutations lists the lines of mutations.txt by scenario, without its name.
func readMutations(t *testing.T) map[string][]string {
	f, err := os.Open("mutations.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all := map[string][]string{}
	for s := bufio.NewScanner(f); s.Scan(); {
		name, mutation, _ := strings.Cut(s.Text(), " => ")
		all[name] = append(all[name], mutation)
	}
	return all
}

// original is a scenario as it stands, with its results.
type original struct {
	name, text string
	file       *scenarios.File
	results    []scenarios.Result
}

func newOriginal(t *testing.T, name string) *original {
	data, err := os.ReadFile(name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	o := &original{name: name, text: string(data)}
	if o.file, err = scenarios.Load(name, data); err != nil {
		t.Fatal(err)
	}
	if o.results, err = o.file.Run(nil); err != nil {
		t.Fatal(err)
	}
	return o
}

// exchanged returns the expectations that fail when each variant shows the result of the one behind it, or of another
// at some distance.
func (o *original) exchanged() []scenarios.Failure {
	var failed []scenarios.Failure
	for by := 1; by < len(o.results); by++ {
		others := make([]scenarios.Result, len(o.results))
		for i := range others {
			others[i] = o.results[(i+by)%len(others)]
			others[i].Variant = o.results[i].Variant
		}
		failed = append(failed, o.file.Check(others)...)
	}
	return failed
}

// warned returns the expectations that fail when the first variant has a setting that changes nothing: fabrics with a trunk
// need another in mutations.txt.
func (o *original) warned(t *testing.T) []scenarios.Failure {
	file, err := o.mutant(t, "--set trunk.rate=1Gb/s")
	if err != nil {
		t.Fatal(err)
	}
	first := file.Scenarios
	file.Scenarios = first[:1]
	results, err := o.play(file)
	if err != nil {
		t.Fatal(err)
	}
	return file.Check(append(results, o.results[1:]...))
}

// mutated returns the expectations that fail once the scenario is mutated.
func (o *original) mutated(t *testing.T, mutation string) []scenarios.Failure {
	file, err := o.mutant(t, mutation)
	if err != nil {
		t.Fatalf("%s: %v", mutation, err)
	}
	results, err := o.play(file)
	if err != nil {
		t.Fatalf("%s: %v", mutation, err)
	}
	return file.Check(results)
}

func (o *original) mutant(t *testing.T, mutation string) (*scenarios.File, error) {
	if strings.HasPrefix(mutation, "--") {
		var flags []scenarios.Flag
		for flag := range strings.SplitSeq(mutation[len("--"):], " --") {
			name, value, _ := strings.Cut(flag, " ")
			flags = append(flags, scenarios.Flag{Name: name, Value: value})
		}
		return scenarios.LoadWith(o.name, []byte(o.text), flags)
	}
	old, with, ok := strings.Cut(mutation, " => ")
	head, expect, _ := strings.Cut(o.text, "\nexpect:")
	said, asked, _ := strings.Cut(head, "\nclaim:")
	if !ok || !strings.Contains(asked, old) {
		t.Fatalf("mutations.txt: %s has no %q", o.name, old)
	}
	return scenarios.Load(o.name, []byte(said+"\nclaim:"+strings.ReplaceAll(asked, old, with)+"\nexpect:"+expect))
}

// play runs what the mutation changed. What it left as it was has its result, unless the others chose another level.
func (o *original) play(file *scenarios.File) ([]scenarios.Result, error) {
	all := file.Scenarios
	defer func() { file.Scenarios = all }()
	kept := map[string]scenarios.Result{}
	file.Scenarios = nil
	for i, s := range all {
		if i < len(o.results) && same(s, o.file.Scenarios[i]) {
			kept[s.Variant] = o.results[i]
		} else {
			file.Scenarios = append(file.Scenarios, s)
		}
	}
	if len(file.Scenarios) == 0 {
		return o.results, nil
	}
	results, err := file.Run(nil)
	if err != nil {
		return nil, err
	}
	if len(kept) > 0 && results[0].Fidelity != o.results[0].Fidelity {
		file.Scenarios = all
		return file.Run(nil)
	}
	for _, s := range all {
		if r, ok := kept[s.Variant]; ok {
			results = append(results, r)
		}
	}
	return results, nil
}

// same tells whether two scenarios ask the same.
func same(a, b scenarios.Scenario) bool {
	one, err := json.Marshal(a)
	other, err2 := json.Marshal(b)
	return err == nil && err2 == nil && string(one) == string(other)
}

// line names the line of expect: that a failure belongs to, which may hold for several variants.
func line(f scenarios.Failure) string { return f.Where.String() + ": " + f.Metric }

// unbroken reports the expectations of a scenario that are not among those that have failed.
func (o *original) unbroken(t *testing.T, broken []scenarios.Failure) {
	seen := map[string]bool{}
	for _, f := range broken {
		seen[line(f)] = true
	}
	for _, f := range o.file.Check(nil) { // without results, no expectation comes true
		if l := line(f); !seen[l] {
			seen[l] = true
			t.Errorf("nothing breaks this expectation: %s", l)
		}
	}
}
