package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
)

// fileFlags are the flags that name a file to write, of whichever command.
var fileFlags = []string{"out", "plot", "trace", "pprof", "output-file"}

// overwrites refuses to write a file over another that the same command reads, or over another that it writes. What a sweep
// keeps in a directory that is read counts as read.
func overwrites(c *cobra.Command, args []string) error {
	read := slices.Clone(args)
	for _, name := range []string{"graph", "compare"} {
		if f := c.Flag(name); f != nil {
			read = append(read, f.Value.String())
		}
	}
	var names, paths []string
	for _, name := range fileFlags {
		f := c.Flag(name)
		if f == nil || !f.Changed || f.Value.String() == "" || f.Value.String() == "-" {
			continue
		}
		path := f.Value.String()
		for _, other := range read {
			if isSame(path, other) || keeps(other, path) {
				return fmt.Errorf("--%s: %q is what is read; valid: another name", name, path)
			}
		}
		for i, other := range paths {
			if isSame(path, other) || filepath.Clean(path) == filepath.Clean(other) {
				return fmt.Errorf("--%s: %q is what --%s writes; valid: a name of its own", name, path, names[i])
			}
		}
		names, paths = append(names, name), append(paths, path)
	}
	return nil
}

// isSame tells whether two paths lead to one file that there is, and that is no directory.
func isSame(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil || one.IsDir() {
		return false
	}
	two, err := os.Stat(b)
	return err == nil && os.SameFile(one, two)
}

// keeps tells whether a file is one of those that a sweep keeps in its directory.
func keeps(directory, file string) bool {
	info, err := os.Stat(directory)
	if err != nil || !info.IsDir() {
		return false
	}
	kept, err := journalsAt(directory)
	if err != nil {
		return false
	}
	for _, name := range []string{planFile, resultsFile, missingFile} {
		kept = append(kept, filepath.Join(directory, name))
	}
	return slices.ContainsFunc(kept, func(k string) bool { return isSame(file, k) })
}
