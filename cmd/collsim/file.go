package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// writeFile replaces a file with data, all or nothing: whoever opens it sees the old file or the whole new one. A
// symbolic link stays one: what it leads to is replaced.
func writeFile(path string, data []byte) error {
	drafts.Lock()
	defer drafts.Unlock()
	place, err := followed(path)
	if err == nil {
		err = replaceFile(place, data)
	}
	if err != nil {
		return cannotWrite(path, err)
	}
	return nil
}

var errNoFile = errors.New("is a device or a pipe, not a file")

func replaceFile(path string, data []byte) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return errNoFile // a rename would take its place
	}
	draft, err := draftBeside(path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(draft.Name())
		}
	}()
	_, err = draft.Write(data)
	if mode := draft.Chmod(0o644); err == nil {
		err = mode
	}
	if closed := draft.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(draft.Name(), path)
}

// draftBeside opens a new file in the directory of another, to which it can be renamed.
func draftBeside(path string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
}

// mostLinks is how many symbolic links may lead to each other, as in Linux.
const mostLinks = 40

// followed is where a file stands, or would stand, to which symbolic links lead.
func followed(path string) (string, error) {
	for range mostLinks {
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil // what is wrong with the place shows when it is used
		}
		next, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(path), next)
		}
		path = next
	}
	return "", errors.New("symbolic links lead around in a circle")
}

// place refuses a path at which no file can be written. It leaves the path as it is.
func place(path string) error {
	drafts.Lock()
	defer drafts.Unlock()
	path, err := followed(path)
	if err != nil {
		return err
	}
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		return errors.New("is a directory")
	case err == nil && !info.Mode().IsRegular():
		return errNoFile
	}
	directory := filepath.Dir(path)
	switch info, err := os.Stat(directory); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("no such directory: %q", directory)
	case err == nil && !info.IsDir():
		return fmt.Errorf("%q is not a directory", directory)
	}
	draft, err := draftBeside(path)
	if err != nil {
		return reason(err)
	}
	draft.Close() // nothing was written to it
	return reason(os.Remove(draft.Name()))
}

// writeOut writes an answer that is complete to standard output.
func writeOut(w io.Writer, data []byte) error {
	if _, err := w.Write(data); err != nil {
		return cannotWrite("standard output", err)
	}
	return nil
}

// outlet is standard output. It remembers the first error, which those who print help and completions drop.
type outlet struct {
	io.Writer
	lost    error
	writing sync.Mutex
	written bool // something has been
}

func (o *outlet) Write(data []byte) (int, error) {
	o.writing.Lock()
	defer o.writing.Unlock()
	n, err := o.Writer.Write(data)
	if o.lost == nil {
		o.lost = err
	}
	o.written = true
	return n, err
}

// last writes instead of what the command would have written, and lets it write nothing any more. Its error is that the
// command has written already, or is about it.
func (o *outlet) last(data []byte) error {
	if !o.writing.TryLock() {
		return errors.New("the answer is being written")
	}
	if o.written {
		return errors.New("the answer is written")
	}
	_, err := o.Writer.Write(data)
	return err
}

func cannotWrite(where string, err error) error {
	return failed(fmt.Errorf("cannot write %s: %w", where, reason(err)))
}

// reason is an error without the path that its reader has not asked for, or that of a temporary file.
func reason(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	var between *os.LinkError
	if errors.As(err, &between) {
		return between.Err
	}
	return err
}
