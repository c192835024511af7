package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"collsim/scenarios"
)

// writtenScenario is a scenario as it stands in a file.
type writtenScenario struct {
	name      string // of the file; - is standard input
	text      []byte
	catalogue *scenarios.Catalogue // what it may name
}

// readScenario finds a scenario: a file, one of the library by its name, or standard input.
func readScenario(stdin io.Reader, name string) (*writtenScenario, error) {
	if text, err := fs.ReadFile(scenarios.Library(), name+".yaml"); err == nil {
		return &writtenScenario{name + ".yaml", text, scenarios.Known()}, nil
	}
	text, err := readInput(stdin, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such file, nor a scenario of the library%s", name, suggest(name, libraryNames()))
	}
	return &writtenScenario{name, text, catalogueOf(filepath.Dir(name))}, err
}

// readInput reads a file, or standard input where its name is -.
func readInput(stdin io.Reader, name string) ([]byte, error) {
	if name != "-" {
		data, err := os.ReadFile(name)
		if err != nil {
			err = cannotRead(name, err)
		}
		return data, err
	}
	data, err := io.ReadAll(stdin)
	if err != nil {
		err = fmt.Errorf("cannot read standard input: %w", err)
	}
	return data, err
}

// catalogueOf is what a scenario in a directory may name.
func catalogueOf(directory string) *scenarios.Catalogue {
	c := scenarios.Known()
	c.Open = func(path string) ([]byte, error) {
		if !filepath.IsAbs(path) {
			path = filepath.Join(directory, path)
		}
		data, err := os.ReadFile(path)
		return data, reason(err)
	}
	return c
}

func cannotRead(name string, err error) error {
	return fmt.Errorf("%s: cannot read it: %w", name, reason(err))
}

// libraryNames lists the scenarios that are built in.
func libraryNames() []string {
	paths, _ := fs.Glob(scenarios.Library(), "*.yaml") // the pattern is right, which is all that can be wrong
	for i := range paths {
		paths[i] = strings.TrimSuffix(paths[i], ".yaml")
	}
	return paths
}
