package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// writeFile replaces a file with data, all or nothing: whoever opens it sees the old file or the whole new one.
func writeFile(path string, data []byte) (err error) {
	directory, name := filepath.Split(path)
	if directory == "" {
		directory = "."
	}
	draft, err := os.CreateTemp(directory, "."+name+".*")
	if err != nil {
		return cannotWrite(path, err)
	}
	defer func() {
		if err != nil {
			os.Remove(draft.Name())
			err = cannotWrite(path, err)
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

// writeOut writes an answer that is complete to standard output.
func writeOut(w io.Writer, data []byte) error {
	if _, err := w.Write(data); err != nil {
		return cannotWrite("standard output", err)
	}
	return nil
}

func cannotWrite(where string, err error) error {
	var reason *os.PathError
	if errors.As(err, &reason) {
		err = reason.Err
	}
	return failed(fmt.Errorf("cannot write %s: %w", where, err))
}
