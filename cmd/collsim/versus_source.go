package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"collsim/scenarios"
)

// source reads the text of the file that a command line names; the name is "" where flags alone ask.
func (v *versus) source(c *cobra.Command, args []string) (data []byte, name string, err error) {
	if len(args) == 0 {
		if v.algorithms != "" || v.bytes != "" || v.ranks != "" || v.nodes != "" || slices.ContainsFunc(v.asked.said(c.Flags()), asks) {
			return nil, "", nil
		}
		args = []string{builtIn}
	}
	switch name = args[0]; {
	case name == "-":
		data, err = io.ReadAll(c.InOrStdin())
		return data, name, err
	case slices.Contains(libraryNames(), name):
		data, err = fs.ReadFile(scenarios.Library(), name+".yaml")
		return data, name + ".yaml", err
	}
	if data, err = os.ReadFile(name); errors.Is(err, fs.ErrNotExist) {
		return nil, "", fmt.Errorf("%s: no such file, nor a scenario of the library%s", name, suggest(name, libraryNames()))
	} else if err != nil {
		return nil, "", cannotRead(name, err)
	}
	return data, name, nil
}

// catalogueFor is what a scenario of this name may name.
func catalogueFor(name string) *scenarios.Catalogue { return catalogueOf(filepath.Dir(name)) }
