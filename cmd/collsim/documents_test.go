package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the outputs in README.md, docs and the scripts")

// TestDocuments runs every command of the console blocks of README.md and docs/*.md and compares what it prints with
// what the document says. Figures that a command draws are compared with those of the repository.
func TestDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every command of the documents")
	}
	root := repository(t)
	paths, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	paths = append(paths, filepath.Join(root, "README.md"))
	workplace(t, root)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		got := replay(t, string(text))
		if *update && got != string(text) {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(strings.Split(string(text), "\n"), strings.Split(got, "\n")); diff != "" && !*update {
			t.Errorf("%s says otherwise than the program (-document +program); if it is right, run with -update\n%s", path, diff)
		}
	}
	drawn(t, root)
}

// workplace goes to an empty directory that looks like the repository to a command that reads scenarios or draws figures.
func workplace(t *testing.T, root string) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.Symlink(filepath.Join(root, "scenarios"), "scenarios"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("docs", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(root, "docs", "schedules"), filepath.Join("docs", "schedules")); err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, pattern := range []string{"*.yaml", "*.log"} {
		more, err := filepath.Glob(filepath.Join(root, "docs", pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	for _, file := range files {
		if err := os.Symlink(file, filepath.Join("docs", filepath.Base(file))); err != nil {
			t.Fatal(err)
		}
	}
}

var block = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")

// replay writes a document with the outputs of its commands as they are now.
func replay(t *testing.T, text string) string {
	return block.ReplaceAllStringFunc(text, func(whole string) string {
		var b strings.Builder
		b.WriteString("```console\n")
		for line := range strings.SplitSeq(block.FindStringSubmatch(whole)[1], "\n") {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				b.WriteString(line + "\n" + play(t, command))
			}
		}
		return b.String() + "```"
	})
}

// play runs one command of a document: collsim, or make run, with | head -n N, | tail -n N or > FILE behind it where that is said.
func play(t *testing.T, command string) string {
	command, pipe, _ := strings.Cut(command, " | ")
	command, into, _ := strings.Cut(command, " > ")
	args := strings.Fields(command)
	switch {
	case command == "make run":
		args = []string{"run"}
	case len(args) > 0 && args[0] == "collsim":
		args = args[1:]
	default:
		t.Errorf("a document runs %q, which this test does not know", command)
		return ""
	}
	for i := range args {
		args[i] = strings.Trim(args[i], "'")
	}
	stdout, stderr, _ := collsim(args...)
	if into != "" {
		if err := os.WriteFile(into, []byte(stdout), 0o644); err != nil {
			t.Error(err)
		}
		stdout = ""
	}
	out := stdout + stderr
	if pipe != "" {
		out = part(t, command, pipe, out)
	}
	return out
}

// part is what head -n N or tail -n N lets through.
func part(t *testing.T, command, pipe, out string) string {
	lines := strings.SplitAfter(strings.TrimSuffix(out, "\n"), "\n")
	which, count, _ := strings.Cut(pipe, " -n ")
	n, err := strconv.Atoi(count)
	switch {
	case err != nil || n > len(lines) || which != "head" && which != "tail":
		t.Errorf("%s | %s: the test knows head -n and tail -n, and the output has %d lines", command, pipe, len(lines))
		return out
	case which == "head":
		lines = lines[:n]
	default:
		lines = lines[len(lines)-n:]
	}
	return strings.TrimSuffix(strings.Join(lines, ""), "\n") + "\n"
}

// drawn compares the figures that commands of the documents have drawn with those of the repository.
func drawn(t *testing.T, root string) {
	for _, pattern := range []string{"*.svg", "*.png", "docs/*.svg", "docs/*.png"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			got, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if *update {
				if err := os.WriteFile(filepath.Join(root, path), got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(filepath.Join(root, path))
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s is not what the command of the document draws (%v); look at it and run with -update", path, err)
			}
		}
	}
}
