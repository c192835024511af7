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
// at least one a scenario, each a line NAME => OLD => NEW; NEW stands for every OLD between claim: and expect:.
func TestExpectationsCanFail(t *testing.T) {
	if testing.Short() {
		t.Skip("plays every scenario several times")
	}
	f, err := os.Open("mutations.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tried := map[string]bool{}
	for s := bufio.NewScanner(f); s.Scan(); {
		part := strings.Split(s.Text(), " => ")
		if len(part) != 3 {
			t.Fatalf("not a mutation: %q", s.Text())
		}
		tried[part[0]] = true
		if !noticed(t, part[0], part[1], part[2]) {
			t.Errorf("%s does not notice that %q became %q", part[0], part[1], part[2])
		}
	}
	paths, err := filepath.Glob("*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if name := strings.TrimSuffix(path, ".yaml"); !tried[name] {
			t.Errorf("no line of mutations.txt breaks %s", name)
		}
	}
}

// noticed reports whether an expectation of a scenario fails once old has become new.
func noticed(t *testing.T, name, old, with string) bool {
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
	return len(file.Check(results)) > 0
}
