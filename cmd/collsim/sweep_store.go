package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"collsim/cmd/collsim/store"
	"collsim/scenarios/sweep"
)

// resultsFile is the database of a sweep, beside its journals.
const resultsFile = "results.db"

// keepResults writes what came out into a database, and says where.
func keepResults(out string, m *sweep.Merged) (where string, err error) {
	if !store.Present {
		return "in the journals alone: this build has no SQLite", nil
	}
	path := filepath.Join(out, resultsFile)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return "", fmt.Errorf("cannot write %q: is a directory; valid: another --out", path)
	}
	drafts.Lock()
	defer drafts.Unlock()
	if err := store.Write(path, m); err != nil {
		return "", unkept(path, err)
	}
	return path, nil
}

// onDisk is what came of writing a file of a sweep: where the disk is full, the same command may succeed later.
func onDisk(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return failure{exitTryAgain, err}
	}
	return err
}

// unkept is the error that results could not be written; what they were made from stays.
func unkept(path string, err error) error {
	return onDisk(cannotWrite(path, err))
}

// cacheVariable names the directory of the cache where no flag does, or says noCache.
const (
	cacheVariable = "COLLSIM_CACHE"
	noCache       = "off"
)

// cacheDirectory is where the cache is, and whether somebody has said so; "" = there is to be none.
func cacheDirectory(said string) (directory string, asked bool, err error) {
	if said != "" {
		return said, true, nil
	}
	switch said = os.Getenv(cacheVariable); said {
	case "":
	case noCache:
		return "", true, nil
	default:
		return said, true, nil
	}
	directory, err = os.UserCacheDir()
	return filepath.Join(directory, "collsim"), false, err
}

// openCache opens the cache of results; nil is one that has nothing. A task without a home directory has none, and nobody
// need hear of it.
func openCache(stderr io.Writer, said string) *store.Cache {
	directory, asked, err := cacheDirectory(said)
	if err != nil || directory == "" {
		return nil
	}
	if !asked && os.MkdirAll(directory, 0o755) != nil {
		return nil
	}
	return store.OpenCache(directory, func(text string) { fmt.Fprintln(stderr, "collsim: warning:", text) })
}

func sweepCacheCommand() *cobra.Command {
	var said string
	var clear bool
	c := &cobra.Command{
		Use:   "cache [--clear]",
		Short: "Say what the cache of points holds, or empty it",
		Long: `Points that sweep run has played are kept in a cache, by the hash of their question
and of the program that answered it: whoever asks one again gets its answer for nothing.
The directory is that of --cache, or else of the variable COLLSIM_CACHE (off = no cache),
or else collsim in the user's directory for caches. Processes of one machine may use it at the same time;
on a file system of the network it must not be shared. When it is larger than 1 GiB the
older half is forgotten.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			directory, _, err := cacheDirectory(said)
			switch {
			case err != nil:
				return fmt.Errorf("there is no directory for caches: %w; valid: --cache DIR", err)
			case directory == "":
				return fmt.Errorf("%s is %s; valid: --cache DIR", cacheVariable, noCache)
			}
			if clear {
				if err := store.ClearCache(directory); err != nil {
					return cannotWrite(directory, err)
				}
			}
			held, err := store.CacheHolds(directory)
			if err != nil {
				return fmt.Errorf("%s: %w", directory, reason(err))
			}
			return writeOut(c.OutOrStdout(), fmt.Appendf(nil, "%s in %s\n", count(held, "point"), directory))
		},
	}
	c.Flags().StringVar(&said, "cache", "", "directory of the cache")
	c.Flags().BoolVar(&clear, "clear", false, "forget everything")
	return c
}
