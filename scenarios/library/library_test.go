// Package library_test breaks the scenarios that are built in, to see that their expectations notice.
package library_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"collsim/scenarios"
)

// A scenario whose expectations still hold with one parameter changed would prove nothing. mutations.txt lists changes,
// at least one a scenario, each a line NAME => OLD => NEW; NEW stands for every OLD between claim: and expect:. What no
// change breaks is logged: an expectation that nobody has seen fail.
func TestExpectationsCanFail(t *testing.T) {
	if testing.Short() {
		t.Skip("plays every scenario several times")
	}
	f, err := os.Open("mutations.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	broken := map[string]map[string]bool{} // by scenario, the expectations that failed
	for s := bufio.NewScanner(f); s.Scan(); {
		part := strings.Split(s.Text(), " => ")
		if len(part) != 3 {
			t.Fatalf("not a mutation: %q", s.Text())
		}
		failed := breaks(t, part[0], part[1], part[2])
		if len(failed) == 0 {
			t.Errorf("%s does not notice that %q became %q", part[0], part[1], part[2])
		}
		if broken[part[0]] == nil {
			broken[part[0]] = map[string]bool{}
		}
		for _, f := range failed {
			broken[part[0]][line(f)] = true
		}
	}
	paths, err := filepath.Glob("*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(path, ".yaml")
		if broken[name] == nil {
			t.Errorf("no line of mutations.txt breaks %s", name)
		}
		logUnbroken(t, name, broken[name])
	}
}

// line names the line of expect: that a failure belongs to, which may hold for several variants.
func line(f scenarios.Failure) string { return f.Where.String() + ": " + f.Metric }

// logUnbroken logs the expectations of a scenario that are not among those that have failed.
func logUnbroken(t *testing.T, name string, failed map[string]bool) {
	data, err := os.ReadFile(name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	file, err := scenarios.Load(name, data)
	if err != nil {
		t.Fatal(err)
	}
	logged := map[string]bool{}
	for _, f := range file.Check(nil) { // without results, no expectation comes true
		if l := line(f); !failed[l] && !logged[l] {
			logged[l] = true
			t.Log("not broken by any mutation: " + l)
		}
	}
}

// breaks returns the expectations of a scenario that fail once old has become new.
func breaks(t *testing.T, name, old, with string) []scenarios.Failure {
	data, err := os.ReadFile(name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	head, expect, _ := strings.Cut(string(data), "\nexpect:")
	said, asked, _ := strings.Cut(head, "\nclaim:")
	if !strings.Contains(asked, old) {
		t.Fatalf("%s has no %q", name, old)
	}
	file, err := scenarios.Load(name, []byte(said+"\nclaim:"+strings.ReplaceAll(asked, old, with)+"\nexpect:"+expect))
	if err != nil {
		t.Fatal(err)
	}
	results, err := file.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	return file.Check(results)
}
