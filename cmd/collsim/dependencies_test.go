package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var requirement = regexp.MustCompile(`(?m)^\t(\S+) (v\S+)`)

// TestDependenciesAreAccountedFor compares docs/dependencies.md with go.mod.
func TestDependenciesAreAccountedFor(t *testing.T) {
	root := repository(t)
	module, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "docs", "dependencies.md"))
	if err != nil {
		t.Fatal(err)
	}
	said := string(text)
	for _, m := range requirement.FindAllStringSubmatch(string(module), -1) {
		line := "| " + m[1] + " | " + m[2] + " |"
		if !strings.Contains(said, line) {
			t.Errorf("docs/dependencies.md has no line that begins with %q", line)
		}
		said = strings.Replace(said, line, "", 1)
	}
	if rest := regexp.MustCompile(`(?m)^\| \S+ \| v\d\S* \|`).FindAllString(said, -1); len(rest) > 0 {
		t.Errorf("docs/dependencies.md speaks of what go.mod does not require: %q", rest)
	}
}
