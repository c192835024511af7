package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"collsim/scenarios/validate"
)

// kept is what leaving a source out gave before, as a directory has it; else it is found out, and kept there. Several runs
// may share the work, each with some of the sources.
func kept(dir, source string, find func() (*validate.Left, error)) (*validate.Left, error) {
	if dir == "" {
		return find()
	}
	name := filepath.Join(dir, strings.ReplaceAll(source, "/", "+")+".json")
	text, err := os.ReadFile(name)
	if err == nil {
		l := &validate.Left{}
		return l, json.Unmarshal(text, l)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	l, err := find()
	if err != nil {
		return nil, err
	}
	if text, err = json.MarshalIndent(l, "", " "); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return l, os.WriteFile(name, append(text, '\n'), 0o644)
}
