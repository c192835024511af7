package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Exit codes.
const (
	exitRight       = 0
	exitFailed      = 1 // an expectation failed, or the answer could not be written
	exitBadInput    = 2
	exitMissing     = 3   // points of a sweep are missing
	exitTryAgain    = 75  // EX_TEMPFAIL of sysexits.h: the same command may succeed later
	exitInterrupted = 130 // 128 + SIGINT, as shells have it
)

// failure is an error that asks for an exit code. Every other error is bad input.
type failure struct {
	code int
	err  error
}

func (f failure) Error() string { return f.err.Error() }
func (f failure) Unwrap() error { return f.err }

// failed marks errors that the user's input is not to blame for.
func failed(err error) error {
	if err == nil {
		return nil
	}
	return failure{exitFailed, err}
}

// report writes an error, one line for each thing that is wrong, and returns the exit code.
func report(stderr io.Writer, err error) int {
	if err == nil {
		return exitRight
	}
	for line := range strings.SplitSeq(strings.TrimRight(err.Error(), "\n"), "\n") {
		if line != "" {
			fmt.Fprintf(stderr, "collsim: %s\n", line)
		}
	}
	var f failure
	switch {
	case errors.As(err, &f):
		return f.code
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	return exitBadInput
}
